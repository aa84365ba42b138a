"""At the start of a step: forces that arrive are held from now on; at a sample there are new ones, and new states."""

from collections.abc import Sequence

from .writing import Writing

WHOLE = {"float64": 2.0**52, "float32": 2.0**23}
"""From here on numbers are whole: x + 1.5 of these, less that, is x rounded to a whole number, halves to even ones."""


def sample(w: Writing) -> None:
    """Forces under way become those held at their step, and a sample asks the controller; all lanes at the same steps.

    Rollouts that have ended keep what they have.
    """
    f, rollout, n, memory = w.f, w.rollout, w.rollout.n, w.rollout.memory
    _, alive = w.alive()
    if memory.delays:
        late = f.put("sub i64 %k, %delay")
        due = f.put(f"icmp eq i64 {f.put(f'urem i64 {late}, %period')}, 0")
        due = f.put(f"and i1 {due}, {f.put('icmp uge i64 %k, %delay')}")
        f.do(f"br i1 {due}, label %deliver, label %measure")
        f.block("deliver")
        _keep(w, rollout.held, w.columns("%block", rollout.held + n, n), alive)
        f.do("br label %measure")
        f.block("measure")
    due = f.put(f"icmp eq i64 {f.put('urem i64 %k, %period')}, 0")
    f.do(f"br i1 {due}, label %ask, label %done")
    f.block("ask")
    q = "%block"
    if memory.resolution:
        q = "%xq"
        x = w.columns("%block", 0, n)
        w.put(q, 0, [_rounded(w, xk, each) for xk, each in zip(x, memory.resolution, strict=True)])
    w.ask("control", 0.0, q, w.place("%block", n), ["%u", *(["%next"] if memory.updates else [])])
    u = w.columns("%u", 0, n)
    if memory.quantum:
        u = [_rounded(w, x, each) for x, each in zip(u, memory.quantum, strict=True)]
    _keep(w, rollout.held + n * memory.delays, u, alive)
    if memory.updates:
        _keep(w, 2 * n + memory.rates, w.columns("%next", 0, memory.updates), alive)
    f.do("br label %done")
    f.block("done")


def _keep(w: Writing, first: int, new: Sequence[str], alive: str) -> None:
    old = w.columns("%block", first, len(new))
    w.put("%block", first, [w.f.select(alive, a, b) for a, b in zip(new, old, strict=True)])


def _rounded(w: Writing, x: str, quantum: float) -> str:
    """The nearest whole multiple of a quantum; the number itself if that is 0."""
    if not quantum:
        return x
    f, shape = w.f, w.shape
    one, whole = shape.const(quantum), WHOLE[shape.dtype]
    ratio = f.op("fdiv", x, one)
    nearest = f.op("fsub", f.op("fadd", ratio, shape.const(1.5 * whole)), shape.const(1.5 * whole))
    small = w.compare("olt", f.call("fabs", ratio), shape.const(0.5 * whole))
    return f.op("fmul", f.select(small, nearest, ratio), one)
