"""Writes DH tables: a model to TOML text.

Fixed links are merged and become [[frame]]s; frames move to Denavit–Hartenberg position (model/rewrite/dh_gauge.py).
If a link's own frame is elsewhere, a [[frame]] with the link's name records it, so nothing is lost.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...algebra import Inertia, Transform
from ...errors import UnknownName, WriteError, shown
from ...model import BASE, EARTH, Body, Model
from ...model.dh import DHRow
from ...model.field_types import expect_model
from ...model.rewrite.common_normal import ROUNDING
from ...model.rewrite.dh_gauge import gauged
from ...model.rewrite.drives import split_drives
from ...model.rewrite.merge_fixed import merge_fixed
from .. import link_text
from ..addition_tables import addition_lines
from ..closure_tables import actuated_lines
from ..rigid import Moments
from ..tip import only_leaf
from ..toml_text import quoted, real, reals
from .read import CONVENTIONS, FORMAT

_IDENTITY = Transform.identity()


def write(model: Model, *, convention: str = "khalil") -> str:
    """The robot as the text of a DH file, which reads back as the same robot without its fixed joints.

    The "khalil" convention can hold every robot, "modified" and "standard" only chains without nearly parallel axes.

    >>> from linkwise.readers.dh import read_text
    >>> arm, _ = read_text('''format = "linkwise-dh 1"
    ... name = "pendulum"
    ... convention = "standard"
    ... link = [{ a = 0.5, mass = 2.0 }]''')
    >>> print(write(arm, convention="standard").split("[[link]]")[1].strip())
    name = "link1"
    joint = "joint1"
    type = "revolute"
    alpha = 0.0
    a = 0.0
    d = 0.0
    theta = 0.0
    mass = 2.0
    com = [0.5, 0.0, 0.0]
    inertia = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    <BLANKLINE>
    [[frame]]
    name = "link1"
    link = "link1"
    xyz = [0.5, 0.0, 0.0]
    rpy = [0.0, 0.0, 0.0]
    """
    expect_model(model)
    if convention not in CONVENTIONS:
        raise UnknownName("convention", convention, "the DH format", CONVENTIONS)
    model, drives = split_drives(merge_fixed(model))
    gauge, rows = gauged(model)
    _check_bodies(gauge)
    if not rows:
        raise WriteError(
            f"robot {shown(model.name)} has no moving joints.",
            "A DH table has one row for each moving joint.",
            "write it as .urdf.",
        )
    base, ends = _IDENTITY, [_IDENTITY] * len(rows)  # frame 0 in the base; each link's frame in its body's
    if convention != "khalil":
        _check_convention(gauge, rows, convention)
        base, first = _split(rows[0], whole=convention == "standard" or rows[0].beta != 0.0)
        rows = (first, *rows[1:])
    if convention == "standard":
        ahead = [*rows[1:], DHRow(len(rows) - 1)]
        rows = tuple(replace(row, alpha=next.alpha, d=next.d) for row, next in zip(rows, ahead, strict=True))
        ends = [DHRow(i, alpha=row.alpha, d=row.d).constant for i, row in enumerate(rows)]
    lines = [*_heading(gauge, convention), *_base(gauge, base)]
    for i, (body, row) in enumerate(zip(gauge.bodies, rows, strict=True)):
        lines += ["", "[[link]]", f"name = {quoted(body.name)}", f"joint = {quoted(body.joint.name)}"]
        lines += [f'type = "{link_text.kind(body.joint)}"']
        if convention == "khalil" and row.parent != i - 1:
            lines.append(f"parent = {quoted(gauge.tag(row.parent))}")
        lines += _geometry(row, convention)
        lines += link_text.inertial(_seen_from_end(body, ends[i]))
        lines += link_text.drive(body.joint)
    coupled = [*link_text.mimics(gauge), *link_text.drives(gauge, drives), *addition_lines(gauge)]
    return "\n".join([*lines, *_frames(gauge, ends), *coupled, ""])


def _check_convention(model: Model, rows: Sequence[DHRow], convention: str) -> None:
    """Refuse what the standard and modified conventions cannot hold: branches, and a tilt β."""
    remedy = 'write it with convention="khalil"'
    if not model.serial:
        raise WriteError(
            f"robot {shown(model.name)} branches.", f"The {convention} convention can hold only a single chain.", remedy
        )
    for body, row in zip(model.bodies[1:], rows[1:], strict=True):
        if row.beta != 0.0:
            raise WriteError(
                f"joint {shown(body.joint.name)} is not quite parallel to the joint before it: β = {row.beta!r}.",
                f"The {convention} convention has no parameter for that tilt.",
                f"{remedy}, or `snap` the model first if the tilt is only rounding.",
            )


def _split(row: DHRow, whole: bool) -> tuple[Transform, DHRow]:
    """Split the first row into the pose of frame 0 in the base and the rest: θ and r, and unless `whole` α and d."""
    if whole:
        return replace(row, theta=0.0, r=0.0).constant, DHRow(BASE, theta=row.theta, r=row.r, sigma=row.sigma)
    return DHRow(BASE, row.gamma, row.b).constant, replace(row, gamma=0.0, b=0.0)


def _heading(model: Model, convention: str) -> list[str]:
    lines = [
        f'format = "{FORMAT}"',
        f"name = {quoted(model.name)}",
        f'convention = "{convention}"',
        'angles = "radian"',
    ]
    if model.gravity.components != EARTH.components:
        lines.append(f"gravity = {reals(model.gravity.components)}")
    if model.tip != only_leaf([body.name for body in model.bodies], {model.tag(body.parent) for body in model.bodies}):
        lines.append(f"tip = {quoted(model.tip)}" if model.tip else 'tip = ""')
    return lines + actuated_lines(model)


def _base(model: Model, pose: Transform) -> list[str]:
    lines = ["", "[base]", f"link = {quoted(model.base)}"]
    if not _same(pose, _IDENTITY):
        lines += _pose(pose)
    return lines + link_text.inertial(model.base_inertia)


def _pose(T: Transform) -> list[str]:
    return [f"xyz = {reals(T.p.components)}", f"rpy = {reals(T.R.angles)}"]


def _same(A: Transform, B: Transform) -> bool:
    pairs = zip((x for row in A.matrix for x in row), (x for row in B.matrix for x in row), strict=True)
    return all(abs(a - b) <= ROUNDING * max(1.0, abs(a)) for a, b in pairs)


def _geometry(row: DHRow, convention: str) -> Iterable[str]:
    if convention != "khalil":
        parameters = {"alpha": row.alpha, "a": row.d, "d": row.r, "theta": row.theta}
    else:
        parameters = {"gamma": row.gamma, "b": row.b, "alpha": row.alpha, "d": row.d, "beta": row.beta}
        parameters = {key: x for key, x in parameters.items() if x != 0.0 or key in ("alpha", "d")}
        parameters |= {"theta": row.theta, "r": row.r}
    return (f"{key} = {real(x)}" for key, x in parameters.items())


def _seen_from_end(body: Body, end: Transform) -> Inertia:
    inertia = body.inertia.seen_from(None)
    return inertia if end is _IDENTITY else inertia.to_parent(end.inverse())


def _frames(model: Model, ends: Sequence[Transform]) -> list[str]:
    lines = []
    for frame in model.frames:
        link_frame = _IDENTITY if frame.body == BASE else ends[frame.body]
        link, T = model.tag(frame.body), frame.placement.tagged(None, None)
        if frame.name == link and _same(T, link_frame):
            continue
        lines += ["", "[[frame]]", f"name = {quoted(frame.name)}", f"link = {quoted(link)}"]
        lines += _pose(T if link_frame is _IDENTITY else link_frame.inverse() @ T)
    return lines


def _check_bodies(model: Model) -> None:
    """Refuse links that the reader would refuse, such as those with regrouped parameters."""
    for body in model.bodies:
        fault = "a negative mass" if body.inertia.m < 0 and "negative-mass" not in model.waivers else ""
        if not fault and body.inertia.m != 0 and "indefinite-inertia" not in model.waivers:
            moments = Moments.of(body.inertia.I_com, body.inertia.I.trace)
            fault = str(moments) if moments.fault == "negative" else ""
        if fault:
            raise WriteError(
                f"link {shown(body.name)} has {fault}: the file could not be read back.",
                "Inertias that a rigid body can have were expected.",
                "write the model as it was before its parameters were regrouped.",
            )
