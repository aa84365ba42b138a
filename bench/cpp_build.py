"""The C++ loop, compiled for this machine from the headers in Pinocchio's wheel.

There are two builds: Eigen with vector instructions and without. Which is faster depends on quantity and machine (its
matrices are small), and the better one counts for Pinocchio. A build takes minutes and 3 GB of memory, and is kept
under build/ until something changes.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

SOURCE = Path(__file__).with_name("pinocchio_loop.cpp")
FOLDER = Path(__file__).parents[1] / "build" / "bench"

FLAGS = ("-std=c++17", "-O3", "-march=native", "-DNDEBUG")
LIMITS = (  # what Pinocchio's own CMake target sets: it has more joints than Boost's lists are long
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
)
BUILDS: dict[str, tuple[str, ...]] = {"vectors": (), "scalars": ("-DEIGEN_DONT_VECTORIZE",)}
"""The builds, and the flags in which they differ."""


class NoLoop(Exception):
    """The C++ loop cannot be built or run here; the message says why."""


def loops(*, make: bool = True, source: Path = SOURCE) -> dict[str, Path]:
    """The executables of all builds of a C++ file; with `make`, missing ones are compiled.

    >>> try:
    ...     found = loops(make=False)
    ... except NoLoop:
    ...     found = {}
    >>> set(found) <= set(BUILDS)
    True
    """
    commands = {build: _command(more, source) for build, more in BUILDS.items()}
    targets = {build: FOLDER / f"{source.stem}_{build}_{_key(words, source)}" for build, words in commands.items()}
    missing = [build for build, target in targets.items() if not target.exists()]
    if missing and not make:
        raise NoLoop("the C++ loop has not been compiled yet: a run without --quick does that")
    if missing:
        print(f"compiling {source.name} ({', '.join(missing)}): some minutes, once", file=sys.stderr)
    FOLDER.mkdir(parents=True, exist_ok=True)
    running = {build: _start(commands[build], targets[build]) for build in missing}
    for build, process in running.items():
        _, said = process.communicate()
        if process.returncode:
            reasons = [line for line in said.splitlines() if "error" in line] or ["no reason given"]
            raise NoLoop(f"g++ did not compile the C++ loop: {reasons[0][:200]}")
        _half(targets[build]).replace(targets[build])
    return targets


def _command(more: tuple[str, ...], source: Path) -> list[str]:
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if not compiler:
        raise NoLoop("no C++ compiler: g++ was not found, and CXX names none")
    if not (own := _include("pinocchio", "libpinocchio", "include")):
        raise NoLoop("the headers of Pinocchio were not found beside its wheel")
    if not (eigen := _include("Eigen", "cmeel-eigen", "include/eigen3")):
        raise NoLoop("Eigen's headers were not found: pip install cmeel-eigen, or set EIGEN3_INCLUDE_DIR")
    return [compiler, *FLAGS, *LIMITS, *more, f"-I{own}", f"-I{eigen}", str(source)]


def _include(holds: str, package: str, below: str) -> Path | None:
    """The include folder that has a subfolder `holds`: from the environment, a wheel, or the system."""
    places = [Path("/usr") / below, Path("/usr/local") / below]
    with contextlib.suppress(metadata.PackageNotFoundError):
        places.insert(0, Path(str(metadata.distribution(package).locate_file("cmeel.prefix"))) / below)
    if holds == "Eigen" and (told := os.environ.get("EIGEN3_INCLUDE_DIR")):
        places.insert(0, Path(told))
    return next((place for place in places if (place / holds).is_dir()), None)


def _key(words: list[str], source: Path) -> str:
    version = subprocess.run([words[0], "--version"], capture_output=True, text=True, check=True).stdout
    told = "\0".join([*words[:-1], version, metadata.version("libpinocchio"), source.read_text(encoding="utf-8")])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _half(target: Path) -> Path:
    return target.with_suffix(f".{os.getpid()}")


def _start(words: list[str], target: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([*words, "-o", str(_half(target))], stderr=subprocess.PIPE, text=True)
