import os
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archlint.cache.container import PART, Container, Damaged, write

SECTIONS = {"facts": b"import a\n" * 40, "empty": b"", "edges-1": bytes(range(256))}


def read(path: Path) -> dict[str, bytes]:
    with Container(str(path)) as container:
        return {name: container.section(name) for name in SECTIONS}


def test_gives_back_what_was_written(tmp_path: Path) -> None:
    write(str(tmp_path / "c"), SECTIONS)
    assert read(tmp_path / "c") == SECTIONS
    assert os.listdir(tmp_path) == ["c"]


def test_a_section_that_is_not_there_is_damage(tmp_path: Path) -> None:
    write(str(tmp_path / "c"), {})
    with Container(str(tmp_path / "c")) as container, pytest.raises(Damaged):
        container.section("facts")


@pytest.mark.parametrize("content", [b"", b"\0", b"archlint cache 1", b"#!/bin/sh\n" * 100])
def test_a_foreign_file_is_no_cache(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c").write_bytes(content)
    with pytest.raises(Damaged):
        Container(str(tmp_path / "c"))


@pytest.mark.parametrize("start", [-1000, -(2**70), 2**70])
def test_a_section_of_nowhere_is_damage(tmp_path: Path, start: int) -> None:
    directory = f"facts {start} 1 0".encode()
    magic = b"archlint cache 1"
    numbers = (len(magic) + 24 + len(directory), len(directory), zlib.crc32(directory))
    head = magic + b"".join(number.to_bytes(8, "little") for number in numbers)
    (tmp_path / "c").write_bytes(head + directory)
    with pytest.raises(Damaged):
        Container(str(tmp_path / "c"))


def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c")
    with pytest.raises(OSError, match="regular"):
        Container(str(tmp_path / "c"))


def test_a_link_where_it_is_written_leads_nowhere(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / f"c.{os.getpid()}{PART}").symlink_to(other)
    write(str(tmp_path / "c"), SECTIONS)
    assert read(tmp_path / "c") == SECTIONS
    assert other.read_text() == "mine"


def test_a_folder_in_its_place_is_no_cache(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        Container(str(tmp_path))


@given(st.data())
def test_no_damage_goes_unseen(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cache") / "c"
    write(str(path), SECTIONS)
    whole = path.read_bytes()
    start = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(start, min(start + 40, len(whole))))
    damaged = whole[:start] + data.draw(st.binary(max_size=60)) + whole[end:]
    path.write_bytes(damaged)
    if damaged == whole:
        assert read(path) == SECTIONS
    else:
        with pytest.raises(Damaged):
            read(path)


def test_a_reader_keeps_the_file_it_opened(tmp_path: Path) -> None:
    path = str(tmp_path / "c")
    write(path, {"facts": b"old"})
    with Container(path) as container:
        write(path, {"facts": b"new and longer"})
        assert container.section("facts") == b"old"
    with Container(path) as container:
        assert container.section("facts") == b"new and longer"


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "c"
    write(str(path), {"facts": b"old"})
    with pytest.raises(TypeError):
        write(str(path), {"facts": b"new", "broken": 7})  # type: ignore[dict-item]
    with pytest.raises(OSError, match="No such"):
        write(str(tmp_path / "absent" / "c"), {})
    with Container(str(path)) as container:
        assert container.section("facts") == b"old"
    assert os.listdir(tmp_path) == ["c"]
