"""Members of classes as they are written."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Parameter:
    """One parameter; `way` is "/", "" or "*", as in a signature."""

    name: str
    annotation: str
    default: str = ""
    way: str = ""

    def __str__(self) -> str:
        typed = f"{self.name}: {self.annotation}" if self.annotation else self.name
        return f"{typed} = {self.default}" if self.default else typed


@dataclass(frozen=True)
class Method:
    """A method; `flow` is "def", "async", "gen", "agen", "cm" or "acm"."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: str = "int"
    flow: str = "def"
    rest: str = ""
    more: str = ""
    mark: str = ""

    def head(self) -> str:
        """The header, without its colon."""
        receiver = {"@classmethod": ("cls",), "@staticmethod": ()}.get(self.mark, ("self",))
        first = [p for p in self.parameters if p.way == "/"]
        either = [p for p in self.parameters if p.way == ""]
        last = [p for p in self.parameters if p.way == "*"]
        parts = [*receiver, *map(str, first)]
        if first:
            parts.append("/")
        parts += map(str, either)
        if self.rest:
            parts.append(f"*args{self.rest}")
        elif last:
            parts.append("*")
        parts += map(str, last)
        if self.more:
            parts.append(f"**kwargs{self.more}")
        word = "async def" if self.flow in ("async", "agen", "acm") else "def"
        returns = f" -> {self.written_return()}" if self.returns else ""
        return f"{word} {self.name}({', '.join(parts)}){returns}"

    def written_return(self) -> str:
        """The annotation of what it returns."""
        element = self.returns
        wrapped = {
            "gen": f"Iterator[{element}]",
            "cm": f"Iterator[{element}]",
            "agen": f"AsyncIterator[{element}]",
            "acm": f"AsyncIterator[{element}]",
        }
        return wrapped.get(self.flow, element)

    def lines(self, body: bool) -> list[str]:
        """The definition, with a body or with `...`."""
        if self.mark == "@overload":
            two = [replace(self, mark="", returns=returns) for returns in (self.returns, "bytes")]
            second = replace(
                two[1], parameters=(*self.parameters, Parameter("many", "int", way="*"))
            )
            heads = [
                line for one in (two[0], second) for line in ("@overload", f"{one.head()}: ...")
            ]
            return [*heads, f"def {self.name}(self, *args: Any, **kwargs: Any) -> Any: ..."]
        marks = [self.mark] if self.mark else []
        if self.flow in ("cm", "acm"):
            marks.append("@contextmanager" if self.flow == "cm" else "@asynccontextmanager")
        content = "..."
        if body:
            content = (
                "yield make()" if self.flow in ("gen", "agen", "cm", "acm") else ("return make()")
            )
        return [*marks, f"{self.head()}: {content}"]


@dataclass(frozen=True)
class Variable:
    """A property or attribute; `form` says how it is written."""

    name: str
    annotation: str
    form: str

    def lines(self, body: bool) -> list[str]:
        """The declaration."""
        content = "return make()" if body else "..."
        typed = f" -> {self.annotation}" if self.annotation else ""
        getter = ["@property", f"def {self.name}(self){typed}: {content}"]
        value = " = make()" if body else ""
        match self.form:
            case "property":
                return getter
            case "settable property":
                value_type = f": {self.annotation}" if self.annotation else ""
                setter = f"def {self.name}(self, value{value_type}) -> None: ..."
                return [*getter, f"@{self.name}.setter", setter]
            case "cached property":
                return ["@cached_property", getter[1]]
            case "class variable":
                return [f"{self.name}: ClassVar[{self.annotation}]{value}"]
            case "final":
                return [f"{self.name}: Final[{self.annotation}] = make()"]
            case "in init":
                init = f"def __init__(self) -> None: self.{self.name}: {self.annotation} = make()"
                return [init]
            case "from parameter":
                head = f"def __init__(self, value: {self.annotation} = make()) -> None:"
                return [f"{head} self.{self.name} = value"]
            case "in slots":
                return [
                    f"__slots__ = ('{self.name}',)",
                    *Variable(self.name, self.annotation, "in init").lines(body),
                ]
            case _:
                return [f"{self.name}: {self.annotation}{value}"]


Member = Method | Variable
