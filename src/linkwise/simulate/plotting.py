"""Figures of a run: its motion with the limits, its powers and energies, its phases, its path."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import BadArray, LinkwiseError, UnknownName, plain, shown
from ..trajectories import Motion
from ..view.curves import drawable, least_height, units, widen
from ..view.histories import balance
from ..view.path import path_in_space
from ..view.phase import phase_portraits
from ..view.picture import blank, require, save

if TYPE_CHECKING:
    from .simulation import Simulation

POINTS = 1000
"""Curves are drawn through at least about this many points."""

NOTHING_MOVES = {"position": 1e-6, "velocity": 1e-4, "torque": 1e-6}
"""Curves that stay below this are errors of the integrator, and are drawn as 0."""

MOST_NAMED = 14
"""The most joints whose names or numbers are written beside the curves."""

NEAR = 0.5
"""A limit no farther outside the curves than this share of their height is drawn."""


def plot(
    run: "Simulation",
    path: str | Path | None,
    what: str,
    frame: str | None,
    reference: ArrayLike | Callable[[Array], Motion] | None = None,
) -> Any:
    """Draw one of PICTURES, and save it if there is a path; no display is needed."""
    if what not in PICTURES:
        raise UnknownName("picture", what, "a simulation", PICTURES)
    for name, value, use in (("frame", frame, "path"), ("reference", reference, "motion")):
        if value is not None and what != use:
            raise LinkwiseError(
                f"{name} {shown(value)} is not used by this picture.",
                f'Only what="{use}" uses it.',
                "leave it out.",
            )
    target = None if path is None else require(path)
    figure = _motion(run, reference) if what == "motion" else PICTURES[what](run, frame)
    if target is not None:
        save(figure, target)
    return figure


def _motion(run: "Simulation", reference: ArrayLike | Callable[[Array], Motion] | None) -> Any:
    """Positions, velocities, torques with their limits, and energies."""
    figure = blank(9.0, 10.0)
    axes = figure.subplots(4, 1, sharex=True)
    m = run.tau.shape[1]
    driven = range(len(run.joint_names) - m, len(run.joint_names))
    (t, q, qd), every = _fine(run), range(run.q.shape[1])
    blocks = ((t, q, "position", every), (t, qd, "velocity", every), (run.t, run.tau, "torque", driven))
    for place, (times, array, quantity, colours) in zip(axes, blocks, strict=False):
        for column, k in enumerate(colours):
            place.plot(times, array[:, column], color=f"C{k}", linewidth=1.3, label=plain(run.joint_names[k], 24))
        place.set_ylabel(f"{quantity}{_units(run, quantity, colours)}")
    for place, curve in zip(axes, () if reference is None else _meant(run, t, reference), strict=False):
        for k in every:
            place.plot(t, curve[:, k], color=f"C{k}", linewidth=1.1, linestyle=":")
    for place, (_, array, quantity, _) in zip(axes, blocks, strict=False):
        widen(place, least_height(array, NOTHING_MOVES[quantity]))
    _limits(run, axes, driven)
    _energies(run, axes[3])
    if len(run.joint_names) <= MOST_NAMED:
        axes[0].legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
        for text in axes[0].get_legend().get_texts():
            text.set_parse_math(False)
    for place in axes:
        place.grid(True, color="0.9", linewidth=0.8)
        place.spines[["top", "right"]].set_visible(False)
    for event in run.events[:50]:
        axes[0].axvline(event.t, color="0.7", linewidth=0.6)
    axes[3].set_xlabel("time t [s]")
    key = "dashed: limits" if reference is None else "dotted: where it is to be; dashed: limits"
    axes[0].set_title(key, fontsize=8, loc="right", color="0.4")
    figure.suptitle(_title(run), fontsize=11, parse_math=False)
    return figure


def _meant(run: "Simulation", t: Array, reference: ArrayLike | Callable[[Array], Motion]) -> tuple[Array, ...]:
    """The positions the motion was meant to have, and of a trajectory the velocities, too."""
    shape = (len(t), run.q.shape[1])
    if callable(reference):
        motion = reference(t)
        return drawable("reference", motion.q, shape), drawable("reference", motion.qd, shape)
    constant = real("reference", reference, shape[1], "one position per joint")
    if constant.ndim != 1:
        raise BadArray(f"reference has shape {constant.shape}.", "Positions (n,) or a trajectory were expected.")
    return (np.broadcast_to(constant, shape),)


def _units(run: "Simulation", quantity: str, joints: Sequence[int]) -> str:
    """The units in brackets; nothing if the run was read from a file and its joints are not known."""
    model = getattr(getattr(run.robot, "robot", run.robot), "model", None)
    slides = {body.joint.name: body.joint.slides for body in model.bodies} if model is not None else {}
    kinds = [slides.get(run.joint_names[k]) for k in joints]
    known = [kind for kind in kinds if kind is not None]
    return f" [{units(quantity, known)}]" if known and len(known) == len(kinds) else ""


def _title(run: "Simulation") -> str:
    name = "" if run.robot is None else f"{plain(run.robot.name, 40)}, "
    return f"{name}{run.method}: {run.status}, energy balance within {run.drift:.1e}"


def _power(run: "Simulation", frame: str | None) -> Any:
    """Powers, energies, and what is left of their balance."""
    e = run.energies
    powers = {"motors": run.power.sum(axis=1)}
    for label, work in (("wrenches", e.work_of_wrenches), ("friction", -e.lost_to_friction)):
        if np.any(work):
            powers[label] = _rate(run.t, work)
    return balance(run.t, powers, _shares(run), e.balance, _title(run))


def _rate(t: Array, work: Array) -> Array:
    """The rate of a work term; a time with two rows counts once."""
    once = np.concatenate([[True], np.diff(t) > 0.0])
    if once.sum() < 2:
        return np.zeros(len(t))
    return np.interp(t, t[once], np.gradient(work[once], t[once]))


def _phase(run: "Simulation", frame: str | None) -> Any:
    """Velocity over position."""
    _, q, qd = _fine(run)
    return phase_portraits(q, qd, run.joint_names, _title(run))


def _path(run: "Simulation", frame: str | None) -> Any:
    """The path of a frame's origin."""
    _, q, _ = _fine(run)
    return path_in_space(run.path_of(q, frame), frame or "the tip")


def _fine(run: "Simulation") -> tuple[Array, Array, Array]:
    """Times, positions and velocities close enough to be drawn as curves: the rows, and more between them."""
    t = run.t
    more = POINTS // len(t)
    if len(t) < 2 or not more:
        return t, run.q, run.qd
    s = np.arange(1, more + 1) / (more + 1)
    between = run.at(t[:-1, None] + np.diff(t)[:, None] * s)

    def woven(rows: Array, inner: Array) -> Array:
        size = rows.shape[1]
        first = np.concatenate([rows[:-1, None], inner.reshape(len(t) - 1, more, size)], axis=1).reshape(-1, size)
        return np.concatenate([first, rows[-1:]])

    times = woven(t[:, None], t[:-1, None] + np.diff(t)[:, None] * s)[:, 0]
    return times, woven(run.q, between.q), woven(run.qd, between.qd)


def _shares(run: "Simulation") -> dict[str, Array]:
    """Energies and work terms that are not 0 throughout, by name."""
    energies = run.energies
    rows = {
        "kinetic": energies.kinetic,
        "potential": energies.potential - energies.potential[0],
        "work of τ": energies.work_of_tau,
        "work of wrenches": energies.work_of_wrenches,
        "lost to friction": energies.lost_to_friction,
        "lost at stops": energies.lost_at_stops,
    }
    return {label: row for label, row in rows.items() if np.any(row)}


def _energies(run: "Simulation", place: Any) -> None:
    for label, row in _shares(run).items():
        place.plot(run.t, row, linewidth=1.3, label=label)
    place.set_ylabel("energy [J]")
    widen(place, least_height(np.concatenate([*_shares(run).values(), [0.0]])))
    if place.lines:
        place.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)


def _limits(run: "Simulation", axes: Any, driven: range) -> None:
    """Limits as dashed lines with the numbers of their joints, in grey if several share one; not those far away."""
    limits = getattr(run.robot, "limits", None)
    if limits is None:
        return
    sides = (
        (axes[0], range(run.q.shape[1]), (limits.lower, limits.upper)),
        (axes[1], range(run.q.shape[1]), (-limits.velocity, limits.velocity)),
        (axes[2], driven, (-limits.effort, limits.effort)),
    )
    for place, joints, pair in sides:
        bottom, top = place.get_ylim()
        room = NEAR * (top - bottom)
        of: dict[float, list[int]] = {}
        for k in joints:
            for bound in pair:
                if bottom - room <= bound[k] <= top + room:
                    of.setdefault(float(bound[k]), []).append(k)
        for bound, sharing in of.items():
            colour = f"C{sharing[0]}" if len(sharing) == 1 else "0.4"
            place.axhline(bound, color=colour, linestyle="--", linewidth=0.8, alpha=0.7)
            numbers = ", ".join(str(k + 1) for k in sharing) if run.q.shape[1] <= MOST_NAMED else ""
            place.annotate(numbers, (1.0, bound), (2, 0), ("axes fraction", "data"), "offset points", va="center")
            place.texts[-1].set(color=colour, fontsize=6)


PICTURES = {"motion": _motion, "power": _power, "phase": _phase, "path": _path}
"""The figures of a run, by name."""
