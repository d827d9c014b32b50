"""From files to the records of their facts, and to the tree that they make up."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from archlint.facts.codec import decode_imports
from archlint.facts.gather import Gathered, Job, Known, Progress, gather
from archlint.source.disk import Disk
from archlint.source.options import SourceOptions
from archlint.source.sight import Signature, signature
from archlint.source.tree import Tree

if TYPE_CHECKING:
    from archlint.source.walked import Walk

Read = Callable[[str], bytes]


def read_records(
    paths: Sequence[str], top: str, read: Read, known: Known, progress: Progress | None
) -> list[tuple[Signature | None, Gathered]]:
    """The signature of each file, and what it comes to; what is `known` already is not parsed."""
    # Before the files are read: a change in between makes the signature another.
    signatures = [signature(top, path) for path in paths]
    jobs = [
        Job(path, path.endswith(".pyi"), signed.size if signed else 0)
        for path, signed in zip(paths, signatures, strict=True)
    ]
    return list(zip(signatures, gather(jobs, read, known, progress), strict=True))


def lay_out(
    options: SourceOptions, disk: Disk, found: "Walk", records: Mapping[str, bytes]
) -> tuple[Tree, bool]:
    """The tree that was found, and whether imports had a say in where its roots are.

    `records` has the facts of each source by its path.
    """
    # What recalls a tree needs none of this.
    from archlint.resolve.stdlib import STDLIB_MODULES
    from archlint.source.build import build_tree
    from archlint.source.metadata.distributions import read_distributions

    asked = False

    def imports(beginnings: frozenset[str]) -> Iterator[tuple[str, str]]:
        nonlocal asked
        asked = True
        for path, record in records.items():
            for name in imported_names(record):
                if name.startswith(".") or name.partition(".")[0] in beginnings:
                    yield path, name

    distributions = read_distributions(disk.read, found.metadata)
    return build_tree(disk.top, options, found, distributions, imports, STDLIB_MODULES), asked


def imported_names(record: bytes) -> Iterator[str]:
    """The dotted names that a file imports, as evidence of where roots are."""
    for fact in decode_imports(record):
        names = [name for name in (fact.base, fact.name) if name and name != "*"]
        yield "." * fact.level + ".".join(names)
