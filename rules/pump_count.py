"""How many pumps a call of `generate_stream` starts, on each way through it."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from .reading import Function, own_nodes

_Counts = frozenset[int]
"""The numbers of pumps that may have been started; 2 stands for more as well."""

_NO_WAY: _Counts = frozenset()
_Node = TypeVar("_Node")
_DEEP = 20
"""How many calls are followed into each other; nobody sees the pump of a stream from afar."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class PumpCount:
    """What a walk along all ways found.

    `further` are calls that start a pump where one may have been started already, `without` the
    ends that hand out a stream for which none was: returns, or the function that just ends.
    """

    further: list[ast.Call] = field(default_factory=list)
    without: list[ast.Return | Function] = field(default_factory=list)


@dataclass(frozen=True)
class Signs:
    """How a pump is recognised: by calls, the functions they run, and returned values.

    `starts` says whether a call starts a pump, `called` which function of the module it runs, and
    `delegates` whether a value that a function returns is the stream of another model.
    """

    starts: Callable[[ast.Call], bool]
    called: Callable[[ast.Call], Function | None]
    delegates: Callable[[ast.expr | None, Function], bool]


def count_pumps(method: Function, signs: Signs) -> PumpCount:
    """Walk all ways through a method, and through the functions of its module that it calls."""
    count = PumpCount()
    _Way(count, signs, method, {}, ()).through(frozenset({0}), True)
    return count


class _Way:
    """One function on the way, with the functions that called it and what is known of others."""

    def __init__(
        self,
        count: PumpCount,
        signs: Signs,
        function: Function,
        known: dict[tuple[Function, _Counts, bool], _Counts],
        callers: tuple[Function, ...],
    ) -> None:
        self._count = count
        self._signs = signs
        self._function = function
        self._known = known
        self._callers = callers
        self._returned: set[int] = set()
        self._jumps: list[set[int]] = []
        self._is_judged = False

    def through(self, counts: _Counts, is_judged: bool) -> _Counts:
        """The counts after the function; `is_judged` if its result is the stream."""
        self._is_judged = is_judged
        end = self._block(self._function.body, counts)
        if is_judged and 0 in end:
            _note(self._count.without, self._function)
        return end | self._returned

    def _block(self, statements: Sequence[ast.stmt], counts: _Counts) -> _Counts:
        for statement in statements:
            counts = self._statement(statement, counts)
        return counts

    def _statement(self, node: ast.stmt, counts: _Counts) -> _Counts:
        match node:
            case ast.Return():
                self._return(node, counts)
                return _NO_WAY
            case ast.Raise():
                return _NO_WAY
            case ast.Break() | ast.Continue():
                for jumps in self._jumps[-1:]:
                    jumps |= counts
                return _NO_WAY
            case ast.If():
                return self._if(node, counts)
            case ast.For() | ast.AsyncFor():
                return self._loop(node, self._expression(node.iter, counts), False)
            case ast.While():
                endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
                return self._loop(node, self._expression(node.test, counts), endless)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    counts = self._expression(item.context_expr, counts)
                return self._block(node.body, counts)
            case ast.Try() | ast.TryStar():
                return self._try(node, counts)
            case ast.Match():
                counts = self._expression(node.subject, counts)
                ends = [self._block(case.body, counts) for case in node.cases]
                return (_NO_WAY if _takes_all(node.cases[-1]) else counts).union(*ends)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return counts
            case _:
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.expr):
                        counts = self._expression(part, counts)
                return counts

    def _if(self, node: ast.If, counts: _Counts) -> _Counts:
        ends = _NO_WAY
        while True:
            counts = self._expression(node.test, counts)
            ends |= self._block(node.body, counts)
            match node.orelse:
                case [ast.If() as further]:  # an `elif`, of which there may be very many
                    node = further
                case _:
                    return ends | self._block(node.orelse, counts)

    def _loop(
        self, node: ast.For | ast.AsyncFor | ast.While, counts: _Counts, endless: bool
    ) -> _Counts:
        self._jumps.append(set())
        ends = counts | self._block(node.body, counts) | self._jumps[-1]
        if ends != counts:
            ends |= self._block(node.body, ends)
        jumped = frozenset(self._jumps.pop())
        return jumped if endless else self._block(node.orelse, ends) | jumped

    def _try(self, node: ast.Try | ast.TryStar, counts: _Counts) -> _Counts:
        body = self._block(node.body, counts)
        ends = self._block(node.orelse, body)
        for handler in node.handlers:
            ends |= self._block(handler.body, counts | body)
        if not ends:
            self._block(node.finalbody, counts | body)
            return _NO_WAY
        return self._block(node.finalbody, ends)

    def _return(self, node: ast.Return, counts: _Counts) -> None:
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call) and self._signs.called(value) is not None:
            # Whoever is asked for the stream is judged in place of this return.
            self._returned |= self._call(value, counts, self._is_judged)
            return
        if value is not None:
            counts = self._expression(value, counts)
        if (
            self._is_judged
            and 0 in counts
            and not self._signs.delegates(node.value, self._function)
        ):
            _note(self._count.without, node)
        self._returned |= counts

    def _expression(self, node: ast.expr, counts: _Counts) -> _Counts:
        for part in own_nodes(node):
            if isinstance(part, ast.Call):
                counts = self._call(part, counts, False)
            elif isinstance(part, _COMPREHENSIONS):
                # Its calls come again by themselves: like a loop it is walked twice.
                for call in (inner for inner in ast.walk(part) if isinstance(inner, ast.Call)):
                    counts = self._call(call, counts, False)
        return counts

    def _call(self, call: ast.Call, counts: _Counts, is_judged: bool) -> _Counts:
        if self._signs.starts(call):
            if counts - {0}:
                _note(self._count.further, call)
            return frozenset(min(number + 1, 2) for number in counts)
        callee = self._signs.called(call)
        callers = (*self._callers, self._function)
        if callee is None or callee in callers:
            return counts
        if len(callers) > _DEEP:
            if is_judged and 0 in counts:
                _note(self._count.without, callee)
            return counts
        key = (callee, counts, is_judged)
        if key not in self._known:
            way = _Way(self._count, self._signs, callee, self._known, callers)
            self._known[key] = way.through(counts, is_judged)
        return self._known[key]


def _takes_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and not case.pattern.pattern


def _note(found: list[_Node], node: _Node) -> None:
    # What lies in a loop is walked twice, and so is a function that is called twice.
    if node not in found:
        found.append(node)
