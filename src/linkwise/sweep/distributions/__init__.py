"""Distributions: how a quantity varies from rollout to rollout. One file each.

uniform, normal, log_normal, choice    drawn
constant, per_rollout                  given: for all rollouts, or a row for each
"""

from .abstract_distribution import AbstractDistribution
from .choice import Choice
from .constant import Constant
from .log_normal import LogNormal
from .normal import Normal
from .per_rollout import PerRollout
from .uniform import Uniform

DISTRIBUTIONS: dict[str, type[AbstractDistribution]] = {
    kind.__name__: kind for kind in (Uniform, Normal, LogNormal, Choice, Constant, PerRollout)
}
"""The distributions of this library, by name."""

__all__ = [
    "DISTRIBUTIONS",
    "AbstractDistribution",
    "Choice",
    "Constant",
    "LogNormal",
    "Normal",
    "PerRollout",
    "Uniform",
]
