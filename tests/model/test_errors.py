"""The errors of the contract, and hints about when to ask again."""

import copy
import pickle
from datetime import timedelta
from itertools import permutations

import pytest

from model import errors
from model.errors import ModelError, RateLimitError, parse_retry_after

EVERY = [
    errors.NilRequestError(),
    errors.EmptyModelError(),
    errors.EmptyMessagesError(),
    errors.InvalidRoleError(),
    errors.EmptyContentError(),
    errors.ProviderUnavailableError(),
    errors.ProviderResponseError(),
    errors.AuthInvalidError(),
    errors.ToolsUnsupportedError(),
    errors.RateLimitError("p"),
    errors.ContextLengthExceededError(),
    errors.TokenBudgetExhaustedError(),
]


def test_the_errors_have_one_base_and_are_all_told_here() -> None:
    assert {type(error) for error in EVERY} == set(ModelError.__subclasses__())


@pytest.mark.parametrize(("one", "other"), list(permutations(EVERY, 2)))
def test_the_errors_are_pairwise_distinct(one: ModelError, other: ModelError) -> None:
    assert not isinstance(one, type(other))
    assert str(one) != str(other)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (errors.NilRequestError(), "request is missing"),
        (errors.AuthInvalidError("no such key"), "authentication is invalid: no such key"),
        (errors.ContextLengthExceededError("9 > 8"), "context length is exceeded: 9 > 8"),
        (RateLimitError("p"), "rate limit is reached: p rate-limited"),
    ],
)
def test_an_error_says_what_it_is_and_then_the_detail(error: ModelError, text: str) -> None:
    assert str(error) == text


@pytest.mark.parametrize(
    ("hint", "ending"),
    [
        (None, "acme rate-limited"),
        (timedelta(0), "acme rate-limited"),
        (timedelta(seconds=-5), "acme rate-limited"),
        (timedelta(seconds=1), "acme rate-limited, retry after 1s"),
        (timedelta(seconds=30), "acme rate-limited, retry after 30s"),
        (timedelta(seconds=60), "acme rate-limited, retry after 1m0s"),
        (timedelta(seconds=90), "acme rate-limited, retry after 1m30s"),
        (timedelta(hours=1), "acme rate-limited, retry after 1h0m0s"),
        (timedelta(days=1, seconds=61), "acme rate-limited, retry after 24h1m1s"),
        (timedelta(seconds=1.5), "acme rate-limited, retry after 1.5s"),
        (timedelta(milliseconds=250), "acme rate-limited, retry after 0.25s"),
    ],
)
def test_a_rate_limit_tells_when_to_ask_again(hint: timedelta | None, ending: str) -> None:
    error = RateLimitError("acme", hint)
    assert str(error) == f"rate limit is reached: {ending}"
    assert error.provider == "acme"
    assert error.retry_after == (hint if "retry after" in ending else None)


@pytest.mark.parametrize("error", [*EVERY, RateLimitError("p", timedelta(seconds=9))], ids=repr)
def test_an_error_survives_copying(error: ModelError) -> None:
    for copied in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert (type(copied), str(copied), vars(copied)) == (type(error), str(error), vars(error))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30", 30),
        (" 7 ", 7),
        ("\t7\r\n", 7),
        ("+5", 5),
        ("007", 7),
        ("0", None),
        ("-0", None),
        ("-5", None),
        ("", None),
        ("   ", None),
        ("+", None),
        ("+-5", None),
        ("- 5", None),
        ("soon", None),
        ("30s", None),
        ("0x1f", None),
        ("1e3", None),
        ("1.5", None),
        ("1_000", None),
        ("1,000", None),
        ("1 000", None),
        ("\N{ARABIC-INDIC DIGIT SEVEN}", None),
        ("\N{FULLWIDTH DIGIT SEVEN}", None),
        ("\N{SUPERSCRIPT TWO}", None),
        ("Wed, 21 Oct 2015 07:28:00 GMT", None),
        ("9" * 40, None),
        ("9" * 5000, None),
    ],
)
def test_retry_after_is_whole_seconds_or_no_hint(text: str, seconds: int | None) -> None:
    assert parse_retry_after(text) == (None if seconds is None else timedelta(seconds=seconds))
