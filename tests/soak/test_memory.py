"""Code that is compiled, used and dropped leaves nothing: ten thousand times, memory and maps stay where they were."""

import sys

import pytest

from tests.kernels.apart import run

CYCLES = """
from linkwise.calls.long_chains import LongKernel
from linkwise.backends.llvm import machine

def size():
    gc.collect()
    machine.compiled("", "x"), linkwise.load("pendulum").mass_matrix([0.1])  # frees what was dropped
    pages = int(open("/proc/self/statm").read().split()[1]) * 4
    return pages, len(open("/proc/self/maps").readlines())

def numbers(k):
    return linkwise.load("pendulum").with_gravity([0.0, 0.0, -1.0 - 1e-4 * k])

def robot(arm): arm.mass_matrix(x), arm.mass_matrix(x)
def single(arm): arm.compile("gravity_forces")(x)
def batch(arm): arm.compile("inverse_dynamics")(X, X, X)
def columns(arm): arm.compile("gravity_forces", layout="columns", dtype="float32")(X.T)
def ufunc(arm): arm.compile("gravity_forces").ufunc(X)
def rollout(arm): arm.compile_rollouts(method="euler")(x, step=1e-3, steps=2)
def loop(arm): LongKernel(arm.tree, "inverse_dynamics")(X, X, X)
def several(arm): arm.compile("mass_matrix", "gravity_forces")(x)

kinds = [robot, single, batch, columns, ufunc, rollout, loop, several]
x, X = np.array([0.1]), np.full((3, 1), 0.1)
warm, cycles, seen = int(sys.argv[1]), int(sys.argv[2]), []
for k in range(cycles):
    kinds[k % len(kinds)](numbers(k))
    if k == warm or k == cycles - 1:
        seen.append(size())
print(*(after - before for before, after in zip(*seen)))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory and maps are read from /proc")
@pytest.mark.parametrize(
    ("warm", "cycles", "kilobytes"), [(8, 24, 1000), pytest.param(1000, 11000, 8000, marks=pytest.mark.soak)]
)
def test_compile_and_free(warm, cycles, kilobytes):
    """All kinds of code in turn. Code that stays takes 200 kB and five maps; some hundred bytes that remain of each
    compilation are no Python objects."""
    grown, maps = map(int, run(CYCLES, "off", str(warm), str(cycles), seconds=1500.0).split())
    print(f"{cycles - warm} compiled and freed: {grown} kB and {maps} maps more")
    assert grown < kilobytes and maps <= 10
