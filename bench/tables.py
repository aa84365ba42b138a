"""The figures as Markdown tables."""

from typing import Any

from .contestants import WAYS
from .quantities import QUANTITIES
from .robots import CHAINS

Figures = dict[str, Any]
TITLES = {"panda": "Franka Panda arm", "ur5": "UR5", "puma560": "PUMA 560"}


def markdown(figures: Figures) -> str:
    """All tables of the figures."""
    parts = [_where(figures)]
    for name, found in figures["robots"].items():
        title = TITLES.get(name) or f"Chain of {found['n']} links"
        parts += [f"## {title}", _robot(found["quantities"])]
        if name in CHAINS:
            parts.append(_growth(found))
        if name == "panda":
            parts.append(_peak(figures))
    if figures.get("first_calls"):
        parts += ["## First call in a new process", _first_calls(figures["first_calls"])]
    if figures.get("threads"):
        parts += ["## Threads", _threads(figures["threads"])]
    return "\n\n".join(parts) + "\n"


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table.

    >>> print(table(["", "τ"], [["linkwise", "20"]]))
    |  | τ |
    |---|---|
    | linkwise | 20 |
    """
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("|" + "|".join(row) + "|" if row[0] == "---" else f"| {' | '.join(row)} |" for row in lines)


def _where(figures: Figures) -> str:
    at = figures["machine"]
    text = (
        f"{at['processor']}, {at['system']}, {at['date']}; linkwise {at['linkwise']}, Pinocchio {at['pin']}, "
        f"NumPy {at['numpy']}, llvmlite {at['llvmlite']}, Python {at['python']}. One core. Nanoseconds per state: "
        f"minimum (median) over rounds, all contestants in turn; processes: {figures['processes']}."
    )
    skipped = "".join(f" No figures for {WAYS[way]}: {reason}." for way, reason in figures["skipped"].items())
    return text + skipped


def _robot(quantities: Figures) -> str:
    header = ["ns per state", *(QUANTITIES[key].letters for key in quantities)]
    ways = [way for way in WAYS if any(way in found.get("ways", {}) for found in quantities.values())]
    rows = [[WAYS[way], *(_time(found, way) for found in quantities.values())] for way in ways]
    for way in ("linkwise_rows", "linkwise_columns"):
        cells = [_ratio(found, "pinocchio_cpp", way) for found in quantities.values()]
        rows.append([f"**C++ loop / {WAYS[way].removeprefix('linkwise, 100,000 states ')}**", *cells])
    builds = {"-O3 -march=native": "vectors", "-O3 -march=native -DEIGEN_DONT_VECTORIZE": "scalars"}
    for flags, build in builds.items():
        times = [_build(found, build) for found in quantities.values()]
        if all(times):
            rows.append([f"Pinocchio, C++ loop built with {flags}", *(_short(time) for time in times if time)])
    cells = [_ratio(found, "pinocchio_call", "linkwise_call") for found in quantities.values()]
    rows.append(["**call / call**", *cells])
    rows.append(["largest difference, relative to the largest entry", *(_off(found) for found in quantities.values())])
    return table(header, rows)


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


def _growth(found: Figures) -> str:
    timing = found["quantities"]["tau"].get("ways", {}).get("linkwise_rows")
    return f"τ takes {timing['minimum'] * 1e9 / found['n']:.1f} ns per link." if timing else ""


def _peak(figures: Figures) -> str:
    tau = figures["robots"]["panda"]["quantities"]["tau"]
    if "ways" not in tau:
        return ""
    rate = tau["flops"] / tau["ways"]["linkwise_cache"]["minimum"]
    count = tau["count"]
    return (
        f"τ in cache: {tau['flops']} floating-point operations ({count['multiplications']} multiplications, "
        f"{count['additions']} additions, {count['sincos']} sine–cosine pairs of 38) at {rate / 1e9:.1f} GFLOP/s, "
        f"{rate / figures['peak']:.0%} of the measured peak of {figures['peak'] / 1e9:.1f} GFLOP/s."
    )


OTHERS = {
    "without": "`import linkwise`, beyond NumPy's own, before Python has compiled its files",
    "import": "the same from then on",
    "load": '`load("panda")`',
    "llvm": "loading LLVM, once per process",
    "help": "`linkwise --help`, all of it",
    "gravity": "`linkwise gravity panda …`, all of it",
}
"""What is measured besides first calls."""


def _first_calls(calls: Figures) -> str:
    rows = []
    for key, found in calls.items():
        cells = [f"{found[state] * 1e3:.0f}" if state in found else "–" for state in ("cold", "cached")]
        quantity, _, batch = key.partition(" ")
        of = OTHERS.get(key) or f"{QUANTITIES[quantity].letters}{', the first batch after it' if batch else ''}"
        rows.append([of, *cells])
    return table(["ms of processor time, Panda", "nothing in the cache", "from the cache"], rows)


def _threads(scaling: Figures) -> str:
    rows = [
        [QUANTITIES[key].letters, *(f"{1e9 * seconds:.1f}" for seconds in ways.values())]
        for key, ways in scaling.items()
    ]
    heads = [way if way == "default" else f"{way} thread{'s' * (way != '1')}" for way in next(iter(scaling.values()))]
    return table(["ns a state, 200,000 in rows", *heads], rows)
