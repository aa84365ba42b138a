"""Screw axes in: arrays → model."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...algebra import Transform, Vec3
from ...errors import BadArray, InvalidModel
from ...model import BASE, EARTH, Body, Frame, Model, Prismatic, Revolute
from ..tip import only_leaf
from .axis import NotAnAxis, checked_home, checked_screw, stand
from .given import indices, inertia_of, items, numbers


def from_screws(
    screws: Any,
    homes: Any,
    inertias: Iterable[Any],
    *,
    name: str = "robot",
    gravity: Any = EARTH.components,
    parents: Sequence[int] | None = None,
    joints: Sequence[str] | None = None,
    links: Sequence[str] | None = None,
) -> Model:
    """The robot of Lynch & Park's lists.

    `screws` (n, 6) are the space screw axes (ω, v) at q = 0; a joint with ω = 0 slides. `homes` (n, 4, 4) are the link
    frames M_i at q = 0 seen from the base; one more, M_{n+1}, becomes the frame "tool" on the last link. `inertias` are
    n spatial inertia matrices (6, 6), angular part first, or `Inertia`s, seen from the link frames. `parents[i]` is the
    index of link i's parent, −1 for the base; by default the links form a chain.

    >>> import numpy as np
    >>> M = np.eye(4)
    >>> M[0, 3] = 0.5
    >>> arm = from_screws([[0, 0, 1, 0, 0, 0]], [M], [np.diag([0.1, 0.1, 0.1, 2.0, 2.0, 2.0])], name="pendulum")
    >>> arm.joint_names, arm.bodies[0].inertia.I.zz
    (('joint1',), 0.6)
    """
    S, M = numbers("screws", screws, (6,)), numbers("homes", homes, (4, 4))
    given, n = items("inertias", inertias), len(S)
    if len(M) not in (n, n + 1) or len(given) != n:
        raise BadArray(
            f"{n} screws do not go with {len(M)} homes and {len(given)} inertias.",
            "As many homes and inertias as screws were expected (and one more home for a tool).",
            "give one of each for every joint.",
        )
    (g,) = numbers("gravity", np.reshape(np.asarray(gravity, dtype=object), (1, -1)), (3,)).tolist()
    parents = list(range(-1, n - 1)) if parents is None else indices("parents", parents)
    joints = [f"joint{k + 1}" for k in range(n)] if joints is None else items("joints", joints)
    links = [f"link{k + 1}" for k in range(n)] if links is None else items("links", links)
    if not len(parents) == len(joints) == len(links) == n:
        raise BadArray(
            f"{n} screws need {n} parents, joints and links.",
            "Lists of one length were expected.",
            "leave out those that number themselves.",
        )
    bodies: list[Body] = []
    frames: list[Frame] = []
    homes_of: list[Transform] = []
    for i, (screw, home) in enumerate(zip(S.tolist(), M.tolist(), strict=False)):
        if not BASE <= parents[i] < i:
            expected = f"A number from -1 to {i - 1} was expected, -1 for the base."
            raise InvalidModel(
                f"link {i} has the parent {parents[i]}.", expected, "list parents before their children."
            )
        slides = not any(screw[:3])
        try:
            at = stand(*checked_screw(screw, slides), checked_home(home))
        except NotAnAxis as wrong:
            raise InvalidModel(f"screw or home {i} (counted from 0) is not one.", f"{wrong}.", wrong.hint) from None
        placement = at.B if parents[i] == BASE else homes_of[parents[i]].inverse() @ at.B
        inertia = inertia_of(given[i], i)
        if at.link is not None:
            inertia = inertia.to_parent(at.link)
            frames.append(Frame(links[i], i, at.link.tagged(links[i], links[i])))
        joint = (Prismatic if slides else Revolute)(joints[i], at.axis)
        tags = ("base" if parents[i] == BASE else links[parents[i]], links[i])
        bodies.append(Body(links[i], parents[i], placement.tagged(*tags), joint, inertia.seen_from(links[i])))
        homes_of.append(at.B)
    tip = only_leaf(links, {links[parent] for parent in parents if parent != BASE})
    if len(M) == n + 1 and n:
        tool = (homes_of[-1].inverse() @ _tool(M[n].tolist())).tagged(links[-1], "tool")
        frames, tip = [*frames, Frame("tool", n - 1, tool)], "tool"
    return Model(name, tuple(bodies), gravity=Vec3(*g), frames=tuple(frames), tip=tip)


def _tool(home: list[list[float]]) -> Transform:
    try:
        return checked_home(home)
    except NotAnAxis as wrong:
        raise InvalidModel("the tool's home is not a pose.", f"{wrong}.", wrong.hint) from None
