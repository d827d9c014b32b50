"""How a command ends: every outcome has one exit code, and no traceback but for a bug."""

from collections.abc import Callable

import click

from archlint.errors import ArchlintError

COULD_NOT_RUN = 2
INTERNAL_ERROR = 3
INTERRUPTED = 130


def guarded(run: Callable[[], object]) -> int:
    """Run a command and turn its outcome into an exit code.

    Whatever is neither a usage error nor an ArchlintError is a bug: it keeps its traceback.
    """
    from archlint.cli.output import abandon_output, complain

    try:
        outcome = run()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return COULD_NOT_RUN
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except ArchlintError as error:
        complain(error.message)
        return COULD_NOT_RUN
    except BrokenPipeError:
        abandon_output()
        return COULD_NOT_RUN
    except SystemExit:
        complain("code that the config names ended the run, so nothing was checked")
        return COULD_NOT_RUN
    except Exception:
        import traceback

        complain(
            f"{traceback.format_exc()}\nThis is a bug in archlint. Please report it with the "
            "traceback above."
        )
        return INTERNAL_ERROR
    return outcome if isinstance(outcome, int) else 0
