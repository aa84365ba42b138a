"""How the doctor is called, and what comes back."""

import json
import math
from dataclasses import FrozenInstanceError, replace
from xml.etree import ElementTree

import pytest
import sympy

import linkwise
from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Vec3
from linkwise.doctor import Finding, differences, examine
from linkwise.errors import InvalidModel, LinkwiseError, NoMass
from linkwise.model import Model
from linkwise.readers import urdf
from tests.doctor.arm import arm, edited, text


def test_what_comes_back():
    found = examine(linkwise.load("puma560"), states=7, seed=3)
    assert (found.robot, found.n, found.states, found.seed, found.workspace.states) == ("puma560", 6, 7, 3, 7)
    assert found.data["findings"][0]["link"] == "link1" and json.dumps(found.data)
    first = found.findings[0]
    assert isinstance(first, Finding) and str(first).count("\n") == 2
    for part in (str(first), found.verdict, "Condition of the inertia matrix over 7 states"):
        assert part in str(found)
    with pytest.raises(FrozenInstanceError):
        found.seed = 1


def test_results_in_a_prompt_and_in_a_notebook():
    robot = Robot(replace(arm().model, name="<b>arm</b>"))
    found = examine(robot.with_gravity([0, 0, 9.81]), states=3)
    assert repr(found) == "<Examination: '<b>arm</b>' is feasible: 0 infeasible, 1 suspicious, 0 notes>"
    assert repr(found.findings[0]).startswith("<suspicious: gravity-upward: ") and len(repr(found.workspace)) < 200
    rows = list(ElementTree.fromstring(f"<div>{found._repr_html_()}</div>").iter("tr"))
    assert [row[1].text for row in rows] == ["check", "gravity-upward"] and "<b>" not in found._repr_html_()
    between = differences(robot, arm(), states=3)
    assert repr(between) == "<Differences of '<b>arm</b>' and 'arm': 4 joints matched by name, torques up to 0 apart>"
    rows = list(ElementTree.fromstring(f"<div>{between._repr_html_()}</div>").iter("tr"))
    assert [row[0].text for row in rows] == ["joint", "turn", "lift", "elbow", "wrist"]
    assert repr(between.joints[0]).startswith("<turn: mass 6 and 6 kg, ")


def test_seeds_give_other_states():
    q = [examine(linkwise.load("panda"), seed=seed).workspace.q for seed in (0, 0, 1)]
    assert (q[0] == q[1]).all() and (q[0] != q[2]).any()
    limits = linkwise.load("panda").limits
    assert ((limits.lower <= q[0]) & (q[0] <= limits.upper)).all()


def test_what_a_model_was_read_without_is_told():
    """Rules with a check of their own are not said twice."""
    model = replace(arm().model, waivers=("missing-limit", "gravcomp", "indefinite-inertia"))
    [found] = examine(Robot(model), states=5).findings
    assert (found.severity, found.check) == ("note", "waived-rule") and "'gravcomp'" in found.what


def test_standing_links_are_judged_mildly():
    """No dynamics meets a base: what no body has is suspicious there, and the model feasible."""
    base = Inertia.at_com(2.0, Vec3(0.0, 0.0, 0.0), Sym3(1.0, 0.0, 0.0, 1.0, 0.0, 5.0))
    robot = Robot(replace(arm().model, base_inertia=base.seen_from("base")))
    [found] = examine(robot, states=5).findings
    assert (found.severity, found.check, found.link, found.number) == (
        "suspicious",
        "triangle-inequality",
        "base",
        -1.5,
    )
    assert "no effect on the dynamics" in found.what and examine(robot, states=5).feasible


def test_robots_without_mass_or_joints():
    bare = arm()
    for body in bare.model.bodies:
        bare = edited(bare, body.name, inertia=Inertia.none(body.name))
    found = examine(bare, states=5)
    assert not found.feasible and [each.link for each in found.of("missing-mass")] == [
        "column",
        "upper",
        "forearm",
        "hand",
    ]
    assert all(each.severity == "infeasible" for each in found.of("missing-mass"))
    assert math.isinf(found.workspace.scaled)
    post = examine(Robot(Model("post", ())))
    assert post.feasible and post.workspace is None and post.data["workspace"] is None


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: examine("panda"), InvalidModel, "a str cannot be examined"),
        (lambda: examine(arm().model), InvalidModel, "A linkwise.Robot was expected"),
        (lambda: examine(arm(), states=0), LinkwiseError, "states is 0"),
        (lambda: examine(arm(), states=2.5), LinkwiseError, "states is 2.5"),
        (lambda: examine(arm(), states=True), LinkwiseError, "states is True"),
        (lambda: examine(arm(), seed=-1), LinkwiseError, "seed is -1"),
        (lambda: differences(arm(), "panda"), InvalidModel, "a str cannot be compared"),
        (lambda: differences(arm(), arm(), states="many"), LinkwiseError, "states is"),
        (lambda: differences(arm(), Robot(Model("post", ()))), LinkwiseError, "'post' has no moving joint"),
        (lambda: differences(linkwise.load("scara"), linkwise.load("panda")), LinkwiseError, "RRPR and RRRRRRR"),
    ],
)
def test_bad_calls(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_symbols_are_refused():
    m = sympy.Symbol("m")
    robot = edited(arm(), "hand", inertia=Inertia(m, Vec3(0.0, 0.0, 0.0, "hand"), arm().model.bodies[3].inertia.I))
    for call in (lambda: examine(robot), lambda: differences(arm(), robot)):
        with pytest.raises(InvalidModel, match="has symbols"):
            call()


def test_torques_need_mass():
    bare = Robot(urdf.read_text(text())[0])
    for body in bare.model.bodies:
        bare = edited(bare, body.name, inertia=Inertia.none(body.name))
    with pytest.raises(NoMass):
        differences(arm(), bare)
