"""What a joint must answer, asked of every joint there is: a new one is found by its line in JOINTS.

The truth is the geometry of its own transform: with T(q) the pose of the child frame, T⁻¹ dT/dq = [tilde(ω) v; 0 0] is
its unit motion seen from the child frame, and must be S. Derivatives are differences in 50 digits.
"""

import inspect
import math

import mpmath
import numpy as np
import pytest

from linkwise.algebra import Vec3
from linkwise.model import JOINTS, AbstractJoint

DIGITS = 50
STEP = mpmath.mpf("1e-15")
EXACT = 1e-45
"""A few dozen operations on numbers of order one in 50 digits."""
DIFFERENCE = 1e-28
"""A central difference: the truncation is of order STEP² = 1e-30, rounding 1e-50 / STEP."""

SEEDS = range(5)
QUARTERS = range(-4, 5)
AXES = [Vec3(*(s * e for e in axis)) for axis in np.eye(3).tolist() for s in (1.0, -1.0)]

every_joint = pytest.mark.parametrize("kind", JOINTS.values(), ids=JOINTS)


def some(kind, seed):
    """A joint with any axis and offset, in 50 digits, and places to ask it at."""
    rng = np.random.default_rng(seed)
    a = [mpmath.mpf(x) for x in rng.normal(size=3).tolist()]
    length = mpmath.sqrt(sum(x * x for x in a))
    offset, *places = (mpmath.mpf(x) for x in rng.uniform(-3.0, 3.0, 4).tolist())
    return kind("joint", Vec3(*(x / length for x in a)), offset), places


def pose(joint, q):
    T = joint.transform(q)
    return mpmath.matrix([list(row) for row in T.R.rows]), mpmath.matrix(list(T.p.components))


def largest(matrix):
    return max(abs(x) for x in matrix)


@every_joint
@pytest.mark.parametrize("seed", SEEDS)
def test_the_transform_is_a_pose(kind, seed):
    with mpmath.workdps(DIGITS):
        joint, places = some(kind, seed)
        for q in places:
            R, p = pose(joint, q)
            assert largest(R.T * R - mpmath.eye(3)) <= EXACT and abs(mpmath.det(R) - 1) <= EXACT
            assert all(mpmath.isfinite(x) for x in p)


@every_joint
@pytest.mark.parametrize("seed", SEEDS)
def test_at_minus_the_offset_nothing_has_moved(kind, seed):
    with mpmath.workdps(DIGITS):
        joint, _ = some(kind, seed)
        R, p = pose(joint, -joint.offset)
        assert largest(R - mpmath.eye(3)) <= EXACT and largest(p) <= EXACT


@every_joint
@pytest.mark.parametrize("seed", SEEDS)
def test_S_is_the_motion_seen_from_the_child(kind, seed):
    with mpmath.workdps(DIGITS):
        joint, places = some(kind, seed)
        S = joint.S("child")
        for q in places:  # one S for all of them: it does not depend on q
            R, _ = pose(joint, q)
            (R1, p1), (R2, p2) = pose(joint, q - STEP), pose(joint, q + STEP)
            turning, v = R.T * (R2 - R1) / (2 * STEP), R.T * (p2 - p1) / (2 * STEP)
            ω = mpmath.matrix([turning[2, 1], turning[0, 2], turning[1, 0]])
            assert largest(turning + turning.T) <= DIFFERENCE
            assert largest(ω - mpmath.matrix(list(S.ω.components))) <= DIFFERENCE
            assert largest(v - mpmath.matrix(list(S.v.components))) <= DIFFERENCE


@every_joint
@pytest.mark.parametrize("seed", SEEDS)
def test_S_is_tagged_and_does_not_know_the_offset(kind, seed):
    joint, _ = some(kind, seed)
    S = joint.S("child")
    assert kind("joint", joint.axis).S("child") == S
    assert {S.ω.frame, S.v.frame} <= {"child", None}
    if joint.moves:
        assert "child" in (S.ω.frame, S.v.frame)


@every_joint
@pytest.mark.parametrize("seed", SEEDS)
def test_moves_and_slides_tell_the_truth(kind, seed):
    with mpmath.workdps(DIGITS):
        joint, places = some(kind, seed)
        S = joint.S("child")
        turns, goes = (any(x != 0 for x in part.components) for part in (S.ω, S.v))
        moved = {tuple(map(tuple, joint.transform(q).matrix)) for q in places}
        assert joint.moves == (turns or goes) == (len(moved) > 1)
        assert joint.slides == (joint.moves and not turns)


@every_joint
@pytest.mark.parametrize("axis", AXES, ids=lambda axis: "{:g} {:g} {:g}".format(*axis.components))
@pytest.mark.parametrize("k", QUARTERS)
def test_quarter_turns_of_the_offset_are_exact(kind, axis, k):
    """Against whole-number matrices: a aᵀ + c (1 − a aᵀ) + s tilde(a) with c, s of 0 and ±1."""
    joint = kind("joint", axis, k * (math.pi / 2))
    S = joint.S("child")
    x, y, z = a = np.array(S.ω.components)
    along, tilde = np.outer(a, a), np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    for q in (0.0, 0.7):
        cosine, sine = math.cos(q), math.sin(q)
        c, s = [(cosine, sine), (-sine, cosine), (-cosine, -sine), (sine, -cosine)][k % 4]
        expected = along + c * (np.eye(3) - along) + s * tilde if a.any() else np.eye(3)
        np.testing.assert_array_equal(joint.transform(q).R.rows, expected)
    if a.any():  # entries 0 and ±1 only
        assert set(np.abs(joint.transform(0.0).R.rows).ravel()) == {0.0, 1.0}


@every_joint
def test_a_joint_is_listed_under_its_kind_and_frozen(kind):
    assert JOINTS[kind.kind] is kind and issubclass(kind, AbstractJoint)
    with pytest.raises(AttributeError):
        kind("joint").offset = 1.0


def test_every_joint_is_listed_and_the_abstract_one_is_none():
    found, waiting = set(), [AbstractJoint]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind.__module__.startswith("linkwise.model.") and hasattr(kind, "kind"):
            found.add(kind)
    assert found == set(JOINTS.values())
    assert inspect.isabstract(AbstractJoint)
    with pytest.raises(TypeError, match="abstract"):
        AbstractJoint("joint")
