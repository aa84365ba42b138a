"""The available formulations: each file in a principle's folder that answers a question.

There is no list to maintain. A file put into `newton_euler/`, say, is found by its name. It answers the questions that
its own functions are named after; its `SCOPE` says which robots it admits (scope.py).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from ..errors import NotForThisRobot, UnknownName, shown
from ..model import Model
from .adapters import FROM, under_wrenches
from .base_motion import on_fixed_base, on_moving_base
from .questions import QUESTIONS
from .scope import ANY, Scope

HERE = __name__.rpartition(".")[0]


class Formulations(Mapping[str, ModuleType]):
    """Modules by "principle.author", each imported on first use.

    >>> FORMULATIONS["newton_euler.featherstone"].__name__
    'linkwise.formulations.newton_euler.featherstone'
    >>> "composite.velocity_field" in FORMULATIONS  # answers no question
    False
    """

    def __getitem__(self, name: str) -> ModuleType:
        module = _module(name)
        if module is None:
            raise UnknownName("formulation", name, "linkwise", self)
        return module

    def __contains__(self, name: object) -> bool:
        return _module(name) is not None

    def __iter__(self) -> Iterator[str]:
        return (name for name in _files() if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        counts = Counter(name.partition(".")[0] for name in self)
        return f"<{len(self)} formulations: {', '.join(f'{k} {principle}' for principle, k in counts.items())}>"


FORMULATIONS = Formulations()
"""Every formulation by principle and author."""


@cache
def _module(name: object) -> ModuleType | None:
    """The module of that name if it answers some question, else None."""
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
    """A formulation's function that answers a question, or one derived from it; None if it cannot answer."""
    row, module = QUESTIONS[question], FORMULATIONS[formulation]
    own = answer = _defined(module, question)
    if answer is None and row.verb is not None:
        own = _defined(module, row.verb)
        answer = own and FROM[question](under_wrenches(row.verb, own) if row.wrenches else own)
    if answer is None or own is None:
        return None
    if row.wrenches:
        answer = under_wrenches(question, answer)
    if not row.moves_with_base or "base" in signature(own).parameters:
        return answer
    return on_moving_base(answer, len(row.takes)) if row.wrenches else on_fixed_base(answer, formulation, row.direct)


def _defined(module: ModuleType, name: str) -> Callable[..., Any] | None:
    """The function of that name that a module defines itself; one it imports is another formulation's answer."""
    function = getattr(module, name, None)
    return function if getattr(function, "__module__", None) == module.__name__ else None


def formulations_for(question: str, model: Model | None = None) -> dict[str, Callable[..., Any]]:
    """The functions that answer a question, by the name of their formulation; the default comes first.

    With a model, only those that apply to it.

    >>> [name for name in formulations_for("forward_dynamics") if name.startswith("articulated.k")]
    ['articulated.khalil_dombre']
    """
    row = QUESTIONS[question]
    names = {row.direct: None} | dict.fromkeys(FORMULATIONS)
    if model is not None:
        only = row.coupled if not model.coordinates.trivial else None
        names = {only: None} if only else {name: None for name in names if scope_of(name).refusal(model) is None}
    answers = {name: _answer(question, name) for name in names}
    return {name: answer for name, answer in answers.items() if answer is not None}


def answer_by(question: str, formulation: str | None, model: Model | None = None) -> Callable[..., Any]:
    """The function of one formulation, or of the default one, that answers a question about a model.

    >>> answer_by("mass_matrix", None).__module__
    'linkwise.formulations.composite.featherstone'
    """
    row = QUESTIONS[question]
    only = row.coupled if model is not None and not model.coordinates.trivial else None
    name = formulation if formulation is not None else only or row.direct
    answer = _answer(question, name) if isinstance(name, str) and name in FORMULATIONS else None
    if answer is None:
        raise UnknownName("formulation", formulation, f"the question {question}", formulations_for(question, model))
    if only not in (None, name):
        raise NotForThisRobot(
            f"{name} answers {question} only for robots whose joints move independently.",
            "Some joints of this robot follow others.",
            f"use formulation={only!r}.",
        )
    why = None if model is None else scope_of(name).refusal(model)
    if model is not None and why is not None:
        raise NotForThisRobot(
            f"{name} does not apply to robot {shown(model.name)}: {why}.",
            f"It is for {scope_of(name)}.",
            f"use formulation={row.direct!r}, or another that `robot.formulations({question!r})` lists.",
        )
    return answer
