"""The machine and the package versions the figures were measured with."""

import os
import platform
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

PACKAGES = ("linkwise", "numpy", "llvmlite", "pin", "mujoco", "torch", "cupy", "jax")
"""The packages on which the figures depend."""


def machine() -> dict[str, str]:
    """Processor, system, versions, date.

    >>> "processor" in machine()
    True
    """
    versions = {package: _version(package) for package in PACKAGES}
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **versions,
        "date": datetime.now(UTC).date().isoformat(),
    }


def _processor() -> str:
    """The processor's name, with family and model, since virtual machines give vague names."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    told = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    name = told.get("model name", "unknown")
    wide = "AVX-512" if "avx512f" in told.get("flags", "") else "AVX2" if "avx2" in told.get("flags", "") else "SSE2"
    return f"{name} (family {told.get('cpu family', '?')}, model {told.get('model', '?')}), {wide}"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"
