"""Statistics in rows, for people."""

from typing import TYPE_CHECKING

import numpy as np

from ..errors import plain

if TYPE_CHECKING:
    from .result import Sweep

HEAD = ("", "count", "mean", "sd", "min", "5 %", "median", "95 %", "max", "max at")


def table(sweep: "Sweep") -> str:
    """A row for each entry of each number."""
    rows: list[tuple[str, ...]] = [HEAD]
    for name, one in sweep.statistics.items():
        quantiles = one.quantile([0.05, 0.5, 0.95]).reshape(3, -1)
        columns = [np.ravel(x) for x in (one.count, one.mean, one.sd, one.min, *quantiles, one.max, one.max_at)]
        for j, index in enumerate(np.ndindex(*one.shape)):
            count, *values, at = (column[j] for column in columns)
            entry = plain(name, 24) + (f"[{', '.join(map(str, index))}]" if index else "")
            rows.append((entry, f"{count:d}", *(f"{x:.6g}" for x in values), f"{at:d}"))
    widths = [max(len(row[k]) for row in rows) for k in range(len(HEAD))]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    failed = sweep.failed
    said = f"{sweep.rollouts} rollouts in {sweep.seconds:.3g} s, {failed.count} failed"
    for rollout, why, step in failed.first[:1]:
        said += f" (rollout {rollout}: {why} at step {step})"
    return "\n".join([*lines, said + ".", *sweep.notes])
