"""The library's own formulations run on 50 digits, for the textbook to be checked against."""

from collections.abc import Iterator
from dataclasses import replace

import mpmath
import numpy as np

from linkwise.algebra import Inertia, Rotation, Transform, Vec3
from linkwise.formulations import QUESTIONS, answer_by, terms
from linkwise.model import Body, Model
from linkwise.model.rewrite import merge_fixed

from .textbook import DIGITS, Answers, exact

FEW = (
    ("inverse_dynamics", "newton_euler.khalil_dombre"),
    ("inverse_dynamics", "newton_euler.balafoutis_patel_56"),
    ("mass_matrix", "composite.featherstone"),
    ("bias_forces", "newton_euler.luh_walker_paul"),
    ("gravity_forces", "newton_euler.khalil_dombre"),
    ("forward_dynamics", "articulated.khalil_dombre"),
    ("kinetic_energy", "lagrange.khalil_dombre"),
    ("potential_energy", "lagrange.khalil_dombre"),
)
"""Recursions of other kinds than the textbook's, for every question."""


def lifted(model: Model) -> Model:
    """The model with constants of 50 digits; to be called, as all that uses it, with that precision."""
    return merge_fixed(replace(model, bodies=tuple(_body(body) for body in model.bodies)))


def _body(body: Body) -> Body:
    T, joint, I = body.placement, body.joint, body.inertia
    axis = [mpmath.mpf(a) for a in joint.axis.components]
    length = mpmath.sqrt(sum(a * a for a in axis))
    joint = replace(joint, axis=Vec3(*(a / length for a in axis)), offset=mpmath.mpf(joint.offset))
    R = mpmath.matrix(T.R.rows)
    for _ in range(4):  # Newton's iteration for the nearest rotation doubles the digits: 16, 32, 64
        R = (R + (R**-1).T) / 2
    rows = tuple(tuple(R[i, j] for j in range(3)) for i in range(3))
    p = Vec3(*(mpmath.mpf(x) for x in T.p.components), T.to)
    if I.m != 0.0:
        I = Inertia.of_parameters([mpmath.mpf(x) for x in I.parameters], body.name)
    return replace(body, joint=joint, placement=Transform(Rotation(rows, T.to, T.of), p), inertia=I)


def disagreements(model: Model, state: tuple[np.ndarray, ...], by_textbook: Answers) -> Iterator[tuple[str, float]]:
    """By question and formulation, how far the formulation's 50 digits are from the textbook's."""
    with mpmath.workdps(DIGITS):
        lift, given = lifted(model), dict(zip(("q", "qd", "qdd", "tau"), map(exact, state), strict=True))
        for question, name in FEW:
            row = QUESTIONS[question]
            by = answer_by(question, None if row.coupled and not model.coordinates.trivial else name, lift)
            more = {"wrenches": {}} if row.wrenches else {}
            answer = getattr(terms, question)(lift, by, *(given[k].tolist() for k in row.takes), **more)
            ours, theirs = np.ravel(np.array(answer, dtype=object)), np.ravel(getattr(by_textbook, question))
            yield f"{question} by {name}", float(np.abs(ours - theirs).max() / np.abs(theirs).max())
