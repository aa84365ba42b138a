"""How numbers that vary are spread: one law a file."""

from .abstract_distribution import AbstractDistribution
from .choice import Choice
from .log_normal import LogNormal
from .normal import Normal
from .outright import Constant, Outright
from .uniform import Uniform

KINDS: dict[str, type[AbstractDistribution]] = {
    kind.__name__: kind for kind in (Uniform, Normal, LogNormal, Choice, Constant, Outright)
}
"""All laws by name."""

__all__ = ["KINDS", "AbstractDistribution", "Choice", "Constant", "LogNormal", "Normal", "Outright", "Uniform"]
