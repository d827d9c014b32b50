"""Work that is stopped by a context, and what becomes of its result."""

import asyncio
import gc

import pytest

from model.runtime import Context, ContextCancelledError, DeadlineExceededError, until_ended


def test_work_that_finishes_gives_its_result() -> None:
    async def scenario() -> str:
        return await until_ended(Context(timeout=60), asyncio.sleep(0.001, "done"))

    assert asyncio.run(scenario()) == "done"


def test_work_that_fails_gives_its_error() -> None:
    async def fail() -> None:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        asyncio.run(until_ended(Context(), fail()))


def test_work_is_cancelled_with_the_context_and_gone_when_that_is_told() -> None:
    async def scenario() -> None:
        ctx = Context()
        steps: list[str] = []

        async def work() -> None:
            try:
                await asyncio.sleep(60)
            finally:
                await asyncio.sleep(0)
                steps.append("released")

        asyncio.get_running_loop().call_later(0.005, ctx.cancel)
        with pytest.raises(ContextCancelledError):
            await until_ended(ctx.child(), work())
        assert steps == ["released"]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())


def test_work_does_not_begin_under_an_ended_context() -> None:
    begun: list[str] = []

    async def work() -> None:
        begun.append("begun")

    with pytest.raises(DeadlineExceededError):
        asyncio.run(until_ended(Context(timeout=0), work()))
    assert begun == []


def test_a_result_that_comes_with_the_end_is_not_lost() -> None:
    async def scenario() -> str:
        ctx = Context()

        async def work() -> str:
            ctx.cancel()
            return "a connection"

        return await until_ended(ctx, work())

    assert asyncio.run(scenario()) == "a connection"


def test_a_caller_that_is_cancelled_takes_the_work_along() -> None:
    async def scenario() -> None:
        ctx = Context()
        work = asyncio.create_task(until_ended(ctx, asyncio.sleep(60)))
        await asyncio.sleep(0.002)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert not ctx.cancelled

    asyncio.run(scenario())


def test_a_caller_that_is_cancelled_again_leaves_no_work_behind() -> None:
    async def releases_slowly() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(60)

    async def scenario() -> None:
        work = asyncio.create_task(until_ended(Context(), releases_slowly()))
        for _ in range(2):
            await asyncio.sleep(0.002)
            work.cancel()
        await asyncio.wait({work}, timeout=10)
        assert work.cancelled()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())


@pytest.mark.parametrize("seconds", [0, 60], ids=["just before", "because of it"])
def test_work_that_fails_while_it_is_taken_along_is_not_reported(seconds: float) -> None:
    async def fails(gate: asyncio.Event) -> None:
        await gate.wait()
        try:
            await asyncio.sleep(seconds)
        finally:
            raise LookupError("nobody is left to hear")

    async def scenario() -> list[object]:
        reported: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: reported.append(what))
        gate = asyncio.Event()
        work = asyncio.create_task(until_ended(Context(), fails(gate)))
        await asyncio.sleep(0.002)
        gate.set()
        # One step to begin, and one in which the work that does not wait fails.
        for _ in range(2):
            await asyncio.sleep(0)
        work.cancel()
        await asyncio.wait({work})
        assert work.cancelled()
        del work
        gc.collect()
        return reported

    assert asyncio.run(scenario()) == []


def test_work_that_cancels_itself_is_no_end_of_the_context() -> None:
    async def cancel_itself() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(until_ended(Context(), cancel_itself()))
