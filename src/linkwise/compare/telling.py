"""Telling whoever looks how far things are."""

from collections.abc import Callable

Told = Callable[[str, str], object]
"""Is told the question and the formulation in work."""


def nobody(question: str, formulation: str) -> None:
    """Nobody looks."""
