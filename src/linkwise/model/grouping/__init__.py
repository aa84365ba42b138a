"""Which inertial parameters of a link act on their own, and with which others the rest are grouped.

restricted    how the joints before a link restrict its motion
rules         the grouping rules
"""

from .restricted import COMPUTED, IDENTIFIED, Standing, standings
from .rules import BOOK, EULER, grouped

__all__ = ["BOOK", "COMPUTED", "EULER", "IDENTIFIED", "Standing", "grouped", "standings"]
