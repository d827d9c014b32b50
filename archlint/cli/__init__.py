"""The command line; the only room that knows click, prints and exits."""

import gc
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # A run leaves hardly a cycle behind, and looking for them takes a tenth of its time.
    gc.disable()
    from archlint.cli.commands import cli
    from archlint.cli.guard import guarded

    code = guarded(lambda: cli.main(standalone_mode=False))
    gc.freeze()  # or else the interpreter looks through all of it before it ends
    sys.exit(code)
