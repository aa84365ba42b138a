"""What closes the loops of a TOML robot, read and written.

actuated = ["crank"]    the joints that motors drive
[[closure]]             two frames that coincide: name, frame, other, and kind = "hinge" or along = "xyz", about = "xy"
[[relation]]            q_joint = Σ c_k q_of^k: name, joint, of, coefficients = [c_0, c_1, …], in radians and metres
                        whatever the file's angles; without `of`, one coefficient: the joint is held there

A model has closures before relations when it comes from a file.
"""

from collections.abc import Collection

from ..errors import shown
from ..model import Closure, JointRelation, Model
from ..model.closure import KINDS
from .toml import Table
from .toml_text import quoted, reals
from .toml_values import finite

MOST_COEFFICIENTS = 20
"""The most coefficients of a relation: a polynomial of a higher degree says nothing in doubles."""


_KIND_OF = {axes: kind for kind, axes in KINDS.items()}
_WORDS = {"weld": "are welded together", "point": "meet in a point"}


def meaning(closure: Closure | JointRelation) -> str:
    """What a closure says, in a sentence without its name.

    >>> meaning(Closure("pin", "a", "b", "xy")), meaning(JointRelation("held", "joint3", "", (0.5,)))
    ("frames 'a' and 'b' are tied by a planar hinge", "joint 'joint3' is held at 0.5")
    """
    if isinstance(closure, JointRelation):
        what = f"is a polynomial of {shown(closure.of)}" if closure.of else f"is held at {closure.coefficients[0]:g}"
        return f"joint {shown(closure.joint)} {what}"
    frames = f"frames {shown(closure.frame)} and {shown(closure.other)}"
    if kind := _KIND_OF.get((closure.along, closure.about)):
        return f"{frames} {_WORDS.get(kind, f'are tied by a {kind}')}"
    axes = (("along", closure.along), ("about", closure.about))
    return f"{frames} coincide {' and '.join(f'{key} {named}' for key, named in axes if named)}"


def closures(root: Table, frames: Collection[str], joints: Collection[str]) -> tuple[Closure | JointRelation, ...]:
    """What closes the loops, between frames and joints that are known; joints that follow others are not."""
    found: dict[str, Closure | JointRelation] = {}
    for table in root.tables("closure"):
        closure = _closure(table, frames)
        _keep(table, closure.name if closure else table.text("name"), closure, found)
    for table in root.tables("relation"):
        relation = _relation(table, joints)
        _keep(table, relation.name if relation else table.text("name"), relation, found)
    return tuple(found.values())


def actuated(root: Table, joints: Collection[str]) -> tuple[str, ...]:
    """The joints that motors drive; none where the file does not say."""
    names = root.texts("actuated") if root.has("actuated") else ()
    for name in names:
        _known(root, "actuated", name, joints)
    if len(set(names)) != len(names):
        root.fault("actuated", "a joint is named twice", "name each once")
    return names


def _keep(
    table: Table, name: str, closure: Closure | JointRelation | None, found: dict[str, Closure | JointRelation]
) -> None:
    if name in found:
        table.fault("name", "another closure or relation has that name", "give every one a name of its own")
    elif closure is not None:
        found[name] = closure
    table.close()


def _closure(table: Table, known: Collection[str]) -> Closure | None:
    name, frame, other = (table.text(key) for key in ("name", "frame", "other"))
    for key, each in (("frame", frame), ("other", other)):
        if each and each not in known:
            table.fault(key, "no link or frame has that name", table.findings.hints.nearest(each, known))
    axes = _axes(table)
    if frame and frame == other:
        table.fault("other", "this is the same frame", "name a frame on another link")
    if axes is None or not name or frame == other:
        return None
    closure = Closure(name, frame, other, *axes)
    table.findings.note("loop", table.path, meaning(closure))
    return closure


def _axes(table: Table) -> tuple[str, str] | None:
    """Along and about which axes a closure holds; None with a fault."""
    if table.has("kind"):
        for key in ("along", "about"):
            if table.has(key):
                table.fault(key, "the closure has a kind as well", "give kind, or along and about")
                return None
        return KINDS[kind] if (kind := table.choice("kind", tuple(KINDS))) in KINDS else None
    pair = []
    for key in ("along", "about"):
        value = table.data.get(key, "") if table.has(key) else ""
        if not isinstance(value, str) or len(set(value)) != len(value) or not set(value) <= set("xyz"):
            table.fault(key, 'axes were expected, each once, such as "xyz"', 'or give a kind, such as "hinge"')
            return None
        pair.append(value)
    if not any(pair):
        rule = "the closure holds nothing: a kind was expected, or axes along or about which it holds"
        table.findings.fault(table.path, "", rule, f"kind is one of {', '.join(KINDS)}")
        return None
    return pair[0], pair[1]


def _relation(table: Table, known: Collection[str]) -> JointRelation | None:
    name, joint, of = table.text("name"), table.text("joint"), table.text("of", "")
    for key, each in (("joint", joint), ("of", of)):
        if each:
            _known(table, key, each, known)
    if of and of == joint:
        table.fault("of", "this is the same joint", "name another, or none where the joint is held")
        return None
    coefficients = _coefficients(table, most=MOST_COEFFICIENTS if of else 1)
    if not coefficients or not name or not joint:
        return None
    relation = JointRelation(name, joint, of, coefficients)
    table.findings.note("loop", table.path, meaning(relation))
    return relation


def _coefficients(table: Table, most: int) -> tuple[float, ...] | None:
    if not table.has("coefficients"):
        table.findings.fault(table.path, "", "the key 'coefficients' is missing: c_0, c_1, … were expected")
        return None
    value = table.data["coefficients"]
    entries = [finite(x) for x in value] if isinstance(value, list) else []
    if not entries or None in entries or len(entries) > most:
        expected = f"a list of 1 to {most} finite numbers was expected" if most > 1 else "one number was expected"
        table.fault("coefficients", expected, "c_0, c_1, … of q_joint = c_0 + c_1 q_of + …")
        return None
    return table.usable("coefficients", [x for x in entries if x is not None])


def _known(table: Table, key: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        hint = table.findings.hints.nearest(name, known)
        table.fault(key, f"{shown(name)} is not a joint that moves on its own", hint)


def actuated_lines(model: Model) -> list[str]:
    """The key `actuated` of the heading, if the model says which joints are.

    >>> import linkwise
    >>> actuated_lines(linkwise.load("fivebar").model)
    ['actuated = ["joint1", "joint3"]']
    """
    return [f"actuated = [{', '.join(map(quoted, model.actuated))}]"] if model.actuated else []


def closure_lines(model: Model) -> list[str]:
    """A [[closure]] or [[relation]] for each.

    >>> import linkwise
    >>> closure_lines(linkwise.load("fourbar").model)[2:]
    ['name = "pin"', 'frame = "coupler_end"', 'other = "rocker_end"', 'kind = "planar hinge"']
    """
    lines: list[str] = []
    for each in model.closures:
        if isinstance(each, Closure):
            ends = [f"frame = {quoted(each.frame)}", f"other = {quoted(each.other)}"]
            held = [f'{key} = "{axes}"' for key, axes in (("along", each.along), ("about", each.about)) if axes]
            if kind := _KIND_OF.get((each.along, each.about)):
                held = [f'kind = "{kind}"']
            lines += ["", "[[closure]]", f"name = {quoted(each.name)}", *ends, *held]
    for each in model.closures:
        if isinstance(each, JointRelation):
            of = [f"of = {quoted(each.of)}"] if each.of else []
            lines += ["", "[[relation]]", f"name = {quoted(each.name)}", f"joint = {quoted(each.joint)}", *of]
            lines.append(f"coefficients = {reals(each.coefficients)}")
    return lines
