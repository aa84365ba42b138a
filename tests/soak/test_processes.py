"""Processes made in every way, while something is being compiled or not: each compiles and answers as its parent."""

import multiprocessing
import os
import sys
import threading
from contextlib import contextmanager

import numpy as np
import pytest

import linkwise
from tests.kernels.apart import run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

SOAK = pytest.mark.soak


def work(k: int) -> bytes:
    """Answers of a robot that nobody has compiled yet."""
    arm, q = linkwise.load("planar2r").with_gravity([0.1 * k, 0.0, -9.0]), np.array([0.1, 0.2])
    return b"".join(x.tobytes() for x in (arm.gravity_forces(q), arm.compile("mass_matrix")(np.stack([q] * 3))))


@contextmanager
def busy(compiling: bool):
    """Another thread that compiles all the time, or none."""
    stop = threading.Event()

    def compile_for_ever() -> None:
        k, q = 0, np.array([0.1, 0.2])
        while not stop.is_set():
            k += 1
            linkwise.load("planar2r").with_gravity([0.0, 0.0, -k]).compile("inverse_dynamics_derivatives")(q, q, q)

    other = threading.Thread(target=compile_for_ever)
    if compiling:
        other.start()
    try:
        yield
    finally:
        stop.set()
        if compiling:
            other.join()


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", "off")


@pytest.mark.filterwarnings("ignore:This process")  # from Python 3.12 on, of threads in a process that forks
@SOAK  # the default run has forks, and pools of them, in kernels/test_lifetimes.py
@pytest.mark.parametrize("way", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize("compiling", [False, True])
def test_pools(way, compiling):
    expected = [work(k) for k in range(6)]
    with busy(compiling), multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map_async(work, range(6)).get(timeout=240.0) == expected


FORKS = """
import faulthandler, signal, time
from tests.soak.test_processes import busy, work
expected = [work(k) for k in range(4)]
with busy(True), busy(True):
    for k in range(int(sys.argv[1])):
        time.sleep(0.0007 * (k % 23))
        child = os.fork()
        if not child:
            faulthandler.dump_traceback_later(60, exit=True)
            os._exit(0 if work(k % 4) == expected[k % 4] else 7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, k
"""


@SOAK
def test_many_forks_while_two_threads_compile():
    run(FORKS, "off", "300", warnings="ignore", seconds=900.0)


SUB = """
import _xxsubinterpreters as sub
inner = sub.create()
try:
    sub.run_string(inner, f"import sys; sys.path[:] = {sys.path!r}; import linkwise")
except sub.RunFailedError as error:
    print(error)
sub.destroy(inner)
assert linkwise.load("pendulum").mass_matrix([0.1]).shape == (1, 1)
"""


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module has another name there")
def test_sub_interpreters_are_refused():
    """At once, by us, and the main one goes on."""
    said = run(SUB, "off")
    assert "LinkwiseError" in said and "use threads or processes" in said
