"""A load that was found, and how sure of it the logs are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...calls.arrays import Array
from ...errors import encodable, listed
from ...html_table import html_table
from ...parameters.conversions import to_central

if TYPE_CHECKING:
    from ...robot import Robot

SURE = 40.0
"""The χ² of ten parameters beyond which a load is there: noise alone exceeds it twice in 100,000 times."""

HIDDEN = 1e-3
"""The share of a parameter in directions that do not show from which on nothing is known of it."""

STEP = 1e-6
"""Of differences, relative to the size of a parameter."""

VAGUE = 0.05
"""A deviation of the centre of mass from which on it is not told, in m."""

CLEAR = 3.0
"""A quantity smaller than this many deviations is not told by the logs."""


@dataclass(frozen=True, eq=False, repr=False)
class Payload:
    """Mass in kg, centre of mass in m and 3×3 inertia about it in kg m², in the axes of the frame, and deviations.

    `seen` says whether there is a load at all. `parameters` are the ten numbers XX XY XZ YY YZ ZZ MX MY MZ M about the
    frame's origin, `covariance` theirs from least squares, as the logs alone tell them; it is infinite where they do
    not. `errors` are those of each joint's torques, relative.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("panda")
    >>> found = arm.identify_payload(None, simulated_log(arm, duration=10.0, noise=0.01))
    >>> found, found.seen
    (Payload(no load to be seen: 0 ± ... kg), False)
    """

    robot: Robot
    frame: str | None
    parameters: Array
    covariance: Array
    surprise: float
    mass: float
    com: Array
    inertia: Array
    sigma_mass: float
    sigma_com: Array
    sigma_inertia: Array
    errors: Array
    choices: dict[str, Any]
    notes: tuple[str, ...]

    @staticmethod
    def of(
        robot: Robot,
        frame: str | None,
        φ: Array,
        covariance: Array,
        hidden: Array,
        surprise: float,
        errors: Array,
        choices: dict[str, Any],
        notes: list[str],
    ) -> Payload:
        """The load of these parameters."""
        wide = covariance.copy()
        unknown = hidden > HIDDEN
        wide[unknown, unknown] = np.inf
        seen = bool(φ.any())
        m = float(φ[9])
        own = to_central(φ) if seen else None
        com, inertia = (np.zeros(3), np.zeros((3, 3))) if own is None else (own.com, own.inertia)
        if seen:
            spread = _spread(φ, covariance, unknown)
        else:
            spread = np.concatenate([[np.sqrt(wide[9, 9])], np.full(9, np.inf)])
        tensor = spread[4:][[[0, 1, 2], [1, 3, 4], [2, 4, 5]]]
        found = Payload(
            robot,
            frame,
            φ,
            wide,
            surprise,
            m,
            com,
            inertia,
            float(spread[0]),
            spread[1:4],
            tensor,
            errors,
            choices,
            tuple(notes),
        )
        return found._noted()

    def _noted(self) -> Payload:
        """With notes about what the logs do not tell."""
        notes = list(self.notes)
        if not self.seen:
            notes.append(
                f"no load to be seen: one of {CLEAR * self.sigma_mass:.2g} kg would be"
                if np.isfinite(self.sigma_mass)
                else "no load to be seen"
            )
        else:
            if not self.mass > CLEAR * self.sigma_mass:
                notes.append(f"the logs do not tell the mass: {self.mass:.3g} ± {self.sigma_mass:.2g} kg")
            vague = [axis for axis, sigma in zip("xyz", self.sigma_com.tolist(), strict=True) if not sigma < VAGUE]
            if vague:
                notes.append(f"the logs do not tell the centre of mass along {listed(vague)}")
            tensor, sigma = np.diag(self.inertia), np.diag(self.sigma_inertia)
            if not (CLEAR * sigma < tensor).all():
                shown = ", ".join(f"{x:.2g} ± {s:.2g}" for x, s in zip(tensor, sigma, strict=True))
                notes.append(
                    f"the logs do not tell the inertia, {shown} kg m² about x, y and z: "
                    "faster motions, which turn the load about every axis, would"
                )
        object.__setattr__(self, "notes", tuple(notes))
        return self

    @property
    def seen(self) -> bool:
        """Whether the logs show a load."""
        return self.surprise >= SURE

    def keys(self) -> Iterator[str]:
        """The names of what `robot.with_payload` takes."""
        return iter(("mass", "com", "inertia", "frame"))

    def __getitem__(self, name: str) -> Any:
        return {"mass": self.mass, "com": self.com, "inertia": self.inertia, "frame": self.frame}[name]

    @property
    def data(self) -> dict[str, Any]:
        """The load as plain data."""
        return {
            "robot": self.robot.name,
            "frame": self.choices["frame"],
            "seen": self.seen,
            "mass": self.mass,
            "com": self.com.tolist(),
            "inertia": self.inertia.tolist(),
            "sigma": {
                "mass": self.sigma_mass,
                "com": self.sigma_com.tolist(),
                "inertia": self.sigma_inertia.tolist(),
            },
            "parameters": self.parameters.tolist(),
            "errors": self.errors.tolist(),
            "choices": self.choices,
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [f"{self.robot.name}: the load at {self.choices['frame']}"]
        lines += [f"  {name:8} {value:>12} ± {sigma}" for name, value, sigma in self.rows]
        return encodable("\n".join([*lines, *(f"note: {note}" for note in self.notes)]))

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Name, value and deviation of each number, as text."""
        rows = [("mass", f"{self.mass:.4g}", f"{self.sigma_mass:.2g}")]
        rows += [(f"com {x}", f"{self.com[k]:.4g}", f"{self.sigma_com[k]:.2g}") for k, x in enumerate("xyz")]
        for i, j, name in ((0, 0, "xx"), (1, 1, "yy"), (2, 2, "zz"), (0, 1, "xy"), (0, 2, "xz"), (1, 2, "yz")):
            rows.append((f"I {name}", f"{self.inertia[i, j]:.4g}", f"{self.sigma_inertia[i, j]:.2g}"))
        return rows

    def __repr__(self) -> str:
        if not self.seen:
            return encodable(f"Payload(no load to be seen: 0 ± {self.sigma_mass:.2g} kg)")
        at = ", ".join(f"{x:.3g}" for x in self.com.tolist())
        return encodable(f"Payload({self.mass:.4g} kg at [{at}])")

    def _repr_html_(self) -> str:
        return html_table(repr(self), ("", "value", "deviation"), self.rows)


def _spread(φ: Array, C: Array, unknown: Any) -> Array:
    """Deviations of mass, centre (3) and inertia about it (xx xy xz yy yz zz), to first order."""

    def central(φ: Array) -> Array:
        each = to_central(φ)
        return np.concatenate([[each.mass], each.com, each.inertia[[0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]]])

    size = np.maximum(np.abs(φ), 1e-3 * abs(float(φ[9])))
    steps = STEP * np.diag(size)
    J = np.column_stack(
        [(central(φ + e) - central(φ - e)) / (2.0 * STEP * s) for e, s in zip(steps, size, strict=True)]
    )
    spread: Array = np.sqrt(np.maximum(np.diag(J @ C @ J.T), 0.0))
    spread[(np.abs(J) * size)[:, unknown].sum(axis=1) > STEP * np.abs(J * size).sum(axis=1)] = np.inf
    return spread
