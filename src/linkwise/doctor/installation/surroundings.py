"""What linkwise stands on here: versions, extras, processor, cores, backends."""

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ...backends import BACKENDS, default_backend
from .trouble import Trouble

NEEDED = ("linkwise", "numpy", "scipy", "llvmlite", "typer", "rich")
"""The packages whose versions are shown."""

EXTRAS = {
    "plot": (("matplotlib",), "pictures of runs, sweeps and comparisons"),
    "mjcf": (("mujoco",), "reading MJCF files"),
    "xacro": (("xacro",), "reading xacro files"),
    "symbolic": (("sympy", "mpmath"), "formulas, and the 50 digits of verify"),
    "robots": (("example-robot-data",), "the robots of example-robot-data by name"),
    "control": (("control",), "linear models for python-control"),
    "cluster": (("dask", "distributed"), "sweeps on a cluster"),
    "frames": (("polars", "pyarrow", "xarray"), "runs and sweeps as tables"),
    "bags": (("rosbags",), "reading recordings of ROS 2"),
    "ident": (("cvxpy-base", "clarabel"), "a second opinion on physical fits, for the tests"),
    "cuda": (("nvidia-cuda-nvrtc",), "the compiler for GPUs, where no toolkit brought one"),
    "jax": (("jax",), "functions for JAX"),
    "torch": (("torch",), "functions for PyTorch"),
    "casadi": (("casadi",), "functions for CasADi"),
    "meshes": (("trimesh", "pycollada", "fast-simplification"), "the meshes of robot files in pictures"),
    "studio": (("linkwise", "websockets"), "a robot in the browser, live"),
    "docs": (("linkwise", "sphinx", "docutils", "myst-nb", "furo"), "building the site"),
}
"""The extras of linkwise: the packages that each needs, and what does not work without them."""


def versions() -> dict[str, Any]:
    """Python, and the packages that linkwise needs; None for one that is not installed.

    >>> versions()["numpy"] is not None
    True
    """
    python = f"{platform.python_version()} ({platform.python_implementation()})"
    return {"python": python, **{name: _version(name) for name in NEEDED}}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def version_troubles(found: dict[str, Any]) -> Iterator[Trouble]:
    """Packages that are missing or older than linkwise needs."""
    lowest = _floors()
    for name in NEEDED[1:]:
        if found[name] is None:
            if name != "llvmlite":  # the backend says what is lost without it
                yield Trouble("degraded", f"{name} is not installed", "what needs it fails", f"pip install {name}")
        elif name in lowest and _numbers(found[name]) < _numbers(lowest[name]):
            text = f"linkwise needs {lowest[name]} or newer"
            yield Trouble("degraded", f"{name} is {found[name]}", text, f'pip install "{name}>={lowest[name]}"')
    if found["linkwise"] is None:
        text = "versions and extras cannot be looked up, and the command linkwise may be missing"
        yield Trouble("note", "linkwise is imported from a folder, not installed", text, "pip install linkwise")


def _floors() -> dict[str, str]:
    """The lowest versions that linkwise says it works with, by package."""
    try:
        lines = requires("linkwise") or ()
    except PackageNotFoundError:
        return {}
    found = (re.fullmatch(r"([\w-]+)>=([\d.]+)", line.replace(" ", "")) for line in lines)
    return {each[1].lower(): each[2] for each in found if each}


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text)[:3])


def extras() -> dict[str, Any]:
    """For each extra, whether it is installed, which packages it lacks, and what it is for.

    >>> sorted(extras()["plot"])
    ['for', 'installed', 'missing']
    """
    found = {}
    for name, (packages, purpose) in EXTRAS.items():
        missing = [each for each in packages if _version(each) is None and not _importable(each)]
        found[name] = {"installed": not missing, "missing": missing, "for": purpose}
    return found


def _importable(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):  # something hides it
        return False


def machine() -> dict[str, Any]:
    """The processor, what the compiler makes of it, and how many cores there are.

    >>> machine()["cores"] >= machine()["cores_for_this_process"] >= 1
    True
    """
    own = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "cores_for_this_process": own or 1,
        "default_backend": default_backend(),
        **BACKENDS[default_backend()].about(),
    }


def machine_troubles(found: dict[str, Any]) -> Iterator[Trouble]:
    """No compiler, or a processor without what compiled code relies on."""
    why = BACKENDS["llvm"].missing()
    if why:
        yield Trouble(
            "degraded",
            why,
            "the interpreter answers instead of machine code: a batch takes about 100 times as long, a call 1000 times",
            "pip install llvmlite",
        )
    if found.get("fused_multiply_add") is False:
        yield Trouble(
            "degraded",
            "the processor has no fused multiply-add (FMA)",
            "last bits differ from those on other machines, and answers take at least twice as long",
            "nothing, on this processor; in a virtual machine, pass the host's processor through",
        )


def _processor() -> str:
    """The processor's name, as the system gives it."""
    if sys.platform.startswith("linux"):
        try:
            lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            lines = []
        for line in lines:
            key, _, value = line.partition(":")
            if key.strip() in ("model name", "Hardware", "cpu model") and value.strip():
                return f"{value.strip()} ({platform.machine()})"
    return f"{platform.processor() or 'unknown'} ({platform.machine()})"


def backends() -> dict[str, Any]:
    """For each backend, why it cannot run here; empty if it can.

    >>> backends()["interpreter"]
    ''
    """
    return {name: backend.missing() for name, backend in BACKENDS.items()}
