"""How a robot is asked: arrays checked and split into columns, the formulation run on them, the answer assembled."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .algebra import Force, Vec3
from .arrays import Array, assembled, batch_shape, columns, real
from .errors import BadArray, NoMass, shown
from .formulations import QUESTIONS, answer_by, around
from .model import Model

WrenchesLike = Mapping[str, ArrayLike]
"""Wrenches at named frames: (moment, force), six numbers each."""


def ask(
    tree: Model, question: str, states: tuple[ArrayLike, ...], formulation: str | None = None, *,
    wrenches: WrenchesLike | None = None, frame: str | None = None,
) -> Array:  # fmt: skip
    """Put a question to a formulation through the terms around it.

    >>> import linkwise
    >>> ask(linkwise.load("pendulum").tree, "mass_matrix", ([0.0],)).round(3)
    array([[0.333]])
    """
    row, answer = QUESTIONS[question], getattr(around, question)
    by = answer_by(question, formulation, coupled=not tree.u.trivial)
    more: dict[str, Any] = {}
    if row.frame:
        more["frame"] = tree.frame_or_tip(frame)
    else:
        _require_mass(tree)
    return evaluate(
        tree,
        lambda tree, *state, **pressed: answer(tree, by, *state, **pressed, **more),
        dict(zip(row.takes, states, strict=True)),
        row.gives,
        _checked(tree, wrenches) if row.wrenches else None,
    )


def evaluate(
    tree: Model, answer: Callable[..., Any], states: dict[str, ArrayLike], gives: tuple[str | int, ...],
    wrenches: dict[str, Array] | None = None,
) -> Array:  # fmt: skip
    """Run a function of a tree and of columns on arrays: `gives` is the shape of its answer, "n" standing for n.

    >>> import linkwise
    >>> evaluate(linkwise.load("planar2r").tree, lambda tree, q: [q[0] + q[1]], {"q": [[1, 2], [3, 4]]}, (1,))
    array([[3.],
           [7.]])
    """
    given = {name: real(name, value, tree.n, "one entry per joint") for name, value in states.items()}
    batch = batch_shape({**given, **(wrenches or {})})
    single = batch == ()
    more: dict[str, Any] = {}
    if wrenches is not None:
        more["pressed"] = {name: _force(columns(w, single), tree.base) for name, w in wrenches.items()}
    with np.errstate(all="ignore"):  # NaN and infinities in give NaN and infinities out
        result = answer(tree, *(columns(array, single) for array in given.values()), **more)
        return assembled(result, batch, [tree.n if k == "n" else int(k) for k in gives])


def _require_mass(tree: Model) -> None:
    for body in tree.bodies:
        if any(p != 0 for p in body.inertia.parameters) or body.joint.rotor.reflected != 0:
            return
    if tree.n:
        raise NoMass(
            f"robot {shown(tree.name)} has no mass, so it has no dynamics.",
            "At least one moving link with mass or inertia was expected.",
            "give its links <inertial> data (URDF), mass and inertia (TOML), or with_payload.",
        )


def _checked(tree: Model, wrenches: WrenchesLike | None) -> dict[str, Array]:
    if not isinstance(wrenches, Mapping | None):
        raise BadArray(
            f"wrenches are a {type(wrenches).__name__}.",
            "A dict of frame name to six numbers (moment, force) was expected.",
            'wrenches={"tool": [0, 0, 0, 0, 0, -10.0]}, say.',
        )
    return {
        tree.frame(name).name: real(f"wrench at {shown(name)}", w, 6, "moment, force")
        for name, w in (wrenches or {}).items()
    }


def _force(w: list[Any], frame: str) -> Force:
    return Force(Vec3(w[0], w[1], w[2], frame), Vec3(w[3], w[4], w[5], frame))
