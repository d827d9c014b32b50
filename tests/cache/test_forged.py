"""Files that archlint never wrote are no cache, even where all their checksums are right."""

import time
from pathlib import Path

import pytest

from archlint.cache.container import Container, write
from archlint.cache.folder import NAME, Folder
from archlint.cache.memory import Memory
from archlint.config.discover import discover
from archlint.run import Request, run

UNTOUCHED = ("machinery", "code-signs", "code")
SECTIONS = {
    "config": ("file", "content", "config"),
    "answer": ("question", "moment", "root", "seen", "report", "whole", "searched"),
    "facts": ("moment", "about", "sources", "unused", "sizes", "looks", "tree", "edges"),
}
CONTENTS = (b"", b"[]", b"{}", b"null", b'"x"', b"-1", b"9" * 5000, b"[" * 100_000, b"\xff" * 100)


@pytest.mark.parametrize("kind", SECTIONS)
@pytest.mark.parametrize("content", CONTENTS)
def test_a_forged_section_is_not_believed(tmp_path: Path, kind: str, content: bytes) -> None:
    (tmp_path / "a.py").write_text("import b\n")
    (tmp_path / "b.py").write_text("import a\n")
    (tmp_path / "archlint.toml").write_text('disable = ["unused-package"]\n')

    def says() -> object:
        memory = Memory(Folder(str(tmp_path / NAME)), str(tmp_path), False, time.time_ns())
        return run(discover([str(tmp_path)]), Request(), memory)

    truth = says()
    (path,) = (tmp_path / NAME).glob(f"{kind}-*")
    # Records are opened one by one, and only when a rule asks for one.
    untouched = (*UNTOUCHED, "records") if kind == "facts" else UNTOUCHED
    with Container(str(path)) as container:
        sections = {name: container.section(name) for name in (*untouched, *SECTIONS[kind])}
    for name in SECTIONS[kind]:
        for answer in (tmp_path / NAME).glob("answer-*"):
            answer.unlink()
        write(str(path), {**sections, name: content})
        assert says() == truth, name
