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
from ..view.curves import drawable, least_height, marks, units, widen
from ..view.events import mark_events
from ..view.histories import balance
from ..view.path import path_in_space
from ..view.phase import phase_portraits
from ..view.picture import blank, require, save
from .fine_curves import FineCurves

if TYPE_CHECKING:
    from .simulation import Simulation

NOTHING_MOVES = {"position": 1e-6, "velocity": 1e-4, "torque": 1e-6}
"""Curves that stay below this are errors of the integrator, and are drawn as 0."""

NO_ENERGY = 1e-6
"""Energies that stay below this are such errors, too."""

MOST_NAMED = 14
"""The most joints whose names or numbers are written beside the curves."""

CLOSE = 0.05
"""Limits closer to each other than this share of the height are numbered together."""

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
    curves, every = FineCurves.of(run), range(run.q.shape[1])
    t = curves.t
    blocks = ((t, curves.q, "position", every), (t, curves.qd, "velocity", every), (run.t, run.tau, "torque", driven))
    names = _names(run)
    for place, (times, array, quantity, colours) in zip(axes, blocks, strict=False):
        for column, k in enumerate(colours):
            place.plot(times, array[:, column], color=f"C{k}", linewidth=1.3, label=names[k])
        place.set_ylabel(f"{quantity}{_units(run, quantity, colours)}")
    for place, curve in zip(axes, () if reference is None else _meant(run, t, reference), strict=False):
        for k in every:
            place.plot(t, curve[:, k], color=f"C{k}", linewidth=1.6, linestyle="--", alpha=0.8)
    for place, (_, array, quantity, _) in zip(axes, blocks, strict=False):
        widen(place, least_height(array, NOTHING_MOVES[quantity]), array)
    limited = _limits(run, axes, driven)
    _energies(curves, axes[3])
    if len(run.joint_names) <= MOST_NAMED:
        axes[0].legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
        for text in axes[0].get_legend().get_texts():
            text.set_parse_math(False)
    for place in axes:
        place.grid(True, color="0.9", linewidth=0.8)
        place.spines[["top", "right"]].set_visible(False)
    axes[0].set_xlim(float(run.t[0]), float(run.t[-1]) if len(run.t) > 1 else float(run.t[0]) + 1.0)
    mark_events(axes, [(event.t, event.name) for event in run.events])
    axes[3].set_xlabel("time t [s]")
    drawn = [] if reference is None else ["dashed: the reference"]
    drawn += [
        "dotted: limits, with the numbers of joints" if len(run.joint_names) <= MOST_NAMED else "dotted: limits"
    ] * limited
    figure.suptitle("\n".join(filter(None, [_title(run), ", ".join(drawn)])), fontsize=10, parse_math=False)
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
    kinds = _slides(run, joints)
    return f" [{units(quantity, kinds)}]" if kinds else ""


def _names(run: "Simulation") -> list[str]:
    """The names of the joints, with their units where some turn and others slide."""
    joints = range(len(run.joint_names))
    units_of = marks(_slides(run, joints) or [False] * len(joints))
    return [f"{plain(name, 24)}{unit}" for name, unit in zip(run.joint_names, units_of, strict=True)]


def _slides(run: "Simulation", joints: Sequence[int]) -> list[bool]:
    """Whether each joint slides; empty if that is not known of all."""
    model = getattr(getattr(run.robot, "robot", run.robot), "model", None)
    slides = {body.joint.name: body.joint.slides for body in model.bodies} if model is not None else {}
    kinds = [slides.get(run.joint_names[k]) for k in joints]
    known = [kind for kind in kinds if kind is not None]
    return known if len(known) == len(kinds) else []


def _title(run: "Simulation") -> str:
    name = "" if run.robot is None else f"{plain(run.robot.name, 40)}, "
    return f"{name}{run.method}: {run.status}, energy balance within {run.drift:.2g}"


def _power(run: "Simulation", frame: str | None) -> Any:
    """Powers, energies, and what is left of their balance."""
    e = run.energies
    powers = {"motors": run.power.sum(axis=1)}
    for label, work in (("wrenches", e.work_of_wrenches), ("friction", -e.lost_to_friction)):
        if np.any(work):
            powers[label] = _rate(run.t, work)
    return balance(run.t, powers, _shares(FineCurves.rows(run)), e.balance, _title(run))


def _rate(t: Array, work: Array) -> Array:
    """The rate of a work term; a time with two rows counts once."""
    once = np.concatenate([[True], np.diff(t) > 0.0])
    if once.sum() < 2:
        return np.zeros(len(t))
    return np.interp(t, t[once], np.gradient(work[once], t[once]))


def _phase(run: "Simulation", frame: str | None) -> Any:
    """Velocity over position."""
    curves = FineCurves.of(run, energies=False)
    q, qd = curves.q, curves.qd
    units = [(_units(run, "position", [k]), _units(run, "velocity", [k])) for k in range(q.shape[1])]
    return phase_portraits(q, qd, run.joint_names, _title(run), units)


def _path(run: "Simulation", frame: str | None) -> Any:
    """The path of a frame's origin."""
    return path_in_space(run.path_of(FineCurves.of(run, energies=False).q, frame), frame or "the tip")


def _shares(curves: FineCurves) -> dict[str, Array]:
    """Energies and work terms that are not 0 throughout, by name."""
    rows = {
        "kinetic": curves.kinetic,
        "potential": curves.potential - curves.potential[0],
        "work of τ": curves.work[:, 0],
        "work of wrenches": curves.work[:, 1],
        "lost to friction": curves.work[:, 2],
        "lost at stops": curves.work[:, 3],
    }
    return {label: row for label, row in rows.items() if np.any(row)}


def _energies(curves: FineCurves, place: Any) -> None:
    shares = _shares(curves)
    for label, row in shares.items():
        place.plot(curves.t, row, linewidth=1.3, label=label)
    place.set_ylabel("energy [J]")
    every = np.concatenate([*shares.values(), [0.0]])
    widen(place, least_height(every, NO_ENERGY), every)
    if place.lines:
        place.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)


def _limits(run: "Simulation", axes: Any, driven: range) -> bool:
    """Limits as dotted lines with the numbers of their joints, in grey if several share one; not those far away.
    Whether any is drawn comes back."""
    limits, drawn = getattr(run.robot, "limits", None), False
    if limits is None:
        return drawn
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
            place.axhline(bound, color=colour, linestyle=":", linewidth=1.1, alpha=0.8)
        if run.q.shape[1] <= MOST_NAMED:
            _numbered(place, of)
        drawn = drawn or bool(of)
    return drawn


def _numbered(place: Any, of: dict[float, list[int]]) -> None:
    """The numbers of the joints beside their limits; of limits too close together to be told apart, together."""
    bottom, top = place.get_ylim()
    groups: list[list[float]] = []
    for bound in sorted(of):
        if groups and bound - groups[-1][0] < CLOSE * (top - bottom):
            groups[-1].append(bound)
        else:
            groups.append([bound])
    for group in groups:
        joints = sorted({k for bound in group for k in of[bound]})
        at = sum(group) / len(group)
        text = ", ".join(str(k + 1) for k in joints)
        place.annotate(text, (1.0, at), (2, 0), ("axes fraction", "data"), "offset points", va="center")
        place.texts[-1].set(color=f"C{joints[0]}" if len(joints) == 1 else "0.4", fontsize=7)


PICTURES = {"motion": _motion, "power": _power, "phase": _phase, "path": _path}
"""The figures of a run, by name."""
