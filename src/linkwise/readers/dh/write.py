"""DH tables out: model → TOML text.

Fixed links are merged and become [[frame]]s; frames go to Denavit–Hartenberg position (model/rewrite/dh_gauge.py).
Where a link's own frame stands elsewhere, a [[frame]] of the link's name says so, and nothing is lost.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...algebra import Inertia, Transform
from ...errors import UnknownName, WriteError, shown
from ...model import BASE, EARTH, Body, Model
from ...model.dh import DHRow
from ...model.kinds import expect_model
from ...model.rewrite.common_normal import ROUNDING
from ...model.rewrite.dh_gauge import gauged
from ...model.rewrite.drives import drives_apart
from ...model.rewrite.merge_fixed import merge_fixed
from .. import link_text
from ..rigid import Moments
from ..tip import only_leaf
from ..toml_text import quoted, real, reals
from .read import CONVENTIONS, FORMAT

_HERE = Transform.identity()


def write(model: Model, *, convention: str = "khalil") -> str:
    """The robot as a DH file; reading it back gives the same robot, without its fixed joints.

    The convention "khalil" holds every robot; "modified" and "standard" hold chains without nearly parallel axes.

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
    model, drives = drives_apart(merge_fixed(model))
    gauge, rows = gauged(model)
    _check_bodies(gauge)
    if not rows:
        raise WriteError(f"robot {shown(model.name)} has no moving joint.", "A DH table has a row for each.")
    base, ends = _HERE, [_HERE] * len(rows)  # frame 0 in the base; each link's frame in its body's
    if convention != "khalil":
        _refuse_others(gauge, rows, convention)
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
    return "\n".join([*lines, *_frames(gauge, ends), *link_text.mimics(gauge), *link_text.drives(gauge, drives), ""])


def _refuse_others(model: Model, rows: Sequence[DHRow], convention: str) -> None:
    remedy = 'write it with convention="khalil"'
    if not model.serial:
        raise WriteError(
            f"robot {shown(model.name)} branches.", f"The {convention} convention holds a single chain.", remedy
        )
    for body, row in zip(model.bodies[1:], rows[1:], strict=True):
        if row.beta != 0.0:
            raise WriteError(
                f"the axis of joint {shown(body.joint.name)} is all but parallel to the one before: β = {row.beta!r}.",
                f"The {convention} convention has no parameter for that tilt.",
                f"{remedy}, or `snap` the model first if the tilt is an accident of rounding.",
            )


def _split(row: DHRow, whole: bool) -> tuple[Transform, DHRow]:
    """The first row as a pose of frame 0 in the base, and the row that is left: θ and r, and unless `whole` α and d."""
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
    return lines


def _base(model: Model, pose: Transform) -> list[str]:
    lines = ["", "[base]", f"link = {quoted(model.base)}"]
    if not _same(pose, _HERE):
        lines += _pose(pose)
    return lines + link_text.inertial(model.base_inertia)


def _pose(T: Transform) -> list[str]:
    return [f"xyz = {reals(T.p.components)}", f"rpy = {reals(T.R.angles)}"]


def _same(A: Transform, B: Transform) -> bool:
    pairs = zip((x for row in A.matrix for x in row), (x for row in B.matrix for x in row), strict=True)
    return all(abs(a - b) <= ROUNDING * max(1.0, abs(a)) for a, b in pairs)


def _geometry(row: DHRow, convention: str) -> Iterable[str]:
    if convention != "khalil":
        named = {"alpha": row.alpha, "a": row.d, "d": row.r, "theta": row.theta}
    else:
        named = {"gamma": row.gamma, "b": row.b, "alpha": row.alpha, "d": row.d, "beta": row.beta}
        named = {key: x for key, x in named.items() if x != 0.0 or key in ("alpha", "d")}
        named |= {"theta": row.theta, "r": row.r}
    return (f"{key} = {real(x)}" for key, x in named.items())


def _seen_from_end(body: Body, end: Transform) -> Inertia:
    inertia = body.inertia.seen_from(None)
    return inertia if end is _HERE else inertia.to_parent(end.inverse())


def _frames(model: Model, ends: Sequence[Transform]) -> list[str]:
    lines = []
    for frame in model.frames:
        stand = _HERE if frame.body == BASE else ends[frame.body]
        link, T = model.tag(frame.body), frame.placement.tagged(None, None)
        if frame.name == link and _same(T, stand):
            continue
        lines += ["", "[[frame]]", f"name = {quoted(frame.name)}", f"link = {quoted(link)}"]
        lines += _pose(T if stand is _HERE else stand.inverse() @ T)
    return lines


def _check_bodies(model: Model) -> None:
    """Refuse links the reader would refuse: regrouped parameters, say, are those of no body."""
    for body in model.bodies:
        fault = "a negative mass" if body.inertia.m < 0 and "negative-mass" not in model.waivers else ""
        if not fault and body.inertia.m != 0 and "indefinite-inertia" not in model.waivers:
            moments = Moments.of(body.inertia.I_com, body.inertia.I.trace)
            fault = str(moments) if moments.fault == "negative" else ""
        if fault:
            raise WriteError(
                f"link {shown(body.name)} has {fault}: no file of it could be read back.",
                "A DH table holds links that are bodies.",
                "write the model as it was before its parameters were regrouped.",
            )
