"""The textbook algorithms: the module says whose, the function says which question."""

from .questions import FORMULATIONS, QUESTIONS, answer_by, answering

__all__ = ["FORMULATIONS", "QUESTIONS", "answer_by", "answering"]
