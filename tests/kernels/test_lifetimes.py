"""Code lives as long as whatever can call it, and no longer: threads, forks, collection, references, memory."""

import gc
import os
import pickle
import sys
import weakref

import numpy as np
import pytest

import linkwise

from .apart import run

SLOW = pytest.mark.slow
"""Each starts a process of its own, or counts for long."""

Q = np.array([0.1, 0.2])


@pytest.mark.parametrize(
    "holder",
    [
        "robot.mass_matrix",
        "robot.compile('mass_matrix')",
        "robot.compile('mass_matrix').ufunc",
        "kernel.function(print, kernel, '__call__')",
    ],
)
def test_what_can_be_called_keeps_its_code(holder, tmp_path):
    run(
        f"""
robot = linkwise.load("planar2r")
kernel = robot.compile("mass_matrix")
q = np.array([0.1, 0.2])
expected = robot.mass_matrix(q)
kernel(q)
held = {holder}
assert np.array_equal(held(q), expected)
del robot, kernel
gc.collect()
others = [linkwise.load("planar3r") for _ in range(10)]  # memory that was given back is used by others
for other in others:
    other.mass_matrix(np.zeros(3))
assert all(np.array_equal(held(q), expected) for _ in range(100))
""",
        tmp_path,
    )


def test_kernels_thrown_out_of_the_robot(tmp_path):
    run(
        """
robot = linkwise.load("planar2r")
q = np.array([0.1, 0.2])
expected = robot.mass_matrix(q)
robot.mass_matrix(q)
robot.kernels.clear()
gc.collect()
assert np.array_equal(robot.mass_matrix(q), expected)
""",
        tmp_path,
    )


FIRST_CALLS = """
sys.setswitchinterval(1e-6)
q, expected = np.array([0.1, 0.2]), linkwise.load("planar2r").mass_matrix([0.1, 0.2])
for _ in range(40):
    robot = linkwise.load("planar2r")
    robot.tree
    {before}
    start, found, failed = threading.Barrier(8), [], []
    def first():
        start.wait()
        try:
            found.append({call})
        except BaseException as error:
            failed.append(error)
    threads = [threading.Thread(target=first) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert not failed and len(found) == 8 and all(np.array_equal(f, expected) for f in found), failed
    for _ in range(10):
        assert np.array_equal({call}, expected)
"""


@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("", "robot.mass_matrix(q)"),
        ("kernel = robot.compile('mass_matrix')", "kernel(q)"),
        pytest.param("kernel = robot.compile('mass_matrix')", "kernel(q[None])[0]", marks=SLOW),
        pytest.param("kernel = robot.compile('mass_matrix')", "kernel.ufunc(q)", marks=SLOW),
    ],
)
def test_eight_threads_make_the_first_call_at_once(before, call, tmp_path):
    run(FIRST_CALLS.format(before=before, call=call), tmp_path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_calls_and_compiles(tmp_path):
    found = run(
        """
robot = linkwise.load("planar2r")
q = np.array([0.1, 0.2])
expected = robot.mass_matrix(q), robot.gravity_forces([0.1, 0.2])
child = os.fork()
if not child:
    again = robot.mass_matrix(q), linkwise.load("planar2r").gravity_forces(q)
    robot.bias_forces(q, q)
    os._exit(0 if all(map(np.array_equal, again, expected)) else 7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""",
        tmp_path,
        warnings="default",
    )
    assert found == "0\n"


FORKING = """
import faulthandler, multiprocessing, time

def compile_for_ever(stop):
    k = 0
    while not stop.is_set():
        k += 1
        linkwise.load("planar2r").with_gravity([0, 0, -k]).compile("inverse_dynamics_derivatives")(q, q, q)

def work(k):
    faulthandler.dump_traceback_later(60, exit=True)
    return float(linkwise.load("planar2r").with_gravity([k, 0, 0]).gravity_forces(q)[0])

q = np.array([0.1, 0.2])
expected = [work(k) for k in range(4)]
faulthandler.cancel_dump_traceback_later()
stop = threading.Event()
busy = threading.Thread(target=compile_for_ever, args=(stop,))
busy.start()
try:
    {fork}
finally:
    stop.set()
    busy.join()
"""

FORKS = {
    "fork": """
    for k in range(8):
        time.sleep(0.003 * k)
        child = os.fork()
        if not child:
            os._exit(0 if work(k % 4) == expected[k % 4] else 7)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
""",
    "multiprocessing": """
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map(work, range(4)) == expected
""",
}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("way", FORKS)
def test_forked_while_another_thread_compiles(way, tmp_path):
    """Right away, without anything in the cache, and again and again: the child compiles too."""
    run(FORKING.replace("{fork}", FORKS[way].strip()), tmp_path, warnings="ignore")


@pytest.mark.parametrize("called", [False, True])
def test_robots_kernels_and_their_methods_travel(called):
    robot = linkwise.load("planar2r")
    kernel = robot.compile("mass_matrix", "gravity_forces", threads=2, dtype="float64", width=2)
    expected = linkwise.load("planar2r").mass_matrix(Q)
    if called:
        robot.mass_matrix(Q), kernel(Q), kernel(Q[None])
    again = pickle.loads(pickle.dumps(robot))
    assert np.array_equal(again.mass_matrix(Q), expected)
    assert np.array_equal(pickle.loads(pickle.dumps(robot.mass_matrix))(Q), expected)
    travelled = pickle.loads(pickle.dumps(kernel))
    assert (travelled.threads, travelled.dtype, travelled.width) == (2, "float64", 2)
    answers = pickle.loads(pickle.dumps(travelled(Q)))
    assert np.array_equal(answers.mass_matrix, expected) and answers._fields == ("mass_matrix", "gravity_forces")


def test_a_subclass_stays_what_it_is():
    class Twice(linkwise.Robot):
        def mass_matrix(self, q, **options):
            return 2.0 * super().mass_matrix(q, **options)

    robot = Twice(linkwise.load("planar2r").model)
    first = robot.mass_matrix(Q)
    assert np.array_equal(first, 2.0 * linkwise.load("planar2r").mass_matrix(Q))
    assert np.array_equal(robot.mass_matrix(Q), first)


# ---- references and memory ------------------------------------------------------------------------------------------


def calls(robot):
    """Every way in: straight to the code, the long way, several answers, errors."""
    n = robot.n
    x, X = np.full(n, 0.1), np.full((3, n), 0.1)
    out, numbers = np.empty((3, n)), [0.1] * n
    kernel, several = robot.compile("inverse_dynamics"), robot.compile("mass_matrix", "bias_forces")
    before, single, wide, row = robot.inverse_dynamics, np.float32(x), np.full((3, 2 * n), 0.1), np.empty(n)
    both = tuple(np.empty((3, n, n)) for _ in range(3))

    def refused():
        with pytest.raises(linkwise.LinkwiseError):
            robot.inverse_dynamics(x, x, x[:1])

    ways = {
        "single": lambda: robot.inverse_dynamics(x, x, x),
        "no axes": lambda: robot.kinetic_energy(x, x),
        "several": lambda: robot.inverse_dynamics_derivatives(x, x, x),
        "in one": lambda: several(x, x),
        "batch": lambda: kernel(X, X, X),
        "several batches": lambda: several(X, X),
        "refused": refused,
        "out": lambda: kernel(X, X, X, out=out),
        "broadcast": lambda: kernel(X, X, x),
        "list": lambda: robot.inverse_dynamics(numbers, numbers, numbers),
        "wrench": lambda: robot.inverse_dynamics(x, x, x, wrenches={robot.frames[-1]: np.ones(6)}),
        "ufunc": lambda: kernel.ufunc(X, X, X),
        "taken before": lambda: before(x, x, x),
        "keywords": lambda: robot.inverse_dynamics(q=x, qd=x, qdd=x),
        "lists by name": lambda: robot.inverse_dynamics(q=numbers, qd=x, qdd=(0, 1, 2, 3, 4, 5, 6)[:n]),
        "float32": lambda: robot.inverse_dynamics(single, single, single),
        "out of one": lambda: robot.inverse_dynamics(x, x, x, out=row),
        "several outs": lambda: robot.inverse_dynamics_derivatives(X, X, X, out=both),
        "frames": lambda: (robot.jacobian(x, robot.frames[-1]), robot.jacobian(x, [*robot.frames])),
        "with gaps": lambda: robot.inverse_dynamics(wide[:, :n], wide[:, n:], x),
    }
    return ways, [x, X, out, numbers, single, wide, row, both]


WAYS = list(calls(linkwise.load("planar2r"))[0])


@pytest.mark.parametrize("way", [way if k % 8 == 0 else pytest.param(way, marks=SLOW) for k, way in enumerate(WAYS)])
def test_references_are_given_back(way):
    robot = linkwise.load("planar2r")
    ways, given = calls(robot)
    call, kept = ways[way], [*given, robot, np.float64, tuple]
    answer = call()
    kept.append(type(answer))
    del answer
    call()
    gc.collect()
    before, alive = [sys.getrefcount(one) for one in kept], len(gc.get_objects())
    for _ in range(200):
        call()
    gc.collect()
    assert [sys.getrefcount(one) for one in kept] == before
    assert len(gc.get_objects()) - alive < 50


MEMORY = """
sys.path.insert(0, sys.argv[1])
from tests.kernels.test_lifetimes import calls
def pages():
    return int(open("/proc/self/statm").read().split()[1]) * 4
ways, _ = calls(linkwise.load("planar2r"))
call = ways[sys.argv[2]]
for _ in range(3000):
    call()
gc.collect()
before = pages()
for _ in range(int(sys.argv[3])):
    call()
gc.collect()
print(pages() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="resident memory is read from /proc")
@pytest.mark.parametrize("way", WAYS)
def test_calls_take_no_memory(way, tmp_path):
    """A hundred thousand calls; one leaked array header of each would be ten megabytes."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    count = 100_000 if way in ("single", "no axes", "several", "in one", "batch", "ufunc") else 20_000
    assert int(run(MEMORY, tmp_path, root, way, str(count))) < 1000  # kilobytes


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="resident memory is read from /proc")
def test_robots_that_are_dropped_give_their_memory_back(tmp_path):
    grown = run(
        """
def pages():
    return int(open("/proc/self/statm").read().split()[1]) * 4
zero, seen = np.zeros(6), []
for k in range(350):
    robot = linkwise.load("ur5").with_gravity([0, 0, -9 - 0.001 * k])
    robot.inverse_dynamics(zero, zero, zero), robot.forward_dynamics(zero, zero, zero)
    del robot
    if k in (149, 349):  # the rewritten models of the last 64 are kept
        gc.collect()
        seen.append(pages())
print(seen[1] - seen[0])
""",
        "off",
    )
    assert int(grown) < 2000  # kilobytes after 200 robots more


def test_robots_that_are_dropped_leave_nothing_behind():
    """Kernels, fast entries and ufuncs of a robot go with it, code and all."""
    arm, alive = linkwise.load("planar2r"), []
    for k in range(3):
        robot = arm.with_gravity([0.0, 0.0, -9.0 - k])
        kernel = robot.compile("mass_matrix", "gravity_forces")
        kernel.ufunc(Q)
        robot.mass_matrix(Q)
        single = kernel.modules.module("float64", "single")
        alive += [weakref.ref(thing) for thing in (robot, kernel, single, single.code)]
    ufunc, expected = kernel.ufunc, kernel(Q)
    del robot, kernel, single
    gc.collect()
    assert [thing() is not None for thing in alive] == [False] * 11 + [True], "a ufunc keeps the code it runs"
    assert all(np.array_equal(x, y) for x, y in zip(ufunc(Q), expected, strict=True))
    del ufunc
    gc.collect()
    assert alive[-1]() is None


def test_what_machine_code_reads_cannot_be_deleted():
    robot = linkwise.load("pendulum")
    for _ in range(2):
        ask = robot.mass_matrix
        with pytest.raises(AttributeError, match="cannot be deleted"):
            del ask.__self__.call
        assert ask([0.0]).shape == (1, 1)
