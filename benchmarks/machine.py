"""What the figures were measured on."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def describe() -> str:
    """The day, the processors that may be used, the memory and the system."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {_cores()} x {_processor()}, {memory:.0f} GiB, "
        f"{platform.system()} {platform.release()}"
    )


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
