"""Which links are one rigid body: those that fixed joints weld together."""

from dataclasses import dataclass

from ...errors import listed
from .findings import Findings
from .links import Link
from .tree import Tree


@dataclass(frozen=True)
class Composites:
    """For every link the link that carries it: the one on a moving joint, or the base; and the links each carries."""

    base: str
    carrier: dict[str, str]
    members: dict[str, list[str]]

    def standing(self, link: str) -> bool:
        """Whether a link stands on the fixed base, so that its inertia never matters."""
        return self.carrier[link] == self.base


def composites_of(tree: Tree) -> Composites:
    """The rigid bodies of a tree."""
    carrier = {tree.base: tree.base}
    members = {tree.base: [tree.base]}
    for arrow in tree.arrows:
        assert arrow.parent is not None and arrow.child is not None
        carrier[arrow.child] = arrow.child if arrow.moves else carrier[arrow.parent]
        members.setdefault(carrier[arrow.child], []).append(arrow.child)
    return Composites(tree.base, carrier, members)


def note_merged(found: Findings, links: dict[str, Link], bodies: Composites) -> None:
    """Tell which links are one body with another."""
    for carrier, members in bodies.members.items():
        if len(members) > 1:
            found.note("merged", links[carrier].element, f"one body with {listed(members[1:])}")
