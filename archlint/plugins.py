"""Loads the rules that a config names as plugins: the only code that a run imports for a user."""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from archlint.config.settings import Config
from archlint.diagnostics import MALFORMED_CONFIG, Diagnostic
from archlint.rule import Rule

_PRIVATE = "_archlint_local_"


def load_plugins(config: Config) -> tuple[tuple[type[Rule], ...], tuple[Diagnostic, ...]]:
    """The rule classes of all plugins, in order, and a fault for each that does not load.

    `".rules"` is the package (or module) `rules` beside the config. It is loaded under a private
    name, so that it collides with no installed package, and its modules may import each other
    relatively. A name without a leading dot is imported as it stands.
    """
    rules: list[type[Rule]] = []
    faults: list[Diagnostic] = []
    for name in config.plugins:
        try:
            with _no_bytecode():
                found = [rule for module in _modules(config, name) for rule in _rules_of(module)]
        except (Exception, SystemExit) as error:  # anybody's code: all else still runs
            faults.append(
                _fault(config, name, f"the plugin `{name}` does not load: {_said(error)}")
            )
            continue
        if not found:
            faults.append(_fault(config, name, f"the plugin `{name}` holds no rule"))
        rules.extend(rule for rule in found if rule not in rules)
    return tuple(rules), tuple(faults)


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Python would believe its bytecode after an edit of the same length within a second."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _modules(config: Config, name: str) -> Iterator[ModuleType]:
    """The plugin's module, and where it is a package those directly below it, by name."""
    top = _load_beside(config, name[1:]) if name.startswith(".") else importlib.import_module(name)
    yield top
    for folder in getattr(top, "__path__", ()):
        for file in sorted(os.listdir(folder)):
            stem, suffix = os.path.splitext(file)
            if suffix == ".py" and stem != "__init__" and not _is_test(stem):
                yield importlib.import_module(f"{top.__name__}.{stem}")


def _load_beside(config: Config, name: str) -> ModuleType:
    """A package or module next to the config, loaded anew under a private name."""
    base = os.path.join(config.root, *name.split("."))
    folder = os.path.isdir(base)
    path = os.path.join(base, "__init__.py") if folder else f"{base}.py"
    if not os.path.exists(path):
        raise FileNotFoundError(f"there is no `{os.path.relpath(path, config.root)}`")
    private = _PRIVATE + name.replace(".", "_")
    for loaded in [key for key in sys.modules if key == private or key.startswith(f"{private}.")]:
        del sys.modules[loaded]  # of another config, checked earlier in this process
    spec = importlib.util.spec_from_file_location(
        private, path, submodule_search_locations=[base] if folder else None
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"`{path}` cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[private] = module
    spec.loader.exec_module(module)
    return module


def _rules_of(module: ModuleType) -> Iterator[type[Rule]]:
    """The rules that a module defines itself; what it imports from elsewhere is not its own."""
    for value in vars(module).values():
        if (
            isinstance(value, type)
            and issubclass(value, Rule)
            and value.__module__ == module.__name__
            and not getattr(value, "__abstractmethods__", None)
        ):
            yield value


def _is_test(stem: str) -> bool:
    return stem.startswith("test_") or stem.endswith("_test") or stem == "conftest"


def _said(error: BaseException) -> str:
    """The error in one line, with the innermost line of code it came from."""
    import traceback

    text = f"{type(error).__name__}: {error}".partition("\n")[0]
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__ and "importlib" not in frame.filename
    ]
    return f"{text} ({frames[-1].filename}:{frames[-1].lineno})" if frames else text


def _fault(config: Config, name: str, message: str) -> Diagnostic:
    base = os.path.join(config.root, *name.split("."))
    is_beside = not name.startswith(".") and (os.path.isdir(base) or os.path.exists(f"{base}.py"))
    return Diagnostic(
        rule=MALFORMED_CONFIG,
        message=message,
        location=config.locate(("plugins", name), True),
        subject="plugins",
        object=name,
        help=(f"a plugin beside the config is written `.{name}`",) if is_beside else (),
    )
