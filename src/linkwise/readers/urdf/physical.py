"""Inertial data no rigid body has: a negative moment is refused on a link that moves, the rest is noted loudly."""

from ..rigid import Moments
from .composite import Composites
from .findings import Findings
from .links import Link
from .tree import Tree


def check(found: Findings, links: dict[str, Link], tree: Tree, bodies: Composites) -> None:
    """Refuse negative moments, note impossible ones and moving links without mass."""
    for name in bodies.carrier:
        check_moments(found, links[name], bodies.standing(name))
    for arrow in tree.arrows:
        if arrow.moves and arrow.child is not None:
            _check_mass(found, links, arrow.child, bodies)


def check_moments(found: Findings, link: Link, standing: bool = False) -> None:
    """Refuse negative moments of a link and note impossible ones; `standing` is a link that never moves."""
    if not any(link.I_c.components):
        return
    element = link.element.of("inertial")[0]
    moments = Moments.of(link.I_c, link.inertia.I.trace)
    rigid = "no rigid body has them"
    idle = "the link stands on the base, so dynamics never meet it"
    if moments.fault == "negative":
        if standing:
            found.note("indefinite", element, f"{moments}: {rigid}; {idle}")
        else:
            rule = f"{moments}: a negative one makes kinetic energy negative"
            hint = "correct the tensor; it is meant at the centre of mass, in the axes of the inertial's origin"
            found.waivable("indefinite-inertia", element, "", rule, hint)
    elif moments.fault == "triangle":
        text = f"{moments}: {rigid}, as the largest is more than the sum of the others"
        if standing:
            found.note("triangle", element, f"{text}; {idle}")
        else:
            found.loud("triangle", element, text, "correct the tensor")


def _check_mass(found: Findings, links: dict[str, Link], name: str, bodies: Composites) -> None:
    link = links[name]
    members = [links[member] for member in bodies.members[name]]
    bare = all(member.m == 0.0 for member in members)
    if not bare:
        if not link.said:
            text = "no <inertial> on a moving joint; the links fixed to it bring its mass"
            found.note("no-inertial", link.element, text)
        return
    rest = "" if all(member.empty for member in members) else ", though it has moments of inertia"
    if not link.said:
        text = f"no <inertial> on a moving joint, and no mass fixed to it{rest}"
        found.loud("no-inertial", link.element, text, "give it an <inertial>")
    else:
        found.loud("massless", link.element, f"a moving link of zero mass{rest}", "give it a mass")
