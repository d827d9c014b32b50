"""What is known of a model before it is asked: how it calls tools and how it is repaired."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ToolRepairStrategy: TypeAlias = Literal["heuristic-only", "llm"]


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """The habits of one model, normalised when it is made.

    The provider is trimmed and lower-cased, an empty strategy is "heuristic-only", and negative
    attempts are none. A `max_tools_per_call` of 0 is no limit.

    Raises:
        ValueError: there is no such strategy.
    """

    provider: str = ""
    tool_repair_strategy: ToolRepairStrategy | Literal[""] = ""
    tool_repair_attempts: int = 1
    max_tools_per_call: int = 0
    uses_native_tool_calling: bool = False

    def __post_init__(self) -> None:
        strategy = self.tool_repair_strategy or "heuristic-only"
        if strategy not in ("heuristic-only", "llm"):
            raise ValueError(f"no tool repair strategy is called `{strategy}`")
        object.__setattr__(self, "provider", self.provider.strip().lower())
        object.__setattr__(self, "tool_repair_strategy", strategy)
        object.__setattr__(self, "tool_repair_attempts", max(0, self.tool_repair_attempts))
