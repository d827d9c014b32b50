"""Findings about dead packages that stand for each other."""

from archlint.diagnostics import Block, Location
from archlint.testing import run_rule

SHOP = {"shop/__init__.py": "", "shop/__main__.py": "X = 1\n", "shop/many/__init__.py": ""}


def blocks(dead: int, alive: int) -> list[Block | None]:
    names = [f"p{index:02}" for index in range(dead + alive)]
    tree = {f"shop/many/{name}/__init__.py": "X = 1\n" for name in names}
    used = "".join(f"import shop.many.{name}\n" for name in names[dead:])
    main = f"import shop.many\n{used}"
    found = run_rule("unused-package", {**SHOP, **tree, "shop/__main__.py": main})
    assert len({item.identity for item in found}) == len(found) == dead
    return [item.block for item in found]


def test_five_dead_children_that_are_half_of_all_stand_in_one_block() -> None:
    found = blocks(5, 5)
    assert len(set(found)) == 1
    block = found[0]
    assert block is not None
    assert block.location == Location("shop/many/__init__.py")
    assert block.message == (
        "5 of the 10 children of `shop.many` that hold code are dead: p00, p01, p02, p03, p04"
    )
    assert 'entry-points = [{ modules = "shop.many.*", why = "..." }]' in block.help[0]


def test_fewer_stand_alone() -> None:
    assert blocks(4, 0) == [None] * 4
    assert blocks(5, 6) == [None] * 5


def test_a_flood_is_grouped_by_parents_however_small() -> None:
    trees = {
        f"shop/p{parent}/{child}/__init__.py": "X = 1\n" for parent in range(6) for child in "ab"
    }
    inits = {f"shop/p{parent}/__init__.py": "Y = 1\n" for parent in range(6)}
    used = "".join(f"import shop.p{parent}\n" for parent in range(6))
    found = run_rule("unused-package", {**SHOP, **trees, **inits, "shop/__main__.py": used})
    assert len(found) == 12
    assert len({item.block for item in found}) == 6
    assert None not in {item.block for item in found}


def test_importers_that_do_not_count_are_further_places() -> None:
    tree = {"shop/a/__init__.py": "X = 1\n", "tests/test_a.py": "\nfrom shop.a import X\n"}
    (found,) = run_rule("unused-package", {**SHOP, **tree})
    (place,) = found.related
    assert (place.location.path, place.location.line, place.location.column) == (
        "tests/test_a.py",
        2,
        6,
    )
    assert found.message == "`shop.a` is imported only by its own tests (1 module, 1 line)"
    assert place.message == "imported by `tests.test_a`, which does not count: its own test"
