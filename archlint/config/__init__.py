"""The configuration: from `archlint.toml` or `[tool.archlint]` to a frozen `Config`.

`load.load` finds, reads and checks the file; `settings` has what it gives. `expressions` is the one
language for sets of modules, `globs` that of paths. `places` says where keys and values stand, as
`toml_spans` finds them. `suggest.did_you_mean` is the nearest valid word.

`top_level`, `domain_tables`, `family_tables`, `layer_tables` and `rule_tables` each know one
section. `architecture` joins those that speak of domains, with `rivals` and `declared_graph` as its
judges; `stacks` says what layers mean. What values may look like is in `shapes` (kinds of value)
and `words` (kinds of string). A new key is a `Key` in the tuple of its
section and one `get` where the section is read.
"""
