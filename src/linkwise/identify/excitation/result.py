"""An exciting motion, and how much better it is than a random one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...calls.arrays import Array
from ...calls.checks import positive
from ...errors import NoMass, WriteError, encodable, listed, shown
from ...html_table import html_table
from ...trajectories import FourierAtRest, LimitReport, MotionLimits
from ..notes import WEAK
from .bounds import Bounds
from .family import Family
from .stack import Stack

if TYPE_CHECKING:
    import os

    from ...robot import Robot

FINE = 600
"""Samples of the motion in the regressor whose condition number is reported."""

ENDINGS = (".csv", ".npz")


@dataclass(frozen=True, eq=False, repr=False)
class Excitation:
    """A motion that shows a robot's parameters: `trajectory`, from rest to rest and back to where it began.

    `condition` is the condition number of the regressor stacked over the motion, in SI units, each column as it is, as
    most publications have it; `scaled_condition` that with columns of length 1. `singular_values` are those of the
    former over √samples; `before` are those of a random motion within the same limits. `report` has the peaks.
    `margin` is the least value of the caller's constraint on the motion.

    >>> import linkwise
    >>> limits = {"lower": -1.5, "upper": 1.5, "velocity": 2.0}
    >>> found = linkwise.load("pendulum").excitation(harmonics=2, period=4.0, starts=1, **limits)
    >>> found.names, bool(found.condition <= found.before[0] / found.before[-1])
    (('ZZ1', 'MX1', 'MY1', 'FV1', 'FC1', 'FO1'), True)
    """

    robot: Robot
    trajectory: FourierAtRest
    names: tuple[str, ...]
    condition: float
    scaled_condition: float
    singular_values: Array
    before: Array
    limits: MotionLimits
    report: LimitReport
    margin: float | None
    choices: dict[str, Any]
    notes: tuple[str, ...]
    evaluations: int

    @staticmethod
    def of(
        robot: Robot,
        stack: Stack,
        family: Family,
        found: tuple[Array, Array],
        limits: MotionLimits,
        bounds: Bounds,
        choices: dict[str, Any],
        notes: list[str],
        evaluations: int,
    ) -> Excitation:
        """The motion of the second of these coefficients, beside that of the first."""
        first, x = found
        fine = Family(family.n, family.harmonics, family.period, FINE)
        W = stack.rows(fine.states(x)).reshape(-1, len(stack.names))
        triangle: Array = np.asarray(np.linalg.qr(W, mode="r"))
        values = np.linalg.svd(triangle, compute_uv=False) / np.sqrt(FINE)
        before = np.linalg.svd(stack.rows(fine.states(first)).reshape(W.shape), compute_uv=False) / np.sqrt(FINE)
        scaled, weak = _scaled(triangle)
        if weak.any():
            names = [name for name, low in zip(stack.names, weak.tolist(), strict=True) if low]
            hint = "give more harmonics, wider limits or a shorter period"
            notes = [*notes, f"the motion does not show {listed(names)}, alone or in combination: {hint}"]
        if stack.regressor.dropped:
            notes = [*notes, f"left out, as other columns already contain them: {listed(stack.regressor.dropped)}"]
        motion = family.trajectory(x)
        report = _report(robot, motion, limits)
        margin = None if bounds.constraint is None else bounds.least(family, x)
        condition = float(values[0] / values[-1]) if values[-1] > 0.0 else float("inf")
        return Excitation(
            robot,
            motion,
            stack.names,
            condition,
            scaled,
            values,
            before,
            limits,
            report,
            margin,
            choices,
            tuple(notes),
            evaluations,
        )

    @property
    def data(self) -> dict[str, Any]:
        """The motion as plain data: the coefficients of its series, and what it is worth."""
        series = self.trajectory.series
        return {
            "robot": self.robot.name,
            "joints": list(self.robot.joint_names),
            "condition": self.condition,
            "scaled_condition": self.scaled_condition,
            "condition_before": float(self.before[0] / max(self.before[-1], 1e-300)),
            "duration": self.trajectory.duration,
            "frequency": series.frequency,
            "q0": series.q0.tolist(),
            "a": series.a.tolist(),
            "b": series.b.tolist(),
            "columns": list(self.names),
            "singular_values": self.singular_values.tolist(),
            "peaks": [vars(peak) for peak in self.report.peaks],
            "margin": self.margin,
            "choices": self.choices,
            "evaluations": self.evaluations,
            "notes": list(self.notes),
        }

    def save(self, path: str | os.PathLike[str], step: float = 0.01) -> None:
        """Write t, q_JOINT, qd_JOINT, qdd_JOINT and the model's tau_JOINT every `step` seconds, as .csv or .npz.

        >>> import linkwise, pathlib, tempfile
        >>> arm, file = linkwise.load("pendulum"), pathlib.Path(tempfile.mkdtemp()) / "motion.csv"
        >>> found = arm.excitation(harmonics=2, period=4.0, starts=1, lower=-1.5, upper=1.5, velocity=2.0)
        >>> found.save(file)
        >>> linkwise.identify.read_log(file, arm)
        Log(401 samples in 4 s, 1 joint: joint1; positions, velocities and torques)
        """
        if not isinstance(path, str) and not hasattr(path, "__fspath__"):
            raise WriteError(f"{shown(repr(path))} is not a path.", "A str or Path was expected.")
        target, samples = require_ending(Path(path)), self.trajectory.sampled(positive("step", step))
        arrays = {"q": samples.q, "qd": samples.qd, "qdd": samples.qdd}
        if np.isfinite(self.limits.effort).any() or self.robot.total_mass > 0.0:
            arrays["tau"] = self.robot.inverse_dynamics(samples.q, samples.qd, samples.qdd)
        names = ["t", *(f"{what}_{joint}" for what in arrays for joint in self.robot.joint_names)]
        table = np.column_stack([samples.t, *arrays.values()])
        try:
            if target.suffix.lower() == ".csv":
                with target.open("w", encoding="utf-8", newline="\n") as file:
                    np.savetxt(file, table, delimiter=",", header=",".join(names), comments="", fmt="%.12g")
            else:
                columns: dict[str, Any] = dict(zip(names, table.T, strict=True))
                with target.open("wb") as binary:
                    np.savez_compressed(binary, **columns)
        except OSError as error:
            raise WriteError(f"{shown(target, 200)} cannot be written: {error.strerror or error}.") from None

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Positions, velocities and torques beside their limits, and singular values before and after; returns the
        figure and, given a path, writes it as .png, .svg or .pdf.

        >>> import linkwise
        >>> limits = {"lower": -1.5, "upper": 1.5, "velocity": 2.0}
        >>> figure = linkwise.load("pendulum").excitation(harmonics=2, period=4.0, starts=1, **limits).plot()
        >>> figure.axes[-1].get_ylabel()
        'singular value'
        """
        from .plotting import draw_excitation  # matplotlib is loaded only for pictures

        return draw_excitation(self, path)

    def __str__(self) -> str:
        was = float(self.before[0] / max(self.before[-1], 1e-300))
        lines = [
            f"{self.robot.name}: {len(self.names)} columns, {self.trajectory.duration:.4g} s",
            f"condition number {self.condition:.4g} (a random motion within these limits: {was:.4g}); "
            f"with columns of length 1 {self.scaled_condition:.4g}",
        ]
        if self.margin is not None:
            lines.append(f"least value of the constraint: {self.margin:.3g}")
        near = sorted((p for p in self.report.peaks if np.isfinite(p.limit)), key=_closeness, reverse=True)
        if near:
            lines.append(f"closest to a limit: {near[0]}, limit {near[0].limit:.6g}")
        return encodable("\n".join([*lines, *(f"note: {note}" for note in self.notes)]))

    def __repr__(self) -> str:
        was = float(self.before[0] / max(self.before[-1], 1e-300))
        return encodable(
            f"Excitation({self.robot.name}: {len(self.names)} columns, condition number {self.condition:.3g} after "
            f"{was:.3g}; {self.trajectory.duration:.4g} s)"
        )

    def _repr_html_(self) -> str:
        rows = [("condition number", f"{self.condition:.4g}"), ("columns of length 1", f"{self.scaled_condition:.4g}")]
        return html_table(repr(self), ("", ""), rows) + self.report._repr_html_()


def _report(robot: Robot, motion: FourierAtRest, limits: MotionLimits) -> LimitReport:
    """The peaks of a motion, torques included if the robot can say what they are."""
    try:
        return motion.check(robot, limits=limits)
    except NoMass:
        names = {f"joint{j + 1}": name for j, name in enumerate(robot.joint_names)}
        return LimitReport(tuple(replace(peak, joint=names[peak.joint]) for peak in motion.check(limits).peaks))


def require_ending(path: Path) -> Path:
    """The path of a file of a motion, if its ending is known.

    >>> require_ending(Path("motion.csv")).suffix
    '.csv'
    """
    if path.suffix.lower() not in ENDINGS:
        raise WriteError(
            f"a motion is not written to {shown(path.name)}.", f"A name ending in {listed(ENDINGS)} was expected."
        )
    return path


def _scaled(triangle: Array) -> tuple[float, Array]:
    """The condition number of columns of length 1, and which of them do not show."""
    length = np.linalg.norm(triangle, axis=0)
    still = length <= 1e-12 * length.max(initial=0.0)
    _, s, V = np.linalg.svd(triangle / np.where(still, 1.0, length), full_matrices=True)
    s = np.concatenate([s, np.zeros(len(V) - len(s))])
    weak = np.abs(V[s <= WEAK * s.max(initial=0.0)]).max(axis=0, initial=0.0) > 0.1
    return float(s[0] / s[-1]) if s[-1] > 0.0 else float("inf"), weak | still


def _closeness(peak: Any) -> float:
    return float(peak.excess / max(abs(peak.limit), 1e-12))
