"""A step whose stages depend on each other, in canonical coordinates x = (q, p): found by iteration, to rounding.

    k_i = f(t + c_i h, x + h Σ a_ij k_j)

begins with the stages of the step before and is repeated until neither the rates of q nor those of p get closer: what
changes then is rounding (Hairer, Lubich & Wanner 2006, VIII.6). A lane that has settled is left as it is, so that its
numbers do not depend on its neighbours.                                                                  [hairer2006]
"""

from ....program.rollout import MOST_ITERATIONS, SETTLED
from .writing import Writing


def step(w: Writing) -> None:
    """The stages, the new q and p, and the velocity that follows from them."""
    f, n, tableau, shape = w.f, w.rollout.n, w.rollout.tableau, w.shape
    stages, first, mask = len(tableau.b), w.rollout.stages.start, shape.of("i1")
    yes = "true" if shape.lanes == 1 else "splat (i1 true)"
    q, v, p = (w.columns("%block", k, n) for k in (0, n, w.rollout.state))
    largest = shape.const(1.0)
    for x in q:
        largest = w.larger(f.call("fabs", x), largest)
    bound = f.op("fmul", largest, shape.const(SETTLED[shape.dtype]))
    _, alive = w.alive()
    over = w.mask("xor", alive, yes)
    f.do("br label %again")
    f.block("again")
    f.do("%count = phi i64 [ 0, %entry ], [ %count.next, %again ]")
    f.do(f"%settled = phi {mask} [ {over}, %entry ], [ %settled.next, %again ]")
    for name in ("q", "p"):
        f.do(f"%before.{name} = phi {shape.vector} [ {shape.const(float('inf'))}, %entry ], [ %change.{name}, %again ]")

    changes, values = {"q": shape.const(0.0), "p": shape.const(0.0)}, []
    for i in range(stages):
        rates = [w.columns("%block", first + 2 * j * n, 2 * n) for j in range(stages)]
        w.put("%xq", 0, w.moved(q, tableau.A[i], [rate[:n] for rate in rates]))
        w.put("%xv", 0, w.moved(p, tableau.A[i], [rate[n:] for rate in rates]))
        w.ask("rate", tableau.c[i], "%xq", "%xv", ["%dq", "%dv"])
        new = [*w.columns("%dq", 0, n), *w.columns("%dv", 0, n)]
        for k, (a, b) in enumerate(zip(new, rates[i], strict=True)):
            which = "q" if k < n else "p"
            changes[which] = w.larger(f.call("fabs", f.op("fsub", a, b)), changes[which])
        w.put("%block", first + 2 * i * n, [f.select("%settled", b, a) for a, b in zip(new, rates[i], strict=True)])
        values += new

    zero = shape.const(0.0)
    close = w.compare("ole", f.op("fmul", w.h, changes["q"]), bound)
    stop = close
    for name, change in changes.items():
        f.do(f"%change.{name} = fadd {shape.vector} {change}, {zero}")
        shrinks_not = w.mask(
            "and", w.compare("oge", change, f"%before.{name}"), w.compare("ogt", f"%before.{name}", zero)
        )
        stop = w.mask("and", stop, w.mask("or", w.compare("oeq", change, zero), shrinks_not))
    broken = w.mask("xor", w.finite(values), yes)
    f.do(f"%settled.next = or {mask} %settled, {w.mask('or', stop, broken)}")
    f.do("%count.next = add i64 %count, 1")
    open_ = w.mask("xor", "%settled.next", yes)
    some = open_ if shape.lanes == 1 else f.put(f"call i1 @llvm.vector.reduce.or.v{shape.lanes}i1({mask} {open_})")
    few = f.put(f"icmp ult i64 %count.next, {MOST_ITERATIONS}")
    f.do(f"br i1 {f.put(f'and i1 {some}, {few}')}, label %again, label %done")
    f.block("done")
    rates = [w.columns("%block", first + 2 * j * n, 2 * n) for j in range(stages)]
    new_q = w.moved(q, tableau.b, [rate[:n] for rate in rates])
    new_p = w.moved(p, tableau.b, [rate[n:] for rate in rates])
    w.put("%xq", 0, new_q)
    w.put("%xv", 0, new_p)
    w.ask("velocity", 1.0, "%xq", "%xv", ["%dq"])
    unsettled = w.mask("and", open_, w.mask("xor", close, yes))
    z = w.columns("%block", 2 * n, w.rollout.memory.size)  # does not change within a step
    w.commit([*new_q, *w.columns("%dq", 0, n), *z, *new_p], [*q, *v, *z, *p], unsettled)


def enter(w: Writing) -> None:
    """The momentum of the first state."""
    n = w.rollout.n
    w.ask("momentum", 0.0, "%block", w.place("%block", n), [w.place("%block", w.rollout.state)])
