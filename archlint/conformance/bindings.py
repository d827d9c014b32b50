"""What the statements of a module bind its names to.

Imports are followed to where they lead, nothing else is looked up.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from archlint.facts.classes import dotted, statements
from archlint.facts.imports import Kind
from archlint.imports import Import
from archlint.project import Project

# As a number: to ask an enumeration for each import takes longer than all else.
_UNWRITTEN = int(Kind.PARENT | Kind.DYNAMIC)


class ClassKey(NamedTuple):
    """A class of the tree: the index of its module, and its qualified name there."""

    module: int
    name: str


@dataclass(frozen=True, slots=True)
class External:
    """Something outside the tree, by its dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class InModule:
    """A module of the tree, by its index."""

    module: int


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """What an assignment at module level gives a name, and the module it stands in."""

    module: int
    expression: ast.expr


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function at module level."""

    module: int
    node: ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Taken:
    """A name taken out of a module of the tree by an import."""

    module: int
    name: str


Meaning = ClassKey | External | InModule | Value | Function | None
"""What a name stands for; None where that cannot be told."""

Binding = ClassKey | External | InModule | Value | Function | Taken | None


def canonical(name: str) -> str:
    """One name for what `typing_extensions` and `typing` both have."""
    module, _, rest = name.partition(".")
    return f"typing.{rest}" if module == "typing_extensions" and rest else name


class Imports:
    """Where the import statements of one module lead."""

    def __init__(self, project: Project, rows: Iterable[int]) -> None:
        self._project = project
        self._own: dict[tuple[int, str, str, str], int] = {}
        self._shared: dict[tuple[int, str], int] = {}
        edges = project.edges
        for row in rows:
            if edges.kinds[row] & _UNWRITTEN:
                continue
            fact = project.facts[edges.file[row]].imports[edges.fact[row]]
            if edges.at_name[row] or not fact.name:
                self._own[fact.statement_line, fact.base, fact.name, fact.bound] = row
            else:
                self._shared[fact.statement_line, fact.base] = row

    def _site(self, row: int | None) -> Import | None:
        return None if row is None else Import(self._project.table, row)

    def taken(self, line: int, base: str, name: str, bound: str) -> Binding:
        """What `from base import name as bound` binds, in a statement that begins in a line."""
        own = self._own.get((line, base, name, bound))
        site = self._site(self._shared.get((line, base)) if own is None else own)
        if site is None:
            return None
        if site.imported is None:
            return External(canonical(f"{site.external}.{name}"))
        is_module = own is not None
        return InModule(site.imported.index) if is_module else Taken(site.imported.index, name)

    def star(self, node: ast.ImportFrom) -> Binding:
        """The module that `from base import *` takes everything from."""
        site = self._site(self._shared.get((node.lineno, node.module or "")))
        if site is None:
            return None
        if site.imported is None:
            return External((node.module or "") if not node.level else "")
        return InModule(site.imported.index)

    def plain(self, line: int, base: str, alias: str | None) -> Binding:
        """What `import a.b` binds, in a statement in a line: `a`, or with an alias all of it."""
        top = base.partition(".")[0]
        site = self._site(self._own.get((line, base, "", alias or top)))
        if site is None:
            return None
        if site.imported is None:
            return External(canonical(base if alias else top))
        if alias:
            return InModule(site.imported.index)
        index = self._project.tree.by_name[site.imported.root].get(top)
        return None if index is None else InModule(index)


def bound(module: int, statement: ast.stmt, imports: Imports) -> Iterator[tuple[str, Binding]]:
    """The names that a statement at module level binds."""
    match statement:
        case ast.ImportFrom():
            for alias in statement.names:
                if alias.name == "*":
                    yield "*", imports.star(statement)
                else:
                    bound = alias.asname or alias.name
                    base = statement.module or ""
                    yield bound, imports.taken(statement.lineno, base, alias.name, bound)
        case ast.Import():
            for alias in statement.names:
                bound = alias.asname or alias.name.partition(".")[0]
                yield bound, imports.plain(statement.lineno, alias.name, alias.asname)
        case ast.ClassDef():
            yield statement.name, ClassKey(module, statement.name)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield statement.name, Function(module, statement)
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, Value(module, value)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, Value(module, value)
        case _:
            for name in _stored(statement):
                yield name, None


def _stored(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement binds in another way, those of its own blocks left out."""
    heads: list[ast.AST] = []
    match statement:
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Delete() | ast.Expr():
            heads.append(statement)
        case ast.For() | ast.AsyncFor():
            heads.append(statement.target)
        case ast.With() | ast.AsyncWith():
            heads.extend(item.optional_vars for item in statement.items if item.optional_vars)
        case ast.Match():
            heads.extend(case.pattern for case in statement.cases)
        case _ if type(statement).__name__ == "TypeAlias":
            heads.append(statement)
        case _:
            return
    for head in heads:
        for node in ast.walk(head):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                yield node.id
            elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
                yield node.name


def typing_only(body: Iterable[ast.stmt]) -> Iterator[ast.ClassDef]:
    """The classes that only type checkers see: under `if TYPE_CHECKING` at module level."""
    for statement in body:
        if isinstance(statement, ast.If) and (
            dotted(statement.test).rpartition(".")[2] == "TYPE_CHECKING"
        ):
            yield from (one for one in statements(statement.body) if isinstance(one, ast.ClassDef))


def classes_in(body: Iterable[ast.stmt], outer: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for statement in statements(body):
        if isinstance(statement, ast.ClassDef):
            name = f"{outer}.{statement.name}".removeprefix(".")
            yield name, statement
            yield from classes_in(statement.body, name)


def bound_in(node: ast.ClassDef) -> set[str]:
    """The names that a class binds in its own body, its parameters of type included."""
    names = {str(getattr(part, "name", "")) for part in getattr(node, "type_params", ())}
    for statement in statements(node.body):
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(statement.name)
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in statement.names)
        else:
            names.update(_stored(statement))
    return names
