"""The bounds of a robot's matrices: what they are, and how they print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import listed, shown
from ..html_table import html_table
from ..plain_text import encodable


@dataclass(frozen=True, eq=False)
class Bound:
    """What cannot be exceeded over the ranges, and the most that was found, with the state at which it is attained.

    >>> import linkwise
    >>> most = linkwise.load("planar2r").bounds().mass
    >>> most.certified >= most.attained, most.q.shape
    (True, (2,))
    """

    certified: float
    attained: float
    q: Array | None
    qd: Array | None = None

    @property
    def ratio(self) -> float:
        """The larger of both over the smaller one: 1 for a bound that is attained, NaN where there is none to compare.

        >>> Bound(3.0, 2.0, None).ratio
        1.5
        """
        small, large = sorted((self.certified, self.attained))
        return large / small if small > 0.0 else float("nan") if large > 0.0 else 1.0


@dataclass(frozen=True, eq=False, repr=False)
class Bounds:
    """Bounds of a robot's matrices: over the ranges `lower` to `upper`, and for every q.

    `mass` is of ‖M‖, the largest eigenvalue; `least` of the smallest one, certified from below (0 where that was not
    possible); `coriolis` of ‖C‖ / ‖q̇‖; `gravity` of ‖Q‖. `a` has a₁ … a₇ and a₈, which hold for every q.

    >>> import linkwise
    >>> print(linkwise.load("planar2r").bounds())
    Bounds of 'planar2r', spectral norms, over the ranges of its joints:
      largest eigenvalue of M   at most     7.571   found 7.571     ratio 1.00
      least eigenvalue of M     at least   0.1427   found 0.1431    ratio 1.00
      |C| / |qd|                at most     2.292   found 2.176     ratio 1.05
      |Q|                       at most     45.81   found 45.81     ratio 1.00
    For every q:
      |M| <= 7.571
      |C| <= 2.292 |qd|
      |Q| <= 45.81
    """

    robot: str
    joints: tuple[str, ...]
    lower: Array
    upper: Array
    mass: Bound
    least: Bound
    coriolis: Bound
    gravity: Bound
    a: tuple[float, ...]

    def mass_bound(self, q: ArrayLike) -> Array:
        """a₁ + a₂ ‖q‖ + a₃ ‖q‖² at positions (…, n), whatever the ranges.

        >>> import linkwise
        >>> linkwise.load("planar2r").bounds(cells=1).mass_bound([0.0, 0.5]).round(3)
        np.float64(7.571)
        """
        return self._along(q, self.a[:3])

    def coriolis_bound(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """‖q̇‖ (a₄ + a₅ ‖q‖ + a₈ ‖q‖²) at states (…, n), whatever the ranges.

        >>> import linkwise
        >>> linkwise.load("planar2r").bounds(cells=1).coriolis_bound([0.0, 0.5], [3.0, 4.0]).round(2)
        np.float64(11.46)
        """
        speed = np.linalg.norm(real("qd", qd, len(self.joints), "one entry per joint"), axis=-1)
        return speed * self._along(q, (self.a[3], self.a[4], self.a[7]))

    def gravity_bound(self, q: ArrayLike) -> Array:
        """a₆ + a₇ ‖q‖ at positions (…, n), whatever the ranges.

        >>> import linkwise
        >>> linkwise.load("pendulum").bounds(cells=1).gravity_bound([0.5]).round(3)
        np.float64(4.905)
        """
        return self._along(q, (self.a[5], self.a[6], 0.0))

    def _along(self, q: ArrayLike, coefficients: tuple[float, ...]) -> Array:
        far = np.linalg.norm(real("q", q, len(self.joints), "one entry per joint"), axis=-1)
        constant, linear, square = coefficients
        return np.asarray(constant + far * (linear + far * square))[()]

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """A row of text for each bound: what it is of, the bound, what was found, the ratio, where.

        >>> import linkwise
        >>> linkwise.load("pendulum").bounds().rows[0][:4]
        ('largest eigenvalue of M', 'at most 0.3333', '0.3333', '1.00')
        """
        named = {
            "largest eigenvalue of M": self.mass,
            "least eigenvalue of M": self.least,
            "|C| / |qd|": self.coriolis,
            "|Q|": self.gravity,
        }
        rows = []
        for what, bound in named.items():
            side = "at least" if bound is self.least else "at most"
            at = "" if bound.q is None else "q = " + " ".join(f"{x:.4g}" for x in bound.q)
            at += "" if bound.qd is None else ", qd = " + " ".join(f"{x:.4g}" for x in bound.qd)
            found, ratio = (_number(x, form) for x, form in ((bound.attained, ".4g"), (bound.ratio, ".2f")))
            rows.append((what, f"{side} {bound.certified:.4g}", found, ratio, at))
        return rows

    @property
    def data(self) -> dict[str, Any]:
        """Everything as plain numbers and lists, for JSON.

        >>> import linkwise
        >>> sorted(linkwise.load("pendulum").bounds(cells=1).data)
        ['a', 'coriolis', 'gravity', 'joints', 'least', 'lower', 'mass', 'robot', 'upper']
        """
        four = {name: getattr(self, name) for name in ("mass", "least", "coriolis", "gravity")}
        return {
            "robot": self.robot,
            "joints": list(self.joints),
            "lower": self.lower.tolist(),
            "upper": self.upper.tolist(),
            "a": {f"a{k}": x for k, x in enumerate(self.a, 1)},
            **{name: _data(bound) for name, bound in four.items()},
        }

    @property
    def _formulas(self) -> list[str]:
        a = self.a
        M, C, Q = (_polynomial(each) for each in (a[:3], (a[3], a[4], a[7]), (a[5], a[6], 0.0)))
        speed = f"|qd| ({C})" if "|q|" in C else f"{C} |qd|" if C != "0" else C
        return [f"|M| <= {M}", f"|C| <= {speed}", f"|Q| <= {Q}"]

    def __repr__(self) -> str:
        return f"Bounds({shown(self.robot)}, {', '.join(self._formulas)})"

    def __str__(self) -> str:
        lines = [f"Bounds of {shown(self.robot)}, spectral norms, over the ranges of its joints:"]
        for what, bound, found, ratio, _ in self.rows:
            side, _, size = bound.rpartition(" ")
            lines.append(f"  {what:25} {side:8} {size:>8}   found {found:8}  ratio {ratio}")
        if not np.isfinite(self.mass.certified):
            free = [
                name
                for name, low, high in zip(self.joints, self.lower, self.upper, strict=True)
                if high - low == np.inf
            ]
            lines.append(f"  {listed(free)} slides without limits; ranges={{...}} gives it some")
        return encodable("\n".join([*lines, "For every q:", *(f"  {formula}" for formula in self._formulas)]))

    def _repr_html_(self) -> str:
        return html_table(repr(self), ("", "bound", "found", "ratio", "at"), self.rows)


def _data(bound: Bound) -> dict[str, Any]:
    states = {name: None if x is None else x.tolist() for name, x in (("q", bound.q), ("qd", bound.qd))}
    return {"certified": bound.certified, "attained": bound.attained, "ratio": bound.ratio, **states}


def _number(x: float, form: str) -> str:
    """A number; a dash where there is none."""
    return f"{x:{form}}" if np.isfinite(x) else "-"


def _polynomial(coefficients: tuple[float, ...]) -> str:
    """a + b |q| + c |q|^2, without what is zero."""
    powers = ("", " |q|", " |q|^2")
    terms = [f"{x:.4g}{power}" for x, power in zip(coefficients, powers, strict=True) if x > 0.0]
    return " + ".join(terms) or "0"
