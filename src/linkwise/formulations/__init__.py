"""The textbook algorithms: the module says whose, the function says which question."""

from . import terms
from .asked_columns import check_columns, columns_of
from .columns import Columns
from .questions import QUESTIONS, shape_of
from .registry import FORMULATIONS, answer_by, answering, scope_of
from .scope import Scope

__all__ = [
    "FORMULATIONS",
    "QUESTIONS",
    "Columns",
    "Scope",
    "answer_by",
    "answering",
    "check_columns",
    "columns_of",
    "scope_of",
    "shape_of",
    "terms",
]
