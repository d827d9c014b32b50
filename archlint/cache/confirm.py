"""Whether all that a run saw is still as it was, looking as little as that takes."""

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import is_not
from os.path import isabs

from archlint.cache.memory import Memory
from archlint.cache.seen import Seen, is_settled
from archlint.source.sight import Sight, Signature, look_again, signature

_MANY = 500
"""Files from which on it pays to read them on several processors."""


def confirmed(
    memory: Memory, seen: Sequence[Seen], moment: int, root: str
) -> Sequence[Seen] | None:
    """The sights as they are now, if they differ in nothing but their signatures; None else.

    They are the very ones that were given where there is nothing to renew. Where a signature
    proves nothing, contents are compared. `moment` is when the run began that saw them, and
    `root` was its root: around another one nobody has looked, so that must not have mattered.
    """
    if root != memory.root and any(map(_leads_out, seen)):
        return None
    again = []
    for one in seen:
        renewed: dict[int, Signature] = {}
        for row, sight in _looks(memory.root, one, _rows(memory, one, moment)):
            if sight is None or not one.is_same(row, sight):
                return None
            signature = sight.signature
            if signature and not memory.by_content and is_settled(signature, memory.moment):
                renewed[row] = signature
        again.append(one.renewed(renewed) if renewed else one)
    return again if any(map(is_not, again, seen)) else seen


def _leads_out(seen: Seen) -> bool:
    return any(map(isabs, seen.paths))


def _rows(memory: Memory, seen: Seen, moment: int) -> Iterator[int]:
    """The rows that need another look."""
    if memory.by_content:
        return iter(range(len(seen.paths)))
    return seen.doubtful(memory.root, moment)


def _looks(root: str, seen: Seen, rows: Iterator[int]) -> Iterator[tuple[int, Sight | None]]:
    """Another look at each of these rows; none where it is different at first sight."""
    # Mostly the first that is in doubt is different, and then nobody asks for the others.
    for row in islice(rows, 1):
        path = seen.paths[row]
        if seen.look == "content" and seen.is_longer_or_shorter(row, signature(root, path)):
            yield row, None
        else:
            yield row, look_again(root, seen.look, path)
    rest = list(rows)
    paths = [seen.paths[row] for row in rest]
    if seen.look == "content" and len(rest) > _MANY:
        from archlint.cache.digests import look_at_many

        yield from zip(rest, look_at_many(root, paths), strict=True)
    else:
        yield from zip(rest, (look_again(root, seen.look, path) for path in paths), strict=True)
