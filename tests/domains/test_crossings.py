"""Crossings are made of the imports that laws about domains look at, and of those alone."""

from array import array

from hypothesis import given, settings
from hypothesis import strategies as st

from archlint.config.expressions import Selector
from archlint.config.settings import DomainConfig
from archlint.domains import NO_DOMAIN, Domain, Domains
from archlint.domains.crossings import Crossings
from archlint.facts.imports import Kind
from archlint.resolve.edges import NONE
from archlint.source.tree import Form, Module, Role
from tests.domains.drawn import edges, modules, tree

DECISIVE = Kind.TYPING | Kind.DEFERRED | Kind.MAIN | Kind.PARENT

CONFIGS = st.builds(
    lambda typing, deferred, tests, unchecked: DomainConfig(
        name="",
        modules=Selector((), ()),
        imports=(),
        typing_imports=typing,
        deferred_imports=deferred,
        tests=tests,
        unchecked=unchecked,
    ),
    st.sampled_from(("check", "ignore")),
    st.sampled_from(("check", "ignore")),
    st.sampled_from(("check", "exempt")),
    st.booleans(),
)


@st.composite
def crossings(draw: st.DrawFn) -> Crossings:
    drawn = tree(draw(modules()))
    count = len(drawn.modules)
    configs = draw(st.lists(CONFIGS, max_size=3))
    owner = array(
        "i",
        draw(st.lists(st.integers(NO_DOMAIN, len(configs) - 1), min_size=count, max_size=count)),
    )
    domains = tuple(
        Domain(at, config._replace(name=f"d{at}"), tuple(i for i, o in enumerate(owner) if o == at))
        for at, config in enumerate(configs)
    )
    coded = draw(st.sets(st.integers(0, count - 1)))
    return Crossings(
        drawn, draw(edges(count)), Domains(domains, owner), lambda one: one.index in coded
    )


@given(drawn=crossings(), unchecked=st.booleans(), exempt=st.booleans())
@settings(max_examples=100, derandomize=True, deadline=None)
def test_their_rows_are_what_laws_look_at(drawn: Crossings, unchecked: bool, exempt: bool) -> None:
    found = [
        *drawn.between_domains(unchecked=unchecked, exempt=exempt),
        *drawn.to_externals(unchecked=unchecked, exempt=exempt),
    ]
    seen = []
    for crossing in found:
        rows = drawn.rows({crossing.case})
        seen += rows
        for row in rows:
            assert crossing.importer is _owner(drawn, drawn.edges.importer[row])
            assert crossing.imported is _owner(drawn, drawn.edges.imported[row])
            external = drawn.edges.external[row]
            assert crossing.external == (
                "" if external == NONE else drawn.edges.externals[external]
            )
            runs = not drawn.edges.kinds[row] & (Kind.TYPING | Kind.DEFERRED | Kind.MAIN)
            assert crossing.at_load_time == runs
            assert crossing.kinds == Kind(drawn.edges.kinds[row]) & DECISIVE
    wanted = [
        row
        for row in range(len(drawn.edges))
        if _is_looked_at(drawn, row, unchecked=unchecked, exempt=exempt)
    ]
    assert sorted(seen) == wanted
    assert drawn.rows({crossing.case for crossing in found}) == wanted


@given(drawn=crossings(), importer=st.sampled_from(Role), imported=st.sampled_from(Role))
@settings(max_examples=100, derandomize=True, deadline=None)
def test_rows_between_roles(drawn: Crossings, importer: Role, imported: Role) -> None:
    modules = drawn.tree.modules
    assert drawn.rows_between(importer, imported) == [
        row
        for row in range(len(drawn.edges))
        if modules[drawn.edges.importer[row]].role is importer
        and drawn.edges.imported[row] != NONE
        and modules[drawn.edges.imported[row]].role is imported
        and not drawn.edges.kinds[row] & Kind.PARENT
    ]


def _owner(drawn: Crossings, index: int) -> Domain | None:
    owner = NO_DOMAIN if index == NONE else drawn.domains.owner[index]
    return None if owner == NO_DOMAIN else drawn.domains.all[owner]


def _is_looked_at(drawn: Crossings, row: int, *, unchecked: bool, exempt: bool) -> bool:
    """What `Project.domain_imports` says, one row at a time."""
    edges, kinds = drawn.edges, Kind(drawn.edges.kinds[row])
    module = drawn.tree.modules[edges.importer[row]]
    domain = _owner(drawn, module.index)
    if domain is None or (domain.config.unchecked and not unchecked) or Kind.PARENT in kinds:
        return False
    if domain.config.typing_imports == "ignore" and Kind.TYPING in kinds:
        return False
    if domain.config.deferred_imports == "ignore" and Kind.DEFERRED in kinds:
        return False
    if exempt:
        return True
    target = edges.imported[row]
    if target != NONE and drawn.tree.modules[target].form is Form.GHOST:
        return False
    return (
        module.role is Role.PRODUCTION
        or domain.config.tests == "check"
        or not any(_is_production(drawn, drawn.tree.modules[one]) for one in domain.modules)
    )


def _is_production(drawn: Crossings, module: Module) -> bool:
    return module.role is Role.PRODUCTION and drawn.has_code(module)
