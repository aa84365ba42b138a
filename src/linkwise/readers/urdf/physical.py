"""Could a rigid body have these inertial data?

No principal moment at the centre of mass is negative, and none is larger than the sum of the other two (the triangle
inequality). A negative moment makes kinetic energy negative and forward dynamics meaningless, so it is refused on a
link that moves. Moments that break the triangle inequality, and links without mass, leave dynamics well defined; many
vendors' files hold them; they are noted loudly.
"""

import numpy as np

from ...algebra import Sym3
from .composite import Composites
from .findings import Findings
from .links import Link
from .tree import Tree

TOLERANCE = 1e-6
"""Relative to the sum of the moments' sizes: files print six digits or more, and the moment of a thin rod about itself,
or the slack of a flat plate in the triangle inequality, is 0 up to their rounding."""

SUBTRACTION = 1e-14
"""Relative to the moments at the link's origin: a tensor that a program moved to the centre of mass by subtraction
carries the rounding of those, and of a point mass nothing else is left."""


def principal(I: Sym3) -> tuple[float, float, float]:
    """The principal moments, smallest first.

    >>> principal(Sym3(3.0, 0.0, 0.0, 1.0, 0.0, 2.0))
    (1.0, 2.0, 3.0)
    """
    a, b, c, d, e, f = I.components
    if b == c == e == 0.0:
        small, middle, large = sorted((a, d, f))
        return small, middle, large
    largest = max(abs(x) for x in I.components)
    small, middle, large = np.linalg.eigvalsh(np.array(((a, b, c), (b, d, e), (c, e, f))) / largest) * largest
    return float(small), float(middle), float(large)


def check(found: Findings, links: dict[str, Link], tree: Tree, bodies: Composites) -> None:
    """Refuse negative moments, note impossible ones and moving links without mass."""
    for name in bodies.carrier:
        _check_moments(found, links[name], bodies.standing(name))
    for arrow in tree.arrows:
        if arrow.moves and arrow.child is not None:
            _check_mass(found, links, arrow.child, bodies)


def _check_moments(found: Findings, link: Link, standing: bool) -> None:
    if not any(link.I_c.components):
        return
    element = link.element.of("inertial")[0]
    small, middle, large = principal(link.I_c)
    slack = TOLERANCE * (abs(small) + abs(middle) + abs(large)) + SUBTRACTION * abs(link.inertia.I.trace)
    moments = "principal moments " + ", ".join(f"{x:.6g}" if abs(x) > slack else "0" for x in (small, middle, large))
    rigid = "no rigid body has them"
    if small < -slack:
        if standing:
            found.note(
                "triangle", element, f"{moments}: {rigid}; the link stands on the base, so dynamics never meet it"
            )
        else:
            rule = f"{moments}: a negative one makes kinetic energy negative"
            hint = "correct the tensor; it is meant at the centre of mass, in the axes of the inertial's origin"
            found.waivable("indefinite-inertia", element, "", rule, hint)
    elif small + middle < large - slack:
        text = f"{moments}: {rigid}, as the largest is more than the sum of the others"
        if standing:
            found.note("triangle", element, f"{text}; the link stands on the base, so dynamics never meet it")
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
