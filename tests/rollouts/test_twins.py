"""Code of every backend does what the interpreter does with robots: in the same way for any batch, width and threads.

What rollouts can have besides robots, spans and ends and inputs of all kinds, is in tests/backends/test_every_backend.
"""

import pickle

import numpy as np
import pytest

import linkwise
from linkwise.backends import BACKENDS, tiles
from linkwise.errors import LinkwiseError
from linkwise.program import Span
from linkwise.rollouts import of_robot
from tests.backends.found import here, serving
from tests.robots import random_model
from tests.tolerances import FAR_WITHIN, SAME_STEPS_ALONG, SINGLE_RUN, TRACKED

from .cases import ALL, arm, forces, near_goal, panda, regulator, tip, total

WATCH = {"energy": total, "tip": tip, "tau": forces}
REDUCE = {
    "top": ("max", "tip"),
    "low": ("min", "tip"),
    "work": ("integral", "energy"),
    "mean": ("mean", "tau"),
    "sum": ("sum", "tau"),
    "end": ("last", "energy"),
}


def same(a, b):
    """Every array of two results, bit by bit."""
    pairs = [(a.q, b.q), (a.qd, b.qd), (a.ended, b.ended)]
    pairs += [(a[name], b[name]) for name in (*a.outputs, *a.reductions)]
    return all(np.array_equal(x, y) for x, y in pairs)


@pytest.mark.parametrize("backend", serving("rollout"))
@pytest.mark.parametrize("method", ALL)
def test_as_the_interpreter(method, backend):
    here(backend)
    robot = arm(method)
    q, qd = near_goal(11, n=robot.n)
    given = {"controller": regulator(robot.n), "method": method, "outputs": WATCH, "reduce": REDUCE}
    ours, theirs = (robot.compile_rollouts(**given, backend=by) for by in (backend, "interpreter"))
    a, b = (kernel(q, qd, step=1e-3, steps=14, every=5) for kernel in (ours, theirs))
    assert a.t.tolist() == b.t.tolist() == [0.0, 0.005, 0.01, 0.014]
    for name in ("q", "qd", *WATCH, *REDUCE):
        x, y = (getattr(r, name) if name in ("q", "qd") else r[name] for r in (a, b))
        assert x.shape == y.shape and np.abs(x - y).max() <= SAME_STEPS_ALONG * np.abs(y).max(), name
    assert (
        ours._module.self_test_error() < FAR_WITHIN
    )  # known rollouts meet the interpreter's, far within the room they have


@pytest.mark.parametrize("backend", serving("rollout"))
@pytest.mark.parametrize("seed", [1, 16, 29, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (9, 22))])
def test_random_robots(seed, backend):
    """Trees, sliding and coupled joints, dry friction made smooth, rotors."""
    here(backend)
    robot = linkwise.Robot(random_model(seed))
    rng = np.random.default_rng(seed)
    q, qd = rng.normal(size=(2, 5, robot.n))
    for method in ("rk4", "gauss_legendre_4"):
        a, b = (
            robot.compile_rollouts(method=method, backend=by)(q, qd, step=1e-4, steps=5)
            for by in (backend, "interpreter")
        )
        assert (a.ended == b.ended).all() and np.abs(a.qd - b.qd).max() <= TRACKED * np.abs(b.qd).max()


@pytest.mark.parametrize("backend", serving("rollout"))
@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
def test_bits(method, backend, monkeypatch):
    """To the last bit the same for any batch, width and number of threads."""
    robot, widths = arm(method), here(backend).widths
    q, qd = near_goal(21, n=robot.n)
    given = {"controller": regulator(robot.n), "method": method, "outputs": WATCH, "reduce": REDUCE}
    run = {"step": 1e-3, "steps": 30, "every": 7}
    kernel = robot.compile_rollouts(**given, backend=backend)
    whole = kernel(q, qd, **run)
    for width in widths:
        assert same(whole, robot.compile_rollouts(**given, backend=backend, width=width)(q, qd, **run)), width
    part = kernel(q[3:14], qd[3:14], **run)
    assert np.array_equal(part.q, whole.q[3:14]) and np.array_equal(part["work"], whole["work"][3:14])
    monkeypatch.setattr(tiles, "WORK", 20_000)  # a few steps and one tile at a time
    assert tiles.cached_plan(kernel.problem.rollout, 8, 21, Span(0, 30, 1e-3)).steps < 10
    assert same(whole, kernel(q, qd, **run)) and same(whole, kernel(q, qd, **run, threads=3))


@pytest.mark.parametrize("backend", [name for name in serving("rollout") if "float32" in BACKENDS[name].dtypes])
def test_single_precision(backend):
    here(backend)
    q, qd = near_goal(5)
    double, single = (
        panda().compile_rollouts(controller=regulator(), dtype=dtype, backend=by)(q, qd, step=1e-3, steps=50)
        for dtype, by in (("float64", "interpreter"), ("float32", backend))
    )
    assert single.q.dtype == np.float32 and 0.0 < np.abs(double.q - single.q).max() < SINGLE_RUN


@pytest.mark.parametrize("name", ["stanford", pytest.param("rx90", marks=pytest.mark.slow)])
def test_right_code_in_single_precision_is_not_refused(name):
    """A joint's small rate is what large torques leave; stages that doubles do not find, floats may."""
    kernel = linkwise.load(name).compile_rollouts(method="implicit_midpoint", dtype="float32")
    assert kernel._module.self_test_error() < 0.1


def test_kernels_travel_and_are_kept():
    kernel = linkwise.load("planar2r").compile_rollouts(method="euler")
    again = pickle.loads(pickle.dumps(kernel))
    given = {"step": 1e-3, "steps": 20}
    assert np.array_equal(kernel([0.1, 0.2], **given).q, again([0.1, 0.2], **given).q)


def test_code_that_does_not_fit_is_not_used(monkeypatch, tmp_path):
    """Cached code that fails its self-test is set aside, and compiled again."""
    from linkwise.backends import cache
    from linkwise.backends.llvm.compiled_module import CompiledRollout

    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path))
    robot = linkwise.load("pendulum")
    good = robot.compile_rollouts(method="rk4")([0.3], step=1e-2, steps=10).q
    assert np.array_equal(robot.compile_rollouts(method="rk4")([0.3], step=1e-2, steps=10).q, good)
    answers = iter([2.0, 0.0])  # of what is on the disk, then of what is made anew
    monkeypatch.setattr(CompiledRollout, "self_test_error", lambda self: next(answers))
    with pytest.warns(cache.CacheNotice, match="set aside"):
        robot.compile_rollouts(method="rk4")([0.3], step=1e-2, steps=10)
    assert (tmp_path / "quarantine").is_dir()


def _in_the_second(parts):
    return parts[0], parts[1].replace(" fmul ", " fadd ", 1)


WRONG = {
    "one sign": lambda text: text.replace(" fsub ", " fadd ", 1),
    "an output": lambda text: "@watch(".join(_in_the_second(text.split("@watch(", 1))),
    "a weight of the step": lambda text: text.replace("0x3FE0000000000000", "0x3FD0000000000000"),  # a half
    "the end of a step": lambda text: text.replace("ogt", "olt").replace("icmp slt", "icmp sgt"),
    "where a rollout ended": lambda text: text.replace("shl i64", "lshr i64"),
    "another step": lambda text: text.replace("%k.next = add i64 %k, 1", "%k.next = add i64 %k, 2"),
}


@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
@pytest.mark.parametrize("how", WRONG)
def test_freshly_compiled_code_that_is_wrong_is_refused(method, how, monkeypatch, tmp_path):
    from linkwise.backends.llvm.rollouts import module

    def wrong(*given):
        text, scratch = true(*given)
        assert WRONG[how](text) != text
        return WRONG[how](text), scratch

    true = module.rollout_module
    monkeypatch.setattr(module, "rollout_module", wrong)
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path))
    arm = linkwise.load("planar2r")
    kernel = arm.compile_rollouts(method=method, controller=regulator(2), outputs=WATCH, reduce=REDUCE)
    with pytest.raises(LinkwiseError, match="times what rounding can explain"):
        kernel([0.1, 0.2], step=1e-3, steps=3)
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]  # and nobody will find it


def test_many_outputs():
    """More than a block has columns, of which known rollouts keep every one."""
    many = {"many": lambda eq, t, q, qd, tau: [k * q[0] for k in range(300)]}
    found = linkwise.load("pendulum").rollouts([0.5], outputs=many, step=1e-3, steps=2)
    assert np.allclose(found["many"][0], np.arange(300) * found.q[0, 0])


def test_outputs_have_any_name():
    outputs = {"a b%\n": forces, "": tip, "define": total}
    found = linkwise.load("planar2r").rollouts([0.1, 0.2], outputs=outputs, step=1e-3, steps=2)
    assert list(found.outputs) == list(outputs) and found[""].shape == (1, 3)


def test_a_robot_remembers_its_kernels():
    robot = linkwise.load("planar2r")
    for tau in ([0.0, 1.0], [[0.0, 1.0], [2.0, 0.0]], [3.0, 4.0], lambda t: [t, 1.0]):
        robot.rollouts([0.1, 0.2], tau=tau, step=1e-3, steps=3)
    for wrench in ([0.0] * 6, ("timed", lambda t: [t] * 6), [1.0] * 6):
        robot.rollouts([0.1, 0.2], wrenches={"tip": wrench}, step=1e-3, steps=3)
    assert sum(key.name == "rollouts" for key in robot.kernels) == 4
    for width in range(1, 12):
        robot.rollouts([0.1, 0.2], friction_width=0.1 * width, step=1e-3, steps=3)
    assert sum(key.name == "rollouts" for key in robot.kernels) == of_robot.LATEST


def test_a_remembered_kernel_takes_what_it_is_given():
    robot = linkwise.load("planar2r")
    for pull in (-9.81, 9.81):
        found = robot.rollouts(
            [0.1, 0.0], parameters={"gravity": [0.0, pull, 0.0]}, wrenches={"tip": [0.0] * 6}, step=1e-3, steps=3
        )
        assert np.sign(found.qd[0, 0]) == np.sign(pull)
        pushed = robot.rollouts(
            [0.1, 0.0],
            parameters={"gravity": [0.0, 0.0, 0.0]},
            wrenches={"tip": [0.0, 0.0, 0.0, 0.0, pull, 0.0]},
            step=1e-3,
            steps=3,
        )
        assert np.sign(pushed.qd[0, 1]) == np.sign(pull)
    assert sum(key.name == "rollouts" for key in robot.kernels) == 1


def test_functions_that_refer_to_something_else_now():
    gain = 1.0

    def controller(eq, t, q, qd):
        return [gain * x for x in q]

    robot = linkwise.load("planar2r").with_gravity([0.0, 0.0, 0.0])
    output = {"outputs": {"gain": lambda eq, t, q, qd, tau: gain}}
    for gain in (1.0, -1.0):
        found = robot.rollouts([0.1, 0.0], controller=controller, step=1e-3, steps=3, **output)
        assert np.sign(found.qd[0, 0]) == gain == found["gain"][0]
