"""The values that go to a model and come back from it."""

import json
import math
from dataclasses import dataclass, field
from enum import IntEnum

from model.errors import ProviderResponseError


class Role(IntEnum):
    """Who speaks; UNSET, like any number that is no role, is invalid and prints `unknown(n)`."""

    UNSET = 0
    SYSTEM = 1
    USER = 2
    ASSISTANT = 3
    TOOL = 4

    @classmethod
    def _missing_(cls, value: object) -> "Role | None":
        if not isinstance(value, int):
            return None
        # A number from elsewhere is kept, so that the message about it can name it.
        stray = int.__new__(cls, value)
        stray._name_ = f"UNKNOWN_{value}"
        stray._value_ = value
        return stray

    @property
    def valid(self) -> bool:
        """Whether a message may have this role."""
        return self in (Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL)

    def __str__(self) -> str:
        return self.name.lower() if self.valid else f"unknown({self.value})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to call a tool; `arguments` is the JSON text exactly as it was received."""

    id: str
    name: str
    arguments: str

    def parse_arguments(self) -> dict[str, object]:
        """Read the arguments.

        Raises:
            ProviderResponseError: they are not one JSON object; says why and of which call.
        """
        try:
            parsed = strict_json(self.arguments)
        except (ValueError, RecursionError) as error:
            raise ProviderResponseError(f"arguments of `{self.name}`: {error}") from error
        if not isinstance(parsed, dict):
            raise ProviderResponseError(
                f"arguments of `{self.name}`: a JSON object is expected, not {self.arguments!r}"
            )
        return parsed


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; `name` is the tool's name and belongs to tool turns alone."""

    role: Role
    content: str = ""
    name: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""


@dataclass(frozen=True, slots=True)
class ToolParamSpec:
    """One string argument of a tool."""

    name: str
    description: str = ""
    required: bool = False


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool a model may call."""

    name: str
    description: str = ""
    params: tuple[ToolParamSpec, ...] = ()

    @property
    def arguments(self) -> tuple[ToolParamSpec, ...]:
        """What the tool takes: its params, or the one string `args` where it declares none."""
        return self.params or (ToolParamSpec("args", "the arguments, as one text"),)


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """What a reply cost, in tokens."""

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def total_tokens(self) -> int:
        """Both directions together."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class LLMResponse:
    """A reply; a turn may spend all of itself in `thinking`, and then `text` is ""."""

    text: str = ""
    thinking: str = ""
    finish_reason: str = "stop"
    tool_calls: tuple[ToolCall, ...] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)


@dataclass(frozen=True, slots=True)
class Request:
    """What the request-shaped port is asked."""

    model: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Response:
    """What the request-shaped port answers, and who answered."""

    message: Message
    provider: str
    model_name: str


def strict_json(text: str) -> object:
    """Read JSON; unlike `json.loads`, NaN and the infinities are refused, however written.

    Raises:
        ValueError: the text is not JSON.
        RecursionError: it is nested too deeply.
    """
    parsed: object = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    return parsed


def _refuse_constant(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


def _finite(number: str) -> float:
    # What became infinite could not be written as JSON again.
    if math.isinf(value := float(number)):
        raise ValueError(f"{number} is too large a number")
    return value
