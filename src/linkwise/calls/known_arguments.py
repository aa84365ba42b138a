"""Keyword arguments that a method does not have: refused by name, with what does the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from ..errors import UnknownName


def known_arguments(function: Callable[..., Any], instead: Mapping[str, str]) -> Callable[..., Any]:
    """A robot's method that refuses other keywords than its own; `instead` says what to write for some of them.

    >>> def roll(robot, *, step): ...
    >>> known_arguments(roll, {"dt": "step= is the length of a step."})(None, dt=0.1)
    Traceback (most recent call last):
    linkwise.errors.UnknownName: robot.roll has no argument 'dt'.
      Arguments are: 'step'.
      Hint: step= is the length of a step.
    """
    _, *names = inspect.signature(function).parameters

    @wraps(function)
    def method(*arguments: Any, **options: Any) -> Any:
        for name in options:
            if name not in names:
                raise UnknownName("argument", name, f"robot.{function.__name__}", names, instead.get(name, ""))
        return function(*arguments, **options)

    return method
