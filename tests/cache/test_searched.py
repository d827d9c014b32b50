"""What searches came to is kept, and believed of nothing else."""

import pytest

from archlint.cache import searched
from archlint.cache.seen import in_columns
from archlint.source.searches import Words
from archlint.source.sight import Sight, Signature

SIGHT = Sight(Signature(1, 1, 1, 1), b"\1" * 16)
ONE, OTHER = Words(((b"one",),)), Words(((b"one",), (b"\xff\0",)))
SIGHTS = in_columns({"content": {"a": SIGHT, "b": SIGHT}, "kind": {"c": SIGHT}}, "/top")


def test_what_is_kept_is_each_search_by_its_words() -> None:
    kept = searched.load(searched.dump({ONE: {"a"}, OTHER: {"a", "b"}}, SIGHTS))
    assert sorted(kept.values()) == [b"\1\0", b"\1\1"]
    assert searched.load(searched.dump({}, SIGHTS)) == {}


@pytest.mark.parametrize("content", [b"x", b"\xff" * 100, b"\1" + bytes(7)])
def test_what_is_something_else_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="too early"):
        searched.load(content)
