"""Rollouts by the hundred thousand: states and parameters are drawn for each, and only statistics are kept.

    sweep = robot.sweep(100_000, {"q0": Normal(home, 0.05), "payload.mass": Uniform(0.0, 3.0)}, controller=…,
                        duration=1.0, step=1e-3, outputs=…, reduce=…, checkpoint="folder")
    sweep.statistics["peak"].quantile(0.99), sweep.worst("peak")

For users
    sweeping                robot.sweep
    distributions/          Uniform, Normal, LogNormal, Choice; AbstractDistribution for others
    result, statistic       Sweep; Statistic
    outcomes                DrawnRollout, Failed
    saving, plotting        sweep.save and Sweep.load; sweep.plot

What varies
    quantities              everything that can vary, one row each
    spreads                 the distributions of a sweep, and what they draw
    random_numbers          uniform numbers by seed, name and index
    physical_checks         masses, tensors and friction that a robot can have
    kernel_arguments        what was drawn, as a rollout kernel takes it

Running it
    work                    compiled rollouts, and the numbers kept of them
    block                   the unit of work, its summary, and how summaries are merged
    tally, bins             mean, variance, extremes and histograms without keeping values
    on_device               the same by the backend that runs the rollouts
    known_tallies           its self-test
    checkpoint              blocks on disk, to resume from; CheckpointNotice
    sealed_files, identity  how they are protected; which sweep they belong to
    cluster                 blocks by dask.distributed
"""

from .checkpoint import CheckpointNotice
from .distributions import AbstractDistribution, Choice, LogNormal, Normal, Uniform
from .outcomes import DrawnRollout, Failed
from .result import Sweep
from .statistic import Statistic

__all__ = [
    "AbstractDistribution",
    "CheckpointNotice",
    "Choice",
    "DrawnRollout",
    "Failed",
    "LogNormal",
    "Normal",
    "Statistic",
    "Sweep",
    "Uniform",
]
