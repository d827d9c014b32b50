"""The configuration: from `archlint.toml` or `[tool.archlint]` to a frozen `Config`.

`load.load` finds, reads and checks the file; `settings` has what it gives. `expressions` is the one
language for sets of modules, `globs` that of paths. `places` says where keys and values stand.
`suggest.did_you_mean` is the nearest valid word.
"""
