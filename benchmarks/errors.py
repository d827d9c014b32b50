"""Why a benchmark could not be done."""


class BenchmarkError(Exception):
    """A tree, a tool or a measurement is not what it must be; the message says which."""
