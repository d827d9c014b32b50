"""A program that imports trees one after the other and tells what each statement imported.

One line of JSON in: `top` (absolute folder), `roots` (absolute folders for `sys.path`), `forget`
(names to be looked up anew), `modules` (dotted names) and `scripts` (absolute paths). One line
out: records `[path, line, kind, target]`, or `{"error": ...}`. Kinds: "module" with the path of
what was imported, "external" with its name, "broken" where the import failed. Each tree has a
process of its own.
"""

import builtins
import importlib
import importlib.util
import json
import os
import runpy
import sys
import traceback
from collections.abc import Mapping, Sequence
from types import FrameType, ModuleType

Record = tuple[str, int, str, str]


def main() -> None:
    for line in sys.stdin:
        inward, outward = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(inward)
            with open(outward, "w") as stream:
                try:
                    json.dump(record(json.loads(line)), stream)
                except BaseException:
                    json.dump({"error": traceback.format_exc()}, stream)
            os._exit(0)
        os.close(outward)
        with open(inward) as stream:
            print(stream.read(), flush=True)
        os.waitpid(child, 0)


def record(job: Mapping[str, object]) -> list[Record]:
    top = str(job["top"])
    sys.path[:0] = _texts(job["roots"])
    for name in [name for name in sys.modules if name.split(".")[0] in _texts(job["forget"])]:
        del sys.modules[name]
    sys.dont_write_bytecode = True
    records: list[Record] = []
    _install(top, records)
    for name in _texts(job["modules"]):
        importlib.import_module(name)
    for module in list(sys.modules.values()):
        if str(getattr(module, "__file__", None) or "").startswith(top):
            module.__dict__.get("_deferred", lambda: None)()
    for path in _texts(job["scripts"]):
        sys.path.insert(0, os.path.dirname(path))
        runpy.run_path(path)["_deferred"]()
        del sys.path[0]
    return records


def _install(top: str, records: list[Record]) -> None:
    import_statement = builtins.__import__
    import_module = importlib.import_module

    def note(frame: FrameType, names: Sequence[str]) -> None:
        here = os.path.relpath(str(frame.f_globals["__file__"]), top)
        ends = [_identify(top, name) for name in names] or [("broken", "")]
        records.extend((here, frame.f_lineno, *end) for end in ends)

    def recording_statement(
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        frame = sys._getframe(1)
        if not _is_inside(top, frame):
            return import_statement(name, globals, locals, fromlist or (), level)
        full = name
        try:
            if level:
                package = str((globals or {}).get("__package__") or "")
                full = importlib.util.resolve_name("." * level + name, package)
            result = import_statement(name, globals, locals, fromlist or (), level)
            names = sorted({_taken(result, full, taken) for taken in fromlist or ()})
        except ImportError:
            note(frame, ())
            raise
        note(frame, names or [full])
        return result

    def recording_call(name: str, package: str | None = None) -> ModuleType:
        frame = sys._getframe(1)
        if not _is_inside(top, frame):
            return import_module(name, package)
        try:
            result = import_module(name, package)
        except ImportError:
            note(frame, ())
            raise
        note(frame, [importlib.util.resolve_name(name, package)])
        return result

    builtins.__import__ = recording_statement
    importlib.import_module = recording_call


def _is_inside(top: str, frame: FrameType) -> bool:
    return str(frame.f_globals.get("__file__") or "").startswith(top)


def _taken(module: ModuleType, full: str, name: str) -> str:
    """The submodule of that name, which the file system decides, or the module itself."""
    if hasattr(module, "__path__") and name != "*":
        if importlib.util.find_spec(f"{full}.{name}") is not None:
            return f"{full}.{name}"
        if not hasattr(module, name):
            raise ImportError(f"{full} has no {name}")
    return full


def _identify(top: str, name: str) -> tuple[str, str]:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    place = spec.origin if spec.origin else ""
    if spec.submodule_search_locations is not None and spec.origin is None:
        place = next(iter(spec.submodule_search_locations)) if "." in name else ""
    if place.startswith(top):
        return "module", os.path.relpath(place, top)
    return "external", name


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(text) for text in value]


if __name__ == "__main__":
    main()
