"""The tree of links and joints that a builder was given: one base, one parent for each link, no loops."""

from dataclasses import dataclass

from ..algebra import Inertia, Transform
from ..errors import InvalidModel, UnknownName, listed, shown
from ..model import AbstractJoint


@dataclass(frozen=True)
class Edge:
    """A joint between two links, by name, and the pose of the child in the parent at q = 0.

    >>> from linkwise.model import Revolute
    >>> Edge("base", "upper", Transform.identity(), Revolute("shoulder")).child
    'upper'
    """

    parent: str
    child: str
    pose: Transform
    joint: AbstractJoint


def checked_name(what: str, name: object) -> str:
    """A name: a string with at least one character; `what` it names is for the error.

    >>> checked_name("a link", "upper")
    'upper'
    """
    if not isinstance(name, str) or not name:
        raise InvalidModel(f"the name of {what} is {shown(repr(name))}.", "A non-empty string was expected.")
    return name


def tree_of(robot: str, links: dict[str, Inertia], edges: dict[str, Edge]) -> tuple[str, list[Edge]]:
    """The base, and the joints as they were given, but parents before children; refused if they form no tree.

    >>> from linkwise.model import Revolute
    >>> edge = Edge("base", "upper", Transform.identity(), Revolute("shoulder"))
    >>> tree_of("arm", {"upper": Inertia.none(), "base": Inertia.none()}, {"shoulder": edge})[0]
    'base'
    """
    owner, carrier = f"robot {shown(robot)}", dict[str, str]()
    if not links:
        raise InvalidModel(f"{owner} has no links.", "At least one link was expected, its base.")
    for name, edge in edges.items():
        for link in (edge.parent, edge.child):
            if link not in links:
                raise UnknownName(
                    "link", link, owner, links, f"joint {shown(name)} names it: add it with link({link!r})."
                )
        if edge.child in carrier:
            raise InvalidModel(
                f"link {shown(edge.child)} of {owner} has two parents: joints {shown(carrier[edge.child])} and "
                f"{shown(name)} carry it.",
                "One joint was expected to carry each link.",
                "leave one out, and close the loop with robot.with_closures.",
            )
        carrier[edge.child] = name
    roots = [link for link in links if link not in carrier]
    if len(roots) > 1:
        raise InvalidModel(
            f"{len(roots)} links of {owner} are carried by no joint: {listed(roots)}.",
            "Only the base was expected to be.",
            "connect the parts; a fixed joint will do.",
        )
    order: list[Edge] = []
    placed, waiting = set(roots), list(edges.values())
    while ready := next((edge for edge in waiting if edge.parent in placed), None):
        order.append(ready)
        placed.add(ready.child)
        waiting.remove(ready)
    if waiting:
        raise InvalidModel(
            f"the joints of {owner} form a loop: links {listed(edge.child for edge in waiting)} hang on one another.",
            "A tree was expected, with the base as its root.",
            "leave out a joint of the loop, and close it with robot.with_closures.",
        )
    return roots[0], order
