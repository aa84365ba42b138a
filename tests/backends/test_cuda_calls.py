"""Calls to kernels on a GPU, one that is pretended: its driver and its compiler are pretend_gpu/pretend.cpp."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linkwise.backends.cuda import driver
from tests.tolerances import ROUNDING

PRETEND = Path(__file__).parent / "pretend_gpu"


@pytest.fixture
def gpu(tmp_path):
    """The environment of a process that has it."""
    compiler = shutil.which("g++")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no g++ is here to pretend a GPU with")
    if not driver.missing():
        pytest.skip("a GPU is here: make test-cuda")
    library = tmp_path / "libcuda.so.1"
    where = f'-DFOLDER="{PRETEND}"'
    flags = ("-O1", "-shared", "-fPIC", where, str(PRETEND / "pretend.cpp"), "-o", str(library), "-ldl")
    subprocess.run([compiler, *flags], check=True)
    shutil.copy(library, tmp_path / "libnvrtc.so.13")
    found = os.pathsep.join([str(tmp_path), os.environ.get("LD_LIBRARY_PATH", "")])
    cache = {"LINKWISE_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    return {**os.environ, **cache, "LD_LIBRARY_PATH": found}


def test_calls(gpu):
    done = subprocess.run([sys.executable, str(PRETEND / "calls.py")], capture_output=True, text=True, env=gpu)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    answers, refused = lines[:25], lines[25:]
    assert len(refused) == 6
    for line in answers:
        assert float(line.rpartition(" ")[2]) <= ROUNDING, line
    kinds = (
        "is a numpy.ndarray",
        "of shape (7, 3)",
        "is a float32 array",
        "shares memory",
        "of shape (2, 2)",
        "2 arrays",
    )
    for line, why in zip(refused, kinds, strict=True):
        assert why in line, line


def test_tallies(gpu):
    """Counts, extremes and bins are the host's to the last bit, means and squares to rounding."""
    done = subprocess.run([sys.executable, str(PRETEND / "tallies.py")], capture_output=True, text=True, env=gpu)
    assert done.returncode == 0, done.stderr
    *lines, refused = done.stdout.splitlines()
    assert len(lines) == 32 and "code of backend 'cuda' differs" in refused
    for line in lines:
        assert float(line.rpartition(" ")[2]) <= 1.0, line
