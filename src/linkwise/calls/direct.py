"""Answers without compiling: the formulation runs on columns of the arrays."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algebra import Force, Vec3
from ..errors import BadArray, NoMass, NotForThisRobot, shown
from ..formulations import BASE_INPUTS, QUESTIONS, BaseMotion, Columns, Reactions, answer_by, shape_of, terms
from ..model import Model
from .answers import answered
from .arrays import assembled, batch_shape, columns
from .by_joint import as_arrays
from .checks import numbers, real
from .closed_loops import refuse_loops
from .question_checks import DERIVED, Frames, check_base, frame_names, frames_of

Wrenches = Mapping[str, ArrayLike] | None
"""Wrenches at named frames: (moment, force), six numbers each; None where there are none."""

Base = Mapping[str, ArrayLike] | None
"""How the base moves: its "velocity", "acceleration", and "gravity" as seen from it; None for a base at rest."""


def ask(
    tree: Model,
    question: str,
    states: tuple[ArrayLike, ...],
    formulation: str | None = None,
    *,
    wrenches: Wrenches = None,
    frame: Frames = None,
    columns: Columns | None = None,
    base: Base = None,
    reactions: Reactions | None = None,
) -> Any:
    """Answer a question by running a formulation and adding the other terms (friction, rotors, wrenches).

    >>> import linkwise
    >>> ask(linkwise.load("pendulum").tree, "mass_matrix", ([0.0],)).round(3)
    array([[0.333]])
    """
    row, answer = QUESTIONS[question], getattr(terms, question)
    by = answer_by(question, formulation, tree)
    more: dict[str, Any] = {}
    several: tuple[int, ...] = ()
    moving = checked_base(question, base)
    if (wrenches or moving) and not row.wrenches and question in DERIVED:
        raise NotForThisRobot(
            f"no formulation of {question} takes wrenches or the motion of the base.",
            "With these it is computed by differentiating a program.",
            "leave the formulation out.",
        )
    if row.frame:
        named = frame_names(tree, frame)
        more["frame"], several = frames_of(tree, named), () if isinstance(named, str) else (len(named),)
    if row.columns:
        more["columns"] = columns or Columns.of(tree)
    if row.reactions:
        more["reactions"] = reactions or Reactions.of(tree)
    require_mass(tree, question)
    return evaluate(
        tree,
        lambda tree, *state, **wrenches: answer(tree, by, *state, **wrenches, **more),
        dict(zip(row.takes, states, strict=True)),
        (*several, *shape_of(row.gives, tree, columns, reactions)),
        checked_wrenches(tree, wrenches) if row.wrenches else None,
        row.parts,
        moving,
    )


def evaluate(
    tree: Model,
    answer: Callable[..., Any],
    states: dict[str, ArrayLike],
    gives: tuple[str | int, ...],
    wrenches: dict[str, NDArray[Any]] | None = None,
    parts: tuple[str, ...] = (),
    base: Mapping[str, NDArray[Any]] | None = None,
) -> Any:
    """Run a function of a tree and of columns on arrays. `gives` is the shape of its answer, or of each part of it: "n"
    stands for the number of coordinates, "parameters" for the columns of a regressor.

    >>> import linkwise
    >>> evaluate(linkwise.load("planar2r").tree, lambda tree, q: [q[0] + q[1]], {"q": [[1, 2], [3, 4]]}, (1,))
    array([[3.],
           [7.]])
    """
    numbers = zip(states, as_arrays(tuple(states), tuple(states.values()), tree.joint_names), strict=True)
    given = {name: real(name, value, tree.n, "one entry per joint") for name, value in numbers}
    moving = dict(base or {})
    batch = batch_shape({**given, **(wrenches or {}), **moving})
    single = batch == ()
    more: dict[str, Any] = {}
    if wrenches is not None:
        more["wrenches"] = {name: Force.of_numbers(columns(w, single), tree.base) for name, w in wrenches.items()}
    how = {name: columns(x, single) for name, x in moving.items()}
    if how.keys() & {"velocity", "acceleration"}:
        more["base"] = BaseMotion.of_numbers(how.get("velocity"), how.get("acceleration"), tree.base)
    if "gravity" in how:
        tree = copy(tree)  # not checked again: a model's numbers are not columns
        x, y, z = how["gravity"]
        object.__setattr__(tree, "gravity", Vec3(x, y, z, tree.base))
    with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
        result = answer(tree, *(columns(array, single) for array in given.values()), **more)
        shape = shape_of(gives, tree)
        if parts:
            return answered(parts, tuple(assembled(part, batch, shape) for part in result))
        return assembled(result, batch, shape)


def require_mass(tree: Model, *questions: str) -> None:
    """Refuse dynamics of a robot with closed loops, or without mass, which kinematics and regressors do not need."""
    refuse_loops(tree, *questions)
    rows = [QUESTIONS.get(question) if isinstance(question, str) else None for question in questions]
    if rows and all(row is not None and (row.frame or row.columns) for row in rows):
        return
    for body in tree.bodies:
        if any(p != 0 for p in body.inertia.parameters) or body.joint.rotor.reflected != 0:
            return
    if tree.n:
        raise NoMass(
            f"robot {shown(tree.name)} has no mass, so it has no dynamics.",
            "At least one moving link with mass or inertia was expected.",
            "give its links <inertial> data (URDF), mass and inertia (TOML), or with_payload; a xacro file may have an "
            "argument that brings them, see robot.report.",
        )


def checked_base(question: str, base: Base) -> dict[str, NDArray[Any]]:
    """How the base moves, checked, in the order of BASE_INPUTS.

    >>> list(checked_base("inverse_dynamics", {"acceleration": [0.0] * 6, "velocity": [0.0] * 6}))
    ['velocity', 'acceleration']
    """
    if base is None:
        return {}
    if not isinstance(base, Mapping):
        raise BadArray(
            f"base is a {type(base).__name__}.",
            "A dict was expected: " + "; ".join(f"{name!r}: {what}" for name, (_, what) in BASE_INPUTS.items()) + ".",
            'base={"velocity": [0, 0, 0.1, 0.5, 0, 0]}, say.',
        )
    check_base(tuple(base), (question,))
    return {
        name: numbers(f"the base's {name}", base[name], (size,), what)
        for name, (size, what) in BASE_INPUTS.items()
        if name in base
    }


def checked_wrenches(tree: Model, wrenches: Wrenches) -> dict[str, NDArray[Any]]:
    """Wrenches by frame name, checked.

    >>> import linkwise
    >>> list(checked_wrenches(linkwise.load("planar2r").tree, {"tip": [0, 0, 0, 0, 0, -1.0]}))
    ['tip']
    """
    if not isinstance(wrenches, Mapping | None):
        raise BadArray(
            f"wrenches is a {type(wrenches).__name__}.",
            "A dict of frame name to six numbers (moment, force) was expected.",
            'wrenches={"tool": [0, 0, 0, 0, 0, -10.0]}, say.',
        )
    return {
        tree.frame(name).name: numbers(f"wrench at {shown(name)}", w, (6,), "moment, force")
        for name, w in (wrenches or {}).items()
    }
