"""Conjugate gradients as Walker & Orin use them: from a start value, until the residual is small, O(n) for each step.

Balafoutis & Patel (1991), §6.2, text after Algorithm 6.1; method 4 of Walker & Orin (1982); the iteration is Hestenes'
and Stiefel's.                                                                      [balafoutis1991] [walker1982]

The plain method: each direction is made conjugate to the last one only. It answers to a tolerance, not to the last
digit, and how many steps that takes depends on the state; so it is not among the formulations a robot answers by.
`walker_orin_4` is the method with n steps and all directions conjugate, which agrees with the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...algebra import Scalar, is_finite_number, sign, sqrt
from ...algebra.orthogonal import dot
from ...errors import BadArray, KindMismatch, NotTraceable, plain, shown
from ...model import Model
from ..articulated.spatial_filter import checked_inverse, riccati
from ..scalars import Scalars, Wrenches
from . import balafoutis_patel_56
from .walker_orin_1 import inertial_forces

EACH = 10
"""The most steps for each joint, unless `most` says otherwise; without roundings one would do."""


@dataclass(frozen=True)
class Iterated:
    """Accelerations, the steps they took, the residual |τ − b − D q̈| relative to |τ − b|, and whether that suffices.

    >>> Iterated([1.0, 2.0], 2, 1e-12, True)
    <2 accelerations after 2 steps, residual 1.0e-12>
    """

    qdd: list[Scalar]
    iterations: int
    residual: Scalar
    converged: bool

    def __repr__(self) -> str:
        left = f"{self.residual:.1e}" if isinstance(self.residual, float) else str(self.residual)
        short = "" if self.converged else ", not converged"
        return f"<{len(self.qdd)} accelerations after {self.iterations} steps, residual {left}{short}>"


def conjugate_gradients(
    model: Model,
    q: Scalars,
    qd: Scalars,
    tau: Scalars,
    wrenches: Wrenches = None,
    *,
    start: Scalars | None = None,
    tolerance: float = 1e-10,
    most: int | None = None,
    steps: int | None = None,
    preconditioner: Scalars | None = None,
) -> Iterated:
    """Joint accelerations q̈ of a tree without friction, improved step by step until the residual is small.

    From q̈ = `start` with r = τ − b − D q̈, z = P⁻¹ r, p = z:
        α = r·z / p·Dp,   q̈ ← q̈ + α p,   r ← r − α Dp,   z = P⁻¹ r
        p ← z + β p,   β = r·z / (r·z before)

    Ends when |r| ≤ `tolerance` |τ − b|, or after `most` steps (10n). With `steps` it takes exactly as many, for numbers
    that cannot be compared: traced ones, symbols, columns. `start` is 0, or better the last q̈ of a motion.
    `preconditioner` is P, a diagonal near that of D: rotors, where they dominate, or D's own.

    Symbols: Dp by an inverse dynamics with q̈ = p, q̇ = 0, g = 0; b one with q̈ = 0.
    Differs from the book, which describes the method in words: a preconditioner. Dp by Algorithm 5.4, b by 5.6; rotors
    are part of D; trees; any axis.
    Cost as printed: none (O(n²); worth while for n ≥ 12). See docs/conjugate_gradients.md.

    >>> import linkwise
    >>> panda = linkwise.load("panda").without_friction()
    >>> state = [0.1, -0.5, 0.3, -2.0, 0.2, 1.8, 0.5], [0.4] * 7, [1.0, -20.0, 3.0, 10.0, 0.5, 1.0, 0.1]
    >>> found = conjugate_gradients(panda.tree, *state)
    >>> found.converged, found.iterations > 7, bool(abs(panda.forward_dynamics(*state) - found.qdd).max() < 1e-6)
    (True, True, True)
    >>> conjugate_gradients(panda.tree, *state, start=found.qdd).iterations
    0
    """
    _check(model, {"q": q, "qd": qd, "tau": tau, "start": start, "preconditioner": preconditioner}, tolerance)
    n = len(model.bodies)
    last = _steps("most", EACH * n if most is None else most) if steps is None else _steps("steps", steps)
    T = model.poses(q)
    b = balafoutis_patel_56.inverse_dynamics(model, q, qd, [0.0] * n, wrenches)
    force: list[Scalar] = [f - bias for f, bias in zip(tau, b, strict=True)]
    rotors = [body.joint.rotor.reflected for body in model.bodies]

    def D(p: Sequence[Scalar]) -> list[Scalar]:
        return [f + I_a * x for f, I_a, x in zip(inertial_forces(model, T, p), rotors, p, strict=True)]

    def divided(r: list[Scalar]) -> list[Scalar]:
        return r if preconditioner is None else [a / d for a, d in zip(r, preconditioner, strict=True)]

    qdd: list[Scalar] = [0.0] * n if start is None else list(start)
    r = force if start is None else _plus(force, -1.0, D(qdd))
    largest = dot(force, force)
    largest = dot(r, r) if isinstance(largest, float) and largest == 0.0 else largest
    z = divided(r)
    p, rz = z, dot(r, z)
    done, enough = 0, steps is None and _small(r, largest, tolerance)
    while done < last and not enough:
        Dp = D(p)
        p_Dp = dot(p, Dp)
        if steps is None and not p_Dp > 0.0:
            riccati(model, T, checked_inverse(model, T))  # says which joint moves no inertia
            break
        α = rz / _not_zero(p_Dp)
        qdd, r = _plus(qdd, α, p), _plus(r, -α, Dp)
        z = divided(r)
        rz, before = dot(r, z), rz
        p = _plus(z, rz / _not_zero(before), p)
        done += 1
        enough = steps is None and _small(r, largest, tolerance)
    residual = sqrt(dot(r, r) / _not_zero(largest))
    return Iterated(qdd, done, residual, enough or steps is not None)


def _plus(x: Sequence[Scalar], k: Scalar, y: Sequence[Scalar]) -> list[Scalar]:
    """x + k y."""
    return [a + k * b for a, b in zip(x, y, strict=True)]


def _not_zero(square: Scalar) -> Scalar:
    """A number from 0 on, or 1 for 0: where nothing is left to improve, a step of 0 instead of 0/0."""
    if isinstance(square, float):
        return square if square != 0.0 else 1.0
    none = 1.0 - sign(square)
    return square + none * none


def _small(r: Sequence[Scalar], largest: Scalar, tolerance: float) -> bool:
    left = dot(r, r)
    try:
        return bool(left <= tolerance * tolerance * largest)
    except (NotTraceable, TypeError, ValueError):  # traced values, symbols, columns
        raise NotTraceable(
            f"conjugate gradients cannot tell when a {type(left).__name__} is small enough.",
            "Numbers that can be compared were expected, or a fixed number of steps.",
            "give steps=, such as the number of joints.",
        ) from None


def _steps(name: str, count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise BadArray(
            f"{name} is {plain(str(count), 60)}.", "A whole number from 0 on was expected.", "give the number of steps."
        )
    return count


def _check(model: Model, given: dict[str, Scalars | None], tolerance: object) -> None:
    if not isinstance(model, Model):
        raise KindMismatch(
            f"the model is a {type(model).__name__}.", "A model without fixed joints was expected.", "give robot.tree."
        )
    n = len(model.bodies)
    expected = f"One number for each of the {n} joints of {shown(model.name)} was expected."
    for name, values in given.items():
        if values is None and name in ("start", "preconditioner"):
            continue
        if (
            values is None
            or isinstance(values, str)
            or not hasattr(values, "__len__")
            or any(isinstance(x, str | None) for x in values)
        ):
            raise BadArray(f"{name} is not a row of numbers.", expected, f"give a list: {name}=[0.0, 0.0, …].")
        if len(values) != n:
            raise BadArray(
                f"{name} has {len(values)} numbers.", expected, "leave out fixed joints: they are merged in robot.tree."
            )
    P = given["preconditioner"]
    if P is not None and any(isinstance(d, int | float) and not d > 0.0 for d in P):
        raise BadArray(
            "preconditioner has entries that are not positive.",
            "A diagonal near that of the inertia matrix was expected.",
            "give the rotors' inertias, or the diagonal of the mass matrix.",
        )
    if not is_finite_number(tolerance) or not tolerance > 0.0:
        raise BadArray(
            f"tolerance is {plain(str(tolerance), 60)}.", "A positive number was expected.", "give one such as 1e-10."
        )
