"""Names of intermediate values: where they come from, what they look like, what keeps them."""

import math
import re
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwise.algebra import (
    Force,
    Inertia,
    Mat3,
    Mat6,
    Motion,
    Rotation,
    Sym3,
    Transform,
    Vec3,
    cos,
    listening,
    note,
    sin,
)
from linkwise.backends.interpreter import run
from linkwise.errors import LinkwiseError, ReadError
from linkwise.program import (
    Program,
    Step,
    check,
    count_of_each_output,
    fused,
    jacobian,
    parse,
    trace,
    without_dead_code,
)
from linkwise.program.derive.jacobian import MODES
from tests.tolerances import AGREEMENT

# ---- what is told ---------------------------------------------------------------------------------------------------


def told(k, **values):
    heard = {}
    with listening(lambda x, name: heard.setdefault(name, x)):
        note(k, **values)
    return heard


U, V = Vec3(1.0, 2.0, 3.0), Vec3(4.0, 5.0, 6.0)
NINE = ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0), (7.0, 8.0, 9.0))
SIX = Sym3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (7.0, "a3"),
        (np.zeros(4), "a3"),
        (U, "a3x a3y a3z"),
        (SIX, "a3xx a3xy a3xz a3yy a3yz a3zz"),
        (Mat3(NINE), "a3xx a3xy a3xz a3yx a3yy a3yz a3zx a3zy a3zz"),
        (Rotation(NINE), "a3xx a3xy a3xz a3yx a3yy a3yz a3zx a3zy a3zz"),
        (Motion(U, V), "a3ωx a3ωy a3ωz a3vx a3vy a3vz"),
        (Force(U, V), "a3nx a3ny a3nz a3fx a3fy a3fz"),
        (Inertia(1.0, U, SIX), "a3m a3hx a3hy a3hz a3Ixx a3Ixy a3Ixz a3Iyy a3Iyz a3Izz"),
        (Transform(Rotation(NINE), U), "a3Rxx a3Rxy a3Rxz a3Ryx a3Ryy a3Ryz a3Rzx a3Rzy a3Rzz a3px a3py a3pz"),
        ([1.0, [2.0, U]], "a3_1 a3_2_1 a3_2_2x a3_2_2y a3_2_2z"),
        ([], ""),
    ],
)
def test_each_scalar_is_told_by_its_component(value, names):
    assert list(told(3, a=value)) == names.split()


def test_names_stand_by_the_right_numbers():
    heard = told(2, Ω=Mat3(NINE), J=SIX, F=Force(U, V), X=Mat6(*[Mat3(NINE)] * 4))
    assert (heard["Ω2yz"], heard["Ω2zy"], heard["J2yz"], heard["F2nz"], heard["F2fx"]) == (6.0, 8.0, 5.0, 3.0, 4.0)
    assert len([name for name in heard if name.startswith("X2")]) == 36


def test_nobody_hears_what_is_said_outside():
    heard = []
    with pytest.raises(ZeroDivisionError), listening(lambda x, name: heard.append(name)):
        note(1, a=1.0)
        with listening(lambda x, name: None):
            note(2, a=1.0)
        note(3, a=1.0)
        raise ZeroDivisionError
    note(4, a=1.0)
    assert heard == ["a1", "a3"]


# ---- what a program keeps -------------------------------------------------------------------------------------------


def planar(q, qd, qdd):
    """Two unit point masses on unit links that move in a vertical plane."""
    C1, C2, S2, C12 = cos(q[0]), cos(q[1]), sin(q[1]), cos(q[0] + q[1])
    note("", C1=C1, C2=C2, S2=S2, C12=C12)
    h = S2 * qd[1]
    b = h * qd[1] + 2.0 * (h * qd[0])
    G = 9.81 * C12
    note("", h=h, b=b, unused=q[0] * q[1], G=G, qd1=h * h, v7=C1 * C2, ω1=qd[0], zero=0.0, number=3.0)
    m = 1.0 + C2
    τ1 = (3.0 + 2.0 * C2) * qdd[0] + m * qdd[1] - b + 19.62 * C1 + G
    τ2 = m * qdd[0] + qdd[1] + S2 * (qd[0] * qd[0]) + G
    note(1, τ=τ1, m=m)
    note(2, τ=τ2)
    return [τ1, τ2]


def program():
    return trace(planar, {"q": 2, "qd": 2, "qdd": 2}, "planar")


def names(p):
    return {name for _, name in p.labels}


def test_the_text_reads_like_the_source():
    lines = str(program()).splitlines()
    assert "    C1 = cos q1" in lines
    assert "    S2 = sin q2" in lines
    assert "    h = mul qd2 S2" in lines
    assert "    m1 = add C2 1.0" in lines
    assert "    G = mul 9.81 C12" in lines
    assert lines[-1] == "return f1=τ1 f2=τ2"


def test_which_names_are_kept():
    """No name for constants, inputs, what is not needed, what is an input's name, what looks like a value's number."""
    p = program()
    assert names(p) == {"C1", "C2", "S2", "C12", "h", "b", "G", "m1", "τ1", "τ2"}
    assert [p.value_names[i] for i, _ in p.labels] == [name for _, name in p.labels]
    assert p.value_names[:6] == p.inputs


def test_names_change_nothing():
    bare = trace(lambda *x: with_nobody_listening(planar, *x), {"q": 2, "qd": 2, "qdd": 2}, "planar")
    assert bare.labels == () and bare == program() and hash(bare) == hash(program())
    assert str(bare) != str(program())


def with_nobody_listening(f, *x):
    with listening(lambda value, name: None):
        return f(*x)


def test_the_first_name_wins():
    def f(x):
        a, b = x[0] * x[1], x[0] + x[1]
        note(1, a=a)
        note(2, a=a)
        note(1, a=b)
        note(3, b=b)
        return a * b

    assert names(trace(f, {"x": 2})) == {"a1", "b3"}


def test_traces_within_traces_keep_their_names_apart():
    inner = []

    def f(x):
        note(1, a=x[0] * x[1])
        inner.append(trace(lambda y: [g := y[0] * y[0], note(2, b=g)][0], {"y": 1}))
        y = x[0] * x[1] + 1.0
        note(3, c=y)
        return y

    assert names(trace(f, {"x": 2})) == {"a1", "c3"}
    assert names(inner[0]) == {"b2"}


def meaning(p, state):
    """The value of every named step."""
    indices = tuple(i for i, _ in p.labels)
    named = [name for _, name in p.labels]
    return dict(zip(named, run(replace(p, output_names=tuple(named), outputs=indices), state), strict=True))


STATE = [0.4, -0.7, 1.1, 0.3, -0.2, 0.9]


def hand_values():
    q1, q2, qd1, qd2, _, _ = STATE
    h = math.sin(q2) * qd2
    return {
        "C1": math.cos(q1),
        "C2": math.cos(q2),
        "S2": math.sin(q2),
        "C12": math.cos(q1 + q2),
        "h": h,
        "b": h * qd2 + 2.0 * h * qd1,
        "G": 9.81 * math.cos(q1 + q2),
        "m1": 1.0 + math.cos(q2),
    }


@pytest.mark.parametrize(
    ("form", "kept"),
    [
        (lambda p: p, "C1 C2 S2 C12 h b G m1 τ1 τ2"),
        (lambda p: parse(str(p)), "C1 C2 S2 C12 h b G m1 τ1 τ2"),
        (fused, "C1 C2 S2 C12 h m1 τ1 τ2"),  # b is part of τ1, G a product within sums
        (lambda p: parse(str(fused(p))), "C1 C2 S2 C12 h m1 τ1 τ2"),
        (lambda p: without_dead_code(replace(p, output_names=("y",), outputs=p.outputs[1:])), "C2 S2 C12 G m1 τ2"),
        (lambda p: jacobian(p, p.inputs[:4], "forward"), "C2 S2 h"),
        (lambda p: jacobian(p, p.inputs[:4], "reverse"), "C2 S2 h"),
        (lambda p: jacobian(p, p.inputs[:4], "vertex"), "C2 S2 h"),
    ],
)
def test_values_that_survive_keep_their_names_and_meaning(form, kept):
    p = form(program())
    check(p)
    assert names(p) == set(kept.split())
    expected = hand_values()
    for name, value in meaning(p, STATE).items():
        if name in expected:
            assert abs(value - expected[name]) <= AGREEMENT * abs(expected[name]), name


steps = st.lists(st.tuples(st.sampled_from(["add", "sub", "mul"]), st.integers(0, 99), st.integers(0, 99)), max_size=12)


@given(steps, st.sets(st.integers(0, 11)), st.lists(st.integers(0, 99), min_size=1, max_size=3))
def test_a_name_means_the_same_value_in_every_form(given_steps, named, wanted):
    """On whole numbers too small to round, whatever a pass does to the steps."""
    made = tuple(Step(op, (a % (k + 2), b % (k + 2))) for k, (op, a, b) in enumerate(given_steps))
    outputs = tuple(i % (len(made) + 2) for i in wanted)
    labels = tuple((k + 2, f"n{k}") for k in sorted(named) if k < len(made))
    p = Program("f", ("x", "y"), made, tuple(f"o{k}" for k in range(len(outputs))), outputs, labels)
    expected = meaning(p, [1, -1])
    for form in (
        fused,
        without_dead_code,
        lambda p: parse(str(p)),
        *(partial(jacobian, wrt="x", mode=m) for m in MODES),
    ):
        q = form(p)
        check(q)
        for name, value in meaning(q, [1, -1]).items():
            assert value == expected[name]


def test_counting_each_output_minds_no_names():
    assert count_of_each_output(program())["f2"].sincos == 2


# ---- names that are none --------------------------------------------------------------------------------------------

HOSTILE = [
    "",
    " ",
    "a b",
    "a\nb",
    "a\u2028b",
    "a\x1cb",
    "v2",
    "v0",
    "v٣",
    "1",
    "1e9",
    "nan",
    "-inf",
    "1_0",
    "a=b",
    "(",
    ")",
]


def labelled(*labels):
    return Program("f", ("x",), (Step("sin", (0,)), Step("cos", (1,))), ("y",), (2,), labels)


@pytest.mark.parametrize("label", [*HOSTILE, "x", None, 3, ["a"]])
def test_labels_that_are_no_names_are_refused(label):
    with pytest.raises(ReadError):
        check(labelled((1, label)))


@pytest.mark.parametrize(
    "labels", [((0, "a"),), ((3, "a"),), ((-1, "a"),), ((2, "a"), (1, "b")), ((1, "a"), (1, "b")), ((1, "a"), (2, "a"))]
)
def test_labels_in_wrong_places_are_refused(labels):
    with pytest.raises(ReadError):
        check(labelled(*labels))


@pytest.mark.parametrize(
    "label", ["<b>&amp;", "'quoted'", '"', "\\", "%s", "{0}", "é" * 64_000, "return", "program", "sin"]
)
def test_strange_names_are_names(label):
    p = labelled((1, label))
    check(p)
    assert parse(str(p)).labels == p.labels
    assert parse(str(p)) == p


def test_messages_stay_short():
    with pytest.raises(ReadError) as caught:
        check(labelled((7, "long " * 20_000)))
    assert len(str(caught.value)) < 1000 and str(caught.value).count("\n") < 6


@pytest.mark.parametrize("name", [name for name in HOSTILE if name and not re.fullmatch(r"v\d+", name)])
def test_bad_names_in_notes_are_told(name):
    def f(x):
        y = x[0] * x[0]
        note("", **{name: y})
        return y

    with pytest.raises(LinkwiseError):
        trace(f, {"x": 1})


TEXT = "program f ( x y )\n    ω2x = mul x y\n    v3 = add ω2x 1.5\n    b = sin v3\nreturn a=b ω2x=v3"


@pytest.mark.parametrize(
    "change",
    [
        ("ω2x = mul", "v3 = mul"),
        ("ω2x = mul", "x = mul"),
        ("b = sin", "ω2x = sin"),
        ("b = sin", "v5 = sin"),
        ("b = sin", "7 = sin"),
        ("add ω2x", "add v2"),
        ("add ω2x", "add ω2"),
        ("add ω2x", "add b"),
        ("a=b", "a=v4"),
        ("a=b", "a=a"),
        ("    b = sin", "    (b) = sin"),
        ("    b = sin", "    b c = sin"),
    ],
)
def test_texts_that_misuse_names_are_refused(change):
    p = parse(TEXT)
    assert p.labels == ((2, "ω2x"), (4, "b")) and str(p) == TEXT
    with pytest.raises(ReadError):
        parse(TEXT.replace(*change))


@given(st.lists(st.text(max_size=6), min_size=2, max_size=2))
def test_what_is_accepted_reads_back(labels):
    p = labelled(*enumerate(labels, 1))
    try:
        check(p)
    except ReadError:
        return
    again = parse(str(p))
    assert again == p and again.labels == p.labels
