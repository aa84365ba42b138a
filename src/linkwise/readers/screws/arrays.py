"""Reads screw axes from arrays."""

from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...algebra import Inertia, Transform, Vec3
from ...errors import BadArray, InvalidModel, plain
from ...model import BASE, EARTH, Body, Frame, Model, Prismatic, Revolute
from ..tip import only_leaf
from .axis import NotAnAxis, checked_home, checked_screw, placed
from .inertias import check_inertia, from_spatial_matrix


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
    """The robot given by Lynch & Park's lists.

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
    S, M = _array("screws", screws, ("n", 6)), _array("homes", homes, ("n", 4, 4))
    stated, n = _entries("inertias", inertias), len(S)
    if len(M) not in (n, n + 1) or len(stated) != n:
        raise BadArray(
            f"{n} screws do not match {len(M)} homes and {len(stated)} inertias.",
            "As many homes and inertias as screws were expected (and one more home for a tool).",
            "give one of each for every joint.",
        )
    gx, gy, gz = _array("gravity", np.reshape(np.asarray(gravity, dtype=object), -1), (3,)).tolist()
    parents = list(range(-1, n - 1)) if parents is None else _indices("parents", parents)
    joints = [f"joint{k + 1}" for k in range(n)] if joints is None else _entries("joints", joints)
    links = [f"link{k + 1}" for k in range(n)] if links is None else _entries("links", links)
    if not len(parents) == len(joints) == len(links) == n:
        raise BadArray(
            f"{n} screws need {n} parents, joints and links.",
            "Lists of one length were expected.",
            "omit any of these lists to use its default.",
        )
    bodies: list[Body] = []
    frames: list[Frame] = []
    body_frames: list[Transform] = []
    for i, (screw, home) in enumerate(zip(S.tolist(), M.tolist(), strict=False)):
        if not BASE <= parents[i] < i:
            expected = f"A number from -1 to {i - 1} was expected, -1 for the base."
            raise InvalidModel(
                f"link {i} has the parent {parents[i]}.", expected, "list parents before their children."
            )
        slides = not any(screw[:3])
        try:
            at = placed(*checked_screw(screw, slides), checked_home(home))
        except NotAnAxis as error:
            what = f"screws[{i}] or homes[{i}] is not a screw axis or pose."
            raise InvalidModel(what, f"{_sentence(error)}.", error.hint) from None
        placement = at.B if parents[i] == BASE else body_frames[parents[i]].inverse() @ at.B
        inertia = _inertia(stated[i], i)
        if at.link is not None:
            inertia = inertia.to_parent(at.link)
            frames.append(Frame(links[i], i, at.link.tagged(links[i], links[i])))
        joint = (Prismatic if slides else Revolute)(joints[i], at.axis)
        tags = ("base" if parents[i] == BASE else links[parents[i]], links[i])
        bodies.append(Body(links[i], parents[i], placement.tagged(*tags), joint, inertia.seen_from(links[i])))
        body_frames.append(at.B)
    tip = only_leaf(links, {links[parent] for parent in parents if parent != BASE})
    if len(M) == n + 1 and n:
        tool = (body_frames[-1].inverse() @ _tool(M[n].tolist())).tagged(links[-1], "tool")
        frames, tip = [*frames, Frame("tool", n - 1, tool)], "tool"
    return Model(name, tuple(bodies), gravity=Vec3(gx, gy, gz), frames=tuple(frames), tip=tip)


def _tool(home: list[list[float]]) -> Transform:
    try:
        return checked_home(home)
    except NotAnAxis as error:
        raise InvalidModel("the tool's home is not a pose.", f"{_sentence(error)}.", error.hint) from None


def _sentence(error: NotAnAxis) -> str:
    text = str(error)
    return text[0].upper() + text[1:]


def _inertia(stated: Any, i: int) -> Inertia:
    """The inertia of link i from an `Inertia` or a spatial inertia matrix; an `Inertia` with symbols is not checked."""
    if isinstance(stated, Inertia):
        if all(isinstance(x, Real) for x in stated.parameters):
            check_inertia(stated, i)
        return stated.seen_from(None)
    return from_spatial_matrix(_array(f"inertias[{i}]", np.asarray(stated, dtype=object), (6, 6)), i)


def _array(what: str, value: Any, shape: tuple[int | str, ...]) -> NDArray[np.float64]:
    """Finite floats of a shape, in which a letter stands for any length."""
    expected = f"Real, finite numbers of shape ({', '.join(map(str, shape))}{',' * (len(shape) == 1)}) were expected."
    hint = "give an array or nested lists of numbers."
    try:
        array = np.asarray(value)
        if array.dtype == object:
            array = np.asarray(array.tolist())
    except ValueError:
        raise BadArray(f"{what} is ragged: its rows differ in length.", expected, hint) from None
    fits = len(shape) == array.ndim and all(
        isinstance(a, str) or a == b for a, b in zip(shape, array.shape, strict=True)
    )
    if array.dtype.kind not in "iuf" or not fits:
        raise BadArray(f"{what} has dtype {array.dtype} and shape {array.shape}.", expected, hint)
    floats = array.astype(np.float64)
    if not np.all(np.isfinite(floats)):
        raise BadArray(f"{what} contains a NaN or an infinity.", expected, hint)
    return floats


def _entries(what: str, value: Any) -> list[Any]:
    """The entries of a list or another iterable, but not of a text."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes) and getattr(value, "ndim", 1) > 0:
        return list(value)
    raise BadArray(f"{what} is {plain(repr(value))}.", "A list was expected.", "give one entry for each joint.")


def _indices(what: str, value: Any) -> list[int]:
    """A list of whole numbers."""
    entries = _entries(what, value)
    for i, entry in enumerate(entries):
        if not isinstance(entry, int | np.integer) or isinstance(entry, bool):
            raise BadArray(
                f"{what}[{i}] is {plain(repr(entry))}.",
                "A whole number was expected: the index of a link, counted from 0, or -1 for the base.",
                "give the index of the link, not its name.",
            )
    return [int(entry) for entry in entries]
