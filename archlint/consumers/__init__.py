"""Which packages are consumed: reach from entry points, and what stands outside of it.

`uses` reads imports as uses with what each takes, `own_tests` says which tests are a package's own,
`reach` spreads from entry points, `search` does so in the order of evidence, `dead` explains what
was not reached, as `unused` says it.
"""
