import pytest

from archlint.facts.extract import extract
from tests.facts.notation import written

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"import a", "1:8-9 a"),
        (BOM + b"import a", "1:8-9 a"),
        (BOM + b"# coding: utf-8\nimport a", "2:8-9 a"),
        (BOM + b"# coding: utf8\nimport a", "2:8-9 a"),
        ("'é𐤀'; import a".encode(), "1:14-15 a"),
        (b"# coding: latin-1\n'\xe9'; import a", "2:13-14 a"),
        (b"# -*- coding: iso-8859-1 -*-\nimport \xe9", "2:8-9 é"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=koi8-r :\n'\xc1'; import a", "3:13-14 a"),
        (b"#\r# coding: latin-1\r'\xe9'; import a\r", "3:13-14 a"),
        (b"\x0c# coding=latin-1\r\n'\xe9'; import a\r\n", "2:13-14 a"),
        (b"# coding: utf-8-sig\n'\xc3\xa9'; import a", "2:13-14 a"),
        (b"# coding: shift_jis\n'\x83\x5c'; import a", "2:13-14 a"),
        (b"# coding: utf-7\nimport a", "2:8-9 a"),
        (b"x = 1\n# coding: nonsense\nimport a", "3:8-9 a"),
        (b"#\n#\n# coding: nonsense\nimport a", "4:8-9 a"),
        (b"'# coding: nonsense'\nimport a", "2:8-9 a"),
        (b"# Coding: nonsense\nimport a", "2:8-9 a"),
    ],
)
def test_a_file_is_decoded_as_python_does(data: bytes, expected: str) -> None:
    facts = extract(data)
    assert facts.problem is None
    assert [written(fact) for fact in facts.imports] == [expected]


@pytest.mark.parametrize(
    ("data", "line", "column", "message"),
    [
        (b"\xe9", 1, 1, "byte 0xe9 cannot be decoded as utf-8"),
        ("x = 'é".encode() + b"\xff'", 1, 7, "byte 0xff cannot be decoded as utf-8"),
        (b"x\r\ny\rz\n 'a\xe9'", 4, 4, "byte 0xe9 cannot be decoded as utf-8"),
        (b"# only a comment \xe9", 1, 18, "byte 0xe9 cannot be decoded as utf-8"),
        (BOM + b"x \xe9", 1, 3, "byte 0xe9 cannot be decoded as utf-8"),
        (b"# coding: ascii\n'\xe9'", 2, 2, "byte 0xe9 cannot be decoded as ascii"),
        (b"# coding: uft-8", 1, 11, "unknown encoding `uft-8`"),
        (b"#\n # coding: nope", 2, 12, "unknown encoding `nope`"),
        (b"# coding: " + b"x" * 5000, 1, 11, f"unknown encoding `{'x' * 5000}`"),
        (b"# coding: ..x", 1, 11, "unknown encoding `..x`"),
        (
            BOM + b"# coding: latin-1",
            1,
            11,
            "the byte order mark says utf-8, the cookie says `latin-1`",
        ),
        *(
            (
                f"# coding: {name}".encode(),
                1,
                11,
                f"`{name}` is not an encoding of source text that keeps ASCII",
            )
            for name in ("cp037", "utf-16", "utf_32_le", "rot13", "base64", "undefined", "idna")
        ),
        (b"# coding: utf-7\n+2AA-", 2, 1, "a lone surrogate is not text"),
        (b"# coding: raw_unicode_escape\n'a\\ud800'", 2, 3, "a lone surrogate is not text"),
        (b"# coding: utf-7\n+2AA", 2, 1, "byte 0x2b cannot be decoded as utf-7"),
        (b"\xff\xfeimport a", 1, 1, "byte 0xff cannot be decoded as utf-8"),
    ],
)
def test_a_file_that_cannot_be_decoded(data: bytes, line: int, column: int, message: str) -> None:
    facts = extract(data)
    assert facts.problem == ("unreadable-file", message, line, column, None)
    assert facts.imports == ()
    assert facts.has_code
    assert facts.is_open
