"""The error of floats that a generated header states: held to 40 digits, to fresh states, and to compiled floats."""

import re

import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError, Robot
from linkwise.algebra import exp, sin
from linkwise.backends import BACKENDS
from linkwise.backends.c.float_errors import float_errors
from linkwise.backends.c.source import source
from linkwise.backends.interpreter import run
from linkwise.calls.input_ranges import input_ranges
from linkwise.control import computed_torque
from linkwise.program import Port, Signature, fused, trace
from tests.robots import random_model
from tests.tolerances import MEASURED_AGAIN, SAME_STEPS, SEARCHED

from .test_c import Called, library, need

EPS = 2.0**-24


def searched(robot, question):
    kernel = robot.compile(question)
    return kernel, float_errors(fused(kernel.program), kernel.signature, input_ranges(robot.tree, kernel.signature))


def fresh(found, signature, count, seed):
    """States drawn evenly from the ranges, as floats."""
    rng = np.random.default_rng(seed)
    sides = [found.ranges[port.name] for port in signature.takes]
    return [rng.uniform(*pair, (count, len(pair[0]))).astype(np.float32) for pair in sides]


ROBOTS = [
    ("panda", "inverse_dynamics"),
    *(
        pytest.param(*case, marks=pytest.mark.slow)
        for case in [("ur5", "forward_dynamics"), ("stanford", "mass_matrix")]
    ),
    *(pytest.param(seed, "inverse_dynamics", marks=pytest.mark.slow) for seed in (2, 7, 16)),
]


@pytest.mark.parametrize(("robot", "question"), ROBOTS)
def test_what_is_printed_holds(robot, question):
    """At the worst state by 40 digits; at 20,000 fresh ones by machine code on floats, whose sines are not libm's: the
    most met there is 0.74 of the error found."""
    mp = pytest.importorskip("mpmath", reason="mpmath is not installed").mp
    robot = linkwise.load(robot) if isinstance(robot, str) else Robot(random_model(robot))
    kernel, found = searched(robot, question)
    [worst] = found.errors
    with mp.workdps(40):
        exact = np.array(run(kernel.program, [mp.mpf(float(x)) for x in worst.state]), dtype=float)
    state = np.split(worst.state, np.cumsum([port.size for port in kernel.signature.takes])[:-1])
    doubles = np.ravel(kernel(*state))
    assert np.abs(doubles - exact).max() <= max(SAME_STEPS * np.abs(exact).max(), worst.error / 1000.0)
    at = fresh(found, kernel.signature, 20_000, seed=5)
    off = np.abs(kernel(*at) - kernel(*(x.astype(float) for x in at))).max()
    assert 0.1 * worst.error < off <= worst.error


def test_compiled_c_is_off_by_what_the_search_says(tmp_path):
    """At the worst state found, one of the two ways, with or without fused operations, has just that error."""
    need()
    kernel, found = searched(linkwise.load("planar3r"), "inverse_dynamics")
    [worst] = found.errors
    made, off = source(fused(kernel.program), kernel.signature), []
    for name, fma in (("apart", "((a) * (b) + (c))"), ("fused", "(float)((double)(a) * (double)(b) + (double)(c))")):
        (tmp_path / name).mkdir()
        lib = library([made], tmp_path / name, ["-O1", f"-DLINKWISE_FMAF(a,b,c)={fma}"])
        floats = Called(lib, made, kernel.signature)(worst.state, np.float32)
        off.append(np.abs(floats - kernel(*np.split(worst.state, 3))).max())
    assert max(off) == pytest.approx(worst.error, rel=MEASURED_AGAIN)


def errors_of(f, lower, upper, **more):
    ports = Signature((Port("x", (len(lower),)),), (Port("y", ()),))
    [found] = float_errors(trace(f, {"x": len(lower)}), ports, {"x": (np.array(lower), np.array(upper))}, **more).errors
    return found


def test_errors_that_are_known():
    """A rounded sum, a rounded constant, sums that cancel, and a value that no float holds."""
    assert errors_of(lambda x: x[0] + x[1], [1.0, 0.0], [1.9, 1e-3]).error == pytest.approx(EPS, rel=SEARCHED)
    constant = errors_of(lambda x: x[0] + 0.1, [0.0], [0.0])
    assert constant.error == abs(float(np.float32(0.1)) - 0.1)
    lost = errors_of(lambda x: (x[0] * x[0] + 1e4) - 1e4, [0.9], [1.1])
    assert lost.error == pytest.approx(2.0**13 * EPS, rel=0.05)
    assert errors_of(lambda x: exp(x[0]), [0.0], [100.0]).error == np.inf
    assert errors_of(lambda x: sin(x[0]), [-3.0], [3.0]).error == pytest.approx(0.5 * EPS, rel=0.05)


# ---- the text --------------------------------------------------------------------------------------------------------


def header(kernel, folder, **more):
    kernel.save(folder / "arm.c", **more)
    return (folder / "arm.h").read_text()


def test_the_header_states_it(tmp_path):
    panda = linkwise.load("panda")
    kernel, found = searched(panda, "gravity_forces")
    [worst] = found.errors
    text = header(kernel, tmp_path)
    error, relative = map(float, re.search(r" gravity_forces: ([\d.e-]+), ([\d.e-]+) of the largest", text).groups())
    assert worst.error <= error <= 1.1 * worst.error and worst.error / worst.largest <= relative
    assert f"found in {found.states} states" in text and "q: -2.8973 to 2.8973, -1.7628 to 1.7628," in text
    assert text == header(kernel, tmp_path), "the same file every time"
    code = (tmp_path / "arm.c").read_text()
    assert "Errors" not in code and text.isascii()


def test_ranges_can_be_given(tmp_path):
    robot = linkwise.load("planar2r")
    kernel = robot.compile("inverse_dynamics", parameters=["payload"])
    assert "not searched for: no range is known for payload." in header(kernel, tmp_path)
    text = header(kernel, tmp_path, ranges={"payload": (0.0, [1.0] + [0.0] * 9), "qd": (-9.0, 9.0)})
    assert "payload: 0 to 1, 0, 0," in text and "qd: each -9 to 9" in text and "q: each -3.14159 to 3.14159" in text


def test_an_input_that_is_not_used_needs_no_range(tmp_path):
    """A controller takes the time, whether it looks at it or not."""
    law = computed_torque(linkwise.load("planar2r"), [0.0, 0.0], 9.0, 6.0)
    text = header(law, tmp_path)
    assert "tau: " in text and "no range is known for" not in text


def test_values_too_large_for_floats_are_told(tmp_path):
    program = trace(lambda x: x[0] * 1e30 * x[0], {"x": 1}, "huge")
    ports = Signature((Port("x", (1,)),), (Port("y", (1,)),))
    texts = BACKENDS["c"].files(
        program, ports, tmp_path / "huge.c", "", "float64", {"x": (np.zeros(1), np.full(1, 1e9))}
    )
    assert "y: not finite in floats at some states" in texts[".h"]


@pytest.mark.parametrize(
    "ranges",
    [3, {"speed": (0.0, 1.0)}, {"q": 1.0}, {"q": (1.0, 0.0)}, {"q": (0.0, np.nan)}, {"q": (0.0, [1.0, 2.0, 3.0])}],
    ids=str,
)
def test_ranges_that_are_none(ranges, tmp_path):
    with pytest.raises(LinkwiseError):
        linkwise.load("planar2r").compile("gravity_forces").save(tmp_path / "arm.c", ranges=ranges)
    assert not list(tmp_path.iterdir())
