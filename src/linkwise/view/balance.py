"""Where power comes from and goes to, and whether the sum is zero."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from ..errors import plain
from .given import by_name, drawn, times
from .picture import blank


def balance(
    t: ArrayLike, powers: Mapping[str, ArrayLike], energies: Mapping[str, ArrayLike], left: ArrayLike, title: str = ""
) -> Any:
    """Powers over time, energies over time, and what is left over when all are added up, each a picture.

    >>> figure = balance([0.0, 1.0], {"motors": [0.0, 1.0]}, {"kinetic": [0.0, 0.5]}, [0.0, 0.0])
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['power [W]', 'energy [J]', 'left over [J]']
    """
    row, what = times(t), (by_name("powers", powers), by_name("energies", energies), {"left over": left})
    figure = blank(9.0, 8.0)
    places = figure.subplots(3, 1, sharex=True, height_ratios=(3, 3, 1.4))
    for place, curves, label in zip(places, what, ("power [W]", "energy [J]", "left over [J]"), strict=True):
        for name, curve in curves.items():
            place.plot(row, drawn(name, curve, row.shape), linewidth=1.4, label=plain(name, 40))
        place.set_ylabel(label)
        place.grid(True, color="0.9", linewidth=0.8)
        place.spines[["top", "right"]].set_visible(False)
        if place is not places[2] and curves:
            place.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    places[2].set_xlabel("time t [s]")
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    return figure
