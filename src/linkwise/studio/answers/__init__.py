"""What the pages ask: each answer a function of the robot, and of what the page says, that returns plain data.

model          what the robot is; what the doctor finds
pose           one position: torques, inertia, the tool; where the tool can be drawn to
motion         a planned motion
simulation     let go, held, pushed
formulations   comparison; one formulation's page beside its code
formulas       equations to read and to copy
identification a fit to a log
export         files
states, played what these share: the robot as it moves, where it begins; a motion as pages play it
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ...errors import LinkwiseError, listed, plain, shown


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


TEXTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "A text"),
    "str | None": (lambda value: value is None or isinstance(value, str), "A text, or null,"),
    "Sequence[str]": (_texts, "A list of texts"),
}
"""What arguments of these annotations may be; numbers are checked by what computes with them."""


@dataclass(frozen=True)
class Answer:
    """A function of a module here that answers, imported when it is first asked, so that the page opens without
    waiting for all of them; `long` ones run in a process that can be stopped."""

    module: str
    name: str
    long: bool = False

    @property
    def function(self) -> Callable[..., Any]:
        """The function.

        >>> Answer("pose", "at").function.__name__
        'at'
        """
        function: Callable[..., Any] = getattr(import_module(f".{self.module}", __name__), self.name)
        return function

    def check(self, name: str, arguments: dict[str, Any]) -> None:
        """Refuse arguments that the function has not.

        >>> Answer("pose", "at").check("pose.at", {"q": [0.0], "w": 1})
        Traceback (most recent call last):
        linkwise.errors.LinkwiseError: 'pose.at' cannot be asked with 'q', 'w'.
          Its arguments are 'q', 'frame'.
        """
        signature = inspect.signature(self.function)
        try:
            signature.bind(None, **arguments)
        except TypeError:
            known = list(signature.parameters)[1:]
            raise LinkwiseError(
                f"'{plain(name, 60)}' cannot be asked with {listed(arguments)}.", f"Its arguments are {listed(known)}."
            ) from None
        for key, value in arguments.items():
            expected = TEXTS.get(signature.parameters[key].annotation)
            if expected is not None and not expected[0](value):
                raise LinkwiseError(f"'{key}' of '{name}' is {shown(repr(value), 60)}.", f"{expected[1]} was expected.")


ANSWERS = {
    "model.summary": Answer("model", "summary"),
    "model.catalog": Answer("model", "catalog"),
    "model.findings": Answer("model", "findings", long=True),
    "pose.at": Answer("pose", "at"),
    "pose.drawn": Answer("pose", "drawn"),
    "motion.planned": Answer("motion", "planned", long=True),
    "simulation.run": Answer("simulation", "run", long=True),
    "formulations.listed": Answer("formulations", "listed_by_question"),
    "formulations.page": Answer("formulations", "page"),
    "formulations.compared": Answer("formulations", "compared", long=True),
    "formulas.questions": Answer("formulas", "questions"),
    "formulas.written": Answer("formulas", "written", long=True),
    "identification.fit": Answer("identification", "fit", long=True),
    "export.written": Answer("export", "written", long=True),
}
"""Every answer by the name that pages ask for."""
