"""Which rules there are, and which of them run.

`known` finds their classes, `instances` gives these the options that the config states, and
`selection` is what the command line says. `load` puts the three together, and `faults` words what
is wrong with any of them.
"""
