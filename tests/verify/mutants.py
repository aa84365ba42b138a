"""Robots that err: one answer is not what it should be."""

from dataclasses import replace

import numpy as np

from linkwise import Robot
from linkwise.algebra import Inertia, Sym3, Vec3


def erring(robot, question, change):
    """The robot with one of its answers changed; `change` takes the answer and what was asked."""

    def answer(self, *state, **more):
        return change(getattr(Robot, question)(self, *state, **more), *state)

    return type("Erring", (Robot,), {question: answer})(robot.model)


def larger(answer, *_):
    """All of an answer a millionth too large."""
    return tuple(map(larger, answer)) if isinstance(answer, tuple) else answer * (1.0 + 1e-6)


def part_larger(k):
    """One part of an answer a millionth too large."""
    return lambda answer, *_: tuple(larger(part) if i == k else part for i, part in enumerate(answer))


def not_christoffel(C, q, qd, *_):
    """Another matrix with the same C q̇: a rank-one term that q̇ does not feel."""
    n = qd.shape[-1]
    S = np.triu(np.ones((n, n)), 1)
    S = S - S.T
    return C + 1e-6 * np.ones((n, 1)) * np.einsum("...i,ij->...j", qd, S)[..., None, :]


def swapped(Y, *_):
    """A regressor whose last two columns that matter, MX and MY of the last link, changed places."""
    order = np.arange(Y.shape[-1])
    order[[-4, -3]] = order[[-3, -4]]
    return Y[..., order]


def with_inertia(robot, k, inertia):
    """The robot with another inertia of its k-th link."""
    bodies = list(robot.model.bodies)
    bodies[k] = replace(bodies[k], inertia=inertia.seen_from(bodies[k].name))
    return Robot(replace(robot.model, bodies=tuple(bodies)))


INFEASIBLE = Inertia.at_com(0.7, Vec3(0.01, 0.0, 0.06), Sym3(0.01, 0.0, 0.0, 0.01, 0.0, -0.02))
"""A negative moment of inertia about z."""


def outcome(certificate, kind):
    """The names of the laws that came out so."""
    return {verdict.law for verdict in certificate.laws if verdict.outcome == kind}


def verdict_of(certificate, law):
    """The verdict of one law."""
    return next(verdict for verdict in certificate.laws if verdict.law == law)
