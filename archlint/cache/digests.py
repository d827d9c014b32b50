"""Looks at the content of many files, on as many processors as pay."""

import os
from collections.abc import Sequence

from archlint.facts.gather import Job, gather
from archlint.source.sight import Sight, content, look_again, signature


def look_at_many(root: str, paths: Sequence[str]) -> list[Sight]:
    """The sights of the content of these files, relative to `root` or absolute."""
    # A signature is taken before the file is read: a change in between makes it another.
    signatures = [signature(root, path) for path in paths]
    jobs = [
        Job(path, False, signed.size if signed else 0)
        for path, signed in zip(paths, signatures, strict=True)
    ]
    gathered = gather(
        jobs, lambda path: content(os.path.join(root, path)), lambda digest, is_stub: b""
    )
    return [
        Sight(signed, found.digest) if found.digest else look_again(root, "content", path)
        for path, signed, found in zip(paths, signatures, gathered, strict=True)
    ]
