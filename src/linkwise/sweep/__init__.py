"""Rollouts by the hundred thousand: what varies is drawn for each, and statistics are all that is kept.

    found = robot.sweep(100_000, {"q0": Normal(home, 0.05), "payload.mass": Uniform(0.0, 3.0)}, controller=…,
                        duration=1.0, step=1e-3, outputs=…, reduce=…, ledger="folder")
    found.statistics["peak"].quantile(0.99), found.worst("peak")

Spreads      Uniform, Normal, LogNormal, Choice; arrays are taken as they are
Results      Sweep, Statistic, Drawn, Failed
Ledger       LedgerNotice: a block on disk was damaged, and is done again
"""

from .distributions import AbstractDistribution, Choice, LogNormal, Normal, Uniform
from .ledger import LedgerNotice
from .result import Drawn, Failed, Sweep
from .statistic import Statistic

__all__ = [
    "AbstractDistribution",
    "Choice",
    "Drawn",
    "Failed",
    "LedgerNotice",
    "LogNormal",
    "Normal",
    "Statistic",
    "Sweep",
    "Uniform",
]
