"""Laws as files and programs hold them: TOML there and back, URDF's losses, C, Python, listings, closed forms, MJCF."""

import ctypes
import importlib.util
import re
import shutil
import subprocess

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import cos
from linkwise.errors import NoClosedForm, ReadError, WriteError
from linkwise.model import Friction, FrictionFunction, Smooth, Stribeck
from linkwise.readers import dh, mjcf, urdf
from tests.robots import states
from tests.tolerances import AGREEMENT, NINE_DIGITS, SAME_STEPS, STEEP_IN_FLOATS

from .laws import LASTING, LAWS

ARM = linkwise.load("planar2r")


@pytest.mark.parametrize("name", LASTING)
def test_toml_there_and_back(name):
    model = ARM.with_friction({"joint2": LASTING[name]}).model
    again, _ = dh.read_text(dh.write(model))
    assert again.bodies[1].joint.friction == LASTING[name] and again.bodies[0].joint.friction == Friction()


def test_functions_are_not_written():
    with pytest.raises(WriteError, match="'worm' cannot be written"):
        dh.write(ARM.with_friction(LAWS["load"]).model)


TEXT = """format = "linkwise-dh 1"
name = "arm"
convention = "standard"
[[link]]
mass = 1.0
friction = {}
"""


def test_toml_may_leave_out():
    """What a table does not say is 0, and the exponent 2."""
    model, _ = dh.read_text(TEXT.format('{ law = "stribeck", static = 3.0, k = 10.0 }'))
    assert model.bodies[0].joint.friction == Stribeck(0.0, 0.0, 3.0, k=10.0, exponent=2.0)


REFUSED = [
    ('{ law = "stribek", viscous = 1.0 }', "one of stribeck, piecewise, uneven, smooth, drive was expected"),
    ('{ law = "stribeck", coulomb = 1.0, k = 1.0 }', "'static' is missing"),
    ('{ law = "stribeck", static = 1.0 }', "'k' is missing"),
    ('{ law = "stribeck", static = 1.0, coulomb = 2.0, k = 1.0 }', "below its Coulomb friction"),
    ('{ law = "stribeck", static = -1.0, k = 1.0 }', "at least 0"),
    ('{ law = "stribeck", static = 1.0, k = 0.0 }', "the k of a Stribeck law is 0.0"),
    ('{ law = "stribeck", static = 1.0, k = 1.0, backward = 1.0 }', "unknown key"),
    ('{ law = "smooth", of = { coulomb = 1.0 } }', "'width' is missing"),
    ('{ law = "smooth", width = 0.1 }', "'of' is missing"),
    ('{ law = "smooth", width = 0.1, of = 3 }', "a table was expected"),
    ('{ law = "smooth", width = 0.1, of = { law = "piecewise", points = [[1.0, 1.0]] } }', "cannot be made smooth"),
    ('{ law = "uneven", forward = { coulomb = 1.0 } }', "'backward' is missing"),
    ('{ law = "uneven", forward = { coulomb = -1.0 }, backward = {} }', "at least 0"),
    ('{ law = "piecewise" }', "a list of pairs"),
    ('{ law = "piecewise", points = [1.0, 2.0] }', "a list of pairs"),
    ('{ law = "piecewise", points = [[1.0, nan]] }', "a list of pairs"),
    ('{ law = "piecewise", points = [[2.0, 1.0], [1.0, 1.0]] }', "velocity 1.0 after 2.0"),
    ("{ law = 3 }", "one of stribeck"),
    ("{ static = 1.0 }", "unknown key"),
]


@pytest.mark.parametrize(("said", "fault"), REFUSED)
def test_toml_refused(said, fault):
    with pytest.raises(ReadError) as refused:
        dh.read_text(TEXT.format(said))
    assert fault in str(refused.value) and "link[1].friction" in str(refused.value)


def test_laws_within_laws_end():
    said = "{ coulomb = 1.0 }"
    for _ in range(50):
        said = f'{{ law = "uneven", forward = {said}, backward = {{}} }}'
    with pytest.raises(ReadError, match="laws are nested more than 8 deep"):
        dh.read_text(TEXT.format(said))


@pytest.mark.parametrize(
    ("law", "kept"),
    [
        ("stribeck 1", Friction(0.5, 1.0)),
        ("smooth stribeck", Friction(0.5, 1.0)),
        ("lines", Friction()),
        ("load", Friction()),
    ],
)
def test_urdf_says_what_it_cannot_hold(law, kept):
    model = linkwise.load("planar2r").with_friction({"joint2": LAWS[law]}).model
    with pytest.raises(WriteError, match="joint 'joint2': the friction law"):
        urdf.write(model)
    text = urdf.write(model, lossy=True)
    assert "left out: joint 'joint2': the friction law" in text
    assert urdf.read_text(text)[0].bodies[1].joint.friction == kept


# ---- programs -------------------------------------------------------------------------------------------------------

TRACEABLE = ["stribeck 1", "stribeck 2", "stribeck 0.7", "smooth stribeck", "smooth uneven", "lines", "uneven", "load"]


@pytest.fixture(scope="module", params=TRACEABLE)
def arm(request):
    return ARM.with_friction(LAWS[request.param])


@pytest.fixture
def at():
    q, qd, qdd = states(2, 9, seed=3)
    qd[0] = 0.0
    return q, qd, qdd


def plainly(robot, at):
    """The formulation over floats, state by state."""
    name = "newton_euler.featherstone"
    return np.array([robot.inverse_dynamics(*state, formulation=name) for state in zip(*at, strict=True)])


@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_kernels(arm, at, question):
    interpreted = arm.compile(question, backend="interpreter")(*at)
    np.testing.assert_allclose(arm.compile(question)(*at), interpreted, rtol=AGREEMENT, atol=AGREEMENT)
    single = [part.astype(np.float32) for part in at]
    np.testing.assert_allclose(arm.compile(question)(*single), interpreted, rtol=STEEP_IN_FLOATS, atol=STEEP_IN_FLOATS)
    if question == "inverse_dynamics":
        np.testing.assert_allclose(interpreted, plainly(arm, at), rtol=AGREEMENT, atol=AGREEMENT)


def test_c(arm, at, tmp_path):
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    kernel = arm.compile("inverse_dynamics")
    kernel.save(tmp_path / "arm.c")
    command = ["gcc", "-std=c99", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "arm.c", "-lm", "-o", "arm.so"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    function = next(line for line in (tmp_path / "arm.h").read_text().splitlines() if line.startswith("void "))
    called = getattr(ctypes.CDLL(str(tmp_path / "arm.so")), function.split("(")[0].split()[-1])
    found = np.empty((len(at[0]), 2))
    for row, state in zip(found, zip(*at, strict=True), strict=True):
        pointers = [np.ascontiguousarray(x).ctypes.data_as(ctypes.c_void_p) for x in (*state, row)]
        called(*pointers)
    np.testing.assert_allclose(found, plainly(arm, at), rtol=AGREEMENT, atol=AGREEMENT)


def test_python(arm, at, tmp_path):
    (file,) = arm.compile("inverse_dynamics").save(tmp_path / "arm_program.py")
    spec = importlib.util.spec_from_file_location("arm_program", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = module.planar2r_inverse_dynamics
    found = [function(*state) for state in zip(*(part.tolist() for part in at), strict=True)]
    np.testing.assert_allclose(np.array(found).reshape(-1, 2), plainly(arm, at), rtol=SAME_STEPS, atol=AGREEMENT)


def test_listings(at):
    """A listing of Stribeck friction says [9.26] as it stands, with its coefficients as arguments."""
    robot = ARM.with_friction(LAWS["stribeck 1"])
    listing = robot.listing("inverse_dynamics", symbols=["friction"], base=False)
    assert "(FST1 - FC1)*(GAM1a*exp(-20*(QP1*GAM1a)))" in listing.text.replace("*QP1*GAM1a", "*(QP1*GAM1a)")
    assert r"\exp" in listing.latex and "exp(" in listing.c and "exp(" in listing.matlab
    exec(listing.python, space := {})
    function = space["planar2r_inverse_dynamics_inverse_dynamics"]
    numbers = {"FV": 0.2, "FC": 0.7, "FST": 1.3}
    other = ARM.with_friction(Stribeck(0.2, 0.7, 1.3, k=20.0, exponent=1.0))
    found = [
        function(*state, *(numbers[letter] for _ in (1, 2) for letter in ("FV", "FC", "FST")))
        for state in zip(*(part.tolist() for part in at), strict=True)
    ]
    np.testing.assert_allclose(np.array(found), plainly(other, at), rtol=AGREEMENT, atol=AGREEMENT)


@pytest.mark.slow
def test_listings_in_octave(arm, at, tmp_path):
    """The MATLAB of every law, run."""
    if shutil.which("octave") is None:
        pytest.skip("octave is not installed")
    text = arm.listing("inverse_dynamics", symbols=(), base=False).matlab
    name = re.search(r"function .*?= *(\w+)\(", text)[1]
    (tmp_path / f"{name}.m").write_text(text, encoding="utf-8")
    calls = [
        f"printf('%.17g\\n', {name}({', '.join(str(x.tolist()) for x in state)}));" for state in zip(*at, strict=True)
    ]
    command = ["octave", "--no-gui", "--quiet", "--eval", " ".join(calls)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    found = np.array([float(line) for line in done.stdout.split()]).reshape(-1, 2)
    np.testing.assert_allclose(found, plainly(arm, at), rtol=AGREEMENT, atol=AGREEMENT)


def test_closed_forms():
    """The exponential leaves sums and products; what has no friction in it still has a formula."""
    pytest.importorskip("sympy")
    robot = ARM.with_friction(LAWS["stribeck 2"])
    assert robot.formula("mass_matrix").shape == (2, 2)
    with pytest.raises(NoClosedForm, match="exponential"):
        robot.formula("inverse_dynamics")
    sided, free = (
        robot.formula("inverse_dynamics", symbols=())[1]
        for robot in (ARM.with_friction({"joint2": LAWS["by direction"]}), ARM)
    )
    rubbing = (sided - free).expand()
    assert [str(symbol) for symbol in rubbing.free_symbols] == ["qd2"]
    assert [float(rubbing.subs(dict.fromkeys(rubbing.free_symbols, v))) for v in (2, -2)] == pytest.approx([2.0, -2.7])
    uneven = FrictionFunction(lambda qd, q: (1 + cos(q)) * qd)
    assert "cos(q2)" in str(ARM.with_friction({"joint2": uneven}).formula("inverse_dynamics", symbols=())[1])


# ---- MuJoCo ---------------------------------------------------------------------------------------------------------

MJCF = """<mujoco><worldbody><body name="arm"><joint name="turn" axis="0 1 0" damping="0.3" frictionloss="0.7"/>
<geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.05" mass="2"/></body></worldbody></mujoco>"""


def test_mjcf_friction_takes_part():
    """damping and frictionloss of a file are the law's numbers; MuJoCo's own smooth forces and its friction cone."""
    mujoco = pytest.importorskip("mujoco")
    robot = Robot(mjcf.read_text(MJCF)[0])
    model = mujoco.MjModel.from_xml_string(MJCF)
    data = mujoco.MjData(model)
    for q, qd, qdd in zip(*(part[:, 0] for part in states(1, 5, seed=4)), strict=True):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        mujoco.mj_inverse(model, data)
        dry = model.dof_frictionloss[0] * np.sign(qd)
        found = robot.inverse_dynamics([q], [qd], [qdd])[0]
        assert found == pytest.approx(data.qfrc_inverse[0] + dry, rel=NINE_DIGITS)


def test_smooth_twin_of_mjcf():
    """The same numbers made smooth differ within the width alone."""
    robot = Robot(mjcf.read_text(MJCF)[0])
    smooth = robot.with_friction(Smooth(robot.model.bodies[0].joint.friction, width=1e-3))
    qd = np.array([[-2.0], [-0.03], [0.03], [2.0]])
    np.testing.assert_array_equal(robot.friction_forces(qd), smooth.friction_forces(qd))
    assert robot.friction_forces([1e-4]) != smooth.friction_forces([1e-4])
    assert isinstance(Stribeck(0.3, 0.7, 0.9, k=1.0).force(1.0), float)
