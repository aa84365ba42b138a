"""Calls as users make them, in a process for which this machine's processor is a GPU: one line for each, how far it is
off, or what it was refused with."""

import cupy
import numpy as np

import linkwise
from linkwise.backends.cuda.rollouts import module as chunks
from linkwise.backends.cuda.tallies import source
from linkwise.errors import BadArray
from linkwise.sweep import Uniform
from linkwise.sweep.block import summarised

robot = linkwise.load("planar2r")
given = [np.random.default_rng(k).normal(size=(7, 2)) for k in range(3)]
truth = robot.compile("inverse_dynamics", backend="interpreter")(*given)
there = [cupy.asarray(x) for x in given]


def said(what, found, expected=truth):
    assert found.shape == expected.shape and type(found) is np.ndarray
    print(what, float(np.abs(found - expected).max() / np.abs(expected).max()))


rows = robot.compile("inverse_dynamics", backend="cuda")
said("rows", rows(*given))
said("one state", rows(*(x[0] for x in given)), truth[0])
said("broadcast", rows(given[0], given[1][0], given[2])[0], truth[0])
said("no states", np.vstack([rows(*(x[:0] for x in given)), truth]))
said("lists", rows(*(x.tolist() for x in given)))
columns = robot.compile("inverse_dynamics", backend="cuda", layout="columns")
said("columns", columns(*(x.T for x in given)).T)
said("there", rows(*there).get())
said("some there", rows(there[0], given[1], given[2].tolist()).get())
said("asked there", robot.inverse_dynamics(*there).get())
said("from the cache", robot.compile("inverse_dynamics", backend="cuda")(*given))

energy = {"energy": lambda eq, t, q, qd, tau: eq.kinetic_energy(q, qd)}
moving = {"step": 1e-3, "steps": 20, "every": 7, "outputs": energy}
motions, truths = (robot.rollouts(*given[:2], **moving, backend=by) for by in ("cuda", "interpreter"))
said("rollouts", motions.q, truths.q)
said("outputs", motions["energy"], truths["energy"])
chunks.MOST, chunks.DEPTH, source.THREADS = 32, 200, 32
many = np.random.default_rng(5).normal(size=(100, 2))
said("chunks and spans", robot.rollouts(many, backend="cuda", threads=2, **moving).q, robot.rollouts(many, **moving).q)
swept, truths = (
    robot.sweep(300, {"q0": Uniform(0.0, 1.0)}, step=1e-3, steps=9, block=100, backend=by) for by in ("cuda", None)
)
said("a sweep", swept.statistics["q"].quantile(0.9), truths.statistics["q"].quantile(0.9))
said("its spread", swept.statistics["qd"].sd, truths.statistics["qd"].sd)
watched = {"outputs": energy, "reduce": {"mean": ("mean", "energy"), "top": ("max", "energy")}}
for keep, dtype, too_fast in ((False, "float64", 1e200), (True, "float32", 1e30)):
    failing = np.where(np.arange(300) % 23 == 5, too_fast, 0.1)[:, None] * [1.0, 2.0]
    swept = robot.sweep(
        300,
        {"q0": Uniform(0.0, 1.0), "qd0": failing},
        step=1e-3,
        steps=9,
        block=150,
        backend="cuda",
        dtype=dtype,
        keep=keep,
        bins={"top": np.linspace(0.0, 1.0, 9)},
        **watched,
    )
    theirs = summarised(swept.work.numbers(0, 300, None), 0, swept.work.bins, keep)
    for name, one in swept.statistics.items():
        tally = theirs.tallies[name]
        for part in ("count", "missing", "low", "low_at", "high", "high_at", "bins"):
            assert (one.tally.arrays[part] == tally.arrays[part]).all(), (name, part)
        assert not keep or np.array_equal(one.kept, theirs.kept[name], equal_nan=True)
        said(f"mean of {name}, kept: {keep}", one.mean[None], tally.mean)
    assert swept.failed.count == 13 and [row[0] for row in swept.failed.first[:2]] == [5, 28], swept.failed
room, here = cupy.empty(truth.shape, "float64"), np.empty_like(truth)
assert rows(*there, out=room) is room and rows(*given, out=here) is here
said("out there", room.get())
said("out here", here)
assert rows(there[0], given[1][0], there[2], out=room) is room
said("out, broadcast", room.get(), rows(given[0], given[1][0], given[2]))
columns_there = [cupy.asarray(x.T) for x in given]
wide = cupy.empty(truth.T.shape, "float64")
said("out, columns", columns(*columns_there, out=wide).get().T)
for target in (
    here,
    cupy.empty((7, 3), "float64"),
    cupy.empty(truth.shape, "float32"),
    there[0],
    wide[:, :2],
    (room, room),
):
    try:
        rows(*there, out=target)
    except BadArray as error:
        print("out=", str(error).splitlines()[0])
