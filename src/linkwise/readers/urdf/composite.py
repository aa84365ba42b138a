"""Which links form one rigid body: those welded together by fixed joints."""

from dataclasses import dataclass

from ...errors import listed
from ..findings import Findings
from ..xml_tree import Element
from .links import Link
from .tree import Tree


@dataclass(frozen=True)
class Composites:
    """The rigid bodies of a robot, each named after its carrier: the link on the moving joint, or the base."""

    base: str
    carrier: dict[str, str]
    members: dict[str, list[str]]

    def fixed_to_base(self, link: str) -> bool:
        """Whether a link is fixed to the base, so that its inertia never matters."""
        return self.carrier[link] == self.base


def composites_of(tree: Tree) -> Composites:
    """The rigid bodies of a tree."""
    carrier = {tree.base: tree.base}
    members = {tree.base: [tree.base]}
    for edge in tree.edges:
        assert edge.parent is not None and edge.child is not None
        carrier[edge.child] = edge.child if edge.moves else carrier[edge.parent]
        members.setdefault(carrier[edge.child], []).append(edge.child)
    return Composites(tree.base, carrier, members)


def note_merged(findings: Findings[Element], links: dict[str, Link], bodies: Composites) -> None:
    """Note which links form one body with another."""
    for carrier, members in bodies.members.items():
        if len(members) > 1:
            findings.note("merged", links[carrier].element, f"one rigid body with {listed(members[1:])}")
