"""What simulation needs from a system that moves, and from an equation that is integrated along with it."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from numpy.typing import ArrayLike

from ..calls.arrays import Array


class System(Protocol):
    """Anything that answers a robot's questions: `Robot` and `ElasticRobot` are systems.

    Some attributes are optional: `inputs`, the number of torques, which act on the last coordinates (on all, without
    it), or `driven`, a list of those they act on; `frictions`, the friction law of each coordinate (a robot's are those
    of its joints); and `onto(y)`, the state y of a run brought back to where the system can be.

    >>> import linkwise
    >>> driven_coordinates(linkwise.load("panda"))
    slice(0, 7, None)
    """

    @property
    def n(self) -> int:
        """The number of coordinates."""

    @property
    def name(self) -> str:
        """The system's name."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates."""

    @property
    def limits(self) -> Any:
        """Limits of the coordinates: lower, upper, velocity, effort."""

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Any = None) -> Array:
        """The accelerations q̈ under torques and wrenches."""

    def mass_matrix(self, q: ArrayLike) -> Array:
        """The mass matrix M(q)."""

    def bias_forces(self, q: ArrayLike, qd: ArrayLike, *, wrenches: Any = None) -> Array:
        """C q̇ + g − Jᵀw: the forces that need no acceleration, without friction."""

    def friction_forces(self, qd: ArrayLike, q: ArrayLike | None = None) -> Array:
        """The friction of each coordinate."""

    def gravity_forces(self, q: ArrayLike) -> Array:
        """g = ∂U/∂q."""

    def jacobian(self, q: ArrayLike, frame: str | None = None) -> Array:
        """The Jacobian of a frame's (ω, v)."""

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """The kinetic energy T."""

    def potential_energy(self, q: ArrayLike) -> Array:
        """The potential energy U."""


@runtime_checkable
class Companion(Protocol):
    """An ordinary differential equation that is integrated along with the motion: ż = rate(t, q, q̇, τ, z).

    A controller with a state of its own is a companion that also has `force(t, q, qd, z) -> tau`.

    >>> import linkwise
    >>> class Travelled:  # the angle covered, back and forth
    ...     size = 1
    ...     def start(self, q0, qd0):
    ...         return [0.0]
    ...     def rate(self, t, q, qd, tau, z):
    ...         return abs(qd)
    >>> run = linkwise.load("pendulum").simulate([0.1], t=0.4, companions={"travelled": Travelled()})
    >>> isinstance(Travelled(), Companion), run.companions["travelled"][-1].round(3)
    (True, array([0.096]))
    """

    size: int

    def start(self, q0: Array, qd0: Array) -> ArrayLike:
        """The state z at the beginning."""

    def rate(self, t: float, q: Array, qd: Array, tau: Array, z: Array) -> ArrayLike:
        """The rate ż."""


def driven_names(system: System) -> tuple[str, ...]:
    """The names of the coordinates that torques act on.

    >>> import linkwise
    >>> driven_names(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1))
    ('joint1 motor',)
    """
    driven = driven_coordinates(system)
    names = system.joint_names
    return names[driven] if isinstance(driven, slice) else tuple(names[k] for k in driven)


def driven_coordinates(system: System) -> slice | list[int]:
    """The coordinates that torques act on.

    >>> import linkwise
    >>> driven_coordinates(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1))
    slice(1, 2, None)
    """
    driven: list[int] | None = getattr(system, "driven", None)
    return slice(system.n - getattr(system, "inputs", system.n), system.n) if driven is None else driven
