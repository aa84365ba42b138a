"""Faults of a log's times."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .fault import LogFault
from .log import Log

FEWEST = 50
"""Samples below which nothing can be estimated."""

GAP = 3.5
"""A gap is this many times as long as the median interval, and longer than the filter bridges."""

BRIDGED = 0.25
"""The share of a period of the cut-off that straight lines between samples may bridge."""

SLOW = 0.5
"""Intervals in s that no log of a motion has: these are milliseconds or others."""


def times(log: Log, cutoff: float | None) -> Iterator[LogFault]:
    """Too few samples, times that are not numbers, repeat, run backwards, have gaps, or are not in seconds."""
    t = log.time
    if len(t) < FEWEST:
        yield LogFault("too short", "", f"{len(t)} samples; at least {FEWEST} were expected.")
        return
    bad = np.flatnonzero(~np.isfinite(t))
    if len(bad):
        yield LogFault(
            "not a number", "time", f"row {bad[0]} has {t[bad[0]]} ({len(bad)} rows).", "leave these rows out."
        )
        return
    dt = np.diff(t)
    if (dt < 0.0).any():
        k = int(np.flatnonzero(dt < 0.0)[0])
        what = f"row {k + 1} has {t[k + 1]:.9g} s after {t[k]:.9g} s ({int((dt < 0.0).sum())} such rows)."
        yield LogFault("unsorted time", "time", what, "are these two logs, one after the other? Give each on its own.")
        return
    if (dt == 0.0).any():
        k = int(np.flatnonzero(dt == 0.0)[0])
        what = f"rows {k} and {k + 1} both have {t[k]:.9g} s ({int((dt == 0.0).sum())} such rows)."
        yield LogFault("repeated time", "time", what, "leave out rows that were logged twice.")
        return
    median = float(np.median(dt))
    if median >= SLOW:
        what = f"the sampling interval is {median:.4g} s."
        yield LogFault("time not in seconds", "time", what, "milliseconds, say, are divided by 1000.")
        return
    longest = max(GAP * median, 0.0 if cutoff is None else BRIDGED / cutoff)
    gaps = np.flatnonzero(dt > longest)
    if len(gaps):
        k = int(gaps[np.argmax(dt[gaps])])
        what = f"nothing for {dt[k]:.4g} s from {t[k]:.6g} s on; samples are {median:.4g} s apart ({len(gaps)} gaps)."
        yield LogFault("gap", "time", what, "cut the log there: log.part(0, k), log.part(k, len(log)).")
    if cutoff is not None and t[-1] - t[0] < 4.0 / cutoff:
        what = f"{t[-1] - t[0]:.3g} s; a filter of {cutoff:g} Hz needs at least {4.0 / cutoff:.3g} s."
        yield LogFault("too short", "", what, "log longer, or filter less: Filter(parallel=None).")


def uneven(log: Log) -> str | None:
    """A remark on intervals that differ."""
    dt = np.diff(log.time)
    median = float(np.median(dt))
    off = float(np.abs(dt - median).max())
    if off <= 1e-3 * median:
        return None
    return f"{log.name}: intervals of {dt.min():.3g} to {dt.max():.3g} s; resampled at {1.0 / median:.4g} Hz"
