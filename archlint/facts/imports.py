"""What one file says it imports, as written and with exact places."""

import enum
from typing import NamedTuple


class Kind(enum.IntFlag):
    """How an import comes about; several may hold, none means plainly at load time."""

    TYPING = 1
    """Only under `TYPE_CHECKING`, or written in a `.pyi`."""
    DEFERRED = 2
    """Inside a function or lambda, or `lazy`."""
    CONDITIONAL = 4
    """Under a test of version or platform, or in a `try` that catches ImportError."""
    GUARDED = 8
    """The import may fail: the `try` around it catches ImportError (or more)."""
    DYNAMIC = 16
    """Made by a call: `import_module`, `__import__`, `run_module`."""
    STAR = 32
    REEXPORT = 64
    """`from .x import y as y`, or a name listed in the module's own `__all__`."""
    PARENT = 128
    """Importing `a.b.c` also runs `a` and `a.b`."""
    ANNOTATION_ONLY = 256
    """Every use of the bound name is in an annotation."""
    MAIN = 512
    """Under `if __name__ == "__main__"`: it runs only where the file is a script."""
    OF_MODULE = 1024
    """Relative to `__name__`, which is one level lower than the package in a plain module."""


class Span(NamedTuple):
    """1-based line and column of code points in the decoded text; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class ImportFact(NamedTuple):
    """One name of one import statement (or one dynamic import), unresolved.

    `import a.b as c`: level 0, base "a.b", name "", bound "c". `from ..p import x`: level 2, base
    "p", name "x", bound "x". Star: name "*". `place` spans the module as written (`a.b`, `..p`
    with its dots; the string argument for dynamic ones), `name_place` the name with its alias
    (`x as y`), equal to `place` where there is no name. Facts of one statement share `statement`,
    the ordinal among those of the file, and `statement_line`, where it begins; the statement of a
    dynamic import is its call, and it binds nothing.

    Places are stored as plain numbers: a row of strings and integers is a fact.
    """

    level: int
    base: str
    name: str
    bound: str
    kinds: int
    statement: int
    statement_line: int
    line: int
    column: int
    end_line: int
    end_column: int
    name_line: int
    name_column: int
    name_end_line: int
    name_end_column: int

    @property
    def place(self) -> Span:
        """Where the module is written."""
        return Span(self.line, self.column, self.end_line, self.end_column)

    @property
    def name_place(self) -> Span:
        """Where the name is written."""
        return Span(self.name_line, self.name_column, self.name_end_line, self.name_end_column)


class ClassFact(NamedTuple):
    """A class of a file that stands in no function, as written.

    `name` is qualified within the file (`Outer.Inner`). `bases` are the dotted names of its bases,
    without their type arguments; what is no such name is left out. `is_marked` says that it
    decorates a member of its own as abstract. `is_plain` says that the bases are all there is to
    its header: none is left out, there is no metaclass, and in the module, where it stands, nothing
    else has its name.
    """

    name: str
    bases: tuple[str, ...]
    is_marked: bool
    is_plain: bool = False


class Naming(enum.IntEnum):
    """How a string speaks of a module."""

    EXACT = 0
    """It is the name and nothing else, an attribute after a colon aside."""
    WITHIN = 1
    """The name stands in a longer text."""
    CHILDREN = 2
    """The name and a dot come before something that is no constant."""
    SEARCHED = 3
    """The package's modules are asked for, or imported by names that are no constants."""
    FOLDER = 4
    """The package's folder is asked for; "." for the own one, where folders are listed."""
    PATH = 5
    """The end of a path that is put together, as a dotted name."""
    WALKED = 6
    """The package's modules are asked for, and those of all packages below it."""
    NESTED = 7
    """What is in the packages in it is imported by names that are no constants."""


class Mention(NamedTuple):
    """A dotted name in a string, or a package whose folder is asked for.

    A docstring, and what is patched, logged under or taken out of `sys.modules`, is no mention.

    `text` may begin with dots, which mean what they mean in an import. After the package whose
    children are meant it may end with `.prefix*`, if their names begin so. `naming` is a `Naming`.
    """

    text: str
    naming: int
    line: int
    column: int


TOO_DEEP = "too deeply nested to be parsed"
"""What is said of a file that Python's parser gives up on, be it for want of memory."""


class Problem(NamedTuple):
    """Why a file gives no facts.

    `rule` is "unreadable-file" or "syntax-error". `newer` is the first Python version, as
    (3, minor), that accepts the file, where the running one does not and LibCST's grammar does.
    """

    rule: str
    message: str
    line: int
    column: int
    newer: tuple[int, int] | None = None


class FileFacts(NamedTuple):
    """Everything any rule may want to know about one file; depends on its bytes alone.

    `lines` counts lines. `has_code` is false where there are only a docstring and comments.
    `is_open` says that further attributes or submodules may come into being at run time
    (`__path__`, `extend_path`, `sys.modules`, a module `__getattr__`). `exports` is the literal
    `__all__`, None where there is none that can be read. `has_main_guard` says that
    `if __name__ == "__main__"` stands in it. `defines` are the names that the module binds by
    anything but imports, in alphabetical order; `unread` are those that it imports and does not
    read itself. `loads_by_name` says that it imports something whose name is no constant, and
    `mentions` has the first mention of each name. `claims` are the dotted names, as written, of
    what proof lines (`_x: type[Contract] = Class`) and `Contract.register` name as a contract;
    `aliases` are the module-level assignments of one name, or of a dotted one, to another, be it
    with type arguments. Of a file with a problem nothing is known: it has no imports, and counts
    as having code and as open.
    """

    imports: tuple[ImportFact, ...] = ()
    lines: int = 0
    has_code: bool = False
    is_open: bool = False
    exports: tuple[str, ...] | None = None
    has_main_guard: bool = False
    defines: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    loads_by_name: bool = False
    mentions: tuple[Mention, ...] = ()
    classes: tuple[ClassFact, ...] = ()
    claims: tuple[str, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    problem: Problem | None = None
