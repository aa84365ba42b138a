"""The tree of links and joints: one root, one parent per link, no loops; ordered from the base outwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import listed, shown
from ..findings import Findings
from ..tip import only_leaf
from ..xml import Element
from .joints import Edge
from .links import Link


@dataclass(frozen=True)
class Tree:
    """The base, the joints depth first with siblings in file order, and the tip: the only leaf, or "" if several."""

    base: str
    edges: tuple[Edge, ...]
    tip: str


WORLD = "world"
"""The name of the link that every robot has in Drake, whose files do not state it."""


def imply_world(findings: Findings[Element], links: dict[str, Link], edges: Sequence[Edge]) -> None:
    """Add the link "world" where joints name it, the file does not have it, and the caller allows that."""
    for edge in edges:
        for tag, name in (("parent", edge.parent), ("child", edge.child)):
            if name == WORLD and WORLD not in links and findings.waivers.grants("implied-world"):
                element = edge.element.of(tag)[0]
                links[WORLD] = Link(WORLD, element)
                findings.note("waived", element, "implied-world: no link 'world': it is one without mass")


def tree_of(findings: Findings[Element], links: dict[str, Link], edges: Sequence[Edge]) -> Tree | None:
    """The tree; None, with faults, if the joints do not form one."""
    sound = True
    into: dict[str, Edge] = {}
    known = listed(links)
    for edge in edges:
        sound = _check(findings, links, known, into, edge) and sound
    if not links or not sound:
        return None  # whatever else is wrong with the tree may follow from the faults already found
    roots = [name for name in links if name not in into]
    if len(roots) > 1:
        rule = f"{len(roots)} links are not the child of any joint: {listed(roots)}; only the robot's base may be"
        hint = "connect the parts with a fixed joint, or put each robot in a file of its own"
        findings.fault(links[roots[1]].element, roots[1], rule, hint)
    out: dict[str, list[Edge]] = {}
    for edge in into.values():
        out.setdefault(edge.parent or "", []).append(edge)
    order = _depth_first(roots, out)
    if len(order) + len(roots) < len(links):
        _fault_loop(findings, into, {*roots, *(edge.child for edge in order)})
        return None
    if len(roots) != 1:
        return None
    return Tree(roots[0], tuple(order), only_leaf(links, out))


def _check(findings: Findings[Element], links: dict[str, Link], known: str, into: dict[str, Edge], edge: Edge) -> bool:
    """Check the ends of one joint and add it to `into`; returns whether they are sound."""
    sound = True
    for tag, name in (("parent", edge.parent), ("child", edge.child)):
        if name is None:
            sound = False
        elif name not in links:
            element = edge.element.of(tag)[0]
            rule, hint = f"the {tag} is not a link of the robot", f"links are: {known}"
            if name == WORLD:
                findings.waivable("implied-world", element, name, rule, hint)
            else:
                findings.fault(element, name, rule, hint)
            sound = False
    if not sound or edge.child is None:
        return False
    if edge.parent == edge.child:
        rule = "the joint connects a link to itself"
        findings.fault(edge.element, edge.child, rule, "name another parent or child")
        return False
    if edge.child in into:
        first = into[edge.child]
        rule = f"the link has two parents: joint {shown(first.name)} on line {first.element.line} already carries it"
        hint = "closed chains are not supported: cut the loop at one joint"
        findings.fault(edge.element, edge.child, rule, hint)
        return False
    into[edge.child] = edge
    return True


def _depth_first(roots: list[str], out: dict[str, list[Edge]]) -> list[Edge]:
    order: list[Edge] = []
    pending = [edge for root in reversed(roots) for edge in reversed(out.get(root, []))]
    while pending:
        edge = pending.pop()
        order.append(edge)
        pending.extend(reversed(out.get(edge.child or "", [])))
    return order


def _fault_loop(findings: Findings[Element], into: dict[str, Edge], reached: set[str | None]) -> None:
    """Name the links of one loop: going from child to parent, a link that no root reaches never leaves it."""
    name = next(name for name in into if name not in reached)
    path: dict[str, None] = {}
    while name not in path:
        path[name] = None
        name = into[name].parent or ""
    names = list(path)
    loop = names[names.index(name) :][::-1]
    closing = max((into[link] for link in loop), key=lambda edge: edge.element.line)
    rule = f"the joints form a loop: links {listed(loop)} carry one another"
    findings.fault(closing.element, closing.name, rule, "a robot is a tree: cut the loop at one joint")
