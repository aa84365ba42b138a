"""The report of an identification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...identify.accumulation.squares import squares
from ...identify.estimators import Problem
from ...identify.notes import unseen
from ..curves import UNITS
from .motion import motion
from .page import facts, listing, page, paragraph, section, table
from .torques import KEY, torques
from .values import friction, links, parameters

if TYPE_CHECKING:
    from ...identify import Fit, Log

MOST_LOGS = 3
"""Logs of each kind that are drawn."""


DEVIATIONS = {
    "correlated": "for residuals that are correlated in time",
    "blocks": "from the scatter between blocks of time",
    "bootstrap": "from fits to blocks of time drawn at random",
    "white": "for white noise",
}
"""What is said of each way to standard deviations."""

SMALLEST = 1e-12
"""Residuals of logs without noise count as this large."""


def report(fit: Fit) -> str:
    """What an identification found, as one HTML page.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("pendulum")
    >>> text = report(arm.identify(simulated_log(arm, duration=5.0), estimator="ols"))
    >>> "<script" in text, "http" in text.replace("http-equiv", "")
    (False, False)
    """
    problem = Problem(squares(fit.rows), fit.rows, 0.0)
    hidden = unseen(problem, np.maximum(fit.errors[0].rms, SMALLEST))
    slides = [body.joint.slides for body in fit.prior.tree.bodies]
    torque, position = ([UNITS[what][slide] for slide in slides] for what in ("torque", "position"))
    bodies, doctor = links(fit)
    count = len(fit.rows.logs)
    title = f"{fit.prior.name}, identified from {count} log{'s' * (count != 1)}"
    return page(
        title,
        _facts(fit, hidden),
        section("What was noticed", listing(fit.notes)),
        section("Errors of predicted torques", _errors(fit, torque)),
        section("Torques on the training logs", KEY, *_torques(fit, fit.rows.logs, torque)),
        section("Torques on other logs, held out", *_torques(fit, fit.held, torque)),
        section("Motion", _condition(fit), *_motions(fit, position)),
        section("Parameters", _explained(fit), parameters(fit, hidden)),
        section("Friction", friction(fit, torque)),
        section("Links", bodies),
        section("The doctor, before and after", doctor),
        section("Choices", _choices(fit)),
    )


def _facts(fit: Fit, hidden: list[str]) -> str:
    """The numbers that come first."""
    first = [(f"{100.0 * fit.errors[0].total:.2f} %", "error on the training logs")]
    held = [
        (f"{100.0 * each.total:.2f} %", f"on {each.on}{', a repeat' if each.repeats else ''}")
        for each in fit.errors[1:4]
    ]
    count = f"parameters by {fit.choices['estimator']}"
    more = [(str(len(fit.names)), count), (str(len(hidden)), "of them not shown by the motion")]
    return facts([*first, *held, *more, (f"{fit.condition:.3g}", "condition number")])


def _errors(fit: Fit, units: list[str]) -> str:
    """Errors joint by joint, on each set of data."""
    heads = ["joint", *(f"{what}, {each.on}" for each in fit.errors for what in ("rms", "%"))]
    rows: list[list[Any]] = []
    for j, joint in enumerate(fit.prior.joint_names):
        cells = [(f"{each.rms[j]:.3g} {units[j]}", f"{100.0 * each.relative[j]:.3g}") for each in fit.errors]
        rows.append([joint, *(cell for pair in cells for cell in pair)])
    rows.append(["all", *(cell for each in fit.errors for cell in ("", f"{100.0 * each.total:.3g}"))])
    said = [
        f"{each.on}: correlation with the training motion {each.motion:.2f}"
        + (", a repeat: not held out." if each.repeats else ".")
        for each in fit.errors
        if each.motion is not None
    ]
    return table(heads, rows) + paragraph("In % of the torque's own root mean square.", *said)


def _torques(fit: Fit, logs: tuple[Log, ...], units: list[str]) -> list[str]:
    """The torques of the first logs."""
    shown = list(logs)[:MOST_LOGS]
    found = fit.residuals(shown) if shown else []
    joints = fit.prior.joint_names
    parts = [
        torques(each.log, each, fit.spectrum([log]), joints, units) for log, each in zip(shown, found, strict=True)
    ]
    left = len(logs) - len(shown)
    return [*parts, paragraph(f"{left} more logs are not drawn.")] if left > 0 else parts


def _motions(fit: Fit, units: list[str]) -> list[str]:
    """The motion of the first logs."""
    return [motion(log, fit.prior, units) for log in (*fit.rows.logs[:MOST_LOGS], *fit.held[:MOST_LOGS])]


def _condition(fit: Fit) -> str:
    """What the condition number says."""
    return paragraph(
        f"Condition number {fit.condition:.3g} of the weighted columns, each of length 1: below 100 the motion tells "
        "parameters apart well, above 1000 badly. Positions over time, limits dashed where they are near; on the right "
        "how much of the time is spent at which velocity."
    )


def _explained(fit: Fit) -> str:
    """What the columns of the table mean."""
    way = DEVIATIONS.get(str(fit.choices["deviations"]), f"by {fit.choices['deviations']}")
    prior = " It does not contain the pull of the prior." if fit.choices["prior"] is not None else ""
    return paragraph(f"σ is the standard deviation {way}.{prior} SI units.")


def _choices(fit: Fit) -> str:
    """Every choice, by name."""
    rows: list[list[str]] = []
    for name, choice in fit.choices.items():
        if isinstance(choice, dict):
            rows += [[f"{name}: {key}", _said(value)] for key, value in choice.items()]
        else:
            rows.append([name, _said(choice)])
    return table(["choice", "made"], rows, left=(0, 1), long=1)


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
