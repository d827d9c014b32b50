from archlint.source.digest import SIZE, digest


def test_one_byte_more_is_another_content() -> None:
    assert digest(b"import a\n") != digest(b"import a\n\n")


def test_is_the_beginning_of_sha_256() -> None:
    # The known digest of no content at all.
    assert digest(b"").hex() == "e3b0c44298fc1c149afbf4c8996fb924"
    assert len(digest(b"x")) == SIZE
