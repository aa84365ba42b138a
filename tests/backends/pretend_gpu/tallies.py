"""Tallies in a process for which this machine's processor is a GPU: a line for each case, how far means and squares are
off, in units of what rounding allows. Counts, extremes and bins must be those of the host to the last bit."""

from dataclasses import replace

import numpy as np

from linkwise.backends import BACKENDS
from linkwise.backends.cuda.tallies import source
from linkwise.backends.tallies import TallyRequest
from linkwise.backends.tiles import tiled
from linkwise.errors import LinkwiseError
from linkwise.sweep import bins
from linkwise.sweep.block import FIRST_FAILED
from linkwise.sweep.known_tallies import allowed_apart, host_tallies, odd_numbers
from linkwise.sweep.on_device import tally_module

source.THREADS = 32
EXACT = ("count", "missing", "low", "low_at", "high", "high_at", "bins")


def off(module, values, ended, request):
    dtype, count = module.spec.dtype, len(values)
    blocks, ends = tiled(values.astype(dtype), module.lanes), tiled(ended[:, None], module.lanes)[:, 0]
    ours, theirs = (
        module.tallied(blocks, np.ascontiguousarray(ends), count, request),
        host_tallies(values, ended, request, dtype),
    )
    for name in EXACT:
        a, b = ours.tally.arrays[name], theirs.tally.arrays[name]
        assert a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes(), (name, a, b)
    assert (ours.failed == theirs.failed).all() and (ours.failures == theirs.failures).all()
    allowed, some = allowed_apart(theirs.tally), theirs.tally.count > 0
    worst = 0.0
    for name in ("mean", "squares"):
        a, b, most = (tally.arrays[name][some] for tally in (ours.tally, theirs.tally, allowed))
        assert np.isnan(ours.tally.arrays[name][~some]).all()
        worst = max(worst, np.divide(np.abs(a - b), most, out=np.zeros_like(a), where=a != b).max(initial=0.0))
    return worst


rng = np.random.default_rng(8)
for dtype in ("float64", "float32"):
    module = tally_module("cuda", dtype)  # tests itself
    odd = odd_numbers(dtype)
    m = odd.shape[1]
    for count in (1, 2, 3, 31, 33, 64, 257, 1100):
        ended = np.where(rng.random(count) < 0.1, rng.integers(0, 99, count), -1)
        edges = [None if k % 2 else np.sort(rng.standard_normal(2 + k)) for k in range(m)]
        request = TallyRequest(
            np.arange(m), np.linspace(1.0, 3.0, m), tuple(edges), bins.MOST, bins.HIGHEST, FIRST_FAILED
        )
        print(dtype, count, off(module, odd[:count], ended, request))
        bins.MOST, bins.HIGHEST, usual = 20, int(rng.integers(1, 40)), (bins.MOST, bins.HIGHEST)
        few = request._replace(most=bins.MOST, highest=bins.HIGHEST)
        print(dtype, count, "few bins", off(module, odd[:count], ended, few))
        bins.MOST, bins.HIGHEST = usual

source.TOGETHER = source.TOGETHER.replace("x[i] += ", "x[i] -= ")  # other kernels are refused
spec = replace(module.spec, key="wrong")
try:
    BACKENDS["cuda"].module(spec)
except LinkwiseError as error:
    print(str(error).splitlines()[0])
