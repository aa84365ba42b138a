"""The textbook algorithms: the module says whose, the function says which question."""

from . import around
from .questions import FORMULATIONS, QUESTIONS, answer_by, answering, shape_of

__all__ = ["FORMULATIONS", "QUESTIONS", "answer_by", "answering", "around", "shape_of"]
