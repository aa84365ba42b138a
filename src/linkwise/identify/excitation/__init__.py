"""Motions that show all parameters: `robot.excitation`.

exciting   the verb; allowed: which limits it keeps
family     the motions: Fourier series that rest at both ends
stack      the stacked regressor and its slopes, by a compiled program
criteria   a table of what is made large or small
bounds     limits and the caller's constraint, while searching and at the end
search     quasi-Newton steps from several starts
result     the answer, as text, files and data; plotting: its picture
"""

from .criteria import CRITERIA
from .result import Excitation

__all__ = ["CRITERIA", "Excitation"]
