"""The linear model of an elastic robot near a state."""

from dataclasses import dataclass

from ..linearize import AbstractStateSpace


@dataclass(frozen=True, eq=False)
class ElasticModel(AbstractStateSpace):
    """D δẍ + V δẋ + P δx = [0; δΓ] near a state, x = (q, q_M); its state space has 4n states and n inputs.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
    >>> model = arm.linearize([0.0, 0.0])
    >>> sorted(abs(model.eigenvalues.imag).round(3).tolist())  # ω² = k (3 + 10), twice; and a free turn
    [0.0, 0.0, 36.056, 36.056]
    >>> model.B.round(9).ravel().tolist(), model.inputs, model.states[1:3]
    ([0.0, 0.0, 0.0, 10.0], ('tau:joint1 motor',), ('q:joint1 motor', 'qd:joint1'))
    """
