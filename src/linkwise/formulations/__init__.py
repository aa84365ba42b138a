"""The textbook algorithms: the module says whose, the function says which question."""

from . import around
from .questions import QUESTIONS, shape_of
from .registry import FORMULATIONS, answer_by, answering, scope_of
from .scope import Scope

__all__ = ["FORMULATIONS", "QUESTIONS", "Scope", "answer_by", "answering", "around", "scope_of", "shape_of"]
