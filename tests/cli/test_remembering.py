import pytest

from archlint.cli.remembering import Remembering


@pytest.mark.parametrize(
    ("word", "strategy", "by_content"),
    [
        (None, None, False),
        ("", None, False),
        ("false", None, False),
        ("0", None, False),
        ("true", None, True),
        ("1", None, True),
        ("true", "stat", False),
        (None, "content", True),
    ],
)
def test_times_prove_nothing_where_a_service_makes_the_checkout(
    monkeypatch: pytest.MonkeyPatch, word: str | None, strategy: str | None, by_content: bool
) -> None:
    if word is None:
        monkeypatch.delenv("CI", raising=False)
    else:
        monkeypatch.setenv("CI", word)
    memory = Remembering(strategy=strategy).memory("/top")
    assert memory is not None
    assert memory.by_content is by_content
    assert memory.folder.path == "/top/.archlint_cache"


def test_no_cache_is_no_memory() -> None:
    assert Remembering(is_off=True).memory("/top") is None
