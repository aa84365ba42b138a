"""Laws: functions around a robot's equations as one program, compiled, in batches, in other processes, in C."""

import ctypes
import keyword
import math
import pickle
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.algebra import cos, exp, log, maximum, minimum, sign, sin, sqrt
from linkwise.calls.function_program import FunctionProgram
from linkwise.errors import NotTraceable
from linkwise.model import Friction
from tests.functions.robots import ROBOTS
from tests.peers.pinocchio import Pinocchio
from tests.rewrite.model_in_pinocchio import InPinocchio
from tests.robots import states
from tests.tolerances import AGREEMENT, SAME_STEPS, SAME_STEPS_IN_FLOATS

PLANAR = linkwise.load("planar2r")
TREE = PLANAR.tree
Q, TAU = {"q": (2,)}, {"tau": (2,)}


def near(a, b, bound=AGREEMENT):
    assert np.abs(np.asarray(a, dtype=float) - b).max() <= bound * max(np.abs(b).max(), 1.0)


def computed_torque(eq, q, qd, gains):
    """M (−k q − d q̇) + C q̇ + g, and what it works on."""
    wanted = [-gains[0] * x - gains[1] * v for x, v in zip(q, qd, strict=True)]
    return {"tau": eq.inverse_dynamics(q, qd, wanted), "M": eq.mass_matrix(q)}


def around(robot):
    n = robot.n
    return FunctionProgram(
        robot.tree, computed_torque, {"q": (n,), "qd": (n,), "gains": (2,)}, {"tau": (n,), "M": (n, n)}, "ct"
    )


def by_pinocchio(robot, q, qd, gains):
    peer = InPinocchio(robot.tree)
    return peer.inverse_dynamics(q, qd, -gains[0] * q - gains[1] * qd), peer.mass_matrix(q)


@pytest.mark.parametrize("name", ROBOTS)
def test_a_program_is_its_function_with_pinocchios_dynamics(name):
    robot = ROBOTS[name]
    kernel, gains = around(robot).kernel(), np.array([30.0, 4.0])
    q, qd, _ = states(robot.n, 3, seed=1)
    found = kernel(q, qd, gains)
    for k in range(3):
        tau, M = by_pinocchio(robot, q[k], qd[k], gains)
        near(found.tau[k], tau)
        near(found.M[k], M)
        near(kernel(q[k], qd[k], gains).tau, tau)


def functions(eq, x):
    """Every function of scalars there is."""
    a, b = x
    return [
        sin(a) * cos(b),
        sqrt(a * a + 1.0),
        sign(b) * abs(a),
        exp(-a * a) + exp(3.0 * b),
        log(1.0 + b * b),
        minimum(a, b) - maximum(a, 0.25),
        a**3 / (2.0 - b),
    ]


def by_math(a, b):
    side = math.copysign(1.0, b)
    return [
        math.sin(a) * math.cos(b),
        math.hypot(a, 1.0),
        side * abs(a),
        math.exp(-a * a) + math.exp(3.0 * b),
        math.log1p(b * b),
        min(a, b) - max(a, 0.25),
        a**3 / (2.0 - b),
    ]


FUNCTIONS = FunctionProgram(TREE, functions, {"x": (2,)}, {"y": (7,)}, "functions")


@pytest.mark.parametrize("options", [{}, {"backend": "interpreter"}, {"width": 1}, {"layout": "columns"}])
def test_every_function_in_every_backend(options):
    x = np.random.default_rng(2).uniform(-1.5, 1.5, (37, 2))
    turned = options.get("layout") == "columns"
    found = FUNCTIONS.kernel(**options)(x.T.copy() if turned else x)
    near(found.T if turned else found, np.array([by_math(*row) for row in x]))


# ---- calls ----------------------------------------------------------------------------------------------------------


def test_batches_of_any_shape():
    function, gains = around(PLANAR), np.array([3.0, 1.0])
    kernel = function.kernel()
    q, qd, _ = states(2, 24, seed=3)
    one = np.stack([kernel(a, b, gains).tau for a, b in zip(q, qd, strict=True)])
    for shape in ((24,), (4, 6), (2, 3, 4), (1, 24), (24, 1)):
        found = kernel(q.reshape(*shape, 2), qd.reshape(*shape, 2), gains)
        assert found.tau.shape == (*shape, 2) and found.M.shape == (*shape, 2, 2)
        np.testing.assert_array_equal(found.tau.reshape(24, 2), one)
    crossed = kernel(q[:5, None], qd[None, :7], gains).tau
    assert crossed.shape == (5, 7, 2)
    np.testing.assert_array_equal(crossed[2, 4], kernel(q[2], qd[4], gains).tau)
    several = kernel(q[:3], qd[:3], np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))  # its inputs are a batch, too
    np.testing.assert_array_equal(several.tau[2], kernel(q[2], qd[2], [5.0, 6.0]).tau)
    assert kernel(np.zeros((0, 2)), np.zeros((0, 2)), gains).M.shape == (0, 2, 2)
    single = kernel(*(x.astype(np.float32) for x in (q, qd, gains)))
    assert single.tau.dtype == np.float32
    near(single.tau, one, SAME_STEPS_IN_FLOATS)
    out = np.empty((24, 2)), np.empty((24, 2, 2))
    assert kernel(q, qd, gains, out=out) is out
    np.testing.assert_array_equal(out[0], one)


def test_numbers_and_matrices():
    """Arrays of no axis and of two, and NumPy's own matrices of traced values."""
    function = FunctionProgram(
        TREE, lambda eq, t, A: [[t[0] * A[0], A[1]], [A[2], A[3]]], {"t": (), "A": (2, 2)}, {"B": (2, 2)}
    )
    found = function.kernel()([2.0, 3.0, 4.0], [[5.0, 6.0], [7.0, 8.0]])
    np.testing.assert_array_equal(found[:, 0, 0], [10.0, 15.0, 20.0])
    np.testing.assert_array_equal(found[1, 1], [7.0, 8.0])
    power = FunctionProgram(
        TREE, lambda eq, q: np.array(q) @ np.array(eq.mass_matrix(q)) @ np.array(q), Q, {"p": ()}
    ).kernel()
    q = np.array([0.3, 0.8])
    near(power(q), q @ PLANAR.mass_matrix(q) @ q)
    near(
        FunctionProgram(TREE, lambda eq, q: np.array(eq.mass_matrix(q)), Q, {"M": (2, 2)}).kernel()(q),
        PLANAR.mass_matrix(q),
    )
    assert function.title == "function of 'planar2r': t(), A(2, 2) -> B(2, 2)"


def test_answers_are_known_by_their_names():
    function = FunctionProgram(TREE, lambda eq, q: {"b": [q[0]], "a": [3.0 * x for x in q]}, Q, {"a": (2,), "b": (1,)})
    found = function.kernel()([1.0, 2.0])
    assert found._fields == ("a", "b") and found.a.tolist() == [3.0, 6.0] and found.b.tolist() == [1.0]


def test_functions_of_one_program_and_other_shapes_do_not_share_code():
    rows = lambda eq, q: [entry for row in eq.mass_matrix(q) for entry in row]  # noqa: E731
    functions = [FunctionProgram(TREE, rows, Q, {"M": shape}) for shape in ((2, 2), (4,), (1, 2, 2))]
    assert len({function.key for function in functions}) == 1
    found = [function.kernel()([[0.0, 0.5]] * 3) for function in functions]
    assert [array.shape for array in found] == [(3, 2, 2), (3, 4), (3, 1, 2, 2)]
    for array in found:
        np.testing.assert_array_equal(array.ravel(), found[0].ravel())


def weights(eq, q, qd):
    return {"tau": eq.inverse_dynamics(q, qd, qd), "P": [eq.potential_energy(q)]}


@pytest.mark.parametrize("name", ["gravity", "inertia", "payload", "friction"])
def test_parameters_come_when_the_kernel_is_called(name):
    """Each against a robot that has the numbers built in."""
    moon, load = [0.0, 0.0, -1.62], [0.01, 0.0, 0.0, 0.02, 0.0, 0.02, 0.1, 0.0, 0.05, 2.0]
    given, other = {
        "gravity": (moon, PLANAR.with_gravity(moon)),
        "inertia": (
            3.0 * PLANAR.parameters(rotors=False).values.reshape(2, 10),
            PLANAR.with_parameters(3.0 * PLANAR.parameters(rotors=False).values),
        ),
        "payload": (load, PLANAR.with_payload(2.0, [0.05, 0.0, 0.025], _at_centre(load))),
        "friction": (
            [[0.3, 0.2], [0.1, 0.4]],
            PLANAR.with_friction({"joint1": Friction(0.3, 0.2), "joint2": Friction(0.1, 0.4)}),
        ),
    }[name]
    function = FunctionProgram(TREE, weights, {"q": (2,), "qd": (2,)}, {"tau": (2,), "P": (1,)}, "weights", (name,))
    assert [port.name for port in function.signature.takes] == ["q", "qd", name]
    q, qd, _ = states(2, 6, seed=4)
    found = function.kernel()(q, qd, given)
    near(found.tau, other.inverse_dynamics(q, qd, qd))
    near(found.P[:, 0], other.potential_energy(q))
    assert np.abs(found.tau - PLANAR.inverse_dynamics(q, qd, qd)).max() > 0.05
    back = pickle.loads(pickle.dumps(function))
    near(back.kernel()(q, qd, given).tau, found.tau)
    again = FunctionProgram(
        TREE, back.function, function.takes, function.gives, "again", (name,)
    )  # its program, traced once more
    near(again.kernel()(q, qd, given).tau, found.tau)


def _at_centre(load):
    """The inertia tensor of ten standard parameters at their centre of mass."""
    xx, xy, xz, yy, yz, zz, *h, m = load
    c = np.array(h) / m
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))


def test_several_parameters_keep_their_order():
    function = FunctionProgram(
        TREE, weights, {"q": (2,), "qd": (2,)}, {"tau": (2,), "P": (1,)}, "w", ["friction", "gravity"]
    )
    q, qd = np.array([0.1, 0.2]), np.array([1.0, -1.0])
    found = function.kernel()(q, qd, np.array([[1.0, 2.0], [3.0, 4.0]]), np.zeros(3))
    free = PLANAR.with_gravity([0, 0, 0]).inverse_dynamics(q, qd, qd)
    near(found.tau, free + np.array([3.0, -7.0]))


def test_threads_get_what_one_gets():
    function = around(PLANAR)
    kernel, (q, qd, _), gains = function.kernel(), states(2, 2000, seed=5), np.array([3.0, 1.0])
    expected, found = kernel(q, qd, gains).tau, {}
    workers = [threading.Thread(target=lambda k=k: found.update({k: kernel(q, qd, gains).tau})) for k in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for k in range(4):
        np.testing.assert_array_equal(found[k], expected)
    np.testing.assert_array_equal(kernel(q, qd, gains, threads=2).tau, expected)


# ---- travelling -----------------------------------------------------------------------------------------------------


def test_functions_travel_as_their_programs():
    """Lambdas and inner functions cannot be pickled: what travels is what they did."""
    limit = 5.0
    program = FunctionProgram(TREE, lambda eq, q: [minimum(g, limit) for g in eq.gravity_forces(q)], Q, TAU, "cut")
    back = pickle.loads(pickle.dumps(program))
    assert back.key == program.key and back.title == program.title and back.signature == program.signature
    q = np.array([0.3, 1.2])
    expected = np.minimum(PLANAR.gravity_forces(q), limit)
    near(back.kernel()(q), expected)
    again = pickle.loads(pickle.dumps(back.kernel(backend="interpreter")))
    near(again([q, q])[1], expected)
    near(
        FunctionProgram(TREE, back.function, Q, TAU, "cut").kernel()(q), expected
    )  # its function is one over scalars still


def test_functions_travel_to_processes_that_know_nothing_of_them(tmp_path):
    function = FunctionProgram(TREE, lambda eq, q: [2.0 * g for g in eq.gravity_forces(q)], Q, TAU)
    (tmp_path / "kernel.pickle").write_bytes(pickle.dumps(function.kernel()))
    code = "import pickle; print(*pickle.load(open('kernel.pickle', 'rb'))([0.3, 1.2]).tolist())"
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    near([float(x) for x in said.stdout.split()], 2.0 * PLANAR.gravity_forces([0.3, 1.2]))


# ---- files ----------------------------------------------------------------------------------------------------------


def in_c(program, folder, robot, flags=("-O2",)):
    """The saved program, compiled under strict flags, as a function of arrays."""
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    source, header = program.kernel().save(folder / "program.c")
    assert header.exists()
    strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off", *flags]
    command = ["gcc", *strict, "-shared", "-fPIC", source.name, "-lm", "-o", "program.so"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]
    function = ctypes.CDLL(str(folder / "program.so"))[f"{robot}_{program.name}"]
    function.restype = None

    def call(*arrays):
        gives = [np.empty(port.shape) for port in program.signature.gives]
        taken = [np.ascontiguousarray(array, dtype=float) for array in arrays]
        function(*(ctypes.c_void_p(array.ctypes.data) for array in (*taken, *gives)))
        return gives

    return call


@pytest.mark.parametrize("name", ["ur5", "shared drive", "spinning rotors", "motors"])
def test_c_gives_pythons_numbers(tmp_path, name):
    """Drives that joints share, spinning rotors and motors as coordinates are in the code as all else is."""
    robot, gains = ROBOTS[name], np.array([30.0, 4.0])
    function = around(robot)
    call, kernel = in_c(function, tmp_path, robot.name), function.kernel()
    q, qd, _ = states(robot.n, 4, seed=6)
    for k in range(4):
        (tau, M), expected = call(q[k], qd[k], gains), kernel(q[k], qd[k], gains)
        near(tau, expected.tau, 1e2 * SAME_STEPS)
        near(M, expected.M, 1e2 * SAME_STEPS)
        near(tau, by_pinocchio(robot, q[k], qd[k], gains)[0])


def test_c_of_every_function_and_of_parameters(tmp_path):
    call = in_c(FUNCTIONS, tmp_path, "planar2r")
    for x in np.random.default_rng(7).uniform(-1.5, 1.5, (20, 2)):
        near(call(x)[0], by_math(*x))
    (tmp_path / "open").mkdir()
    function = FunctionProgram(
        TREE, weights, {"q": (2,), "qd": (2,)}, {"tau": (2,), "P": (1,)}, "weights", ("gravity", "payload")
    )
    call, load = in_c(function, tmp_path / "open", "planar2r"), np.array([*[0.0] * 9, 2.0])
    q, qd, moon = np.array([0.3, 0.4]), np.array([1.0, 2.0]), np.array([0.0, 0.0, -1.62])
    peer = Pinocchio.of_model(PLANAR.with_payload(2.0).with_gravity(moon).tree)
    near(call(q, qd, moon, load)[0], peer.inverse_dynamics(q, qd, qd))


EDGES = [0.0, -0.0, 1.0, -2.5, 709.5, 709.782712893384, 709.7827128933841, -745.0, -746.0, 5e-324, math.inf, -math.inf]
"""Numbers at which exp, log, minimum and maximum end or change, and beside them."""


def edges(eq, x):
    return [minimum(x[0], x[1]), maximum(x[0], x[1]), exp(x[0]), log(x[0])]


def test_written_code_ends_where_machine_code_ends(tmp_path):
    """C and Python files, for NaN, infinities, both zeros, and numbers next to where e^x ends."""
    function = FunctionProgram(TREE, edges, {"x": (2,)}, {"y": (4,)}, "edges")
    pairs = [(a, b) for a in (*EDGES, math.nan) for b in (*EDGES, math.nan)]
    call, expected = in_c(function, tmp_path, "planar2r"), function.kernel()(pairs)
    (written,) = function.kernel().save(tmp_path / "function.py")
    space = {}
    exec(written.read_text(encoding="utf-8"), space)
    for pair, known in zip(pairs, expected, strict=True):
        assert np.array_equal(known[:2], [np.minimum(*pair), np.maximum(*pair)], equal_nan=True)
        for found in (call(np.array(pair))[0], space["planar2r_edges"](pair)):
            np.testing.assert_allclose(found, known, rtol=SAME_STEPS)


def test_python_and_program_files(tmp_path):
    function = FUNCTIONS
    for suffix in ("py", "program", "txt", "ll"):
        function.kernel().save(tmp_path / f"function.{suffix}")
    space = {}
    exec((tmp_path / "function.py").read_text(encoding="utf-8"), space)
    near(space["planar2r_functions"]([0.4, -0.7]), by_math(0.4, -0.7))
    inf = float("inf")
    odd = space["planar2r_functions"]([inf, 800.0])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(odd, function.kernel(backend="interpreter")([inf, 800.0]))


# ---- bad input ------------------------------------------------------------------------------------------------------


def hold(eq, q):
    return eq.gravity_forces(q)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: FunctionProgram(PLANAR, hold, Q, TAU), ["a Robot is not a Model"]),
        (lambda: FunctionProgram(TREE, 3, Q, TAU), ["'3' is not a function"]),
        (lambda: FunctionProgram(TREE, hold, {}, TAU), ["takes nothing", "At least one"]),
        (lambda: FunctionProgram(TREE, hold, Q, {}), ["gives nothing"]),
        (lambda: FunctionProgram(TREE, hold, Q, Q), ["takes q and gives q", "each with its own name"]),
        (lambda: FunctionProgram(TREE, hold, ["q"], TAU), ["takes are", "dict of names and shapes"]),
        (lambda: FunctionProgram(TREE, hold, Q, None), ["gives are 'None'"]),
        (lambda: FunctionProgram(TREE, hold, {"q": 2}, TAU), ["'q' of shape '2'", "tuple of whole numbers"]),
        (lambda: FunctionProgram(TREE, hold, {"q": (-2,)}, TAU), ["'(-2,)'"]),
        (lambda: FunctionProgram(TREE, hold, {"q": (0,)}, TAU), ["'(0,)'"]),
        (lambda: FunctionProgram(TREE, hold, {"q": (2.0,)}, TAU), ["'(2.0,)'"]),
        (lambda: FunctionProgram(TREE, hold, {"q": (10**7,)}, TAU), ["at most"]),
        (lambda: FunctionProgram(TREE, hold, {"q q": (2,)}, TAU), ["an array", "A name of letters"]),
        (lambda: FunctionProgram(TREE, hold, {1: (2,)}, TAU), ["an array '1'"]),
        (lambda: FunctionProgram(TREE, hold, Q, {keyword.kwlist[5]: (2,)}), ["an array"]),
        (lambda: FunctionProgram(TREE, hold, Q, TAU, "my function"), ["the name of the function", "An identifier"]),
        (lambda: FunctionProgram(TREE, hold, Q, TAU, None), ["is 'None'"]),
        (lambda: FunctionProgram(TREE, hold, Q, TAU, "function", "gravity"), ["the parameters", "A tuple of names"]),
        (lambda: FunctionProgram(TREE, hold, Q, TAU, "function", (1,)), ["the parameters"]),
        (lambda: FunctionProgram(TREE, hold, Q, TAU, "function", ("mass",)), ["no parameter 'mass'", "'inertia'"]),
        (lambda: FunctionProgram(TREE, hold, Q, TAU, "function", ("gravity", "gravity")), ["each with its own name"]),
        (
            lambda: FunctionProgram(TREE, hold, {"gravity": (3,)}, TAU, "f", ("gravity",)),
            ["each with its own name"],
        ),
    ],
)
def test_a_function_that_cannot_be_is_refused_when_it_is_made(make, words):
    with pytest.raises(LinkwiseError) as caught:
        make()
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda eq, q: [q[0]], ["tau of shape (1,)", "tau of shape (2,)"]),
        (lambda eq, q: [[q[0]], [q[1]]], ["tau of shape (2, 1)"]),
        (lambda eq, q: {"force": q}, ["force of shape (2,)", "Expected: tau"]),
        (lambda eq, q: {}, ["returned nothing"]),
        (lambda eq, q: None, ["tau of shape ()"]),
        (lambda eq, q: (x for x in q), ["tau of shape ()"]),
        (lambda eq, q: [q[0], math.nan], ["nan", "finite number"]),
        (lambda eq, q: [q[0], "a"], ["str a"]),
        (lambda eq, q: [q[0] if q[0] > 0 else 0.0, q[1]], ["not known yet", "no branches"]),
        (lambda eq, q: [max(q[0], 0.0), q[1]], ["not known yet"]),
        (lambda eq, q: [math.sin(q[0]), q[1]], ["converted to a number", "minimum"]),
        (lambda eq, q: [np.sin(q[0]), q[1]], ["a NumPy function", "use sin, cos"]),
        (lambda eq, q: np.exp(np.array(q)), ["a NumPy function", "use sin, cos"]),
        (lambda eq, q: [q[0] ** 0.5, q[1]], ["raised to 0.5", "sqrt"]),
        (lambda eq, q: [exp(800.0) * q[0], q[1]], ["inf"]),
        (lambda eq, q: eq.mass_matrix(q[:1]), ["q has 1 entries"]),
    ],
)
def test_a_function_that_cannot_be_traced_is_named_before_it_runs(function, words):
    program = FunctionProgram(TREE, function, Q, TAU)
    with pytest.raises(LinkwiseError) as caught:
        program.kernel()([0.0, 0.0])
    for word in words:
        assert word in str(caught.value)


def test_a_users_own_mistake_is_his_own():
    with pytest.raises(ZeroDivisionError):
        _ = FunctionProgram(TREE, lambda eq, q: 1 / 0, Q, TAU).program
    with pytest.raises(TypeError, match="positional argument") as caught:
        _ = FunctionProgram(TREE, lambda eq: [0.0, 0.0], Q, TAU).program
    assert not isinstance(caught.value, NotTraceable)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        (([0.0, 0.0], [0.0, 0.0]), ["2 arrays were given", "q, qd, gains"]),
        (([0.0, 0.0], [0.0, 0.0], [1.0]), ["gains has shape (1,)", "an input of the function"]),
        (([0.0], [0.0, 0.0], [1.0, 1.0]), ["q has shape (1,)", "one entry per joint"]),
        ((["a", "b"], [0.0, 0.0], [1.0, 1.0]), ["q is an array of str"]),
        ((np.zeros((3, 2)), np.zeros((4, 2)), [1.0, 1.0]), ["do not broadcast together"]),
    ],
)
def test_bad_arrays_are_named(arrays, words):
    with pytest.raises(LinkwiseError) as caught:
        around(PLANAR).kernel()(*arrays)
    for word in words:
        assert word in str(caught.value)


def test_what_is_not_finite_passes_through_quietly():
    x = np.array([[np.nan, 0.1], [np.inf, 0.1], [0.1, 1e300], [0.1, -1e300], [1e200, 2.0]])
    for options in ({}, {"backend": "interpreter"}):
        found = FUNCTIONS.kernel(**options)(x)
        assert np.isnan(found[0, 0]) and np.isnan(found[1, 0]) and np.isinf(found[2:4, 4]).all()
        assert found[2, 3] == np.inf and found[3, 3] == pytest.approx(math.exp(-0.01)) and np.isinf(found[4, 6])
