"""Robots for which the sources give operation counts by name: the RX-90 and the Stanford arm.

The geometry of the RX-90 is that of Khalil & Dombre (2002), Example 9.1. The text of their chapter 9 names the Stanford
arm 2RP(3R) and the TH8 R(2P)(3R) without their constants; the Stanford arm here has the constants of the literature,
and the TH8 is left out.                                                                    [khalil2002]

"Simplified" links have diagonal inertia tensors and few components of the first moment: for the RX-90 those that
Example 9.3 keeps, for the Stanford arm those along the z axis.
"""

from collections.abc import Callable, Sequence

from ...algebra import Inertia
from ...model import Model
from ...model.dh import DHRow
from .arms import QUARTER, base_parameters, chain, links

Keep = Sequence[str]
"""For each link, the components of its first moment that are not 0; its tensor is then diagonal."""


def rx90(keep: Keep | None = None) -> Model:
    """The RX-90 of Example 9.1.

    >>> rx90().n
    6
    """
    alpha = [0.0, QUARTER, 0.0, -QUARTER, QUARTER, -QUARTER]
    d, r = [0.0, 0.0, 0.45, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.47, 0.0, 0.0]
    rows = [DHRow(j - 1, alpha=alpha[j], d=d[j], r=r[j]) for j in range(6)]
    return chain("rx90", rows, _links(keep))


def stanford(keep: Keep | None = None) -> Model:
    """The Stanford arm: the third joint slides.

    >>> stanford().bodies[2].joint.slides
    True
    """
    alpha = [0.0, -QUARTER, QUARTER, 0.0, -QUARTER, QUARTER]
    rows = [DHRow(j - 1, alpha=alpha[j], r=0.2 if j == 1 else 0.0, sigma=int(j == 2)) for j in range(6)]
    return chain("stanford", rows, _links(keep))


def _links(keep: Keep | None) -> list[Inertia]:
    solids = links(6)
    if keep is None:
        return solids
    kept = []
    for link, axes in zip(solids, keep, strict=True):
        numbers = list(link.parameters)
        for k in (1, 2, 4):
            numbers[k] = 0.0
        for k, axis in enumerate("xyz", 6):
            numbers[k] = numbers[k] if axis in axes else 0.0
        kept.append(Inertia.of_parameters(numbers, link.h.frame))
    return kept


EXAMPLE_9_3 = ("z", "xy", "y", "z", "y", "z")
"""The first moments of the RX-90 that Example 9.3 keeps."""

ROBOTS: dict[str, Callable[[], Model]] = {
    "rx90": rx90,
    "rx90 base": lambda: base_parameters(rx90()),
    "rx90 simplified": lambda: rx90(EXAMPLE_9_3),
    "rx90 simplified base": lambda: base_parameters(rx90(EXAMPLE_9_3)),
    "stanford": stanford,
    "stanford base": lambda: base_parameters(stanford()),
    "stanford simplified": lambda: stanford(("z",) * 6),
    "stanford simplified base": lambda: base_parameters(stanford(("z",) * 6)),
}
"""Robots by name, as given or in base parameters."""
