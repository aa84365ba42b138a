"""Where power comes from and goes to, and whether the sum is zero."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array, real
from ..errors import BadArray, plain
from .picture import blank


def balance(
    t: ArrayLike, powers: Mapping[str, ArrayLike], energies: Mapping[str, ArrayLike], left: ArrayLike, title: str = ""
) -> Any:
    """Powers over time, energies over time, and what is left over when all are added up, each a picture.

    >>> t = np.linspace(0.0, 1.0, 5)
    >>> figure = balance(t, {"motors": t}, {"kinetic": t**2 / 2}, 0.0 * t)
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['power [W]', 'energy [J]', 'left over [J]']
    """
    times = real("t", t, np.size(t), "times")
    figure = blank(9.0, 8.0)
    places = figure.subplots(3, 1, sharex=True, height_ratios=(3, 3, 1.4))
    for place, curves, label in (
        (places[0], powers, "power [W]"), (places[1], energies, "energy [J]"), (places[2], {"": left}, "left over [J]"),
    ):  # fmt: skip
        for name, curve in curves.items():
            place.plot(times, _like(times, name or "left", curve), linewidth=1.4, label=plain(name, 40))
        place.set_ylabel(label)
        place.grid(True, color="0.9", linewidth=0.8)
        place.spines[["top", "right"]].set_visible(False)
        if label != "left over [J]" and curves:
            place.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    places[2].set_xlabel("time t [s]")
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    return figure


def _like(times: Array, name: str, curve: ArrayLike) -> Array:
    found = np.asarray(curve, dtype=float)
    if found.shape != times.shape:
        raise BadArray(f"{plain(name)} has shape {found.shape}.", f"Shape {times.shape} was expected.")
    return found
