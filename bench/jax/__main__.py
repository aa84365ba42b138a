"""Runs the parts, keeps the figures, and writes the page."""

import argparse
import json
import os
import sys
import time
from typing import Any

import linkwise
from linkwise.backends import BACKENDS

from .. import recorded
from ..machine import machine
from ..recorded import Table
from .speeds import MOST, STATES, overhead, speeds
from .states import DTYPES, WAYS
from .used import agreement, too_far, used

PARTS = ("loop", "speeds", "used", "agreement")


def result(figures: dict[str, Any]) -> dict[str, Any]:
    """The figures with their tables and what is said of them."""
    said = [f"A Franka Panda without friction; JAX {figures['machine']['jax']}."]
    if found := figures.get("used"):
        wrong = [f"{WAYS[way]}, {name}: {what}" for way, each in found.items() for name, what in each.items()
                 if what != "right"]  # fmt: skip
        said.append(f"In {', '.join(next(iter(found.values())))}: {'; '.join(wrong) or 'the numbers are right'}.")
    if found := figures.get("agreement"):
        worst = (f"{WAYS[way]} {max(v for k, v in each.items() if k.endswith(d)):.1e} in {d}"
                 for way, each in found.items() for d in DTYPES)  # fmt: skip
        said.append("Every question of a planar arm, largest difference from the interpreter relative to the largest "
                    f"entry: {', '.join(worst)}.")  # fmt: skip
    tables = {"loop": Table(["", "µs"], [[WAYS[way], f"{x:.1f}"] for way, x in figures.get("loop", {}).items()])}
    if found := figures.get("speeds"):
        said.append(f"Batches of {figures['states']} states.")
        tables |= {layout: _speeds(found, layout, figures["states"]) for layout in ("columns", "rows")}
        heads = ["", "", "", "by", "compiled in [s]", "10⁹ states/s", "off by"]
        rows = [
            [x["of"], x["dtype"], x["layout"], WAYS[x["way"]], f"{x['compile']:.1f}",
             f"{figures['states'] / x['call'] / 1e9:.3g}", f"{x['off']:.0e}"]
            for x in found
        ]  # fmt: skip
        tables["all"] = Table(heads, rows)
    plain = {name: table._asdict() for name, table in tables.items()}
    shown = {"by": "python -m bench.jax", "on": ", ".join(figures["devices"]), "note": " ".join(said), "tables": plain}
    return {**figures, **shown}


def _speeds(found: list[dict[str, Any]], layout: str, states: int) -> Table:
    """Speeds of one layout; how long XLA compiles operations is told too."""
    by = {(x["of"], x["dtype"], WAYS[x["way"]]): x for x in found if x["layout"] == layout}
    rows = []
    for of in dict.fromkeys(of for of, _, _ in by):
        cells = [of]
        for dtype in DTYPES:
            for way in WAYS.values():
                x = by.get((of, dtype, way))
                cells.append(f"{states / x['call'] / 1e9:.3g} ({x['compile']:.1f} s)" if x else "–")
        rows.append(cells)
    heads = [f"{dtype}: {way}" if way == "operations" else way for dtype in DTYPES for way in WAYS.values()]
    return Table([f"10⁹ states per second, in {layout} (compiled in)", *heads], rows)


def main() -> int:
    """The parts that are asked for; 1 if something is wrong."""
    asked = argparse.ArgumentParser(description="Functions of JAX: right, and how fast?")
    asked.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all if none is named")
    asked.add_argument("--seconds", type=float, default=400.0, help="no new timing starts after so many")
    asked.add_argument("--missing", action="store_true", help="keep the speeds in the file, time those it lacks")
    options = asked.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        asked.error(f"no part is called {', '.join(unknown)}")
    parts, begin = options.parts or PARTS, time.perf_counter()
    os.environ["JAX_ENABLE_X64"] = "1"
    import jax

    platform, file = jax.default_backend(), recorded.RESULTS / "jax.json"
    robot = linkwise.load("panda").without_friction()
    devices = [str(x.device_kind) for x in jax.devices()]
    before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    figures = before if before.get("devices") == devices else {}
    figures |= {"machine": machine(), "devices": devices, "states": STATES[platform]}
    print(figures["machine"], jax.devices(), flush=True)
    for way in WAYS:
        print(f"{way}: {BACKENDS[way].missing() or BACKENDS[way].about()}", flush=True)
    ways, wrong = [way for way in WAYS if not BACKENDS[way].missing()], []
    if "loop" in parts:
        figures["loop"] = overhead(robot)
        print(f"  a step of a loop [µs]: {figures['loop']}", flush=True)
    if "speeds" in parts:
        figures["speeds"] = speeds(
            robot, platform, begin + options.seconds, figures.get("speeds", []) if options.missing else []
        )
        wrong += [f"{x['of']} {x['way']}: {x['off']}" for x in figures["speeds"] if not x["off"] < MOST[x["dtype"]]]
    if "used" in parts:
        figures["used"] = {way: used(robot, way) for way in ways}
        wrong += [f"{way} {k}: {v}" for way, found in figures["used"].items() for k, v in found.items() if v != "right"]
    if "agreement" in parts:
        figures["agreement"] = {way: agreement(linkwise.load("planar2r"), way) for way in ways}
        wrong += [f"{way} {k}: {v:.1e}" for way, found in figures["agreement"].items() for k, v in found.items()
                  if too_far(k, v)]  # fmt: skip
    figures["wrong"] = wrong
    kept = result(figures)
    recorded.written("jax", kept)
    print(
        recorded.as_markdown("jax", kept), f"{time.perf_counter() - begin:.0f} s; wrong: {wrong or 'nothing'}", sep="\n"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
