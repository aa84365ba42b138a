"""Which inertial parameters of a link have an effect of their own, and with which others the rest is grouped."""

from .restricted import Standing, standings
from .rules import BOOK, EULER, grouped

__all__ = ["BOOK", "EULER", "Standing", "grouped", "standings"]
