"""How good motions for identification are, and how long the search for them takes.

    python -m bench.excitation [--quick] [ROBOT …]

Condition numbers of the stacked regressor in SI units: of a random motion within the limits, and of those found by both
criteria. Seconds of processor time of all threads, of criterion "cond", compiling left out.
"""

import time
from typing import Any

import linkwise

from . import recorded

POSITIONS = {"lower": -2.5, "upper": 2.5}
ROBOTS: dict[str, dict[str, Any]] = {
    "panda": {"acceleration": [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0]},  # of its data sheet
    "ur5e": {"acceleration": 8.0},
    "ur10e": {"acceleration": 8.0},
    "tx40": {"acceleration": 20.0},
    "puma560": {**POSITIONS, "velocity": 1.5, "acceleration": 5.0},
    "planar2r": {**POSITIONS, "velocity": 2.0, "acceleration": 10.0},
}
"""The limits that files do not have; of accelerations half is used."""


def main() -> None:
    """Search for each robot, and keep the table."""
    parser = recorded.options(__doc__)
    parser.add_argument("robots", nargs="*", default=ROBOTS)
    asked, rows = parser.parse_args(), []
    for name in list(asked.robots)[: 1 if asked.quick else None]:
        robot = linkwise.load(name)
        volume = robot.excitation(criterion="D", **ROBOTS[name])  # compiles, too
        start = time.process_time()
        found = robot.excitation(**ROBOTS[name])
        spent = time.process_time() - start
        conditions = [found.before[0] / found.before[-1], volume.condition, found.condition]
        rows.append([name, str(len(found.names)), *(f"{x:.0f}" for x in conditions), f"{spent:.1f}"])
    heads = ["robot", "columns", "a random motion", "D", "cond", "s"]
    recorded.keep("excitation", "python -m bench.excitation", {"excitation": recorded.Table(heads, rows)}, asked)


if __name__ == "__main__":
    main()
