"""What a task must offer before its forces and the arm's abilities in it can be computed."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ..calls.arrays import Array
from .rows import Selection
from .spectrum import Spectrum

if TYPE_CHECKING:
    from ..robot import Robot


class AbstractTask(ABC):
    """A robot at some states, the rows of a task, and their motion and inertia."""

    robot: "Robot"
    q: Array
    qd: Array
    selection: Selection

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the task's rows.

        >>> import linkwise
        >>> linkwise.load("panda").task_space([0.3] * 7, rows="position").rows
        ('x', 'y', 'z')
        """
        return self.selection.names

    @property
    @abstractmethod
    def jacobian(self) -> Array:
        """J (…, m, n)."""

    @property
    @abstractmethod
    def drift(self) -> Array:
        """J̇ q̇ (…, m)."""

    @property
    @abstractmethod
    def _compiled(self) -> dict[str, Array] | None:
        """The answers of one kernel by name; None where the spectrum decides."""

    @property
    @abstractmethod
    def spectrum(self) -> Spectrum:
        """The principal axes of J M⁻¹ Jᵀ."""

    @property
    @abstractmethod
    def inertia(self) -> Array:
        """Λ (…, m, m)."""

    @property
    @abstractmethod
    def consistent_inverse(self) -> Array:
        """J̄ (…, n, m)."""

    @property
    @abstractmethod
    def nullspace(self) -> Array:
        """N (…, n, n)."""
