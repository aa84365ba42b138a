"""Functions of JAX: the same numbers inside everything that JAX does with functions, by machine code and by operations.

The sweep over questions, precisions and layouts is that of every backend (tests/backends/test_every_backend.py).
"""

import os
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

import linkwise
from linkwise.backends import BACKENDS
from linkwise.backends.jax_operations import PrecisionNotice
from linkwise.errors import BadArray, UnknownName, UnsupportedByBackend
from linkwise.formulations import QUESTIONS
from tests.kernels.cases import asked, framed, off, parts
from tests.tolerances import AGREEMENT, CENTRAL_DIFFERENCES, ROUNDING, SINGLE_PRECISION

jax = pytest.importorskip("jax")
jnp = jax.numpy
x64 = (jax if hasattr(jax, "enable_x64") else import_module("jax.experimental")).enable_x64  # JAX 0.7 has it there

NO_CODE = pytest.mark.skipif(bool(BACKENDS["jax"].missing()), reason="there is no machine code for JAX's device")
WAYS = [pytest.param("jax", marks=NO_CODE), "jax_operations"]
ARM = linkwise.load("planar2r")
Q, QD, QDD = STATES = np.random.default_rng(4).uniform(-1.0, 1.0, (3, 5, 2))
TAU = ARM.inverse_dynamics(*STATES)
SLOPES = tuple(ARM.inverse_dynamics_derivatives(*STATES))


def function(way, *questions, robot=ARM, **options):
    made = robot.jax(*questions, operations=way == "jax_operations", **options)
    assert made.backend == way
    return made


def numbers(answer):
    """JAX's arrays, or parts, as NumPy's."""
    found = tuple(np.asarray(part) for part in parts(answer))
    return found if isinstance(answer, tuple | list) else found[0]


# ---- the same numbers inside everything -----------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_calls_of_every_form(way):
    """Alone and in jit, one state and many, lists and names, broadcast and empty."""
    tau = function(way, "inverse_dynamics")
    assert isinstance(tau(*STATES), jax.Array) and off(numbers(tau(*STATES)), TAU) <= ROUNDING
    assert off(numbers(jax.jit(tau)(*STATES)), TAU) <= ROUNDING
    assert off(numbers(tau(qdd=QDD[1].tolist(), q=Q[1].tolist(), qd=jnp.asarray(QD[1]))), TAU[1]) <= ROUNDING
    assert off(numbers(tau(Q[:, None], QD[0], QDD)), ARM.inverse_dynamics(Q[:, None], QD[0], QDD)) <= ROUNDING
    assert tau(Q[:0], QD[:0], QDD[:0]).shape == (0, 2)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_batches_of_batches(way, layout):
    """vmap twice, over other axes, and over some of the arrays."""
    tau, state = function(way, "inverse_dynamics", layout=layout), np.random.default_rng(1).normal(size=(3, 4, 3, 6, 2))
    truth = ARM.inverse_dynamics(*state)
    turned = np.moveaxis(state, -1, -2) if layout == "columns" else state
    expected = np.moveaxis(truth, -1, -2) if layout == "columns" else truth
    assert off(numbers(jax.jit(jax.vmap(jax.vmap(tau)))(*turned)), expected) <= ROUNDING
    across = jax.vmap(tau, in_axes=1, out_axes=2)(*np.moveaxis(turned[:, 0], 1, 2))
    assert off(numbers(across), np.moveaxis(expected[0], 0, 2)) <= ROUNDING
    some = jax.vmap(tau, (0, None, None))(turned[0, 0], turned[1, 0, 0], turned[2, 0, 0])
    for k in range(3):
        one = ARM.inverse_dynamics(state[0, 0, k], state[1, 0, 0], state[2, 0, 0])
        assert off(numbers(some[k]), one.T if layout == "columns" else one) <= ROUNDING


@pytest.mark.parametrize("way", WAYS)
def test_derivatives_both_ways(way):
    """Those of the program of derivatives, and so those of central differences."""
    tau = function(way, "inverse_dynamics")
    for derive in (jax.jacfwd, jax.jacrev):
        found = jax.vmap(derive(tau, (0, 1, 2)))(*STATES)
        assert off(numbers(found), SLOPES) <= AGREEMENT
    gradient = jax.jit(jax.grad(lambda *x: (tau(*x) ** 2).sum(), (0, 1, 2)))(*STATES)
    assert off(numbers(gradient), tuple(np.einsum("ni,nij->nj", 2.0 * TAU, slope) for slope in SLOPES)) <= AGREEMENT
    change = np.random.default_rng(2).normal(size=(5, 2))
    answer, along = jax.jvp(lambda q: tau(q, QD, QDD), (jnp.asarray(Q),), (jnp.asarray(change),))
    assert off(numbers(answer), TAU) <= ROUNDING
    h = 1e-6
    ahead, behind = (ARM.inverse_dynamics(Q + sign * h * change, QD, QDD) for sign in (1.0, -1.0))
    assert off(numbers(along), (ahead - behind) / (2.0 * h)) <= CENTRAL_DIFFERENCES


@pytest.mark.parametrize("way", WAYS)
def test_second_derivatives(way):
    tau, one = function(way, "inverse_dynamics"), [jnp.asarray(x[0]) for x in STATES]
    found = jax.jit(jax.hessian(lambda q: tau(q, *one[1:])[0]))(one[0])
    assert off(numbers(found), numbers(found.T)) <= ROUNDING
    h, steps = 1e-6, 1e-6 * np.eye(2)
    slopes = [[ARM.inverse_dynamics_derivatives(Q[0] + s * d, QD[0], QDD[0])[0][0] for s in (1, -1)] for d in steps]
    assert off(numbers(found), np.array([(a - b) / (2.0 * h) for a, b in slopes])) <= CENTRAL_DIFFERENCES


@pytest.mark.parametrize("way", WAYS)
def test_inside_what_jax_compiles(way):
    """Between operations, step after step in a loop, differentiated through the loop."""
    tau = function(way, "inverse_dynamics")

    def end(q):
        return jax.lax.fori_loop(0, 5, lambda k, x: jnp.sin(x + 0.1 * tau(x, QD, QDD)), q)

    x = Q
    for _ in range(5):
        x = np.sin(x + 0.1 * ARM.inverse_dynamics(x, QD, QDD))
    assert off(numbers(jax.jit(end)(jnp.asarray(Q))), x) <= AGREEMENT
    change, h = np.random.default_rng(2).normal(size=Q.shape), 1e-6
    slope = jax.jit(lambda q: jax.jvp(end, (q,), (jnp.asarray(change),))[1])(Q)
    differences = (np.asarray(end(Q + h * change)) - np.asarray(end(Q - h * change))) / (2.0 * h)
    assert off(numbers(slope), differences) <= CENTRAL_DIFFERENCES


@pytest.mark.parametrize("way", WAYS)
def test_on_several_devices(way):
    """A batch that is split among devices is answered where it is, and so are its gradients."""
    if len(jax.devices()) < 4:
        pytest.skip("JAX has one device")
    mesh, given = jax.make_mesh((4,), ("states",), devices=jax.devices()[:4]), np.ones((3, 8, 1)) * STATES[:, :1]
    for layout in ("rows", "columns"):
        tau = function(way, "inverse_dynamics", layout=layout)
        axes = ("states", None) if layout == "rows" else (None, "states")
        split = jax.NamedSharding(mesh, jax.P(*axes))
        arrays = [jax.device_put(x if layout == "rows" else x.T.copy(), split) for x in given]
        compiled = jax.jit(tau).lower(*arrays).compile()
        answer, text = compiled(*arrays), compiled.as_text()
        assert "all-gather" not in text and len(answer.sharding.device_set) == 4
        truth = ARM.inverse_dynamics(*given)
        assert off(numbers(answer), truth if layout == "rows" else truth.T) <= ROUNDING
        slope = jax.jit(jax.grad(lambda q, tau=tau, arrays=arrays: tau(q, *arrays[1:]).sum()))(arrays[0])
        own = ARM.inverse_dynamics_derivatives(*given)[0].sum(axis=1)
        assert len(slope.sharding.device_set) == 4
        assert off(numbers(slope), own if layout == "rows" else own.T) <= AGREEMENT


# ---- every question, every option -----------------------------------------------------------------------------------


@pytest.mark.parametrize("question", [q if k % 11 == 0 else pytest.param(q, marks=pytest.mark.slow)
                                      for k, q in enumerate(QUESTIONS)])  # fmt: skip
@pytest.mark.parametrize("way", WAYS)
def test_gradients_of_every_question(way, question):
    """The sum of all entries, along a change of the state: as central differences of the kernel."""
    made, kernel = function(way, question, **framed(ARM, question)), ARM.compile(question, **framed(ARM, question))
    given = asked(ARM, question, 3)
    changes = [np.random.default_rng(k).normal(size=x.shape) for k, x in enumerate(given)]

    def total(*states):
        return sum((part * part).sum() for part in parts(made(*states)))

    def plainly(sign):
        moved = (x + sign * 1e-6 * change for x, change in zip(given, changes, strict=True))
        return sum((part * part).sum() for part in parts(kernel(*moved)))

    gradient = jax.grad(total, tuple(range(len(given))))(*map(jnp.asarray, given))
    found = sum(float((slope * change).sum()) for slope, change in zip(gradient, changes, strict=True))
    expected = (plainly(1.0) - plainly(-1.0)) / 2e-6
    assert abs(found - expected) <= CENTRAL_DIFFERENCES * max(1.0, abs(expected), abs(plainly(0.0)))


@pytest.mark.parametrize("way", [WAYS[0], pytest.param(WAYS[1], marks=pytest.mark.slow)])
def test_options(way):
    """Wrenches, parameters, formulations, several questions, packed matrices: those of `robot.compile`."""
    push = np.random.default_rng(3).normal(size=(5, 6))
    pushed = function(way, "inverse_dynamics", wrenches=["tip"])
    assert off(numbers(pushed(*STATES, push)), ARM.inverse_dynamics(*STATES, wrenches={"tip": push})) <= ROUNDING
    moment = jax.jacrev(lambda w: pushed(Q[0], QD[0], QDD[0], w))(jnp.zeros(6))
    assert off(numbers(moment), -ARM.jacobian(Q[0], "tip").T) <= AGREEMENT
    on_moon = function(way, "inverse_dynamics", parameters=["gravity"])
    moon = np.array([0.0, -1.62, 0.0])
    assert off(numbers(on_moon(*STATES, moon)), ARM.with_gravity(moon).inverse_dynamics(*STATES)) <= ROUNDING
    several = jax.vmap(on_moon, (None, None, None, 0))(Q[0], QD[0], QDD[0], np.stack([moon, 2.0 * moon]))
    twice = ARM.with_gravity(2.0 * moon).inverse_dynamics(Q[0], QD[0], QDD[0])
    assert off(numbers(several[1]), twice) <= ROUNDING
    weight = jax.jacfwd(on_moon, 3)(*STATES, jnp.asarray(moon))
    assert off(numbers(weight @ moon), ARM.with_gravity(moon).gravity_forces(Q)) <= AGREEMENT
    both = jax.jit(function(way, "mass_matrix", "gravity_forces", packed=True))(Q)
    assert both.mass_matrix.shape == (5, 3) and off(numbers(both.gravity_forces), ARM.gravity_forces(Q)) <= ROUNDING
    other = function(way, "inverse_dynamics", formulation="newton_euler.luh_walker_paul")
    assert off(numbers(other(*STATES)), TAU) <= ROUNDING


@NO_CODE
def test_machine_code_is_the_same():
    """To the last bit: it is the code of the kernel."""
    for dtype in ("float64", "float32"):
        given = [x.astype(dtype) for x in STATES]
        mine = jax.jit(ARM.jax("inverse_dynamics"))(*given)
        assert mine.dtype == dtype and np.array_equal(mine, ARM.compile("inverse_dynamics")(*given))


def test_a_robot_asked_inside_jit():
    """Its own methods answer there too; with known numbers in NumPy's arrays, as ever."""
    push = {"tip": jnp.ones(6)}
    inside = jax.jit(lambda q: ARM.inverse_dynamics(q, QD, QDD, wrenches=push))(Q)
    assert off(numbers(inside), ARM.inverse_dynamics(*STATES, wrenches={"tip": np.ones(6)})) <= ROUNDING
    slope = jax.jacfwd(ARM.gravity_forces)(jnp.asarray(Q[0]))
    assert off(numbers(slope), SLOPES_OF_GRAVITY) <= AGREEMENT
    assert type(ARM.inverse_dynamics(*map(jnp.asarray, STATES))) is np.ndarray


SLOPES_OF_GRAVITY = ARM.inverse_dynamics_derivatives(Q[0], [0.0, 0.0], [0.0, 0.0]).dtau_dq


# ---- precision ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_precision(way):
    """float32 from float32, else float64; without x64 always float32."""
    tau = function(way, "inverse_dynamics")
    assert tau(*STATES).dtype == np.float64 and tau(*(x.astype("float32") for x in STATES)).dtype == np.float32
    assert jax.grad(lambda q: tau(q, *map(np.float32, STATES[1:])).sum())(np.float32(Q)).dtype == np.float32
    with x64(False):
        narrow = function(way, "inverse_dynamics")
        answer = narrow(Q.tolist(), QD.tolist(), QDD.tolist())
        assert answer.dtype == np.float32 and off(numbers(answer), TAU) <= SINGLE_PRECISION
        slope = jax.vmap(jax.jacrev(narrow))(*map(jnp.asarray, STATES))
        assert slope.dtype == np.float32 and off(numbers(slope), SLOPES[0]) <= SINGLE_PRECISION
        with pytest.raises(UnsupportedByBackend, match="jax_enable_x64"):
            function(way, "inverse_dynamics", dtype="float64")


@pytest.mark.parametrize("way", WAYS)
def test_rounded_doubles_are_told_of(way):
    """At the caller's line; not where nothing is lost, nor where floats were asked for or are usual: JAX's arrays."""
    with x64(False):
        for tau in (function(way, "inverse_dynamics"), ARM.compile("inverse_dynamics", backend=way)):
            for states in (STATES, (Q[0].tolist(), QD[0], QDD[0].tolist())):
                with pytest.warns(PrecisionNotice, match="jax_enable_x64") as heard:
                    assert tau(*states).dtype == np.float32
                assert [notice.filename for notice in heard] == [__file__]
            tau(*STATES.tolist())
            tau(*STATES.astype(np.float32))
            tau(jnp.asarray(Q), QD, QDD)
            jax.jit(tau)(*STATES)
        function(way, "inverse_dynamics", dtype="float32")(*STATES)
    ARM.jax("inverse_dynamics", operations=way == "jax_operations")(*STATES)


@pytest.mark.parametrize("wide", ["", "True"])
def test_precision_before_jax_is_imported(wide, tmp_path):
    """What is said to be there, for instance to the doctor, is what JAX then has."""
    code = """
from linkwise.backends import BACKENDS
before = BACKENDS["jax_operations"].dtypes
import jax
print(before == BACKENDS["jax_operations"].dtypes, *before)
"""
    around = os.environ | {"JAX_ENABLE_X64": wide}
    if not wide:
        del around["JAX_ENABLE_X64"]
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=120, env=around
    )
    assert said.stdout.split() == ["True", *(["float64"] if wide else []), "float32"], said.stderr


# ---- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_bad_input(way):
    tau = function(way, "inverse_dynamics")
    with pytest.raises(BadArray, match="q has shape"):
        jax.jit(tau)(jnp.zeros(3), jnp.zeros(2), jnp.zeros(2))
    with pytest.raises(BadArray, match="bool"):
        tau([True, False], [0.0, 0.0], [0.0, 0.0])
    with pytest.raises(BadArray, match="complex"):
        tau(jnp.zeros(2) * 1j, [0.0, 0.0], [0.0, 0.0])
    with pytest.raises(BadArray, match="not of real numbers"):
        tau(jax.random.key(0), [0.0, 0.0], [0.0, 0.0])
    with pytest.raises(BadArray, match="2 arrays were given"):
        tau(Q, QD)
    with pytest.raises(UnsupportedByBackend, match="does not write into out"):
        tau(*STATES, out=np.empty((5, 2)))
    with pytest.raises(UnknownName, match="question"):
        function(way, "weight")
    for refused in ({"width": 4}, {"threads": 2}, {"backend": "llvm"}):
        with pytest.raises(UnsupportedByBackend, match=f"no '{next(iter(refused))}'"):
            function(way, "inverse_dynamics", **refused)
    with pytest.raises(BadArray, match=r"robot\.jax"):
        jax.jit(ARM.compile("mass_matrix"))(jnp.zeros(2))


@NO_CODE
def test_what_fails_inside_the_code_is_reported(monkeypatch):
    """An error on a thread of XLA's becomes XLA's, with our words in it."""
    from linkwise.backends.jax import target

    monkeypatch.setattr(target._Target, "load", lambda self: None)  # XLA calls Python
    tau = ARM.with_payload(0.1).jax("inverse_dynamics")
    assert off(numbers(tau(*STATES)), ARM.with_payload(0.1).inverse_dynamics(*STATES)) <= ROUNDING
    monkeypatch.setattr(target._Target, "_loaded", property(lambda self: 1 / 0))
    with pytest.raises(jax.errors.JaxRuntimeError, match="linkwise: ZeroDivisionError"):
        tau(Q[:2], QD[:2], QDD[:2]).block_until_ready()


def test_without_jax(tmp_path):
    """It is imported when it is asked for, and said to be missing where it is."""
    code = """
import sys
import linkwise
robot = linkwise.load("pendulum")
robot.inverse_dynamics([0.0], [0.0], [3.0]), repr(linkwise.backends.BACKENDS["jax"])
assert "jax" not in sys.modules
sys.modules["jax"] = None
sys.meta_path.insert(0, type("Hidden", (), {"find_spec": staticmethod(lambda name, *rest: (_ for _ in ()).throw(
    ModuleNotFoundError(name)) if name.partition(".")[0] == "jax" else None)}))
try:
    robot.jax("mass_matrix")
except linkwise.errors.MissingBackend as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert "JAX is not installed" in said.stdout, said.stderr
