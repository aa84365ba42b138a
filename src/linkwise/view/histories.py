"""Curves over time: each joint with its limits, and the powers and energies of the whole robot."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, UnknownName, plain
from .curves import BEYOND, CURVE, LIMIT, drawable, joint_names, labelled, least_height, times, widen
from .picture import blank

FAR = 3.0
"""A limit farther from the curve than this many times its span is given as text: drawn, it would flatten the curve."""

NO_POWER = 1e-6
"""Powers and energies that stay below this are errors of an integrator, and are drawn as 0."""

SHARE_LEFT = 1e-9
"""The least height of the picture of what is left over, as a share of that of the energies."""


def histories(
    t: ArrayLike,
    curves: Mapping[str, ArrayLike],
    names: Sequence[str],
    limits: Mapping[str, tuple[ArrayLike, ArrayLike]] | None = None,
    title: str = "",
) -> Any:
    """A small picture for each joint and quantity, with a column for each label of `curves`, arrays (times, n).

    `limits` has pairs (lower, upper) by label. The result is a matplotlib figure; `linkwise.view.picture.save` writes
    it.

    >>> t = np.linspace(0.0, 1.0, 11)
    >>> figure = histories(t, {"q [rad]": np.outer(t, [1.0, 2.0])}, ["hip", "knee"], {"q [rad]": (-1.0, 1.5)})
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['hip', 'knee']
    """
    row, n = times(t), len(joint_names(names))
    columns = {label: drawable(label, curve, (len(row), n)) for label, curve in labelled("curves", curves).items()}
    if not columns:
        raise BadArray("there are no curves.", "At least one curve was expected.", "give arrays by label: {'q': q}.")
    bounds = {label: _pair(label, pair, n) for label, pair in labelled("limits", limits or {}).items()}
    for label in bounds:
        if label not in columns:
            raise UnknownName("curve", label, "the picture", columns)
    figure = blank(4.0 * len(columns) + 1.0, min(1.3 * n + 1.2, 100.0))
    grid = figure.subplots(n, len(columns), sharex=True, squeeze=False)
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    for column, (label, curve) in enumerate(columns.items()):
        lower, upper = bounds.get(label, (np.full(n, -np.inf), np.full(n, np.inf)))
        least = least_height(curve)
        for j in range(n):
            joint_history(grid[j, column], row, curve[:, j], float(lower[j]), float(upper[j]), least)
        grid[0, column].set_title(plain(label), fontsize=10, loc="left", parse_math=False)
        grid[-1, column].set_xlabel("time t [s]", fontsize=9)
    for j, name in enumerate(names):
        grid[j, 0].set_ylabel(plain(name, 24), fontsize=8, parse_math=False)
    return figure


def balance(
    t: ArrayLike, powers: Mapping[str, ArrayLike], energies: Mapping[str, ArrayLike], left: ArrayLike, title: str = ""
) -> Any:
    """Powers over time, energies over time, and the remainder `left` of the energy balance, one below the other.

    >>> figure = balance([0.0, 1.0], {"motors": [0.0, 1.0]}, {"kinetic": [0.0, 0.5]}, [0.0, 0.0])
    >>> [axes.get_ylabel() for axes in figure.axes]
    ['power [W]', 'energy [J]', 'left over [J]']
    """
    row = times(t)
    groups = {
        "power [W]": labelled("powers", powers),
        "energy [J]": labelled("energies", energies),
        "left over [J]": {"left over": left},
    }
    figure = blank(9.0, 8.0)
    grid = figure.subplots(3, 1, sharex=True, height_ratios=(3, 3, 1.4))
    for axes, (label, curves) in zip(grid, groups.items(), strict=True):
        for name, curve in curves.items():
            axes.plot(row, drawable(name, curve, row.shape), linewidth=1.4, label=plain(name, 40))
        axes.set_ylabel(label)
        axes.grid(True, color="0.9", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
        if axes is not grid[2] and curves:
            axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    each = [[np.ravel(curve) for curve in curves.values()] for curves in groups.values()]
    every = [np.concatenate(curves or [np.zeros(1)]) for curves in each]
    widen(grid[0], least_height(every[0], NO_POWER), every[0])
    widen(grid[1], least_height(every[1], NO_POWER), every[1])
    widen(grid[2], SHARE_LEFT * least_height(every[1], NO_POWER), every[2])
    grid[2].set_xlabel("time t [s]")
    if title:
        figure.suptitle(plain(title, 100), fontsize=11, parse_math=False)
    return figure


def _pair(label: str, pair: Any, n: int) -> tuple[Array, Array]:
    """The lower and upper limits of each joint, from numbers for all joints or for each."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise BadArray(
            f"the limits of {plain(label)} are not a pair.",
            "A lower and an upper limit were expected.",
            "give a tuple: (-1.0, 1.0).",
        )
    sides = [numbers(f"a limit of {plain(label)}", side, (), "one for all, or one for each joint") for side in pair]
    for side in sides:
        if side.shape not in ((), (n,)):
            raise BadArray(f"a limit of {plain(label)} has shape {side.shape}.", f"One number or {n} were expected.")
    lower, upper = (np.broadcast_to(side, n).astype(float) for side in sides)
    return lower, upper


def joint_history(axes: Any, t: Array, curve: Array, lower: float, upper: float, least: float | None = None) -> None:
    """One curve with its limits if they are near, the areas beyond them shaded.

    >>> axes = blank(3.0, 2.0).subplots()
    >>> joint_history(axes, np.array([0.0, 1.0]), np.array([0.0, 1.0]), -2.0, 2.0)
    >>> len(axes.lines)
    3
    """
    least = least_height(curve) if least is None else least
    axes.plot(t, curve, color=CURVE, linewidth=1.6)
    finite = curve[np.isfinite(curve)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    span = max(high - low, least)
    near = [limit for limit in (lower, upper) if np.isfinite(limit) and low - FAR * span < limit < high + FAR * span]
    bottom, top = min([low, *near]) - 0.12 * span, max([high, *near]) + 0.12 * span
    axes.set_ylim(bottom, top)
    for limit, end in ((lower, bottom), (upper, top)):
        if limit in near:
            axes.axhline(limit, color=LIMIT, linestyle="--", linewidth=1.2)
            axes.axhspan(min(limit, end), max(limit, end), color=BEYOND, linewidth=0.0)
    far = [f"{limit:g}" for limit in (lower, upper) if np.isfinite(limit) and limit not in near]
    if far:
        axes.set_title(f"limit {', '.join(far)}", fontsize=7, color=LIMIT, loc="right", pad=2.0)
    axes.tick_params(labelsize=7)
    axes.grid(True, color="0.9", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.0)
