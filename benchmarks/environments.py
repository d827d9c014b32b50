"""Environments of their own for the tools, with pinned versions of the peers."""

import subprocess
import sys
import venv
from pathlib import Path

from benchmarks.errors import BenchmarkError
from benchmarks.tools import Tools

PEERS = ("import-linter==2.17", "tach==0.35.3", "flake8==7.3.0")


def install(work: Path, archlint: Path) -> Tools:
    """Install archlint, from a checkout or a wheel, and its peers below the work folder.

    The peers are installed once for the pins, archlint always, as a wheel: nobody runs a tool from
    an editable installation.
    """
    peers = _environment(work / "peers")
    stamp = work / "peers" / "pins"
    pins = "\n".join(PEERS)
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != pins:
        _pip(peers, *PEERS)
        stamp.write_text(pins, encoding="utf-8")
    own = _environment(work / "archlint")
    _pip(own, str(archlint))
    _pip(own, "--force-reinstall", "--no-deps", str(archlint))
    return Tools(archlint=own / "archlint", peers=peers)


def versions(tools: Tools) -> dict[str, str]:
    """What each tool says its version is."""
    programs = {
        "archlint": tools.archlint,
        "import-linter": tools.peers / "lint-imports",
        "tach": tools.peers / "tach",
        "flake8": tools.peers / "flake8",
    }
    found = {"Python": sys.version.split()[0]}
    for name, program in programs.items():
        command = [str(program), "--version"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found[name] = next(word for word in text.split() if word[0].isdigit())
    return found


def _environment(folder: Path) -> Path:
    """The folder of executables of an environment, made where it does not exist."""
    if not (folder / "pyvenv.cfg").exists():
        venv.create(folder, with_pip=True)
    return folder / "bin"


def _pip(executables: Path, *arguments: str) -> None:
    command = [str(executables / "python"), "-m", "pip", "install", "--quiet", *arguments]
    if subprocess.run(command, check=False).returncode:
        raise BenchmarkError(f"pip cannot install {' '.join(arguments)}")
