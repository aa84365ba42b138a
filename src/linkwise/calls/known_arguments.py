"""Keyword arguments that a method does not have: refused by name, with what does the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from ..errors import UnknownName

F = TypeVar("F", bound=Callable[..., Any])


def known_arguments(**instead: str) -> Callable[[F], F]:
    """Makes a robot's method refuse other keywords than its own; `instead` says by name what is to be used for some.

    >>> @known_arguments(dt="step= is the length of a step.")
    ... def roll(robot, *, step): ...
    >>> roll(None, dt=0.1)
    Traceback (most recent call last):
    linkwise.errors.UnknownName: robot.roll has no argument 'dt'.
      Arguments are: 'step'.
      Hint: step= is the length of a step.
    """

    def decorated(function: F) -> F:
        _, *names = inspect.signature(function).parameters

        @wraps(function)
        def method(*arguments: Any, **options: Any) -> Any:
            for name in options:
                if name not in names:
                    raise UnknownName("argument", name, f"robot.{function.__name__}", names, instead.get(name, ""))
            return function(*arguments, **options)

        return cast("F", method)

    return decorated
