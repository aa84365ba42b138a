"""`python -m tests.identify.interrupted FOLDER`: a fit of many passes that takes a while, to be interrupted."""

import sys

import linkwise
from linkwise.identify import Filter, resuming, simulated_log
from linkwise.identify.accumulation import rows

PLAIN = Filter(parallel=None)


def fit(folder, duration=120.0, **more):
    """The same fit each time, of rows that are not kept, written after every window."""
    rows.KEPT_BYTES, resuming.EVERY = 0, 0.0
    robot = linkwise.load("planar2r")
    log = simulated_log(robot, duration, rate=500.0, noise=0.01, period=10.0)
    options = {"estimator": "irls-huber", "deviations": "bootstrap", "filter": PLAIN, **more}
    return robot.identify(log, checkpoint=folder, **options)


if __name__ == "__main__":
    fit(sys.argv[1])
