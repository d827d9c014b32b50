"""Which calls keep a whole event loop waiting."""

import ast
from collections.abc import Iterator

from archlint import Syntax

from .reading import AWAITING, Function, last_name, own_nodes

_CALLS = frozenset(
    (
        *("builtins.input", "builtins.open", "io.open", "select.select", "time.sleep"),
        *("os.popen", "os.system", "os.wait", "os.waitpid", "signal.pause", "signal.sigwait"),
        *("socket.create_connection", "socket.getaddrinfo", "socket.gethostbyname"),
        *("subprocess.Popen", "subprocess.call", "subprocess.check_call", "subprocess.run"),
        *("subprocess.check_output", "subprocess.getoutput", "subprocess.getstatusoutput"),
        *("httpx.Client", "httpx.get", "httpx.post", "httpx.request", "httpx.stream"),
        *("urllib.request.urlopen", "urllib.request.urlretrieve"),
    )
)
_PACKAGES = ("requests.", "http.client.")
_METHODS = frozenset(
    (
        *("accept", "recv", "recv_bytes", "recv_into", "recvfrom", "recvmsg", "sendall"),
        *("read_bytes", "read_text", "write_bytes", "write_text"),
    )
)
_TAKERS = frozenset(AWAITING) | {"gather", "start_pump", "wait"}
"""Whoever takes a coroutine to await it: a call in its arguments has not run anything yet."""


def blocking_calls(syntax: Syntax, function: Function) -> Iterator[tuple[ast.expr, str]]:
    """What a function calls that blocks, with its name.

    Of methods the name is all that can be seen: one that is awaited is no blocking one.
    """
    calls = [node for node in own_nodes(function) if isinstance(node, ast.Call)]
    awaited = {node.value for node in own_nodes(function) if isinstance(node, ast.Await)}
    for call in calls:
        if last_name(call.func) in _TAKERS:
            awaited.update(call.args)
    for call in calls:
        names = syntax.meanings(call.func)
        found = [name for name in names if name in _CALLS or name.startswith(_PACKAGES)]
        if found:
            yield call.func, found[0].removeprefix("builtins.")
        elif (
            isinstance(call.func, ast.Attribute)
            and call.func.attr in _METHODS
            and call not in awaited
        ):
            yield call.func, call.func.attr
