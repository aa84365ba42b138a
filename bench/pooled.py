"""The figures of several processes combined: the best variant of each way, minima and medians over processes."""

from collections.abc import Sequence
from statistics import median
from typing import Any

Figures = dict[str, Any]
"""Figures as JSON holds them."""


def pooled(runs: Sequence[Figures]) -> Figures:
    """Minimum of minima, median of medians; the peak is the highest seen."""
    robots = {name: _robot([run["robots"][name] for run in runs]) for name in runs[0]["robots"]}
    return {"peak": max(run["peak"] for run in runs), "robots": robots}


def _robot(each: Sequence[Figures]) -> Figures:
    keys = each[0]["quantities"]
    return {**each[0], "quantities": {key: _quantity([one["quantities"][key] for one in each]) for key in keys}}


def _quantity(each: Sequence[Figures]) -> Figures:
    if "ways" not in each[0]:
        return each[0]
    variants = {name: _timing([one["ways"][name] for one in each]) for name in each[0]["ways"]}
    ways: Figures = {}
    for name, timing in variants.items():
        way, _, variant = name.partition(" ")
        if way not in ways or timing["minimum"] < ways[way]["minimum"]:
            ways[way] = {**timing, "variant": variant}
    off = {who: max(one["agreement"][who] for one in each) for who in each[0]["agreement"]}
    return {**each[0], "agreement": off, "ways": ways, "variants": variants}


def _timing(each: Sequence[Figures]) -> Figures:
    """The timings of several processes as one.

    >>> _timing([{"minimum": 1, "median": 2, "rounds": 5}, {"minimum": 2, "median": 4, "rounds": 5}])
    {'minimum': 1, 'median': 3.0, 'rounds': 10}
    """
    return {
        **each[0],
        "minimum": min(one["minimum"] for one in each),
        "median": median(one["median"] for one in each),
        "rounds": sum(one["rounds"] for one in each),
    }
