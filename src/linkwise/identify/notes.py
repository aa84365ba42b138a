"""What a fit noticed about itself."""

from __future__ import annotations

import numpy as np

from ..calls.arrays import Array
from ..errors import listed
from .estimators import Estimate, Problem
from .residuals import remarks
from .validation import Errors

UNCERTAIN = 0.1
"""A gain with a larger relative deviation is not to be relied on."""

UNSURE = 0.01
"""An angle of tilt with a larger deviation in rad."""

PULLED = 2.0
"""A joint's residual next to that of least squares, from which on the prior holds the parameters where they are not."""

WEAK = 1e-6
"""A column whose independent part, relative to its length, is below this is not shown by the motion."""


def unseen(problem: Problem, sigma: Array) -> list[str]:
    """The names of the parameters that the motion does not show, alone or in combination."""
    linear = problem.rows.regressor.linear
    A = problem.squares.stacked(sigma)[:, :linear]
    length = np.linalg.norm(A, axis=0)
    still = length <= 1e-12 * length.max(initial=0.0)
    _, s, V = np.linalg.svd(A / np.where(still, 1.0, length), full_matrices=True)
    s = np.concatenate([s, np.zeros(len(V) - len(s))])
    weak = np.abs(V[s <= WEAK * s.max(initial=0.0)]).max(axis=0, initial=0.0) > 0.1
    return [name for name, low in zip(problem.names[:linear], weak | still, strict=True) if low]


def noticed(problem: Problem, estimate: Estimate, errors: list[Errors], sigma: Array) -> list[str]:
    """Parameters that the motion does not show, columns left out, validation that repeats the training."""
    regressor, notes = problem.rows.regressor, list(estimate.notes)
    if names := unseen(problem, estimate.sigma):
        notes.append(
            f"the motion does not show {listed(names)}, alone or in combination: they are as in the robot's file"
        )
    notes += _of_prior(problem, estimate, errors[0].joints)
    notes += _of_gains(problem, sigma)
    notes += [
        f"{each.name} is uncertain: its deviation is {off:.2g} rad"
        for each, off in zip(regressor.nonlinear, sigma[regressor.linear :].tolist(), strict=True)
        if each.kind == "tilt" and off > UNSURE
    ]
    notes += [
        f"{each.name} was kept where it was found first: the motion shows no fall of friction as in Stribeck's law"
        for each in regressor.nonlinear
        if each.kind == "speed" and regressor.at_an_edge(each)
    ]
    if regressor.dropped:
        notes.append(f"left out, as other columns already contain them: {listed(regressor.dropped)}")
    if regressor.rigid.snapped:
        notes.append(f"{regressor.rigid.snapped} angles and lengths within 1e-9 of 0 or a quarter turn were made exact")
    low = [each for each in regressor.coefficients if each.kind in ("viscous", "coulomb")]
    least = dict(zip(problem.names, (estimate.x + 2.0 * sigma).tolist(), strict=True))
    negative = [each.name for each in low if least[each.name] < -1e-9]
    if negative:
        notes.append(f"friction below 0: {listed(negative)}; a simulation with it gains energy")
    notes += remarks(problem.rows, estimate.x)
    for each in errors:
        if each.repeats:
            notes.append(f"{each.on}: the motion repeats that of the training, so these errors are not held out")
    return notes


def _of_prior(problem: Problem, estimate: Estimate, joints: tuple[str, ...]) -> list[str]:
    """Where the pull towards the file costs much: parameters are then off by more than their deviations say."""
    if estimate.full is None:
        return []
    ratio = problem.noise(estimate.x) / estimate.sigma
    names = [name for name, each in zip(joints, ratio.tolist(), strict=True) if each > PULLED]
    if not names:
        return []
    return [
        f"the prior ({problem.prior:g}) pulls towards the robot's file: residuals of {listed(names)} are up to "
        f"{ratio.max():.2g} times those of least squares. A weaker prior pulls less; so does a robot with the mass, "
        "com and inertia of what the arm carries (with_payload), if its file lacks that"
    ]


def _of_gains(problem: Problem, sigma: Array) -> list[str]:
    """Which gains cannot be told from these logs, and where their scale comes from."""
    regressor = problem.rows.regressor
    own = [(k, each) for k, each in enumerate(regressor.nonlinear) if each.kind == "gain"]
    if not own:
        return []
    off = [float(sigma[regressor.linear + k] / abs(regressor.gains[each.index])) for k, each in own]
    notes = [
        f"gain {each.name} is not identifiable from these logs: it was kept where it started"
        for _, each in own
        if each in regressor.frozen
    ]
    notes += [
        f"gain {each.name} is uncertain: its deviation is {100.0 * share:.0f} % of it"
        for (_, each), share in zip(own, off, strict=True)
        if share > UNCERTAIN and each not in regressor.frozen
    ]
    if problem.rows.scale_free:
        notes.append("the scale of all gains together is that of the masses in the robot's file: no payload was known")
    return notes
