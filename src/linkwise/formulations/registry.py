"""Which formulations there are: each file in a principle's folder that answers a question.

Nothing is listed anywhere. A file put into `newton_euler/`, say, is found by its name. What it answers are its own
functions that bear the name of a question; which robots it admits its `SCOPE` says (scope.py).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from ..errors import NotForThisRobot, UnknownName, shown
from ..model import Model
from .adapters import FROM, under_wrenches
from .questions import QUESTIONS
from .scope import ANY, Scope

HERE = __name__.rpartition(".")[0]


class Formulations(Mapping[str, ModuleType]):
    """Modules by "principle.author", each imported when it is asked for.

    >>> FORMULATIONS["newton_euler.featherstone"].__name__
    'linkwise.formulations.newton_euler.featherstone'
    >>> "composite.velocity_field" in FORMULATIONS  # answers no question
    False
    """

    def __getitem__(self, name: str) -> ModuleType:
        found = _module(name)
        if found is None:
            raise UnknownName("formulation", name, "linkwise", self)
        return found

    def __contains__(self, name: object) -> bool:
        return _module(name) is not None

    def __iter__(self) -> Iterator[str]:
        return (name for name in _files() if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


FORMULATIONS = Formulations()
"""Every formulation by principle and author."""


@cache
def _module(name: object) -> ModuleType | None:
    """A file of that name that answers some question."""
    if not isinstance(name, str) or name not in _files():
        return None
    module = import_module(f"{HERE}.{name}")
    return module if any(_defined(module, question) for question in QUESTIONS) else None


@cache
def _files() -> tuple[str, ...]:
    """The files in the principles' folders."""
    principles = [module.name for module in iter_modules(import_module(HERE).__path__) if module.ispkg]
    packages = {name: import_module(f"{HERE}.{name}") for name in principles}
    return tuple(
        f"{name}.{module.name}" for name, package in packages.items() for module in iter_modules(package.__path__)
    )


def scope_of(formulation: str) -> Scope:
    """The robots a formulation admits.

    >>> str(scope_of("newton_euler.featherstone"))
    'trees of revolute and prismatic joints'
    """
    return getattr(FORMULATIONS[formulation], "SCOPE", ANY)


@cache
def _answer(question: str, formulation: str) -> Callable[..., Any] | None:
    """A formulation's function that answers a question, or one made from it; None where it does not."""
    row, module = QUESTIONS[question], FORMULATIONS[formulation]
    found = _defined(module, question)
    if found is None and row.verb is not None:
        other = _defined(module, row.verb)
        found = other and FROM[question](under_wrenches(row.verb, other) if row.wrenches else other)
    return under_wrenches(question, found) if found is not None and row.wrenches else found


def _defined(module: ModuleType, name: str) -> Callable[..., Any] | None:
    """A module's own function of that name; what it imports from another is that one's answer."""
    found = getattr(module, name, None)
    return found if getattr(found, "__module__", None) == module.__name__ else None


def answering(question: str, model: Model | None = None) -> dict[str, Callable[..., Any]]:
    """The functions that answer a question, by the name of their formulation; the default comes first.

    Of a model, those that apply to it.

    >>> [name for name in answering("forward_dynamics") if name.startswith("articulated.k")]
    ['articulated.khalil_dombre']
    """
    row = QUESTIONS[question]
    names = {row.direct: None} | dict.fromkeys(FORMULATIONS)
    if model is not None:
        only = row.coupled if not model.coordinates.trivial else None
        names = {only: None} if only else {name: None for name in names if scope_of(name).refusal(model) is None}
    every = {name: _answer(question, name) for name in names}
    return {name: answer for name, answer in every.items() if answer is not None}


def answer_by(question: str, formulation: str | None, model: Model | None = None) -> Callable[..., Any]:
    """The function of one formulation, or the default's, that answers a question of a model.

    >>> answer_by("mass_matrix", None).__module__
    'linkwise.formulations.composite.featherstone'
    """
    row = QUESTIONS[question]
    only = row.coupled if model is not None and not model.coordinates.trivial else None
    name = formulation if formulation is not None else only or row.direct
    found = _answer(question, name) if isinstance(name, str) and name in FORMULATIONS else None
    if found is None:
        raise UnknownName("formulation", formulation, f"the question {question}", answering(question, model))
    if only not in (None, name):
        raise NotForThisRobot(
            f"{name} answers {question} only where every joint moves on its own.",
            "Some joints of this robot follow others.",
            f"take formulation={only!r}.",
        )
    why = None if model is None else scope_of(name).refusal(model)
    if model is not None and why is not None:
        raise NotForThisRobot(
            f"{name} does not apply to robot {shown(model.name)}: {why}.",
            f"It is for {scope_of(name)}.",
            f"take formulation={row.direct!r}, or another that `robot.formulations({question!r})` lists.",
        )
    return found
