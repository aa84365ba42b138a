"""Figures of a run: its motion with the limits, its powers and energies, its phases, its path."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError, UnknownName, plain, shown
from ..view.histories import balance
from ..view.path import path_in_space
from ..view.phase import phase_portraits
from ..view.picture import blank, require, save

if TYPE_CHECKING:
    from .simulation import Simulation

POINTS = 1000
"""Curves are drawn through at least about this many points."""


def plot(run: "Simulation", path: str | Path | None, what: str, frame: str | None) -> Any:
    """Draw one of PICTURES, and save it if there is a path; no display is needed."""
    if what not in PICTURES:
        raise UnknownName("picture", what, "a simulation", PICTURES)
    if frame is not None and what != "path":
        raise LinkwiseError(
            f"frame {shown(frame)} is not used by this picture.", 'Only what="path" uses it.', "leave it out."
        )
    target = None if path is None else require(path)
    figure = PICTURES[what](run, frame)
    if target is not None:
        save(figure, target)
    return figure


def _motion(run: "Simulation", frame: str | None) -> Any:
    """Positions, velocities, torques with their limits, and energies."""
    figure = blank(9.0, 10.0)
    axes = figure.subplots(4, 1, sharex=True)
    m = run.tau.shape[1]
    driven = range(len(run.joint_names) - m, len(run.joint_names))
    (t, q, qd), every = _fine(run), range(run.q.shape[1])
    blocks = ((t, q, "q", every), (t, qd, "q̇", every), (run.t, run.tau, "τ", driven))
    for place, (times, array, letter, colours) in zip(axes, blocks, strict=False):
        for column, k in enumerate(colours):
            place.plot(times, array[:, column], color=f"C{k}", linewidth=1.3, label=plain(run.joint_names[k], 24))
        place.set_ylabel(letter)
    _limits(run, axes, driven)
    _energies(run, axes[3])
    if len(run.joint_names) <= 14:
        legend = axes[0].legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
        for text in legend.get_texts():
            text.set_parse_math(False)
    for place in axes:
        place.grid(True, color="0.9", linewidth=0.8)
        place.spines[["top", "right"]].set_visible(False)
    for event in run.events[:50]:
        axes[0].axvline(event.t, color="0.7", linewidth=0.6)
    axes[3].set_xlabel("time t [s]")
    figure.suptitle(_title(run), fontsize=11, parse_math=False)
    return figure


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
    if place.lines:
        place.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)


def _limits(run: "Simulation", axes: Any, driven: range) -> None:
    """Limits as dashed lines, if they are near the curves."""
    limits = getattr(run.robot, "limits", None)
    if limits is None:
        return
    for k in range(run.q.shape[1]):
        pairs = [(axes[0], limits.lower[k]), (axes[0], limits.upper[k])]
        pairs += [(axes[1], s * limits.velocity[k]) for s in (1.0, -1.0)]
        pairs += [(axes[2], s * limits.effort[k]) for s in (1.0, -1.0) if k in driven]
        for place, bound in pairs:
            low, high = place.get_ylim()
            if np.isfinite(bound) and low <= bound <= high:
                place.axhline(bound, color=f"C{k}", linestyle="--", linewidth=0.7)


PICTURES = {"motion": _motion, "power": _power, "phase": _phase, "path": _path}
"""The figures of a run, by name."""
