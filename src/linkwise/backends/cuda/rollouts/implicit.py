"""A step whose stages depend on each other, in canonical coordinates x = (q, p): found by iteration, to rounding.

    k_i = f(t + c_i h, x + h Σ a_ij k_j)

begins with the stages of the step before and is repeated until neither the rates of q nor those of p get closer: what
changes then is rounding (Hairer, Lubich & Wanner 2006, VIII.6). A thread that has settled waits for the others of its
warp.                                                                                                       [hairer2006]
"""

from ....program.rollout import MOST_ITERATIONS, SETTLED
from .writing import Writing


def enter(w: Writing) -> list[str]:
    """The momentum of the first state."""
    return [w.ask("momentum", 0.0, "q", "v", ["p"])]


def step(w: Writing) -> list[str]:
    """The stages, the new q and p, and the velocity that follows from them."""
    n, tableau, real, zero = w.n, w.rollout.tableau, w.real, w.number(0.0)
    absolute = f"fabs{w.precision.libm}"
    rates_q = [f"stages[{2 * n * j} + i]" for j in range(len(tableau.b))]
    rates_p = [f"stages[{2 * n * j + n} + i]" for j in range(len(tableau.b))]
    lines = w.room(xq=n, xp=n, dq=n, dp=n, xv=n)
    lines += [f"{real} largest = {w.number(1.0)}, before_q = INFINITY, before_p = INFINITY;"]
    lines += w.each(n, f"largest = {absolute}(q[i]) > largest ? {absolute}(q[i]) : largest;")
    lines += [f"const {real} bound = largest * {w.number(SETTLED[w.dtype])};", "bool unsettled = true, close = false;"]
    inner = [f"{real} change_q = {zero}, change_p = {zero}, all = {zero};"]
    for j, part in enumerate(tableau.c):
        inner += w.each(
            n,
            f"xq[i] = {w.moved('q[i]', tableau.A[j], rates_q)};",
            f"xp[i] = {w.moved('p[i]', tableau.A[j], rates_p)};",
        )
        inner += [w.ask("rate", part, "xq", "xp", ["dq", "dp"])]
        for name, place in (("q", rates_q[j]), ("p", rates_p[j])):
            inner += w.each(
                n,
                f"const {real} apart = {absolute}(d{name}[i] - {place});",
                f"change_{name} = apart > change_{name} ? apart : change_{name};",
                f"all = {w.precision.fma}(d{name}[i], {zero}, all);",
                f"{place} = d{name}[i];",
            )
    still = [f"(change_{x} == {zero} || (change_{x} >= before_{x} && before_{x} > {zero}))" for x in ("q", "p")]
    inner += ["close = h * change_q <= bound;", f"unsettled = !(close && {still[0]} && {still[1]}) && all == all;"]
    inner += ["before_q = change_q;", "before_p = change_p;"]
    loop = f"for (int turn = 0; turn < {MOST_ITERATIONS} && unsettled; ++turn) {{"
    lines += ["#pragma unroll 1", loop, *(f"    {x}" for x in inner), "}", "unsettled = unsettled && !close;"]
    lines += w.each(
        n, f"xq[i] = {w.moved('q[i]', tableau.b, rates_q)};", f"xp[i] = {w.moved('p[i]', tableau.b, rates_p)};"
    )
    lines += [w.ask("velocity", 1.0, "xq", "xp", ["xv"])]
    return [*lines, *w.commit({"q": ("xq", n), "v": ("xv", n), "p": ("xp", n)}, unsettled=True)]
