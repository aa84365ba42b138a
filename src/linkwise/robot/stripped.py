"""Variants of a robot with something left out: friction, springs, rotors, loops."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from ..model import rewrite

if TYPE_CHECKING:
    from ..model import Model
    from .robot import Robot


class AbstractStripped(ABC):
    """A model, and what is left of it."""

    model: Model

    @abstractmethod
    def _with_model(self, model: Model) -> Robot:
        """The robot with another model, and the same report."""

    @cached_property
    def _cut(self) -> Robot:
        """The robot with its loops cut; the cuts of a robot's variants are variants of its cut."""
        model, first = rewrite.without_closures(self.model), vars(self).get("_first")
        cut: Robot = self._with_model(model) if first is None else first._cut._varied(model)
        return cut

    def without_friction(self) -> Robot:
        """The robot with frictionless joints.

        >>> import linkwise
        >>> linkwise.load("puma560").without_friction().friction_forces([1.0] * 6).any()
        np.False_
        """
        return self._with_model(rewrite.without_friction(self.model))

    def without_springs(self) -> Robot:
        """The robot without springs at its joints and without compensated weights.

        >>> import linkwise
        >>> linkwise.load("puma560").with_gravity_compensation().without_springs().model.lifts
        ()
        """
        return self._with_model(rewrite.without_springs(self.model))

    def without_rotors(self) -> Robot:
        """The robot without rotor inertias.

        >>> import linkwise
        >>> puma = linkwise.load("puma560")
        >>> bool(puma.mass_matrix([0.0] * 6)[5, 5] > puma.without_rotors().mass_matrix([0.0] * 6)[5, 5])
        True
        """
        return self._with_model(rewrite.without_rotors(self.model))

    def without_closures(self) -> Robot:
        """The robot with its loops cut open: a tree whose coordinates all move on their own.

        >>> import linkwise
        >>> linkwise.load("fourbar").without_closures().model.closures
        ()
        """
        return self._cut
