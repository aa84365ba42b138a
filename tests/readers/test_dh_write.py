"""DH files out: what is written reads back as the same robot."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.rewrite.model_in_pinocchio import difference
from tests.rewrite.random_arms import arm
from tests.rewrite.test_gauge import chain
from tests.robots import ARMS
from tests.tolerances import AGREEMENT

import linkwise
from linkwise.algebra import Inertia, Transform, Vec3
from linkwise.errors import UnknownName, WriteError
from linkwise.model import Coordinates, Frame, Model
from linkwise.model.dh import X, Z, slide, turn
from linkwise.model.rewrite.merge_fixed import merge_fixed
from linkwise.readers import catalog
from linkwise.readers.dh import CONVENTIONS, read, read_text, write


def same_drives(a: Model, b: Model) -> None:
    moving = [body.joint for body in a.bodies if body.joint.moves]
    for old, new in zip(moving, (body.joint for body in b.bodies), strict=True):
        assert (old.name, old.kind, old.limits, old.friction) == (new.name, new.kind, new.limits, new.friction)
        assert old.rotor.reflected == new.rotor.reflected


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("name", ARMS)
def test_catalog_goes_round(name, convention):
    model, _ = read(catalog.find(name))
    again, report = read_text(write(model, convention=convention))
    assert difference(model, again) < AGREEMENT
    assert (again.name, again.gravity, again.tip) == (model.name, model.gravity, model.tip)
    same_drives(model, again)
    assert not report.of("waived")


@pytest.mark.parametrize("seed", range(30))
def test_any_robot_goes_round_as_khalil(seed):
    model = arm(seed, 7, tree=seed % 2 == 0, fixed=seed % 3 == 0)
    again, _ = read_text(write(model))
    assert difference(model, again) < AGREEMENT
    assert [body.name for body in again.bodies] == [body.name for body in merge_fixed(model).bodies]


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(10))
def test_chains_go_round(seed, convention):
    model = arm(seed, 6, places=("any", "parallel", "crossing", "collinear", "quarters"), fixed=True)
    again, _ = read_text(write(model, convention=convention))
    assert difference(model, again) < AGREEMENT


def test_writing_what_was_written_changes_no_number_of_the_table():
    for name in catalog.names():
        once = write(read(catalog.find(name))[0])
        twice = write(read_text(once)[0])
        geometry = [
            [line for line in text.split("\n") if line.startswith(("alpha", "d =", "theta", "r =", "gamma", "b ="))]
            for text in (once, twice)
        ]
        assert geometry[0] == geometry[1]


def test_mimics_gravity_frames_tip_and_waivers():
    base = chain(turn(X, 0.3), slide(X, 0.5), slide(X, 0.2))
    tool = Frame("tool", 2, Transform(turn(Z, 1.0).R, Vec3(0.1, 0.2, 0.3)).tagged("l2", "tool"))
    corner = Frame("corner", -1, slide(X, 2.0).tagged("base", "corner"))
    rows = (((0, 1.0),), ((0, -2.0),), ((1, 1.0),))
    model = Model(
        "m",
        base.bodies,
        gravity=Vec3(1.0, 2.0, 3.0),
        frames=(tool, corner),
        tip="tool",
        coordinates=Coordinates(("j0", "j2"), rows, (0.0, 0.25, 0.0)),
    )
    again, report = read_text(write(model))
    assert difference(model, again) < AGREEMENT
    assert (again.tip, again.gravity.components, again.coordinates) == ("tool", (1.0, 2.0, 3.0), model.coordinates)
    assert len(report.of("mimic")) == 1


@pytest.mark.parametrize(
    ("names", "rows", "said"),
    [
        (("j0", "j1"), (((0, 1.0),), ((1, 1.0),), ((0, 1.0), (1, -1.0))), "joint 'j2' follows 2 coordinates"),
        (("u", "j1", "j2"), (((0, 1.0),), ((1, 1.0),), ((2, 1.0),)), "coordinate 'u' is not"),
        (("j0", "j1", "j2"), (((0, 2.0),), ((1, 1.0),), ((2, 1.0),)), "coordinate 'j0' is not"),
        (("j1", "j0", "j2"), (((1, 1.0),), ((0, 1.0),), ((2, 1.0),)), "in joint order"),
        (("j0", "j1"), (((0, 1.0),), ((1, 1.0),), ()), "joint 'j2' follows 0 coordinates"),
    ],
)
def test_couplings_the_format_cannot_hold(names, rows, said):
    base = chain(turn(X, 0.3), slide(X, 0.5), slide(X, 0.2))
    with pytest.raises(WriteError, match=said):
        write(Model("m", base.bodies, coordinates=Coordinates(names, rows, (0.0,) * 3)))


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_what_a_chain_convention_cannot_hold(convention):
    with pytest.raises(WriteError, match=r"(?s)robot 'random0' branches.*khalil"):
        write(arm(0, 5, tree=True), convention=convention)
    tilted = chain(slide(Z, 0.1), slide(X, 0.5) @ turn(X, 0.0) @ turn(Vec3(0.0, 1.0, 0.0), 1e-6), slide(X, 0.3))
    with pytest.raises(WriteError, match=r"(?s)joint 'j1'.*β.*khalil"):
        write(tilted, convention=convention)


def test_odd_calls():
    with pytest.raises(UnknownName, match="'modified'"):
        write(arm(0), convention="craig")
    with pytest.raises(WriteError, match="no moving joint"):
        write(Model("rock", ()))


@pytest.mark.parametrize("name", ['"', "a\nb", "<script>", "x" * 65536, "'\\", "\u2028", "\x7f\x00", "]]", "é", "# no"])
def test_hostile_names_go_round(name):
    base = chain(slide(X, 1.0))
    body = base.bodies[0]
    renamed = type(body)(
        name, -1, body.placement.tagged(name + "0", name), type(body.joint)(name), body.inertia.seen_from(name)
    )
    again, _ = read_text(write(Model(name, (renamed,), base=name + "0")))
    assert (again.name, again.bodies[0].name, again.joint_names, again.base) == (name, name, (name,), name + "0")


def test_names_that_are_no_text():
    with pytest.raises(WriteError, match="not Unicode"):
        write(Model("\ud800", chain(slide(X, 1.0)).bodies))


def test_quarter_turns_are_written_with_all_digits():
    text = write(chain(slide(Z, 0.1), turn(X, math.pi / 2), turn(X, 1.57079632679)))
    assert "alpha = 1.5707963267948966\n" in text
    assert "alpha = 1.57079632679\n" in text


def test_masses_are_written_at_the_centre():
    model = chain(slide(Z, 0.1))
    text = write(model)
    I = model.bodies[0].inertia
    lines = dict(line.split(" = ", 1) for line in text.split("\n") if " = " in line)
    com = np.array([float(x) for x in lines["com"].strip("[]").split(",")])
    assert float(lines["mass"]) == I.m
    # the only joint's frame slides down to the base, 0.1 below
    assert np.linalg.norm(com) == pytest.approx(math.hypot(I.com.x, I.com.y, I.com.z + 0.1), rel=AGREEMENT)


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_base_all_but_parallel_to_the_first_axis(convention):
    model = chain(slide(X, 0.3) @ turn(Vec3(0.0, 1.0, 0.0), 1e-6), slide(X, 0.5) @ turn(X, 0.7), slide(X, 0.3))
    assert difference(model, read_text(write(model, convention=convention))[0]) < AGREEMENT


def test_links_that_are_no_bodies_are_not_written():
    model = linkwise.load("panda").model
    heavy = model.bodies[3]
    negative = replace(heavy, inertia=Inertia.of_parameters([-p for p in heavy.inertia.parameters], heavy.name))
    with pytest.raises(WriteError, match="'panda_link4' has a negative mass"):
        write(replace(model, bodies=(*model.bodies[:3], negative, *model.bodies[4:])))
