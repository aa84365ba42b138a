"""What formulations ask of a model, and what a model shows in a prompt and in a notebook."""

from dataclasses import fields, replace

import pytest

import linkwise
from linkwise.algebra import Inertia, Transform, Vec3, is_finite_number
from linkwise.calls.long_chains.kernel import LongKernel
from linkwise.calls.question_program import QuestionProgram
from linkwise.errors import UnknownName
from linkwise.model import BASE, Body, Fixed, Lift, Model, Revolute
from linkwise.model.text import full_text
from tests.robots import random_model

TREES = [random_model(seed) for seed in range(12)]


@pytest.mark.parametrize("model", TREES, ids=lambda model: f"{len(model.bodies)} bodies")
def test_both_orders_visit_every_body_once(model):
    outward, inward = list(model.outward()), list(model.inward())
    assert outward == list(enumerate(model.bodies)) == inward[::-1]
    met = {BASE}
    for i, body in outward:
        assert body is model.bodies[i] and body.parent in met, "parents come first"
        met.add(i)
    left = set(range(len(model.bodies)))
    for i, _ in inward:
        assert not left & set(model.children[i]), "children have been met"
        left.remove(i)


@pytest.mark.parametrize("model", TREES, ids=lambda model: f"{len(model.bodies)} bodies")
def test_axes_and_poses_are_those_of_the_bodies(model):
    q = [0.1 * k - 0.3 for k in range(len(model.bodies))]
    assert model.poses(q) == [body.pose(x) for body, x in zip(model.bodies, q, strict=True)]
    for body, T in zip(model.bodies, model.poses(q), strict=True):
        assert body.joint.S(body.name) == body.S and (T.to, T.of) == (model.tag(body.parent), body.name)
    with pytest.raises(ValueError, match="zip"):
        model.poses([*q, 0.0])


def test_a_model_is_one_line_and_its_text_has_everything():
    panda = linkwise.load("panda").model
    assert repr(panda) == str(panda) == "Model('panda', 7 bodies, n=7)"
    assert panda.text.startswith("Model(name='panda', bodies=(Body(name='panda_link1', parent=-1, placement=Transform(")
    told = [each for each in fields(panda) if getattr(panda, each.name) or not each.metadata.get("later")]
    assert all(f"{each.name}={full_text(getattr(panda, each.name))}" in panda.text for each in told)
    assert "lifts=(Lift(" in linkwise.load("panda").with_gravity_compensation().model.text
    assert "closures=(Closure(" in linkwise.load("fourbar").model.text and "closures" not in panda.text
    inertia, body = panda.bodies[0].inertia, panda.bodies[0]
    numbers = (*inertia.parameters, *body.placement.p.components, *panda.coordinates.offsets)
    assert all(repr(x) in panda.text for x in numbers), "short reprs of the parts shorten no text"
    assert repr(body) == "Body('panda_link1', on base by revolute 'panda_joint1', 4.971 kg)"
    assert repr(inertia) == "Inertia(4.971 kg, h = (0.01926, 0.01034, -0.2367) kg m, frame 'panda_link1')"
    assert len(repr(linkwise.load("panda").model.bodies[0].pose(0.3))) < 600


def test_an_unknown_frame_is_answered_with_the_others_from_the_base_outwards():
    model = linkwise.load("panda").model
    with pytest.raises(UnknownName) as caught:
        replace(model, lifts=(Lift("hand", 1.0, Vec3(0.0, 0.0, 0.0)),))
    links = [model.base, *(body.name for body in model.bodies), *(frame.name for frame in model.frames)]
    assert caught.value.names == tuple(dict.fromkeys(links))


def heavier(model: Model) -> Model:
    """The same robot, but for the last bit of one mass."""
    first = model.bodies[0]
    return replace(
        model, bodies=(replace(first, inertia=replace(first.inertia, m=first.inertia.m + 1e-15)), *model.bodies[1:])
    )


def test_compiled_code_is_kept_apart_by_everything_in_a_model():
    """Its short repr must never stand for a model where machine code is looked up."""
    tree = linkwise.load("planar2r").tree
    other = heavier(tree)
    assert other != tree and repr(other) == repr(tree) and other.text != tree.text
    keys = [QuestionProgram(each, ("mass_matrix",)).key for each in (tree, other)]
    assert keys[0] != keys[1]
    specs = [
        LongKernel(each, "inverse_dynamics").equations.loops.spec("inverse_dynamics", "rows").key
        for each in (tree, other)
    ]
    assert specs[0] != specs[1]


def test_a_notebook_shows_a_row_for_each_body():
    body = Body("<arm>", BASE, Transform.identity("base", "<arm>"), Revolute("a&b"), Inertia.none("<arm>"))
    hand = Body("hand", 0, Transform.identity("<arm>", "hand"), Fixed("weld"), Inertia.none("hand"))
    html = Model("<b>", (body, hand))._repr_html_()
    assert html.count("<tr>") == 3 and html.count("<td>") == 2 * 7
    assert "&lt;arm&gt;" in html and "a&amp;b" in html and "<arm>" not in html and "<b>" not in html
    assert "<td>(0, 0, 1)</td>" in html and "<td></td>" in html, "a weld has no axis"


def test_finite_numbers():
    assert all(map(is_finite_number, (1, -2.5, 0.0)))
    refused = (10**400, float("inf"), float("nan"), True, "1", None, 1j, [1.0])
    assert not any(map(is_finite_number, refused))
