"""What simulation asks of others: of a system that moves, and of an equation that runs along with it."""

from typing import Any, Protocol, runtime_checkable

from numpy.typing import ArrayLike

from ..calls.arrays import Array


class System(Protocol):
    """Anything with the verbs of a robot: `Robot` and `ElasticRobot` are systems.

    `inputs`, where there is such an attribute, is the number of torques; they act on the last coordinates. `frictions`,
    where there is such an attribute, holds the friction law of each coordinate; a robot's are those of its joints.

    >>> import linkwise
    >>> torques(linkwise.load("panda"))
    slice(0, 7, None)
    """

    @property
    def n(self) -> int:
        """The number of coordinates."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the coordinates."""

    @property
    def limits(self) -> Any:
        """lower, upper, velocity, effort."""

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, wrenches: Any = None) -> Array:
        """The accelerations."""

    def mass_matrix(self, q: ArrayLike) -> Array:
        """M."""

    def bias_forces(self, q: ArrayLike, qd: ArrayLike, *, wrenches: Any = None) -> Array:
        """C q̇ + g − Jᵀw."""

    def friction_forces(self, qd: ArrayLike, q: ArrayLike | None = None) -> Array:
        """What friction takes."""

    def gravity_forces(self, q: ArrayLike) -> Array:
        """g: ∂U/∂q."""

    def jacobian(self, q: ArrayLike, frame: str | None = None) -> Array:
        """(ω, v) of a frame for the coordinates' velocities."""

    def kinetic_energy(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """T."""

    def potential_energy(self, q: ArrayLike) -> Array:
        """U."""


@runtime_checkable
class Companion(Protocol):
    """An ordinary differential equation that runs along with the motion: ż = rate(t, q, q̇, τ, z).

    A controller with a state of its own is a companion that also has `force(t, q, qd, z) -> tau`.
    """

    size: int

    def start(self, q0: Array, qd0: Array) -> ArrayLike:
        """z at the beginning."""

    def rate(self, t: float, q: Array, qd: Array, tau: Array, z: Array) -> ArrayLike:
        """ż."""


def torques(system: System) -> slice:
    """The coordinates the torques act on.

    >>> import linkwise
    >>> torques(linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1))
    slice(1, 2, None)
    """
    return slice(system.n - getattr(system, "inputs", system.n), system.n)
