"""Logs with one fault each, made from a sound one: what was done to it, and the fault that must be named."""

import numpy as np

import linkwise
from linkwise.identify import Log, simulated_log

ROBOT = linkwise.load("ur5e")
SOUND = simulated_log(ROBOT, 10.0, noise=0.01, seed=3)
OTHER = simulated_log(ROBOT, 10.0, noise=0.01, seed=9)
RATE = 200.0


def log(time=None, q=None, tau=None, qd=SOUND.qd):
    """The sound log with other arrays."""
    given = (SOUND.time if time is None else time, SOUND.q if q is None else q, SOUND.tau if tau is None else tau)
    return Log(*given, qd, joints=SOUND.joints)


def with_column(what, j, values):
    array = getattr(SOUND, what).copy()
    array[:, j] = values
    return log(**{what: array})


def scaled(what, j, factor):
    return with_column(what, j, factor * getattr(SOUND, what)[:, j])


def swapped(what, i, j):
    array = getattr(SOUND, what).copy()
    array[:, [i, j]] = array[:, [j, i]]
    return log(**{what: array})


def spoiled(what, row, j, value):
    array = getattr(SOUND, what).copy()
    array[row, j] = value
    return log(**{what: array})


def times(change):
    t = SOUND.time.copy()
    change(t)
    return log(time=t)


def without(first, last):
    kept = np.r_[0:first, last : len(SOUND)]
    return SOUND.mapped(SOUND.time[kept], lambda x: x[kept])


def late(what, seconds):
    moved = [np.interp(SOUND.time - seconds, SOUND.time, x) for x in getattr(SOUND, what).T]
    return log(**{what: np.column_stack(moved)})


def leaping(j, row, size):
    q = SOUND.q.copy()
    q[row:, j] += size
    return log(q=q, qd=None)


def frozen(j, first, last):
    q = SOUND.q.copy()
    q[first:last, j] = q[first, j]
    return log(q=q)


def clipped(j, share, ends="both"):
    tau = SOUND.tau.copy()
    low, high = np.quantile(tau[:, j], [share, 1.0 - share])
    tau[:, j] = np.clip(tau[:, j], low if ends == "both" else None, high)
    return log(tau=tau)


def shifted(t, first, by):
    t[first:] += by


def repeated(t, row, count=1):
    t[row : row + count] = t[row]


FASTEST = int(np.argmax(np.abs(SOUND.qd[:, 2])))
"""Where the elbow moves fastest."""

BAD = {
    "one sample": ("too short", "", lambda: SOUND.part(0, 1)),
    "no samples": ("too short", "", lambda: SOUND.part(0, 0)),
    "thirty samples": ("too short", "", lambda: SOUND.part(0, 30)),
    "shorter than the filter": ("too short", "", lambda: SOUND.part(0, 100)),
    "a position that is no number": ("not a number", "q_elbow_joint", lambda: spoiled("q", 700, 2, np.nan)),
    "an infinite velocity": ("not a number", "qd_wrist_1_joint", lambda: spoiled("qd", 700, 3, np.inf)),
    "a torque that is no number": ("not a number", "tau_wrist_3_joint", lambda: spoiled("tau", 0, 5, np.nan)),
    "a time that is no number": ("not a number", "time", lambda: times(lambda t: t.__setitem__(9, np.nan))),
    "a time that runs back": ("unsorted time", "time", lambda: times(lambda t: shifted(t, 900, -2.0))),
    "two rows in the wrong order": ("unsorted time", "time", lambda: times(swap)),
    "times in reverse": ("unsorted time", "time", lambda: log(time=SOUND.time[::-1].copy())),
    "a time twice": ("repeated time", "time", lambda: times(lambda t: repeated(t, 500, 2))),
    "a clock that stands still": ("repeated time", "time", lambda: times(lambda t: repeated(t, 500, 40))),
    "milliseconds": ("time not in seconds", "time", lambda: log(time=1e3 * SOUND.time)),
    "nanoseconds": ("time not in seconds", "time", lambda: log(time=1e9 * SOUND.time)),
    "nothing for half a second": ("gap", "time", lambda: without(800, 900)),
    "two gaps": ("gap", "time", lambda: times(lambda t: (shifted(t, 300, 0.2), shifted(t, 1300, 1.0)))),
    "a joint that does not move": ("constant joint", "elbow_joint", lambda: log(q=constant(2), qd=None)),
    "all positions in degrees": ("degrees", "shoulder_pan_joint", lambda: log(q=np.degrees(SOUND.q), qd=None)),
    "degrees, velocities too": ("degrees", "elbow_joint", lambda: log(q=np.degrees(SOUND.q), qd=np.degrees(SOUND.qd))),
    "one position in degrees": ("degrees", "wrist_1_joint", lambda: scaled("q", 3, 180.0 / np.pi)),
    "velocities in degrees": ("scaled time or positions", "time", lambda: log(qd=np.degrees(SOUND.qd))),
    "a lost turn": ("jump", "wrist_2_joint", lambda: leaping(4, 800, 2.0 * np.pi)),
    "a wrong sample": ("jump", "elbow_joint", lambda: spoiled("q", 600, 2, 1.5 + SOUND.q[600, 2])),
    "another zero": ("beyond limits", "elbow_joint", lambda: with_column("q", 2, SOUND.q[:, 2] + 6.5)),
    "no torque": ("constant torque", "wrist_3_joint", lambda: with_column("tau", 5, 0.0)),
    "a torque that hangs": ("constant torque", "elbow_joint", lambda: with_column("tau", 2, 3.25)),
    "a torque cut off on both sides": ("clipped torque", "shoulder_lift_joint", lambda: clipped(1, 0.15)),
    "a torque cut off on top": ("clipped torque", "elbow_joint", lambda: clipped(2, 0.1, "top")),
    "a position copied": ("same column twice", "q_wrist_2_joint", lambda: with_column("q", 4, SOUND.q[:, 3])),
    "a torque copied": ("same column twice", "tau_elbow_joint", lambda: with_column("tau", 2, SOUND.tau[:, 1])),
    "a position at the motor": ("scaled column", "wrist_3_joint", lambda: scaled("q", 5, 1.6)),
    "a velocity at the motor": ("scaled column", "elbow_joint", lambda: scaled("qd", 2, 101.0)),
    "a velocity with the wrong sign": ("reversed velocity", "elbow_joint", lambda: scaled("qd", 2, -1.0)),
    "two positions swapped": ("swapped columns", "shoulder_lift_joint", lambda: swapped("q", 1, 2)),
    "two velocities swapped": ("swapped columns", "wrist_1_joint", lambda: swapped("qd", 3, 5)),
    "a velocity of noise": ("velocity unlike position", "elbow_joint", lambda: with_column("qd", 2, noise())),
    "lost samples of a position": ("frozen position", "elbow_joint", lambda: frozen(2, FASTEST, FASTEST + 60)),
    "late velocities": ("lag", "shoulder_pan_joint", lambda: late("qd", 0.06)),
    "late torques": ("lag", "tau", lambda: late("tau", 0.08)),
    "early torques": ("lag", "tau", lambda: late("tau", -0.08)),
    "two torques swapped": ("swapped torques", "shoulder_lift_joint", lambda: swapped("tau", 1, 2)),
    "a torque with the wrong sign": ("reversed torque", "shoulder_lift_joint", lambda: scaled("tau", 1, -1.0)),
    "a torque in N mm": ("scaled torque", "elbow_joint", lambda: scaled("tau", 2, 1000.0)),
    "a torque at the motor": ("scaled torque", "shoulder_lift_joint", lambda: scaled("tau", 1, 0.01)),
    "angles between -π and π": ("jump", "wrist_2_joint", lambda: wrapped(4)),
    "an encoder that hangs": ("frozen position", "elbow_joint", lambda: log(q=hanging(2, 1000), qd=None)),
    "velocities that were not measured": ("velocity unlike position", "elbow_joint", lambda: log(qd=0.0 * SOUND.qd)),
    "a column without a number": ("not a number", "q_elbow_joint", lambda: with_column("q", 2, np.nan)),
    "a number that is none": ("not a number", "tau_elbow_joint", lambda: spoiled("tau", 9, 2, 1e200)),
    "seconds since 1970 in 32 bits": ("repeated time", "time", lambda: times(lambda t: rounded(t, 1.7e9))),
    "a rate that falls to a tenth": ("gap", "time", lambda: thinned(1000, 20)),
    "all torques in N mm": ("scaled torque", "elbow_joint", lambda: log(tau=1e3 * SOUND.tau)),
    "all torques as currents": ("scaled torque", "shoulder_lift_joint", lambda: log(tau=0.1 * SOUND.tau)),
    "all torques with the wrong sign": ("reversed torque", "elbow_joint", lambda: log(tau=-SOUND.tau)),
    "a torque of one wrong sample": ("spike", "elbow_joint", lambda: spoiled("tau", 500, 2, 1e4)),
    "torques of another motion": ("torque unlike motion", "tau", lambda: log(tau=OTHER.tau)),
    "torques of noise": ("torque unlike motion", "tau", lambda: log(tau=np.tile(noise(), (6, 1)).T + OTHER.q)),
    "joints in reverse": ("torque unlike motion", "tau", lambda: reversed_joints()),
}
"""By what was done: the kind of fault, where it is, and the log."""


def swap(t):
    t[[5, 6]] = t[[6, 5]]


def constant(j):
    q = SOUND.q.copy()
    q[:, j] = 0.4
    return q


def noise():
    return np.random.default_rng(0).normal(size=len(SOUND))


def wrapped(j):
    q = SOUND.q.copy()
    q[:, j] = np.angle(np.exp(1j * (q[:, j] - q[:, j].mean() + np.pi)))
    return log(q=q, qd=None)


def hanging(j, first):
    q = SOUND.q.copy()
    q[first:, j] = q[first, j]
    return q


def rounded(t, start):
    t[:] = (t + start).astype(np.float32)


def thinned(first, step):
    kept = np.r_[0:first, first : len(SOUND) : step]
    return SOUND.mapped(SOUND.time[kept], lambda x: x[kept])


def reversed_joints():
    return Log(SOUND.time, *(x[:, ::-1] for x in (SOUND.q, SOUND.tau, SOUND.qd)), joints=SOUND.joints)
