"""What the dynamics of an elastic robot is linear in: its parameters, and the regressor they belong to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array, as_written
from .coordinates import AbstractElastic
from .questions import ask
from .regressor import entries


@as_written
class ElasticParameters(NamedTuple):
    """Names and values of the parameters that the columns of a regressor belong to.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).parameters().names[-4:]
    ('M1', 'k1', 'd1', 'Ia1')
    """

    names: tuple[str, ...]
    values: Array

    def __repr__(self) -> str:
        return f"ElasticParameters({len(self.names)}: {self.names[0]} … {self.names[-1]})"


class AbstractElasticParameters(AbstractElastic):
    """The regressor, and the parameters its columns belong to.

    >>> import linkwise
    >>> linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1).parameters()
    ElasticParameters(13: XX1 … Ia1)
    """

    def parameters(self) -> ElasticParameters:
        """π: the links' parameters, then k, d and I_a; entries that couple two joints are named "k1,2".

        >>> import linkwise
        >>> arm = linkwise.load("pendulum").with_elastic_joints(100.0, rotors=0.1)
        >>> arm.parameters().values[-4:]
        array([  1. , 100. ,   0. ,   0.1])
        """
        links, springs = self.links.parameters(rotors=False), self.springs
        names, values = list(links.names), list(links.values)
        for letter, matrix in (("k", springs.stiffness), ("d", springs.damping), ("Ia", springs.rotors)):
            for i, j in entries(matrix):
                names.append(f"{letter}{i + 1}" if i == j else f"{letter}{i + 1},{j + 1}")
                values.append(matrix[i, j])
        return ElasticParameters(tuple(names), np.array(values, dtype=float))

    def regressor(self, x: ArrayLike, xd: ArrayLike, xdd: ArrayLike) -> Array:
        """Y (…, 2n, p) of Y π = [0; Γ], the forces on joints and motors without friction of bearings and motors.

        >>> import linkwise
        >>> arm = linkwise.load("puma560").without_friction().with_elastic_joints(1e4)
        >>> x, xd, xdd, tau = arm.motion(*[[0.1] * 6] * 5)
        >>> forces = arm.regressor(x, xd, xdd) @ arm.parameters().values
        >>> bool(abs(forces[:6]).max() < 1e-9), bool(abs(forces[6:] - tau).max() < 1e-9)
        (True, True)
        """
        return ask(self, "regressor", x, xd, xdd)
