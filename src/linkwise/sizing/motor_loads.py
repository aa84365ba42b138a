"""What motors must do along a motion: torque and speed at their shafts, against their data.

Khalil & Dombre (2002) §9.1 names the choice of actuators as a use of the inverse model. The torque τ_m and speed ω_m of
the motor of joint j, behind a gear of ratio N and efficiency η, are                                    [khalil2002]

    ω_m = N q̇_j,    τ_m = J_m N q̈_j + τ_j / (N η),    or τ_j η / N in the last term where the joint drives the gear,

J_m being the rotor's inertia and τ_j the force at the joint without that rotor. A motor fits if its speed, its torque
at each speed, and the root mean square of its torque, which heats it, stay within its data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import InvalidModel, UnknownName, shown
from ..html_table import html_table
from ..model import NO_ROTOR, Rotor
from ..plain_text import without_rounding
from .motor import Motor
from .sampled_motion import SAMPLES, sampled_motion

if TYPE_CHECKING:
    from ..calls.direct import Base, Wrenches
    from ..robot import Robot

HEADS = ("joint", "peak torque", "rms torque", "peak speed", "peak power", "inertia ratio", "use")
"""The columns of the table."""


@dataclass(frozen=True, eq=False, repr=False)
class MotorLoads:
    """Torque and speed of each motor over time, (times, motors), at its shaft.

    `inertia_ratio` is the largest inertia of the load over that of the rotor, both at the shaft. `use` says how much of
    its data a motor needs: above 1 it is too weak.

    >>> import linkwise
    >>> from linkwise.sizing import Motor
    >>> swing = linkwise.trajectories.Trapezoidal([0.0], [1.0], velocity=2.0, acceleration=8.0)
    >>> rod = linkwise.load("pendulum").with_gravity([0.0, 0.0, 0.0])
    >>> drives = rod.motor_loads(swing, {"joint1": Motor(ratio=10.0, continuous_torque=0.25, peak_torque=0.5)})
    >>> drives.peak_torque.round(4), drives.fits
    (array([0.2667]), True)
    """

    motors: dict[str, Motor]
    t: Array
    torque: Array
    speed: Array
    inertia_ratio: Array

    @property
    def peak_torque(self) -> Array:
        """The largest torque of each motor."""
        return np.abs(self.torque).max(axis=0)

    @property
    def rms_torque(self) -> Array:
        """The root mean square over the motion: what heats the motor."""
        mean = np.trapezoid(self.torque**2, self.t, axis=0) / (self.t[-1] - self.t[0])
        return np.asarray(np.sqrt(mean))

    @property
    def peak_speed(self) -> Array:
        """The largest speed of each motor."""
        return np.abs(self.speed).max(axis=0)

    @property
    def power(self) -> Array:
        """Mechanical power at each shaft over time, (times, motors); negative where the load drives the motor."""
        return self.torque * self.speed

    @property
    def use(self) -> dict[str, Array]:
        """How much of its data each motor needs: "speed", "peak" torque at the speed of each time, "continuous" torque.

        >>> import linkwise
        >>> from linkwise.sizing import Motor
        >>> still = linkwise.trajectories.Quintic([1.5707963267948966], [1.5707963267948966], duration=1.0)
        >>> weak = Motor(ratio=10.0, continuous_torque=0.4)
        >>> linkwise.load("pendulum").motor_loads(still, {"joint1": weak}).use["continuous"].round(3)
        array([1.226])
        """
        every = list(self.motors.values())
        limits = np.array([motor.max_speed for motor in every])
        continuous = np.array([motor.continuous_torque for motor in every])
        available = np.stack([motor.available(ω) for motor, ω in zip(every, self.speed.T, strict=True)], axis=1)
        torque = np.abs(self.torque)
        with np.errstate(divide="ignore", invalid="ignore"):
            peak = np.where(torque > 0.0, torque / available, 0.0).max(axis=0)
        return {"speed": self.peak_speed / limits, "peak": peak, "continuous": self.rms_torque / continuous}

    @property
    def fits(self) -> bool:
        """Whether every motor can do it."""
        return all(bool((x <= 1.0).all()) for x in self.use.values())

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """A row of text for each motor, in the columns of HEADS."""
        use, rows = self.use, []
        most = (self.peak_torque, self.rms_torque, self.peak_speed, np.abs(self.power).max(axis=0))
        numbers = list(zip(*map(without_rounding, most), strict=True))
        for k, joint in enumerate(self.motors):
            worst = max(use, key=lambda kind: float(use[kind][k]))
            share = float(use[worst][k])
            said = "no data" if share == 0.0 else f"{share:.0%} of {worst}" + (", too weak" if share > 1.0 else "")
            ratio = "" if not np.isfinite(self.inertia_ratio[k]) else f"{self.inertia_ratio[k]:.3g}"
            rows.append((joint, *(f"{x:.4g}" for x in numbers[k]), ratio, said))
        return rows

    def plot(self, path: str | Path | None = None) -> Any:
        """Draw each motor's torque against its speed, with what it can do; write the picture if a path is given.

        >>> import linkwise
        >>> still = linkwise.trajectories.Quintic([0.0], [1.0], duration=1.0)
        >>> len(linkwise.load("pendulum").motor_loads(still).plot().axes)
        1
        """
        from .plotting import draw_motor_loads  # matplotlib is loaded only for pictures

        return draw_motor_loads(self, path)

    def __repr__(self) -> str:
        strained = [joint for k, joint in enumerate(self.motors) if any(x[k] > 1.0 for x in self.use.values())]
        verdict = "all fit" if not strained else f"too weak: {', '.join(map(shown, strained))}"
        return f"MotorLoads({len(self.motors)} motors, {verdict})"

    def __str__(self) -> str:
        rows = [HEADS, *self.rows]
        widths = [max(len(row[k]) for row in rows) for k in range(len(HEADS))]
        return "\n".join("  ".join(f"{cell:{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)

    def _repr_html_(self) -> str:
        return html_table(repr(self), HEADS, self.rows)


def motor_loads(
    robot: Robot,
    motion: Any,
    motors: Mapping[str, Motor] | None = None,
    *,
    wrenches: Wrenches = None,
    base: Base = None,
    samples: int = SAMPLES,
) -> MotorLoads:
    """What the motors of the named coordinates must do along a motion, against their data.

    Each replaces the rotor that the robot has there. Without motors, those of the robot's own rotors and gear ratios,
    of which no more is known.

    >>> import linkwise
    >>> reach = linkwise.trajectories.Quintic([0.0] * 6, [1.0] * 6, duration=1.0)
    >>> linkwise.load("puma560").motor_loads(reach).peak_torque.round(2)
    array([0.77, 0.78, 0.31, 0.03, 0.03, 0.02])
    """
    own = _own(robot) if motors is None else _checked(robot, motors)
    rows = sampled_motion(motion, robot.n, samples)
    at = [robot.joint_names.index(name) for name in own]
    joints = {body.joint.name for body in robot.tree.bodies}
    bare = robot.with_rotors({name: NO_ROTOR for name in own if name in joints}) if joints & own.keys() else robot
    τ = bare.inverse_dynamics(rows.q, rows.qd, rows.qdd, wrenches=wrenches, base=base)[:, at]
    M = np.einsum("tjj->tj", bare.mass_matrix(rows.q))[:, at]
    N, η, J = (np.array([getattr(m, name) for m in own.values()]) for name in ("ratio", "efficiency", "inertia"))
    qd, qdd = rows.qd[:, at], rows.qdd[:, at]
    through = np.where(τ * qd >= 0.0, τ / (N * η), τ * η / N)
    with np.errstate(divide="ignore"):
        ratio = M.max(axis=0) / (N * N * J)
    return MotorLoads(dict(own), rows.t, J * N * qdd + through, N * qd, ratio)


def _own(robot: Robot) -> dict[str, Motor]:
    rotors = {body.joint.name: body.joint.rotor for body in robot.tree.bodies}
    found = {name: rotors.get(name, Rotor()) for name in robot.joint_names}
    return {name: Motor(ratio=rotor.gear_ratio, inertia=float(rotor.inertia)) for name, rotor in found.items()}


def _checked(robot: Robot, motors: Mapping[str, Motor]) -> dict[str, Motor]:
    if not isinstance(motors, Mapping) or not motors:
        raise InvalidModel(
            f"motors is {shown(repr(motors))}.",
            "A dict of joints and Motor(…) was expected.",
            '{"joint1": Motor(…)}, say.',
        )
    for name, motor in motors.items():
        if name not in robot.joint_names:
            raise UnknownName("joint", name, f"robot {shown(robot.name)}", robot.joint_names)
        if not isinstance(motor, Motor):
            raise InvalidModel(f"the motor of joint {shown(name)} is {shown(repr(motor))}.", "Motor(…) was expected.")
    return dict(motors)
