"""Outputs and reductions of each rollout, evaluated along the way."""

from collections.abc import Callable

from .writing import Writing


def look(w: Writing) -> None:
    """Write the outputs to the scratch memory, and update the reductions of rollouts still under way."""
    rollout, f = w.rollout, w.f
    w.ask("watch", 0.0, "%block", w.place("%block", rollout.n), ["%y"])
    if not rollout.reductions:
        return
    _, alive = w.alive()
    at = rollout.moving
    for reduction in rollout.reductions:
        y = w.columns("%y", reduction.first, reduction.size)
        old = w.columns("%block", at, reduction.columns)
        new = REDUCTIONS[reduction.kind](w, old, y)
        w.put("%block", at, [f.select(alive, a, b) for a, b in zip(new, old, strict=True)])
        at += reduction.columns


def _extreme(how: str) -> Callable[[Writing, list[str], list[str]], list[str]]:
    def take(w: Writing, old: list[str], y: list[str]) -> list[str]:
        """A NaN stays."""
        beyond = [w.mask("or", w.compare(how, b, a), w.compare("uno", b, b)) for a, b in zip(old, y, strict=True)]
        return [w.f.select(c, b, a) for c, a, b in zip(beyond, old, y, strict=True)]

    return take


def _sum(w: Writing, old: list[str], y: list[str]) -> list[str]:
    return [w.f.op("fadd", a, b) for a, b in zip(old, y, strict=True)]


def _last(w: Writing, old: list[str], y: list[str]) -> list[str]:
    return y


def _integral(w: Writing, old: list[str], y: list[str]) -> list[str]:
    """By trapezoids, the first of which has no width: integrals so far, then the outputs of the step before."""
    f, shape = w.f, w.shape
    begins = w.splat("i1", f.put("icmp eq i64 %k, 0"))
    half = f.select(begins, shape.const(0.0), f.op("fmul", w.h, shape.const(0.5)))
    sofar, before = old[: len(y)], old[len(y) :]
    return [*(f.fma(half, f.op("fadd", b, x), s) for s, b, x in zip(sofar, before, y, strict=True)), *y]


REDUCTIONS: dict[str, Callable[[Writing, list[str], list[str]], list[str]]] = {
    "min": _extreme("olt"),
    "max": _extreme("ogt"),
    "sum": _sum,
    "last": _last,
    "integral": _integral,
}
"""How the columns of a reduction are updated with new outputs."""
