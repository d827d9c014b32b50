"""How a model is asked: the options of one call."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LLMOptions:
    """Options of one call; the default of each leaves the choice to the provider.

    `max_tokens` and `context_window` count tokens; a `context_window` of 0 is derived from the
    budget. `stream_callback` is told each token of the text as it goes out.
    """

    model: str = ""
    temperature: float | None = None
    max_tokens: int = 0
    stop: tuple[str, ...] = ()
    top_p: float | None = None
    context_window: int = 0
    stream_callback: Callable[[str], None] | None = None

    def window_for(self, budget: int) -> int:
        """Return the context window to use under a budget of so many tokens."""
        return self.context_window or budget
