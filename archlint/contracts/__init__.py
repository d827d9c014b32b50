"""The contracts of import-linter, checked in the run of the rules.

`files`, with `ini`, finds the configuration and where everything in it stands; `session` reads its
top level, `options` one contract into a law, with import-linter's own classes, and `plain` those
that are plainly right without them. `modules` knows which modules import-linter sees and under
which names, `guards` which typing imports; `sight` makes of them the graph it has, a `view`. Each
type of contract is a `law` in a file of its own, and `built_in` knows them all; `reach`,
`separation` and `embargo` are what they come down to, and `expressions` what their words mean.
`ignored` judges `ignore_imports`, `custom` runs types that a project brings, `report` makes
diagnostics. `bench` checks a contract with all of these, and `run` all contracts of a file.
"""

from archlint.contracts.files import find_contracts
from archlint.findings import ContractFindings
from archlint.project import Project


def check_contracts(project: Project) -> ContractFindings:
    """What the contracts of import-linter that the root of the run declares find in the tree."""
    file = find_contracts(project.read)
    if file is None and not project.config.contracts:
        return ContractFindings()
    # Slow to load, and of no use where no contract is declared.
    from archlint.contracts.run import check_file

    return check_file(project, file)
