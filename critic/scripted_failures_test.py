"""How a scripted call fails, in which order, and what of it is the script's own fault."""

import asyncio

import pytest

from critic.scripted_client_impl_test import (
    FACES,
    ExhaustedError,
    ExpectationError,
    ScriptedClient,
    awaited,
    complete,
    every_face,
)
from critic.scripted_step_impl_test import Step
from model.errors import RateLimitError
from model.messages import Request
from model.runtime import Context


@every_face
def test_expectations_are_checked_in_order_and_the_step_is_spent(face: str) -> None:
    checked: list[str] = []

    def fail(request: Request) -> None:
        raise AssertionError(f"unexpected {request.model}")

    step = Step().expect(lambda request: checked.append(request.model)).expect(fail)
    client = ScriptedClient(step.expect(lambda request: checked.append("too late")))
    with pytest.raises(ExpectationError, match="call 1: unexpected m") as raised:
        asyncio.run(awaited(FACES[face](client, Context())))
    assert checked == ["m"]
    assert (raised.value.call, str(raised.value.cause)) == (1, "unexpected m")
    assert raised.value.__cause__ is raised.value.cause
    assert (client.remaining(), client.err()) == (0, raised.value)


def test_an_expectation_fails_by_returning_false() -> None:
    client = ScriptedClient(Step().expect(lambda request: request.model == "other"))
    with pytest.raises(ExpectationError, match="does not hold"):
        complete(client)


def test_an_expectation_that_nobody_would_await_fails() -> None:
    async def check(request: Request) -> None:
        raise AssertionError("never run")

    with pytest.raises(ExpectationError, match="may not be a coroutine"):
        complete(ScriptedClient(Step().expect(check)))


def test_expectations_come_before_the_computed_step() -> None:
    order: list[str] = []

    def compute(request: Request) -> Step:
        order.append("func")
        inner = Step().text("a").fail(RateLimitError("p")).repeat()
        return inner.expect(lambda request: order.append("ignored"))

    client = ScriptedClient(Step().func(compute).expect(lambda request: order.append("expect")))
    with pytest.raises(RateLimitError):
        complete(client)
    assert order == ["expect", "func"]
    assert (client.remaining(), client.err()) == (0, None)


def test_a_computed_step_that_raises_is_a_failure_of_the_script() -> None:
    def compute(request: Request) -> Step:
        raise LookupError("no answer")

    client = ScriptedClient(Step().func(compute))
    with pytest.raises(LookupError, match="no answer") as raised:
        complete(client)
    assert client.err() is raised.value


@every_face
def test_a_scripted_failure_is_none_of_the_script(face: str) -> None:
    error = RateLimitError("p")
    client = ScriptedClient(Step().text("a").fail(error))
    with pytest.raises(RateLimitError) as raised:
        asyncio.run(awaited(FACES[face](client, Context())))
    assert raised.value is error
    assert (client.err(), client.remaining(), len(client.requests())) == (None, 0, 1)


def test_the_first_failure_of_the_script_is_kept() -> None:
    client = ScriptedClient(Step().expect(lambda request: False))
    for expected in (ExpectationError, ExhaustedError, ExhaustedError):
        with pytest.raises(expected):
            complete(client)
    assert isinstance(client.err(), ExpectationError)
