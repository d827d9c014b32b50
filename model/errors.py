"""What can go wrong between a caller and a model, one class for each remedy."""

import re
from datetime import timedelta

_SECONDS = re.compile(r"[+-]?[0-9]+")


class ModelError(Exception):
    """Base of every error of this contract; none of them is a subclass of another.

    `summary` is the text of an error raised without one, and the beginning of one raised with a
    detail.
    """

    summary = "model error"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.summary}: {self.detail}" if self.detail else self.summary


class NilRequestError(ModelError):
    """There is no request."""

    summary = "request is missing"


class EmptyModelError(ModelError):
    """The request names no model."""

    summary = "model is empty"


class EmptyMessagesError(ModelError):
    """The request has no messages."""

    summary = "messages are empty"


class InvalidRoleError(ModelError):
    """A message has no valid role, or a field its role may not have."""

    summary = "role is invalid"


class EmptyContentError(ModelError):
    """A message that must say something says nothing."""

    summary = "content is empty"


class ProviderUnavailableError(ModelError):
    """The provider could not be reached or refuses to serve at the moment."""

    summary = "provider is unavailable"


class ProviderResponseError(ModelError):
    """The provider answered with something that cannot be read."""

    summary = "provider response is invalid"


class AuthInvalidError(ModelError):
    """The credentials are refused; a retry will not help."""

    summary = "authentication is invalid"


class ToolsUnsupportedError(ModelError):
    """The model calls no tools; the caller may degrade to a call without them."""

    summary = "tools are unsupported"


class ContextLengthExceededError(ModelError):
    """The request is longer than the model's window."""

    summary = "context length is exceeded"


class TokenBudgetExhaustedError(ModelError):
    """The tokens granted to the run are spent."""

    summary = "token budget is exhausted"


class RateLimitError(ModelError):
    """The provider asks for fewer requests; `retry_after` is its hint, None without one."""

    summary = "rate limit is reached"

    def __init__(self, provider: str, retry_after: timedelta | None = None) -> None:
        hinted = retry_after is not None and retry_after > timedelta(0)
        self.provider = provider
        self.retry_after = retry_after if hinted else None
        hint = f", retry after {_clock_text(retry_after)}" if retry_after and hinted else ""
        super().__init__(f"{provider} rate-limited{hint}")

    def __reduce__(self) -> tuple[type["RateLimitError"], tuple[str, timedelta | None]]:
        # The inherited way would give the text to a constructor that takes a provider.
        return type(self), (self.provider, self.retry_after)


def parse_retry_after(text: str) -> timedelta | None:
    """Read the value of a `Retry-After` header: whole seconds, or None where it gives no hint.

    The other form of the header, a date, is no hint.
    """
    trimmed = text.strip()
    if not _SECONDS.fullmatch(trimmed):
        return None
    try:
        delay = timedelta(seconds=int(trimmed))
    except (ValueError, OverflowError):
        return None
    return delay if delay > timedelta(0) else None


def _clock_text(duration: timedelta) -> str:
    """Write 90 seconds as `1m30s` and an hour as `1h0m0s`."""
    whole = duration // timedelta(seconds=1)
    fraction = f".{duration.microseconds:06}".rstrip("0").rstrip(".")
    hours, rest = divmod(whole, 3600)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours}h{minutes}m{seconds}{fraction}s"
    if minutes:
        return f"{minutes}m{seconds}{fraction}s"
    return f"{seconds}{fraction}s"
