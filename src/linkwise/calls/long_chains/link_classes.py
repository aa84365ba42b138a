"""Which links have what in common.

Links whose joints are alike and whose placements have their zeros and ones in the same places form a class, unless they
are too few. A number that all links of a class share stays a constant and folds away when the class's program is
traced; the others are columns of its table, and numbers that are equal, or opposite, for all its links share one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...algebra import Inertia, Rotation, Scalar, Transform, Vec3, cos, cos_sin, sin
from ...model import Body, Friction, Model, Prismatic, Revolute, Rotor
from ...program.number import number_of

MOST, LEAST = 5, 0.05
"""The most classes of links with joints alike, and the least share of all links that makes one: each class has its own
code, which must be compiled and takes space in the instruction cache. The last class takes the remaining links."""

LINK, PARENT = "link", "parent"
"""The frames of any link."""

_PLACEMENT, _INERTIA = 15, slice(15, 25)
"""Where a link's numbers have placement and axis, and its inertia."""


class LinkClass(NamedTuple):
    """Links of one class: their indices in the model, whether they slide, what they share, and the rest in rows."""

    links: tuple[int, ...]
    slides: bool
    recipe: tuple[tuple[float, int | None], ...]
    rows: tuple[tuple[float, ...], ...]

    def body(self, row: Sequence[Scalar]) -> Body:
        """A link of this class whose row of the table is given, as numbers or as values of a trace."""
        return _body([factor if k is None else factor * row[k] for factor, k in self.recipe], self.slides)


@dataclass(frozen=True)
class _Turn(Revolute):
    """A hinge whose offset is given by its cosine and sine."""

    turned: tuple[Scalar, Scalar] = (1.0, 0.0)

    def transform(self, q: Scalar) -> Transform:
        c, s, (c0, s0) = cos(q), sin(q), self.turned
        return Transform(Rotation.about(self.axis, c * c0 - s * s0, s * c0 + c * s0), Vec3(0.0, 0.0, 0.0))


@dataclass(frozen=True)
class _Slide(Prismatic):
    """A slider whose offset may be a value of a trace."""

    def transform(self, q: Scalar) -> Transform:
        return Transform(Rotation.identity(), self.axis * (q + self.offset))


def link_classes(model: Model, opened: bool = False) -> list[LinkClass]:
    """The classes of a model's links. Of `opened` ones inertias are the first ten columns, also those that are equal.

    >>> from linkwise.model import rewrite
    >>> import linkwise
    >>> [each.links for each in link_classes(rewrite.dh_gauge(linkwise.load("puma560").tree))]
    [(0,), (1, 4), (2,), (3,), (5,)]
    """
    numbers = [_numbers(body) for body in model.bodies]
    patterns = [
        (body.joint.slides, tuple(x if x in (0.0, 1.0, -1.0) else None for x in every[:_PLACEMENT]))
        for body, every in zip(model.bodies, numbers, strict=True)
    ]
    common = {
        pattern
        for slides in (False, True)
        for pattern, count in Counter(p for p in patterns if p[0] == slides).most_common(MOST - 1)
        if count >= LEAST * len(patterns)
    }
    groups: dict[Any, list[int]] = {}
    for i, pattern in enumerate(patterns):
        groups.setdefault(pattern if pattern in common else pattern[0], []).append(i)
    return [_class(links, model, numbers, opened) for links in groups.values()]


def _class(links: list[int], model: Model, numbers: list[list[float]], opened: bool) -> LinkClass:
    rows = np.array([numbers[i] for i in links]) + 0.0  # without negative zeros
    recipe: list[tuple[float, int | None]] = []
    columns: list[NDArray[Any]] = list(rows.T[_INERTIA]) if opened else []
    inertia = range(len(rows.T))[_INERTIA] if opened else range(0)
    known: dict[bytes, tuple[float, int]] = {}
    for k, column in enumerate(rows.T):
        if k in inertia:
            recipe.append((1.0, k - inertia.start))
            continue
        if (column == column[0]).all():
            recipe.append((float(column[0]), None))
            continue
        key = column.tobytes()
        if key not in known:
            known[(0.0 - column).tobytes()] = (-1.0, len(columns))
            known[key] = (1.0, len(columns))
            columns.append(column)
        recipe.append(known[key])
    table = np.stack(columns, axis=1) if columns else np.zeros((len(links), 0))
    slides = model.bodies[links[0]].joint.slides
    return LinkClass(tuple(links), slides, tuple(recipe), tuple(map(tuple, table.tolist())))


def _numbers(body: Body) -> list[float]:
    """All numbers of a link that a recursion sees: placement, axis, inertia, offset, rotor, friction."""
    joint, T = body.joint, body.placement
    friction = joint.friction
    assert isinstance(friction, Friction), "other laws are taken out of the loop"
    offset = (joint.offset, 0.0) if joint.slides else cos_sin(joint.offset)
    backward = friction.coulomb if friction.backward is None else friction.backward
    return [
        number_of(x)
        for x in (
            *(x for row in T.R.rows for x in row),
            *T.p.components,
            *joint.axis.components,
            *body.inertia.parameters,
            *offset,
            joint.rotor.reflected,
            friction.viscous,
            friction.coulomb,
            backward,
        )
    ]


def _body(numbers: Sequence[Scalar], slides: bool) -> Body:
    """The inverse of `_numbers`, for any scalars."""
    x = iter(numbers)
    rows = tuple((next(x), next(x), next(x)) for _ in range(3))
    placement = Transform(Rotation(rows), Vec3(next(x), next(x), next(x))).tagged(PARENT, LINK)  # type: ignore[arg-type]
    axis = Vec3(next(x), next(x), next(x))
    inertia = Inertia.of_parameters([next(x) for _ in range(10)], LINK)
    offset = (next(x), next(x))
    rotor, viscous, coulomb, backward = x
    drive: dict[str, Any] = {
        "axis": axis,
        "rotor": Rotor(rotor),
        "friction": Friction(viscous, coulomb, None if backward is coulomb else backward),
    }
    joint = _Slide("joint", offset=offset[0], **drive) if slides else _Turn("joint", turned=offset, **drive)
    return Body(LINK, -1, placement, joint, inertia)
