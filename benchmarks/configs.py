"""One law in the words of each tool."""

import json
from collections.abc import Iterable
from pathlib import Path

from benchmarks.law import Law, Siblings

DOMAINS = "archlint.toml"
EVERYTHING = "everything.toml"
CONTRACTS = "contracts.toml"
"""Names of archlint's configs: the law as domains, all rules, the contracts of import-linter."""


def write(folder: Path, law: Law) -> None:
    """Put the configs of all tools at the top of a tree."""
    files = {
        CONTRACTS: archlint_contracts(),
        DOMAINS: archlint_domains(law, ["forbidden-domain-import"]),
        EVERYTHING: archlint_domains(law, ["all"]),
        ".importlinter": import_linter(law),
        "tach.toml": tach(law),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def archlint_domains(law: Law, select: Iterable[str]) -> str:
    """The law as domains that may import none of each other, test modules included.

    What belongs to no such domain is unchecked, as it is for the peers.
    """
    tables = [f'source-roots = ["."]\nselect = {_list(select)}\n']
    tables += [
        f'[domains.{_key(domain)}]\nmodules = ["{domain}"]\nimports = []\ntests = "check"\n'
        for domain in law.domains
    ]
    rest = [root for root in law.roots if root not in law.domains]
    if rest:
        tables.append(f"[domains.rest]\nmodules = {_list(rest)}\nunchecked = true\n")
    return "\n".join(tables)


def archlint_contracts() -> str:
    """A config under which archlint checks the contracts of import-linter and nothing else."""
    return 'source-roots = ["."]\nselect = ["import-contract"]\n'


def import_linter(law: Law) -> str:
    """The law as contracts that forbid direct imports, one for each domain."""
    sections = [_ini_head(law)]
    for domain in law.domains:
        others = [other for other in law.domains if other != domain]
        sections.append(
            f"[importlinter:contract:{_key(domain)}]\n"
            f"name = {domain} leaves the others alone\n"
            "type = forbidden\n"
            f"source_modules = {domain}\n"
            f"forbidden_modules ={_lines(others)}\n"
            "allow_indirect_imports = True\n"
        )
    return "\n".join(sections)


def import_linter_siblings(siblings: Siblings) -> str:
    """The contract that siblings are independent, indirectly, too, but for the shared ones."""
    ignored = [
        f"{root}.** -> {shared}{below}"
        for root in siblings.law.roots
        for shared in siblings.shared
        for below in ("", ".**")
    ]
    return (
        f"{_ini_head(siblings.law)}\n"
        "[importlinter:contract:siblings]\n"
        "name = Siblings are independent\n"
        "type = independence\n"
        f"modules = {siblings.package}.*\n"
        "unmatched_ignore_imports_alerting = none\n"
        f"ignore_imports ={_lines(ignored)}\n"
    )


def tach(law: Law) -> str:
    """The law as modules without dependencies; what is in none of them is ignored."""
    head = (
        'source_roots = ["."]\n'
        "exclude = []\n"
        'root_module = "ignore"\n'
        "ignore_type_checking_imports = false\n"
        "respect_gitignore = false\n"
    )
    modules = [f'[[modules]]\npath = "{domain}"\ndepends_on = []\n' for domain in law.domains]
    return "\n".join([head, *modules])


def _ini_head(law: Law) -> str:
    return f"[importlinter]\nroot_packages ={_lines(law.roots)}\n"


def _key(domain: str) -> str:
    return domain.replace(".", "-")


def _list(words: Iterable[str]) -> str:
    return json.dumps(list(words))


def _lines(words: Iterable[str]) -> str:
    return "".join(f"\n    {word}" for word in words)
