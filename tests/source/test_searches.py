"""What searches of one run come to, and what they make of an earlier one's."""

from pathlib import Path

import pytest

from archlint.source.disk import Disk
from archlint.source.searches import Searches, Words

BOTH = Words(((b"app", b"lib"), (b"orders",)))


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("app.orders", False),
        ("orders of lib", False),
        ("app and lib", True),
        ("orders", True),
        ("", True),
    ],
)
def test_one_word_of_each_group_is_asked_for(tmp_path: Path, text: str, lacks: bool) -> None:
    (tmp_path / "a.txt").write_text(text)
    disk = Disk(str(tmp_path))
    searches = Searches(disk, disk.read)
    assert searches.lacks("a.txt", BOTH) is lacks
    assert searches.lacking == {BOTH: {"a.txt"} if lacks else set()}
    assert "a.txt" in disk.sights["content"]


def test_what_cannot_be_read_lacks_all_words(tmp_path: Path) -> None:
    disk = Disk(str(tmp_path))
    assert Searches(disk, disk.read).lacks("a.txt", Words(((b"",),)))


def test_what_is_known_is_not_read_and_is_seen_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing")
    first = Disk(str(tmp_path))
    first.read("a.txt")
    seen = first.sights["content"]
    second = Disk(str(tmp_path))

    def read(path: str) -> bytes:
        raise AssertionError(path)

    searches = Searches(second, read, lambda words: seen if words == BOTH else {})
    assert searches.lacks("a.txt", BOTH)
    assert second.sights["content"] == seen
    with pytest.raises(AssertionError):
        searches.lacks("a.txt", Words(((b"other",),)))
