"""What can become of a reply."""

from dataclasses import dataclass
from typing import TypeAlias

from model.messages import ToolCall


@dataclass(frozen=True, slots=True)
class CallTools:
    """The model wants these tools called, in this order; there is at least one."""

    calls: tuple[ToolCall, ...]
    thought: str = ""


@dataclass(frozen=True, slots=True)
class Complete:
    """The model has finished."""

    thought: str = ""
    reason: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class UnparsedDecision:
    """The reply is no decision, and nothing may be concluded from it; `problem` says why."""

    raw: str
    problem: str


Decision: TypeAlias = CallTools | Complete
