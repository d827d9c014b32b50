"""The built-in names that are classes, and what takes them away."""

import sys

BUILTIN = frozenset(
    """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
    ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError
    EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError
    FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
    IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt
    LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError
    OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
    RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
    StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
    UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
    UnicodeWarning UserWarning ValueError Warning ZeroDivisionError bool bytearray bytes classmethod
    complex dict enumerate filter float frozenset int list map memoryview object property range
    reversed set slice staticmethod str super tuple type zip
    """.split()  # noqa: SIM905 - as a literal it is 100 lines that nobody reads
)
"""The classes among the built-in names of Python 3.11 to 3.14."""

_REPLACED = {
    "ast": ("slice",),
    "curses": ("filter",),
    "enum": ("property",),
    "fnmatch": ("filter",),
    "locale": ("str",),
    "multiprocessing": ("TimeoutError",),
    "sqlite3": ("Warning",),
    "sqlite3.dbapi2": ("Warning",),
    "threading": ("enumerate",),
}
"""The modules of the standard library that export a name of these with another meaning."""


def keeps_builtin(module: str, name: str) -> bool:
    """Whether a built-in name surely means the same after `from module import *`.

    Of modules outside the tree only those of the standard library are known.
    """
    is_standard = module.partition(".")[0] in sys.stdlib_module_names
    return is_standard and name in BUILTIN and name not in _REPLACED.get(module, ())
