"""Inertial data that no rigid body has: a negative moment on a moving link is refused, the rest is noted."""

from ..findings import Findings
from ..rigid import Moments
from ..xml_tree import Element
from .composite import Composites
from .links import Link
from .tree import Tree


def check(findings: Findings[Element], links: dict[str, Link], tree: Tree, bodies: Composites) -> None:
    """Refuse negative moments; note impossible moments and moving links without mass."""
    for name in bodies.carrier:
        check_moments(findings, links[name], bodies.fixed_to_base(name))
    for edge in tree.edges:
        if edge.moves and edge.child is not None:
            _check_mass(findings, links, edge.child, bodies)


def check_moments(findings: Findings[Element], link: Link, fixed_to_base: bool = False) -> None:
    """Refuse a link's negative moments and note impossible ones; a link fixed to the base only gets notes."""
    if not any(link.I_c.components):
        return
    element = link.element.of("inertial")[0]
    moments = Moments.of(link.I_c, link.inertia.I.trace)
    no_effect = "the link is fixed to the base, so this does not affect the dynamics"
    if moments.fault == "negative":
        if fixed_to_base:
            findings.note("indefinite", element, f"{moments}: no rigid body has these; {no_effect}")
        else:
            rule = f"{moments}: a negative moment of inertia makes kinetic energy negative"
            hint = "correct the tensor, which is stated at the centre of mass, in the axes of the inertial's <origin>"
            findings.waivable("indefinite-inertia", element, "", rule, hint)
    elif moments.rounding:
        findings.note("rounding", element, f"a principal moment of {moments.small:.3g}: 0 up to the digits of a file")
    elif moments.fault == "triangle":
        text = f"{moments}: no rigid body has these, since the largest exceeds the sum of the other two"
        if fixed_to_base:
            findings.note("triangle", element, f"{text}; {no_effect}")
        else:
            findings.suspicious("triangle", element, text, "correct the tensor")


def _check_mass(findings: Findings[Element], links: dict[str, Link], name: str, bodies: Composites) -> None:
    link = links[name]
    members = [links[member] for member in bodies.members[name]]
    if any(member.m != 0.0 for member in members):
        if not link.has_inertial:
            text = "a moving link without <inertial>; the links fixed to it provide its mass"
            findings.note("no-inertial", link.element, text)
        return
    moments = "" if all(member.empty for member in members) else ", though it has moments of inertia"
    if not link.has_inertial:
        text = f"a moving link without <inertial>, and no link fixed to it has mass{moments}"
        findings.suspicious("no-inertial", link.element, text, "give it an <inertial>")
    else:
        findings.suspicious("massless", link.element, f"a moving link with zero mass{moments}", "give it a mass")
