"""Formulas that people can read: closed forms of small arms, and customised models of any robot.

of_robot             `robot.formula` and `robot.listing`
symbols              which constants of a robot are symbols
on_base_parameters   robots whose inertial constants are base parameters

Closed forms, as sympy expressions
  formula              of a robot, with the symbols a user wants
  closed_form          a formulation run on trigonometric polynomials, and its answer written as a book would
  exact                a model in which every number is exact
  rational_rotations   rational sines, cosines, unit vectors and rotations
  from_sympy           sympy expressions as trigonometric polynomials
  refusal              the error for what has no closed form

Trigonometric polynomials
  harmonics            the scalar: equal polynomials have equal representations
  waves, trigonometry, alphabet
                       its arithmetic; its sines and cosines; its letters

Writing them
  textbook             polynomials as sympy expressions in the manner of the books
  products, terms      sums of waves as products of sines and cosines; what the terms of a sum share
  printing, page       text and LaTeX, with S23 for sin(q2 + q3); whole documents

Customised models
  listings             one named variable per line, for robots of any size
"""

from ..algebra import register
from .closed_form import closed_form
from .formula import formula_of
from .harmonics import Harmonics
from .listings import listing_of
from .printing import latex, short, text
from .symbols import Symbols
from .textbook import textbook
from .trigonometry import FUNCTIONS

register(Harmonics, FUNCTIONS)

__all__ = ["Harmonics", "Symbols", "closed_form", "formula_of", "latex", "listing_of", "short", "text", "textbook"]
