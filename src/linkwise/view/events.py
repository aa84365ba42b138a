"""Events on a picture over time: a line for each, and names where there is room."""

from collections.abc import Sequence
from typing import Any

MOST_LINES = 200
"""The most lines that are drawn."""

APART = 0.022
"""The least distance of two names, as a share of the axis."""

MOST_LETTERS = 34
"""Longer names are cut."""


def mark_events(axes: Sequence[Any], events: Sequence[tuple[float, str]]) -> None:
    """Thin lines on all axes at the times of events (t, name), in their order; the names stand above the first axes,
    of events too close to each other that of the first, and how many more there are.

    >>> from linkwise.view.picture import blank
    >>> axes = blank(4.0, 3.0).add_subplot()
    >>> mark_events([axes], [(0.2, "hit"), (0.2001, "hit"), (0.7, "stop")])
    >>> [text.get_text() for text in axes.texts]
    ['hit +1', 'stop']
    """
    begin, end = axes[0].get_xlim()
    groups: list[list[tuple[float, str]]] = []
    for event in events:
        if groups and event[0] - groups[-1][0][0] < APART * (end - begin):
            groups[-1].append(event)
        else:
            groups.append([event])
    for place in axes:
        for t, _ in events[:MOST_LINES]:
            place.axvline(t, color="0.75", linewidth=0.6, zorder=0.5)
    for group in groups:
        t, name = group[0]
        name = name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"
        more = f" +{len(group) - 1}" if len(group) > 1 else ""
        axes[0].annotate(f"{name}{more}", (t, 1.0), (0, 3), ("data", "axes fraction"), "offset points")
        axes[0].texts[-1].set(rotation=60, ha="left", va="bottom", fontsize=6, color="0.3", parse_math=False)
