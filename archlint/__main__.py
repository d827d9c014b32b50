"""Runs the command line as `python -m archlint`."""

from archlint.cli import main

if __name__ == "__main__":
    main()
