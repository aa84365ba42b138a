"""Formulas people can read: closed forms of what a robot is asked, as sympy expressions.

formula        what a user asks for: which constants are symbols
choosing       constants by names and kinds
on_base        constants of a robot on base parameters
listings       customised models of robots of any size
closed         a formulation run on trigonometric polynomials, and its answer written as a book would
exact          a model whose every number is exact
harmonics      the scalar: a trigonometric polynomial with one form only
waves          its arithmetic
trigonometry   its sines and cosines
alphabet       its letters
letters        sympy expressions as such polynomials
circle         rational sines, cosines, unit vectors and rotations
products       sums of waves as products of sines and cosines
terms          what terms of a sum share
textbook       polynomials as sympy expressions in the manner of the books
printing       text and LaTeX, with S23 for sin(q2 + q3)
spelling       polynomials as they are, for messages
refusal        what has no closed form
"""

from ..algebra import register
from .choosing import Symbols
from .closed import closed_form
from .formula import formula_of
from .harmonics import Harmonics
from .listings import listing_of
from .printing import latex, short, text
from .textbook import textbook
from .trigonometry import FUNCTIONS

register(Harmonics, FUNCTIONS)

__all__ = ["Harmonics", "Symbols", "closed_form", "formula_of", "latex", "listing_of", "short", "text", "textbook"]
