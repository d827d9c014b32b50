"""Source trees drawn at random, all of whose imports Python can run."""

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

CHILDREN = ("a", "b", "c")
FORMS = ("module", "module", "package", "package", "namespace")
SHADOWING = ("queue", "string", "token")
SHADOWED = ("time.py", "time/mine.py", "io.py", "json/mine.py")
STANDARD = (
    "queue",
    "string",
    "token",
    "time",
    "io",
    "json",
    "json.decoder",
    "os.path",
    "importlib",
)


@dataclass(frozen=True)
class Node:
    """A module of a drawn tree: its dotted name, and what stands for it on disk."""

    root: str
    name: str
    form: str
    leaf: bool = False
    children: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        stem = "/".join((self.root, *self.name.split(".")))
        return {"package": f"{stem}/__init__.py", "namespace": stem}.get(self.form, f"{stem}.py")

    @property
    def hidden(self) -> str:
        """A file that the node keeps Python from finding."""
        stem = "/".join((self.root, *self.name.split(".")))
        return f"{stem}.py" if self.form == "package" else f"{stem}/hidden.py"

    @property
    def package(self) -> str:
        return self.name if self.form != "module" else self.name.rpartition(".")[0]


@dataclass(frozen=True)
class Drawn:
    """A drawn tree: its files, the folders on `sys.path`, and what Python is to import and run."""

    files: dict[str, str]
    roots: tuple[str, ...]
    modules: tuple[str, ...]
    scripts: tuple[str, ...] = ()
    forget: tuple[str, ...] = SHADOWING

    def __str__(self) -> str:
        return "\n".join(f"--- {path}\n{text}" for path, text in self.files.items() if text)


@st.composite
def trees(draw: DrawFn) -> Drawn:
    roots = draw(st.sampled_from([("src",), ("src",), ("one", "deep/two")]))
    shadows = draw(st.booleans())
    nodes: list[Node] = []
    for index, root in enumerate(roots):
        names = [f"{child}{index}" for child in CHILDREN[:2]]
        if len(roots) == 1:
            names += draw(st.lists(st.sampled_from(SHADOWING), unique=True, max_size=2))
        for name in names:
            nodes += _grow(draw, root, name, depth=0)
        if len(roots) == 2:
            nodes.append(Node(root, "ns", "namespace", children=(f"p{index}",)))
            nodes += _grow(draw, root, f"ns.p{index}", depth=1)
    shadowed = draw(
        st.lists(st.sampled_from(SHADOWED), unique_by=lambda path: path[:2], max_size=2)
    )
    files = {f"src/{path}": "" for path in shadowed} if len(roots) == 1 else {}
    runnable = [node for node in nodes if node.form != "namespace"]
    for node in runnable:
        if draw(st.integers(0, 5)) == 0:
            files[node.hidden] = ""
        files[node.path] = _source(draw, node, nodes, shadows)
    scripts = []
    for folder in draw(st.lists(st.sampled_from(_folders(nodes)), unique=True, max_size=1)):
        path = f"{folder}/run-it.py"
        beside = [node for node in runnable if node.leaf and _folder(node) == folder]
        lines = [f"import {node.name.rpartition('.')[2]}" for node in beside]
        files[path] = _source(draw, Node(roots[0], "", "module"), nodes, shadows) + "".join(
            f"{line}\n" for line in lines
        )
        scripts.append(path)
    return Drawn(files, roots, tuple(node.name for node in runnable), tuple(scripts))


def _grow(draw: DrawFn, root: str, name: str, depth: int) -> list[Node]:
    form = draw(st.sampled_from(FORMS)) if depth < 3 else "module"
    if form == "namespace" and name in SHADOWING:
        form = "package"
    if form == "module":
        return [Node(root, name, form, leaf=draw(st.booleans()))]
    children = draw(st.lists(st.sampled_from(CHILDREN), unique=True, max_size=2, min_size=1))
    below = [node for child in children for node in _grow(draw, root, f"{name}.{child}", depth + 1)]
    return [Node(root, name, form, children=tuple(children)), *below]


def _source(draw: DrawFn, node: Node, nodes: list[Node], shadows: bool) -> str:
    """The text of a module; with `shadows` packages may bind the names of their submodules.

    `import a.b.c as d` is then left out, since at run time it goes through what `a` binds to `b`.
    Star imports, which bind anything, come only with `shadows`.
    """
    lines = ["s0 = s1 = s2 = 1"]
    if node.leaf:
        return f"{lines[0]}\n"
    by_name = {other.name: other for other in nodes if other.root == node.root}
    if node.form == "package":
        for child in node.children:
            below = by_name[f"{node.name}.{child}"]
            if shadows and draw(st.booleans()):
                lines.append(f"{child} = 1")
            elif below.leaf and draw(st.booleans()):
                lines.append(f"from .{child} import s0 as s_{child}")
    deferred = ["def _deferred():", "    pass"]
    for number in range(draw(st.integers(0, 4))):
        statement = _statement(draw, node, nodes, "" if shadows else f" as _{number}")
        where = draw(st.integers(0, 3)) if "*" not in statement else 0
        if where == 3:
            deferred += [f"    {line}" for line in statement.split("\n")]
        else:
            lines += statement.split("\n")
    return "\n".join([*lines, *deferred, ""])


def _statement(draw: DrawFn, node: Node, nodes: list[Node], alias: str) -> str:
    target = draw(st.sampled_from([other for other in nodes if other.form != "namespace"]))
    form = draw(st.integers(0, 12))
    if form == 2 and not alias:
        return f"from {_written(draw, node, target)} import *"
    alias = draw(st.sampled_from(["", alias]))
    if form == 0:
        return f"import {target.name}{alias}"
    if form == 1:
        nested = [other for other in nodes if other.form == "namespace" and "." in other.name]
        other = draw(st.sampled_from([*nested, target]))
        return f"import {draw(st.sampled_from(STANDARD))}, {other.name}{alias}"
    if form in (2, 3, 4):
        return f"from {_written(draw, node, target)} import s0{alias}, s1"
    if form in (5, 6, 7):
        parents = [other for other in nodes if other.form != "module"]
        if not parents:
            return f"import {target.name}{alias}"
        parent = draw(st.sampled_from(parents))
        names = draw(
            st.permutations(parent.children + (("s2",) if parent.form == "package" else ()))
        )
        names = names[: draw(st.integers(1, len(names)))]
        taken = f",{draw(st.sampled_from([' ', chr(10) + '  ']))}".join(
            f"{name} as _{index}" for index, name in enumerate(names)
        )
        return f"from {_written(draw, node, parent)} import ({taken})"
    if form == 8:
        name = draw(st.sampled_from(STANDARD))
        return draw(st.sampled_from([f"import {name}{alias}", f"from {name} import __name__ as _"]))
    if form == 9:
        head, _, last = target.name.rpartition(".")
        calls = [
            f"__import__({target.name!r})",
            f"__import__({target.name!r}, fromlist=['s0'])",
            f"importlib.import_module({target.name!r})",
            f"importlib.import_module('.{last}', {head!r})"
            if head
            else "importlib.invalidate_caches()",
        ]
        return f"import importlib\n{draw(st.sampled_from(calls))}"
    if form == 10:
        written = _written(draw, node, target)
        if target.form == "package":
            written += "__init__" if written.endswith(".") else ".__init__"
        return f"from {written} import s0{alias}"
    missing = [
        f"import {target.name}.hidden",
        f"import {target.name}.s0{alias}",
        f"from {_written(draw, node, target)}.gone import x",
        "import gone",
        "from json.gone import x",
        "import json.mine",
        "from ns.gone import x",
    ]
    if node.name:
        missing.append(f"from {'.' * (node.package.count('.') + 1)}. import s0")
    return f"try:\n    {draw(st.sampled_from(missing))}\nexcept ImportError:\n    pass"


def _written(draw: DrawFn, node: Node, target: Node) -> str:
    """The target's name, absolute or relative to the node."""
    package = node.package.split(".") if node.package else []
    parts = target.name.split(".")
    common = 0
    while common < min(len(package), len(parts)) and package[common] == parts[common]:
        common += 1
    if common == 0 or draw(st.booleans()):
        return target.name
    common = draw(st.integers(1, common))
    return "." * (len(package) - common + 1) + ".".join(parts[common:])


def _folders(nodes: list[Node]) -> list[str]:
    return sorted({_folder(node) for node in nodes if node.form == "module"}) or ["src"]


def _folder(node: Node) -> str:
    return node.path.rpartition("/")[0]
