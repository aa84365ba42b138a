"""What a TOML robot has besides links, joints and drives, read and written.

[[lift]]    a weight that something else carries: frame, mass, com = [0, 0, 0]
[[group]]   a joint of several degrees of freedom, which is a chain of joints: name, kind, joints, order = "zyx"

What closes loops is in closure_tables.py.
"""

from collections.abc import Collection

from ..model import JointGroup, Lift, Model
from ..model.joint_group import ORDER, SLIDES, TURNS
from .closure_tables import closure_lines
from .toml import Table
from .toml_text import quoted, real, reals


def lifts(root: Table, known: Collection[str]) -> tuple[Lift, ...]:
    """The weights that something else carries, on links and frames that are known."""
    found = []
    for table in root.tables("lift"):
        found.append(Lift(table.text("frame"), table.number("mass", None), table.vector("com")))
        if found[-1].link not in known:
            hint = root.findings.hints.nearest(found[-1].link, known)
            table.fault("frame", "no link or frame has that name", hint)
        table.close()
    return tuple(found)


def groups(root: Table, known: Collection[str]) -> tuple[JointGroup, ...]:
    """The joints of several degrees of freedom, made of joints that are known."""
    found = []
    for table in root.tables("group"):
        kind = table.choice("kind", tuple(SLIDES))
        joints = tuple(table.texts("joints"))
        for name in joints:
            if name not in known:
                table.fault("joints", f"no joint is called {name!r}", root.findings.hints.nearest(name, known))
        if kind in SLIDES and len(joints) != len(SLIDES[kind]) + TURNS[kind]:
            table.fault("joints", f"a {kind} joint has {len(SLIDES[kind]) + TURNS[kind]} of them, slides first")
        found.append(JointGroup(table.text("name"), kind, joints, table.text("order", ORDER)))
        table.close()
    return tuple(found)


def addition_lines(model: Model) -> list[str]:
    """A [[lift]] or [[group]] for each, and what closes loops.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").with_gravity_compensation({"link2": 0.5})
    >>> addition_lines(arm.model)[2:]
    ['frame = "link2"', 'mass = 1.05', 'com = [0.9, 0.0, 0.0]']
    """
    lines = []
    for lift in model.lifts:
        lines += ["", "[[lift]]", f"frame = {quoted(lift.link)}", f"mass = {real(lift.mass)}"]
        lines.append(f"com = {reals(lift.com.components)}")
    for group in model.groups:
        joints = ", ".join(map(quoted, group.joints))
        lines += ["", "[[group]]", f"name = {quoted(group.name)}", f"kind = {quoted(group.kind)}"]
        lines += [f"joints = [{joints}]", f"order = {quoted(group.order)}"]
    return [*lines, *closure_lines(model)]
