"""A step to the next time of the grid."""

from ....program import Tableau
from ....program.integration import APART
from .writing import Writing


def begin(w: Writing) -> None:
    """The step is the task's."""
    w.set("h", "double", "%longest")


def step(w: Writing) -> None:
    """y + h Σ b_j k_j with k_i at y + h Σ a_ij k_j; what is not finite is not taken."""
    f, method, n = w.f, w.integration.method, w.integration.positions
    assert isinstance(method, Tableau)
    t = w.get("t")
    f.do("br label %next")
    f.block("next")  # an event may lie on the grid
    k = w.get("k", "i64")
    ahead = f.put(f"add i64 {k}, 1")
    w.set("k", "i64", ahead)
    ahead_number = f.put(f"sitofp i64 {ahead} to double")
    grid = f.op("fadd", "%begin", f.op("fmul", ahead_number, "%longest"))
    end = f.select(w.compare("oge", ahead_number, "%steps"), "%end", grid)
    w.branch(w.compare("ole", end, t), "next", "go")
    f.block("go")
    held = w.integration.held
    if held:  # a stretch may end before, or here up to rounding
        over, size = w.ends(), f.op("fadd", w.number(1.0), f.call("fabs", end))
        near = f.op("fmul", w.number(APART), size)
        before = w.compare("olt", over, f.op("fsub", end, near))
        w.set("k", "i64", f.put(f"select i1 {before}, i64 {k}, i64 {ahead}"))
        end = f.select(w.compare("ole", over, f.op("fadd", end, near)), over, end)
    h = f.op("fsub", end, t)
    hs = w.everywhere(h)
    for i, (weights, c) in enumerate(zip(method.A[1:], method.c[1:], strict=True), 1):
        w.moved("%x", hs, weights)
        at = f.op("fadd", t, f.op("fmul", w.number(c), h))
        w.rate(at, "%x", f"%k{i}", w.get("row", "i64") if held else w.find(at))
    w.moved("%new", hs, method.b)
    for j in range(n if method.staggered else 0):
        q, v = f.load(f.at("%y", j)), f.load(f.at("%new", n + j))
        f.store(f.op("fadd", q, f.op("fmul", h, v)), f.at("%new", j))
    zero = w.wide.shape.const(0.0)
    sound = w.total([w.wide.op("fmul", w.load("%new", start), zero) for start in w.starts])
    w.branch(w.compare("ord", sound, sound), "taken", "broken")
    f.block("taken")
    w.copy("%y", "%new", w.size)
    w.set("t", "double", end)
    row = w.get("row", "i64") if held else w.find(end)
    w.set("row", "i64", row)
    w.rate(end, "%y", "%k0", row, "%told")
    w.record(end, "%y", "%k0")
