"""A corpus of deliberately broken arms, one per defect: each has the findings named here and no others."""

import math
from dataclasses import replace

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia
from linkwise.doctor import CHECKS, differences, examine
from linkwise.model import NO_LIMITS, Friction, Limits, Rotor
from tests.doctor.arm import LINKS, arm, edited, with_inertia
from tests.robots import LOOPS
from tests.tolerances import AGREEMENT, ROUNDING, SAME_ROBOT

FELT = 0.0011 + 0.8 * 0.01**2
"""What the wrist, along x, feels of the hand."""


def of_links(**links):
    return lambda: arm(
        links={name: dict(zip(("xx", "yy", "zz"), moments, strict=True)) for name, moments in links.items()}
    )


def parameters(*numbers):
    return lambda: edited(arm(), "hand", inertia=Inertia.of_parameters(numbers, "hand"))


def limited(**limits):
    return lambda: edited(arm(), "forearm", {"limits": Limits(**{**dict(velocity=3.0, effort=200.0), **limits})})


def turned(rpy):
    return lambda: arm(joints={"wrist": {"rpy": rpy}})


def pulled(*gravity):
    return lambda: arm().with_gravity(gravity)


def frictionless():
    robot = arm()
    for link in LINKS:
        robot = edited(robot, link, {"friction": Friction()})
    return robot


def swapped(link, fixed):
    """The arm with the inertia of a link given to a link that is fixed to it."""
    robot = arm()
    own = next(body.inertia for body in robot.model.bodies if body.name == link)
    robot = edited(robot, fixed, inertia=own.seen_from(fixed))
    return edited(robot, link, inertia=Inertia.none(link))


UPPER = {k: LINKS["upper"][k] for k in ("mass", "xx", "yy", "zz")}
FOREARM_GYRATION = math.sqrt(0.026e6 / 2.5)

BROKEN = {
    # masses and moments
    "a negative mass": (
        lambda: with_inertia(arm(), "hand", -0.01, (0.03, 0, 0), (0.0011, 0, 0, 0.0013, 0, 0.0009)),
        [("infeasible", "negative-mass", "hand", -0.01)],
    ),
    "moments without mass": (
        lambda: arm(links={"hand": {"mass": 0}}),
        [("infeasible", "inertia-without-mass", "hand", 0.0013)],
    ),
    "a first moment without mass": (
        parameters(0, 0, 0, 0, 0, 0, 0, 0.001, 0, 0),
        [
            ("infeasible", "inertia-without-mass", "hand", 0.001),
            ("infeasible", "indefinite-mass-matrix", "wrist", None),
        ],
    ),
    "a negative moment": (
        of_links(hand=(0.0011, 0.0013, -0.0004)),
        [("infeasible", "negative-moment", "hand", -0.0004)],
    ),
    "the triangle inequality": (
        of_links(hand=(0.0011, 0.0013, 0.0034)),
        [("infeasible", "triangle-inequality", "hand", 0.5 * (0.0011 + 0.0013 - 0.0034))],
    ),
    "a rod": (of_links(hand=(0.0011, 0, 0.0011)), [("note", "degenerate", "hand", 0.0)]),
    "a plate": (of_links(hand=(0.0011, 0.0004, 0.0015)), [("note", "degenerate", "hand", 0.0)]),
    "a point": (of_links(hand=(0, 0, 0)), [("note", "degenerate", "hand", 0.0)]),
    "a massless link that carries others": (
        lambda: edited(arm(), "upper", inertia=Inertia.none("upper")),
        [("suspicious", "missing-mass", "upper", 0.0)],
    ),
    "a massless link at the end": (
        lambda: edited(arm(), "hand", inertia=Inertia.none("hand")),
        [("infeasible", "missing-mass", "hand", 0.0), ("infeasible", "singular-mass-matrix", "wrist", 0.0)],
    ),
    "a link whose mass is all on what is fixed to it": (
        lambda: swapped("hand", "tool"),
        [("note", "missing-mass", "hand", 0.0)],
    ),
    "a massless link with a rotor": (
        lambda: edited(arm(), "hand", {"rotor": Rotor(1e-3)}, inertia=Inertia.none("hand")),
        [("suspicious", "missing-mass", "hand", 0.0)],
    ),
    # what nobody measured
    "a milli-tensor": (of_links(hand=(1e-3, 1e-3, 1e-3)), [("suspicious", "placeholder", "hand", 1e-3)]),
    "mass one, unit tensor": (
        lambda: arm(links={"forearm": dict(mass=1, xx=1, yy=1, zz=1)}),
        [("suspicious", "placeholder", "forearm", 1.0)],
    ),
    "half the unit tensor": (of_links(forearm=(0.5, 0.5, 0.5)), [("suspicious", "placeholder", "forearm", 0.5)]),
    "a tensor pasted": (
        lambda: arm(links={"forearm": {k: UPPER[k] for k in ("xx", "yy", "zz")}}),
        [("suspicious", "duplicate-inertia", "forearm", 2.0)],
    ),
    "two equal links": (lambda: arm(links={"forearm": UPPER}), [("note", "duplicate-inertia", "forearm", 2.0)]),
    "three equal links": (
        lambda: arm(links={"forearm": UPPER, "column": UPPER}),
        [("suspicious", "duplicate-inertia", "forearm", 3.0)],
    ),
    # units and frames
    "kg mm^2": (
        of_links(forearm=(0.004e6, 0.026e6, 0.025e6)),
        [("suspicious", "inertia-too-large", "forearm", FOREARM_GYRATION)],
    ),
    "tonnes": (of_links(forearm=(4e-6, 26e-6, 25e-6)), [("suspicious", "inertia-too-small", "forearm", 26e-6)]),
    "millimetres": (
        lambda: arm(links={"forearm": {"com": "150 0 20"}}, joints={"lift": {"effort": 1e4}, "elbow": {"effort": 1e4}}),
        [("suspicious", "far-centre-of-mass", "forearm", math.hypot(150 - 0.3, 20))],
    ),
    "joints in millimetres": (
        lambda: arm(joints={"elbow": {"at": "400 0 0"}, "lift": {"effort": 1e5}}),
        [("suspicious", "link-too-long", "upper", 400.0)],
    ),
    "90": (turned("0 0 90"), [("suspicious", "degrees", "hand", 90.0)]),
    "45 and -180": (turned("45 0 -180"), [("suspicious", "degrees", "hand", -180.0)]),
    "a pitch of 120": (turned("0 120 0"), [("suspicious", "degrees", "hand", 120.0)]),
    "an offset of 90": (lambda: edited(arm(), "hand", {"offset": 90.0}), [("suspicious", "degrees", "hand", 90.0)]),
    "limits in degrees": (limited(lower=-90.0, upper=150.0), [("suspicious", "degrees", "elbow", 150.0)]),
    "1.57": (turned("0 0 1.57"), [("suspicious", "near-quarter-turn", "hand", math.pi / 2 - 1.57)]),
    "1.5708": (turned("0 0 1.5708"), [("note", "near-quarter-turn", "hand", 1.5708 - math.pi / 2)]),
    "an offset of 3.14": (
        lambda: edited(arm(), "hand", {"offset": 3.14}),
        [("suspicious", "near-quarter-turn", "hand", math.pi - 3.14)],
    ),
    # drives
    "limits out of order": (
        limited(lower=2.5, upper=-2.0),
        [("suspicious", "limits-out-of-order", "elbow", 4.5)],
    ),
    "no range": (limited(lower=0.5, upper=0.5), [("suspicious", "no-range", "elbow", 0.0)]),
    "no velocity": (limited(lower=-2.0, upper=2.5, velocity=0.0), [("suspicious", "no-range", "elbow", 0.0)]),
    "no limits": (
        lambda: edited(arm(), "forearm", {"limits": NO_LIMITS}),
        [("note", "missing-limits", "elbow", 3.0)],
    ),
    "a weak elbow": (
        limited(lower=-2.0, upper=2.5, effort=1.0),
        [("suspicious", "effort-too-small", "elbow", None)],
    ),
    "a gear ratio too much": (
        lambda: edited(arm(), "hand", {"rotor": Rotor(0.02, 100.0)}),
        [("note", "dominant-rotor", "wrist", 200.0 / FELT)],
    ),
    "no friction": (frictionless, [("note", "frictionless", "arm", 0.0)]),
    # gravity
    "no gravity": (pulled(0, 0, 0), [("suspicious", "no-gravity", "arm", 0.0)]),
    "gravity with a slip": (pulled(0, 0, -9.71), [("suspicious", "gravity-size", "arm", 9.71)]),
    "gravity upwards": (pulled(0, 0, 9.81), [("suspicious", "gravity-upward", "arm", 9.81)]),
    "gravity askew": (
        pulled(9.81 * math.sin(0.2), 0, -9.81 * math.cos(0.2)),
        [("note", "gravity-oblique", "arm", 0.2)],
    ),
}
"""By name: the broken arm, and for each finding its severity, check, link or joint, and number where it is known."""


def test_the_arm_is_healthy():
    found = examine(arm())
    assert found.findings == () and found.feasible
    assert found.verdict == "'arm' is feasible: 0 infeasible, 0 suspicious, 0 notes"


@pytest.mark.parametrize("name", BROKEN)
def test_each_defect_is_found_and_nothing_else(name):
    broken, expected = BROKEN[name]
    found = examine(broken(), states=40)
    assert [(each.severity, each.check, each.link) for each in found.findings] == [row[:3] for row in expected]
    for each, (*_, number) in zip(found.findings, expected, strict=True):
        if number is not None:
            assert each.number == pytest.approx(number, rel=SAME_ROBOT, abs=ROUNDING)
        assert each.what and each.expected.endswith(".") and each.hint.endswith(".")
    assert found.feasible == all(row[0] != "infeasible" for row in expected)


def test_every_check_is_met():
    """No row of the table is without a broken arm here, but for those with tests of their own below."""
    apart = {"ill-conditioned", "waived-rule", "singular-attitude", "loops"}
    met = {check for _, expected in BROKEN.values() for _, check, *_ in expected}
    assert met | apart == {check.name for check in CHECKS}


def test_a_floating_base():
    """The links between its turns need no mass; where it is singular is told."""
    robot = arm()
    hull = Inertia.of_parameters([0.05, 1e-3, 2e-3, 0.06, -1e-3, 0.04, 0.3, 0.1, 0.2, 9.0], "base")
    heavy = Robot(replace(robot.model, base_inertia=hull))
    assert [each.check for each in examine(heavy.with_floating_base(), states=5).findings] == ["singular-attitude"]
    light = examine(robot.with_floating_base(), states=5).findings
    assert [each.check for each in light] == ["missing-mass", "singular-mass-matrix", "singular-attitude"]


@pytest.mark.parametrize("name", LOOPS)
def test_closed_loops_are_told_and_their_tree_is_examined(name):
    """Passive joints need no limits; only what motors drive does."""
    robot = linkwise.load(name)
    [found] = examine(robot, states=5).findings
    assert (found.severity, found.check, found.number) == ("note", "loops", len(robot.model.closures))
    assert robot.model.closures[0].name in found.what
    assert not differences(robot, robot, states=5).joints[0].torque["largest"]


def test_tolerances_are_generous():
    """A tensor printed with six digits, and one moved from far away, are not accused."""
    flat = with_inertia(arm(), "hand", 0.8, (0.03, 0, 0.01), (0.001, 0, 0, 0.002, 0, 0.003000001))
    assert [each.check for each in examine(flat, states=5).findings] == ["degenerate"]
    far = with_inertia(arm(), "hand", 0.8, (0.3, -0.3, 0.4), (0.0, 0, 0, 0.0, 0, 0.0))
    assert [each.check for each in examine(far, states=5).findings] == ["degenerate"]


@pytest.mark.slow
def test_no_angle_is_taken_for_degrees():
    """Multiples of 15° in radians, all combinations of two, and limits of two turns are none."""
    for a in range(-180, 181, 15):
        for b in (0, 30, 90):
            rpy = f"{math.radians(b)!r} {math.radians(a)!r} {math.radians(2 * b)!r}"
            assert examine(turned(rpy)(), states=1).of("degrees") == ()
    for limits in (Limits(-4 * math.pi, 4 * math.pi, 3.0, 200.0), Limits(-1e4, 1e4, 3.0, 200.0), NO_LIMITS):
        assert examine(edited(arm(), "forearm", {"limits": limits}), states=1).of("degrees") == ()


def test_a_sensor_of_nothing_is_a_note():
    """A placeholder that a body of kilograms does not feel; a heavier one is felt."""
    for mass, severity in ((0.001, "note"), (0.1, "suspicious")):
        robot = with_inertia(arm(), "tool", mass, (0, 0, 0), (1e-6, 0, 0, 1e-6, 0, 1e-6))
        [found] = examine(robot, states=1).findings
        assert (found.severity, found.check, found.link) == (severity, "placeholder", "tool")


def test_turned_tensors_are_judged_alike():
    """Feasibility does not depend on axes: the same principal moments about any axes."""
    rng = np.random.default_rng(0)
    for _ in range(8):
        R, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        moments, com = rng.uniform(0.001, 0.01, 3), rng.uniform(-0.05, 0.05, 3)
        I = R @ np.diag(moments) @ R.T
        robot = with_inertia(arm(), "hand", 0.8, com.tolist(), [I[0, 0], I[0, 1], I[0, 2], I[1, 1], I[1, 2], I[2, 2]])
        found = examine(robot, states=2).of("triangle-inequality")
        least = 0.5 * (moments.sum() - 2.0 * moments.max())
        assert bool(found) == (least < 0.0)
        if found:
            assert found[0].number == pytest.approx(least, rel=SAME_ROBOT)


def test_links_of_legs_may_be_alike():
    """Side by side is no path: two arms on one base repeat each other with good reason."""
    from dataclasses import replace

    from linkwise import Robot
    from linkwise.model import BASE, Model

    def named(body, side, first):
        name = f"{side}_{body.name}"
        to = "base" if body.parent == BASE else f"{side}_{arm().model.bodies[body.parent].name}"
        return replace(
            body,
            name=name,
            parent=BASE if body.parent == BASE else body.parent + first,
            placement=body.placement.tagged(to, name),
            inertia=body.inertia.seen_from(name),
            joint=replace(body.joint, name=f"{side}_{body.joint.name}"),
        )

    bodies = arm().model.bodies
    both = [named(body, side, first) for side, first in (("left", 0), ("right", len(bodies))) for body in bodies]
    assert examine(Robot(Model("both", tuple(both))), states=5).findings == ()


def test_drives_hold_the_arm():
    """One link: the drive needs m g r at most, and a limit right above it is enough."""
    from linkwise import load

    pendulum = load("pendulum")  # 1 kg, its centre half a metre from the axis: 4.905 N m

    def held(effort):
        joint = {"limits": Limits(-math.pi, math.pi, 1.0, effort)}
        return examine(edited(pendulum, pendulum.model.bodies[0].name, joint), states=2000).of("effort-too-small")

    assert held(4.906) == ()
    [found] = held(4.0)
    assert 0.999 * 4.905 < found.number <= 4.905 * (1 + ROUNDING)


@pytest.mark.parametrize("tiny", [1e-7, 1e-9])
def test_conditions_are_those_of_the_inertia_matrix(tiny):
    """Two axes that coincide with next to nothing between them; Pinocchio's matrix at the state that is named."""
    pytest.importorskip("pinocchio")
    from tests.rewrite.model_in_pinocchio import InPinocchio

    robot = arm(
        links={"upper": dict(mass=tiny, com="0 0 0", xx=1e-2 * tiny, yy=1e-2 * tiny, zz=1e-2 * tiny)},
        joints={"elbow": {"at": "0 0 0"}},
    )
    found = examine(robot)
    [poor] = found.of("ill-conditioned")
    M = InPinocchio(robot.tree).mass_matrix(found.workspace.q)
    d = np.sqrt(np.diag(M))
    scaled, raw = (np.linalg.cond(A) for A in (M / np.outer(d, d), M))
    assert poor.link in ("lift", "elbow") and poor.number == found.workspace.scaled > 1e6
    assert found.workspace.scaled == pytest.approx(scaled, rel=scaled * AGREEMENT)
    assert found.workspace.raw >= raw * (1.0 - raw * AGREEMENT)


def test_an_indefinite_matrix_names_the_state():
    pytest.importorskip("pinocchio")
    from tests.rewrite.model_in_pinocchio import InPinocchio

    robot = of_links(hand=(-0.02, 0.0013, 0.0009))()
    found = examine(robot)
    checks = [each.check for each in found.findings if each.severity == "infeasible"]
    assert checks == ["negative-moment", "indefinite-mass-matrix"] and not found.feasible
    M = InPinocchio(robot.tree).mass_matrix(found.workspace.q)
    assert found.of("indefinite-mass-matrix")[0].link == "wrist" and np.linalg.eigvalsh(M)[0] < 0.0 > M[3, 3]
