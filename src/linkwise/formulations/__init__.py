"""The textbook algorithms: the module says whose, the function says which question.

lagrange/ newton_euler/ projection/ composite/ articulated/ linearized/ regressor/ kinematics/
                         one file for each formulation, by principle
questions                the questions, what they take and give, and which formulation answers by default
registry                 finds the formulations, and the function that answers a question
scope                    which robots a formulation admits
scalars                  what formulations take and give: sequences of scalars
adapters                 answers derived from a formulation's other answers
base_motion              a base that moves
terms                    the terms around a recursion: coordinates, friction, rotors, springs, wrenches; frame_terms
momentum_terms           the terms around the momentum of the whole robot
friction                 friction of all joints; springs: springs and compensated weights
columns                  the columns of a regressor; regressor_terms: the terms around it
requested_columns        the columns a user requests, checked
reactions                at which joints reaction wrenches are asked for
determinacy              whether forward dynamics has an answer
accelerations            the last step of forward dynamics: D q̈ = τ − b
distal_frames            link frames at the far end of links, as in Paul's tables
product_of_exponentials  link frames at the centres of mass, as in Lynch & Park
stacked_twists           the twists of all links as one vector, as in Lynch & Park
"""

from . import terms
from .base_motion import BaseMotion
from .columns import Columns
from .questions import BASE_INPUTS, OF_ALL_MASSES, QUESTIONS, SYMMETRIC, shape_of
from .reactions import Reactions
from .registry import FORMULATIONS, answer_by, formulations_for, scope_of
from .requested_columns import check_columns, columns_of
from .scope import Scope

__all__ = [
    "BASE_INPUTS",
    "FORMULATIONS",
    "OF_ALL_MASSES",
    "QUESTIONS",
    "SYMMETRIC",
    "BaseMotion",
    "Columns",
    "Reactions",
    "Scope",
    "answer_by",
    "check_columns",
    "columns_of",
    "formulations_for",
    "scope_of",
    "shape_of",
    "terms",
]
