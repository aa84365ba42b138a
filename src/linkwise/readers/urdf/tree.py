"""The tree that links and joints make: one root, one parent each, no cycle; and its order from the base outwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import listed, shown
from ..tip import only_leaf
from .findings import Findings
from .joints import Arrow
from .links import Link


@dataclass(frozen=True)
class Tree:
    """The base, the arrows to all other links, depth first, siblings as in the file, and the only leaf or ""."""

    base: str
    arrows: tuple[Arrow, ...]
    tip: str


def tree_of(found: Findings, links: dict[str, Link], arrows: Sequence[Arrow]) -> Tree | None:
    """The tree, or None and faults where the joints do not make one."""
    sound = True
    into: dict[str, Arrow] = {}
    known = listed(links)
    for arrow in arrows:
        sound = _check(found, links, known, into, arrow) and sound
    if not links or not sound:
        return None  # what else is wrong with the tree would follow from the faults already found
    roots = [name for name in links if name not in into]
    if len(roots) > 1:
        where = links[roots[1]].element
        rule = f"{len(roots)} links that no joint carries: {listed(roots)}; a robot has one, its base"
        found.fault(where, roots[1], rule, "join the parts by a fixed joint, or put them in files of their own")
    out: dict[str, list[Arrow]] = {}
    for arrow in into.values():
        out.setdefault(arrow.parent or "", []).append(arrow)
    order = _outwards(roots, out)
    if len(order) + len(roots) < len(links):
        _fault_cycle(found, into, {*roots, *(arrow.child for arrow in order)})
        return None
    if len(roots) != 1:
        return None
    return Tree(roots[0], tuple(order), only_leaf(links, out))


def _check(found: Findings, links: dict[str, Link], known: str, into: dict[str, Arrow], arrow: Arrow) -> bool:
    sound = True
    for tag, name in (("parent", arrow.parent), ("child", arrow.child)):
        if name is None:
            sound = False
        elif name not in links:
            element = arrow.element.of(tag)[0]
            found.fault(element, name, f"no link of this name is the {tag}", f"links are: {known}")
            sound = False
    if not sound or arrow.child is None:
        return False
    if arrow.parent == arrow.child:
        found.fault(arrow.element, arrow.child, "a joint from a link to itself", "name another parent or child")
        return False
    if arrow.child in into:
        first = into[arrow.child]
        rule = f"a link with two parents; joint {shown(first.name)} in line {first.element.line} carries it already"
        found.fault(arrow.element, arrow.child, rule, "closed chains cannot be read: cut the loop at one joint")
        return False
    into[arrow.child] = arrow
    return True


def _outwards(roots: list[str], out: dict[str, list[Arrow]]) -> list[Arrow]:
    order: list[Arrow] = []
    waiting = [arrow for root in reversed(roots) for arrow in reversed(out.get(root, []))]
    while waiting:
        arrow = waiting.pop()
        order.append(arrow)
        waiting.extend(reversed(out.get(arrow.child or "", [])))
    return order


def _fault_cycle(found: Findings, into: dict[str, Arrow], reached: set[str | None]) -> None:
    """Name the links of one cycle: going from child to parent, a link that no root reaches never leaves it."""
    name = next(name for name in into if name not in reached)
    path: dict[str, None] = {}
    while name not in path:
        path[name] = None
        name = into[name].parent or ""
    names = list(path)
    cycle = names[names.index(name) :][::-1]
    closing = max((into[link] for link in cycle), key=lambda arrow: arrow.element.line)
    rule = f"joints that go in a circle: links {listed(cycle)} carry one another"
    found.fault(closing.element, closing.name, rule, "a robot is a tree: cut the circle at one joint")
