"""The rule unmatched-expression: an expression of the config that matches nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from archlint import Diagnostic, Form, Plant, Project, Rule, did_you_mean


@dataclass(frozen=True, kw_only=True)
class UnmatchedExpression(Rule):
    """Checks for expressions and path patterns of the config that match nothing in the tree.

    These are expressions of domains, families, layers, entry points and overrides, what `public`
    lists, and names of members that a family does not have. `optional = true` in a domain or a
    family allows all of its own to match nothing. Words of import contracts that name nothing, and
    ignored imports that excuse nothing, are told where `import-contract` runs as well.

    ## Why is this bad?

    A law about a package that does not exist passes for ever. It is how a typo, or a package that
    was renamed, switches a rule off without anybody noticing.

    ## Example

    ```python
    # shop/orders.py
    LIMIT = 3
    ```

    ```toml
    [domains.orders]
    modules = ["shop.ordres"]
    imports = []
    ```

    Use instead:

    ```toml
    [domains.orders]
    modules = ["shop.orders"]
    imports = []
    ```

    ## When not to use

    For a domain that exists in some checkouts only, say `optional = true` in its table.
    """

    def check(self, project: Project) -> Iterator[Diagnostic]:
        for item in project.domains.unmatched:
            near = did_you_mean(item.text, item.candidates)
            yield self.diagnostic(
                project.config.locate(item.key, not item.at_key),
                f"`{item.text}` {item.phrase}",
                subject=item.subject,
                object=item.text,
                help=(near or "correct the name, or delete the entry",),
            )
        yield from (item for item in project.contracts.diagnostics if item.rule == self.name())
        for option, position in project.tree.unmatched:
            yield from self._pattern(project, option, position)

    def plant(self, project: Project) -> Iterator[Plant]:
        for domain in project.domains.all:
            members = [project.modules[index] for index in domain.modules]
            only = [entry for entry in domain.config.modules.entries if not entry.negated]
            if domain.config.optional or len(only) != 1 or len(project.domains.all) < 2:
                continue
            if domain.config.key[0] != "domains":
                continue
            key = domain.config.modules.keys[0]
            gone = {project.tree.files[file].path: None for one in members for file in one.files}
            if all(one.files or one.form is Form.NAMESPACE for one in members):
                yield Plant(gone, project.config.locate(key, key != domain.config.key))
                return

    def _pattern(self, project: Project, option: str, position: int) -> Iterator[Diagnostic]:
        patterns = getattr(project.config.source, option.replace("-", "_")) or ()
        text = patterns[position]
        yield self.diagnostic(
            project.config.locate((option, text), True),
            f"`{text}` of `{option}` matches no file or folder",
            subject=option,
            object=text,
            help=("correct the pattern, or delete the entry",),
        )
