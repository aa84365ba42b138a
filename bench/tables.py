"""The tables of `python -m bench`."""

from collections.abc import Iterable
from typing import Any

from .contestants import WAYS
from .quantities import QUANTITIES
from .recorded import Table

Figures = dict[str, Any]


PLAIN = ("pinocchio_call", "pinocchio_cpp", "linkwise_call", "linkwise_rows", "linkwise_columns", "linkwise_cache")
"""The ways in the first table of a robot; all others are in its second one."""


def tables(figures: Figures) -> dict[str, Table]:
    """Two tables for each robot, by its name: what readers want to know, and what explains it."""
    found = {}
    for name, robot in figures["robots"].items():
        found |= {name: _plain(robot["quantities"]), f"{name}_details": _details(robot["quantities"])}
        if "ways" in robot["quantities"]["tau"]:
            found[f"{name}_peak"] = _peak(robot["quantities"]["tau"], figures["peak"])
    return found


def _plain(quantities: Figures) -> Table:
    rows = _ways(quantities, PLAIN)
    for way in ("linkwise_rows", "linkwise_columns"):
        cells = [_ratio(found, "pinocchio_cpp", way) for found in quantities.values()]
        rows.append([f"**C++ loop / {WAYS[way].removeprefix('linkwise, 100,000 states ')}**", *cells])
    cells = [_ratio(found, "pinocchio_call", "linkwise_call") for found in quantities.values()]
    return Table(_heads(quantities), [*rows, ["**call / call**", *cells]])


def _details(quantities: Figures) -> Table:
    rows = _ways(quantities, [way for way in WAYS if way not in PLAIN])
    builds = {"-O3 -march=native": "vectors", "-O3 -march=native -DEIGEN_DONT_VECTORIZE": "scalars"}
    for flags, build in builds.items():
        times = [_build(found, build) for found in quantities.values()]
        if all(times):
            rows.append([f"Pinocchio, C++ loop built with {flags}", *(_short(time) for time in times if time)])
    cells = [_ratio(found, "pinocchio_cpp", "stores") for found in quantities.values()]
    rows.append(["**C++ loop / stores alone**", *cells])
    rows.append(["largest difference, relative to the largest entry", *(_off(found) for found in quantities.values())])
    return Table(_heads(quantities), rows)


def _heads(quantities: Figures) -> list[str]:
    return ["ns per state", *(QUANTITIES[key].letters for key in quantities)]


def _ways(quantities: Figures, ways: Iterable[str]) -> list[list[str]]:
    some = [way for way in ways if any(way in found.get("ways", {}) for found in quantities.values())]
    return [[WAYS[way], *(_time(found, way) for found in quantities.values())] for way in some]


def _build(found: Figures, build: str) -> float | None:
    """The best time of one build of the C++ loop."""
    kept = [x["minimum"] for way, x in found.get("variants", {}).items() if way.startswith(f"pinocchio_cpp {build}")]
    return min(kept, default=None)


def _time(found: Figures, way: str) -> str:
    timing = found.get("ways", {}).get(way)
    return f"{_short(timing['minimum'])} ({_short(timing['median'])})" if timing else "–"


def _short(seconds: float) -> str:
    """Nanoseconds, to three digits or the last whole one.

    >>> _short(1.234e-8), _short(1.2345e-6)
    ('12.3', '1,234')
    """
    return f"{seconds * 1e9:.1f}" if seconds < 1e-7 else f"{seconds * 1e9:,.0f}"


def _ratio(found: Figures, theirs: str, ours: str) -> str:
    ways = found.get("ways", {})
    if theirs not in ways or ours not in ways:
        return "–"
    return f"{ways[theirs]['minimum'] / ways[ours]['minimum']:.1f}×"


def _off(found: Figures) -> str:
    return f"{found['agreement']['linkwise']:.0e}" if found.get("agreement") else "–"


def _peak(tau: Figures, peak: float) -> Table:
    """How near τ comes to the processor's peak of fused multiply–adds."""
    rate, count = tau["flops"] / tau["ways"]["linkwise_cache"]["minimum"], tau["count"]
    cells = [str(tau["flops"]), str(count["multiplications"]), str(count["additions"]), str(count["sincos"])]
    speeds = [f"{rate / 1e9:.1f}", f"{peak / 1e9:.1f}", f"{rate / peak:.0%}"]
    heads = ["floating-point operations", "multiplications", "additions", "sine–cosine pairs, 38 operations each"]
    return Table([*heads, "GFLOP/s", "peak", "share"], [[*cells, *speeds]])
