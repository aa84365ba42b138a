"""Clipping and tables: the same numbers on every scalar, by every backend, and with their slopes."""

import mpmath
import numpy as np
import pytest
import sympy
from scipy.interpolate import PchipInterpolator

import linkwise
from linkwise.algebra import clip, gradient, interpolate, lookup
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.errors import BadArray
from linkwise.program import Port, Signature, jacobian, trace
from tests.backends.found import here, serving
from tests.tolerances import CENTRAL_DIFFERENCES, ROUNDING

XS, YS = [-1.0, 0.0, 0.3, 1.1, 1.2, 4.0], [0.5, 2.0, 2.5, -1.0, -1.5, -1.5]
AT = np.concatenate([np.linspace(-2.0, 5.0, 141), XS, np.nextafter(XS, -9.0)])
SLOPES = PchipInterpolator(XS, YS)
"""SciPy's monotone cubics: those of Fritsch and Butland, with the same ends."""

FUNCTIONS = {
    "clip": (lambda x: clip(x, -0.5, 1.5), lambda x: np.clip(x, -0.5, 1.5)),
    "lookup": (lambda x: lookup(XS, YS, x), lambda x: np.array(YS)[np.maximum(np.searchsorted(XS, x, "right") - 1, 0)]),
    "interpolate": (lambda x: interpolate(XS, YS, x), lambda x: np.interp(x, XS, YS)),
    "smooth": (lambda x: interpolate(XS, YS, x, smooth=True), lambda x: SLOPES(np.clip(x, XS[0], XS[-1]))),
    "one point": (lambda x: interpolate([2.0], [7.0], x) + 0.0 * x, lambda x: 7.0 + 0.0 * x),
    "two points": (lambda x: interpolate([2.0, 3.0], [7.0, 8.0], x, smooth=True), lambda x: np.clip(x + 5.0, 7.0, 8.0)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_on_every_scalar(name):
    """Floats, columns, fifty digits, symbols; scipy and numpy have the same curves."""
    ours, theirs = FUNCTIONS[name]
    expected = theirs(AT)
    assert np.abs(np.array([float(ours(x)) for x in AT.tolist()]) - expected).max() <= ROUNDING
    assert np.abs(ours(AT) - expected).max() <= ROUNDING
    some = AT[::23]
    with mpmath.workdps(50):
        assert (
            max(abs(float(ours(mpmath.mpf(x))) - y) for x, y in zip(some.tolist(), theirs(some), strict=True))
            <= ROUNDING
        )
    x = sympy.Symbol("x", real=True)
    formula = sympy.lambdify(x, ours(x), "math")
    assert max(abs(formula(at) - y) for at, y in zip(some.tolist(), theirs(some), strict=True)) <= ROUNDING


@pytest.mark.parametrize("backend", serving("program"))
@pytest.mark.parametrize("name", ["clip", "lookup", "interpolate", "smooth"])
def test_by_every_backend(name, backend):
    here(backend)
    ours, theirs = FUNCTIONS[name]
    program = trace(lambda x: [ours(x[0])], {"x": 1}, "table")
    spec = ModuleSpec("program", str(program), lambda: program, Signature((Port("x", (1,)),), (Port("y", (1,)),)))
    arrays = BACKENDS[backend].arrays
    at = (
        AT[(abs(AT) >= np.finfo(float).tiny) | (AT == 0.0)] if backend.startswith("jax") else AT
    )  # XLA: the others are 0
    found = arrays.numpy(BACKENDS[backend].module(spec).answers([arrays.adopt(at[:, None].copy())], len(at))[0])
    assert np.abs(found[:, 0] - theirs(at)).max() <= ROUNDING


@pytest.mark.parametrize("name", ["interpolate", "smooth"])
def test_slopes(name):
    """Those of jets and of derivative programs: of a polygon its secants, of a smooth curve continuous ones."""
    ours, theirs = FUNCTIONS[name]
    inside = np.setdiff1d(np.linspace(-1.9, 4.9, 68), XS)
    step = 1e-6
    truth = (theirs(inside + step) - theirs(inside - step)) / (2 * step)
    far = np.abs(inside[:, None] - XS).min(axis=1) > step
    jets = np.array([gradient(lambda x: ours(x[0]), [x])[1][0] for x in inside.tolist()])
    program = jacobian(trace(lambda x: [ours(x[0])], {"x": 1}, "table"), ["x1"])
    from linkwise.backends.interpreter import run

    traced = np.array([run(program, [x])[0] for x in inside.tolist()], float)
    for slopes in (jets, traced):
        assert np.abs(slopes - truth)[far].max() <= CENTRAL_DIFFERENCES * np.abs(truth).max()


def test_tables_of_inputs():
    """The ys may be inputs: a schedule of gains for each rollout."""
    from linkwise.rollouts import InLoop

    arm = linkwise.load("pendulum").with_gravity([0, 0, 0])

    def scheduled(eq, t, q, qd, gains):
        return [-interpolate([0.0, 1.0, 2.0], gains, t) * q[0]]

    tables = [[1.0, 2.0, 3.0], [3.0, 3.0, 3.0]]
    outputs = {"gain": lambda eq, t, q, qd, tau: -tau[0] / q[0]}
    found = arm.rollouts(
        [[0.3]] * 2,
        controller=InLoop(scheduled, {"gains": ("each", tables)}),
        step=0.1,
        steps=25,
        every=5,
        outputs=outputs,
    )
    expected = np.stack([np.interp(found.t, [0.0, 1.0, 2.0], gains) for gains in tables])
    np.testing.assert_allclose(found["gain"], expected, rtol=ROUNDING)


def test_large_tables():
    """A few hundred points in a compiled program are some operations each."""
    xs = np.linspace(0.0, 1.0, 300)
    ys = np.sin(7.0 * xs)
    program = trace(lambda x: [interpolate(xs.tolist(), ys.tolist(), x[0])], {"x": 1}, "table")
    assert len(program.steps) < 4 * len(xs)
    at = np.random.default_rng(1).uniform(-0.2, 1.2, 50)
    assert np.abs(interpolate(xs, ys, at) - np.interp(at, xs, ys)).max() <= ROUNDING


@pytest.mark.parametrize(
    ("xs", "ys", "words"),
    [
        ([], [], "0 xs"),
        ([1.0, 2.0], [1.0], "2 xs and 1 ys"),
        (3.0, [1.0], "no list"),
        ([0.0, 0.0], [1.0, 2.0], "Increasing"),
        ([0.0, np.nan], [1.0, 2.0], "Finite"),
        (["a", "b"], [1.0, 2.0], "Finite"),
        (list(range(1001)), list(range(1001)), "At most 1000"),
    ],
)
def test_bad_tables(xs, ys, words):
    for function in (lookup, interpolate):
        with pytest.raises(BadArray, match=words):
            function(xs, ys, 0.5)


def test_bad_limits():
    with pytest.raises(BadArray, match="lower limit first"):
        clip(0.0, 1.0, -1.0)
    with pytest.raises(BadArray, match="not numbers"):
        interpolate([0.0, 1.0], [sympy.Symbol("y"), 1.0], 0.5, smooth=True)
