"""Expressions and names in the declarations of domains that nothing in the tree matches."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

from archlint.config.expressions import Selector
from archlint.config.settings import Config, DomainConfig, KeyPath
from archlint.domains import Domain, Unmatched
from archlint.source.tree import Module, Tree


def find_unmatched(
    config: Config, tree: Tree, domains: Sequence[Domain], decided: set[tuple[int, int]]
) -> Iterator[Unmatched]:
    """All of them, save in declarations that are optional.

    `decided` holds the expressions that are known to match, as declaration index and entry index.
    """

    @cache
    def names() -> tuple[str, ...]:
        return tuple(sorted({module.name for module in tree.modules}))

    for pattern in config.stale_includes:
        key: KeyPath = ("include", pattern)
        yield Unmatched(pattern, "of `include` matches no file", "include", key, False, ())
    empty = [stack for stack in config.layers if stack.within and not _exists(stack.within, tree)]
    for stack in empty:
        key = (*stack.key, "within")
        phrase = "has layers and is no module"
        yield Unmatched(stack.within, phrase, "layers.within", key, False, names())
    tables = (("entry-points", config.entry_points), ("overrides", config.overrides))
    for section, selector in ((name, one.modules) for name, table in tables for one in table):
        for position in _matchless(selector, tree.modules, set()):
            text, key = selector.entries[position].text, selector.keys[position]
            phrase = f"of `{section}` matches no module"
            yield Unmatched(text, phrase, section, key, False, names())
    keys = {stack.key for stack in empty}
    owned: dict[str, list[Domain]] = {declared.name: [] for declared in config.domains}
    for domain in domains:
        owned[domain.config.name].append(domain)
    for index, declared in enumerate(config.domains):
        if declared.optional or declared.key[:2] in keys:
            continue
        known = {at for at in range(len(declared.modules.entries)) if (index, at) in decided}
        yield from _modules(declared, tree, known, names)
        yield from _public(declared, tree, owned[declared.name])
        yield from _members(declared, owned)


def _exists(package: str, tree: Tree) -> bool:
    return any(f"{module.name}.".startswith(f"{package}.") for module in tree.modules)


def _modules(
    declared: DomainConfig, tree: Tree, known: set[int], names: Callable[[], tuple[str, ...]]
) -> Iterator[Unmatched]:
    """Entries that match no module; one that is outweighed everywhere still matches."""
    section = declared.key[0]
    subject = f"{section}.{declared.name}.modules"
    noun = {"families": "family", "domains": "domain"}.get(str(section))
    phrase = f"of the {noun} `{declared.name}`" if noun else "of the layers"
    for position in _matchless(declared.modules, tree.modules, known):
        key = declared.modules.keys[position]
        text = declared.modules.entries[position].text
        at_key = key == declared.key and noun is not None
        yield Unmatched(text, f"{phrase} matches no module", subject, key, at_key, names())


def _public(declared: DomainConfig, tree: Tree, owned: Sequence[Domain]) -> Iterator[Unmatched]:
    modules = [tree.modules[index] for domain in owned for index in domain.modules]
    if declared.public is None or not modules:
        return
    subject = f"{declared.key[0]}.{declared.name}.public"
    for position in _matchless(declared.public, modules, set()):
        text = declared.public.entries[position].text
        phrase = f"in `public` matches no module of `{declared.name}`"
        names = tuple(module.name for module in modules)
        yield Unmatched(text, phrase, subject, declared.public.keys[position], False, names)


def _matchless(selector: Selector, modules: Sequence[Module], known: set[int]) -> Iterator[int]:
    for position, entry in enumerate(selector.entries):
        if position not in known and not any(
            entry.match(module.segments, module.path, module.is_package) is not None
            for module in modules
        ):
            yield position


def _members(declared: DomainConfig, owned: Mapping[str, Sequence[Domain]]) -> Iterator[Unmatched]:
    """Names of members that a family does not have; one without any is reported itself."""
    for option, entries in (
        ("imports", declared.imports),
        ("typing-imports", declared.typing_imports),
        ("deferred-imports", declared.deferred_imports),
    ):
        for entry in entries if isinstance(entries, tuple) else ():
            name, slash, _ = entry.partition("/")
            others = tuple(domain.name for domain in owned[name]) if slash else ()
            if others and entry not in others:
                yield _no_member(declared, name, entry, (option, entry), others)
    if declared.family is None:
        return
    own = tuple(domain.member for domain in owned[declared.name])
    allow = declared.family.allow
    places: chain[KeyPath] = chain(
        (("shared", name) for name in declared.family.shared),
        (("allow", member, name) for member, names in allow.items() for name in names),
        (("allow", member) for member in allow),
    )
    for place in places:
        if place[-1] not in own:
            yield _no_member(declared, declared.name, str(place[-1]), place, own)


def _no_member(
    declared: DomainConfig, family: str, text: str, place: KeyPath, others: tuple[str, ...]
) -> Unmatched:
    subject = f"{declared.key[0]}.{declared.name}.{place[0]}"
    at_key = place[0] == "allow" and len(place) == 2
    phrase = f"in `{place[0]}` names no member of the family `{family}`"
    return Unmatched(text, phrase, subject, (*declared.key, *place), at_key, others)
