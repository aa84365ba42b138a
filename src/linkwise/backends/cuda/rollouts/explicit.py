"""A step whose stages follow one another: x + h Σ b_j k_j with k_i at x + h Σ a_ij k_j.

A stage's rate of q is its v. A staggered step moves q with the new v. States with rates are moved like v. Where a stage
depends on the one before alone the stages are a loop, so that the rates are there once, and their numbers in registers.
"""

from collections.abc import Sequence

from .functions import in_a_loop
from .writing import Writing


def constants(w: Writing) -> list[str]:
    """The numbers of the stages of a loop: where each lies, and how the next one and the end depend on it."""
    if not in_a_loop(w.rollout):
        return []
    tableau, nodes = w.rollout.tableau, w.rollout.tableau.nodes
    after = [*(row[i] for i, row in enumerate(tableau.A[1:])), 0.0]
    numbers = {"AFTER": after, "PART_OF_ALL": list(tableau.b)}
    where = [len(nodes) if c == 1.0 else nodes.index(c) for c in tableau.c]
    return [
        *(f"static __constant__ {w.real} {name}[] = {{{_listed(w, x)}}};" for name, x in numbers.items()),
        f"static __constant__ double PART[] = {{{', '.join(map(repr, tableau.c))}}};",
        f"static __constant__ int NODE[] = {{{', '.join(map(str, where))}}};",
    ]


def step(w: Writing) -> list[str]:
    """The lines of a step."""
    return _loop(w) if in_a_loop(w.rollout) else _one_by_one(w)


def _listed(w: Writing, numbers: Sequence[float]) -> str:
    return ", ".join(map(w.number, numbers))


def _loop(w: Writing) -> list[str]:
    """Stages in a loop: xq, xv, xz are where the next one lies, sums of rates so far begin with sum."""
    n, memory, fma, zero = w.n, w.rollout.memory, w.precision.fma, w.number(0.0)
    rates = memory.rates
    start = w.room(xq=n, xv=n, xz=memory.size, dv=n, dz=rates, sum_q=n, sum_v=n, sum_z=rates)
    start += w.each(n, "xq[i] = q[i];", "xv[i] = v[i];", f"sum_q[i] = sum_v[i] = {zero};")
    start += w.each(memory.size, "xz[i] = z[i];") + w.each(rates, f"sum_z[i] = {zero};")
    inner = ["const double part = PART[stage];", *["const int node = NODE[stage];"] * bool(w.rollout.width("timed"))]
    inner += [f"const {w.real} next = h * AFTER[stage], all = PART_OF_ALL[stage];"]
    inner += [w.ask("rate", "part", "xq", "xv", ["dv", *["dz"] * bool(rates)], "xz")]
    inner += w.each(
        n,
        f"sum_q[i] = {fma}(all, xv[i], sum_q[i]);",
        f"sum_v[i] = {fma}(all, dv[i], sum_v[i]);",
        f"xq[i] = {fma}(next, xv[i], q[i]);",
        f"xv[i] = {fma}(next, dv[i], v[i]);",
    )
    inner += w.each(
        rates,
        f"sum_z[i] = {fma}(all, dz[i], sum_z[i]);",
        f"xz[i] = {fma}(next, dz[i], z[i]);",
    )
    stages = len(w.rollout.tableau.b)
    loop = ["#pragma unroll 1", f"for (int stage = 0; stage < {stages}; ++stage) {{", *(f"    {x}" for x in inner), "}"]
    end = w.each(n, f"xv[i] = {fma}(h, sum_v[i], v[i]);", f"xq[i] = {fma}(h, sum_q[i], q[i]);")
    end += w.each(rates, f"xz[i] = {fma}(h, sum_z[i], z[i]);")
    return [*start, *loop, *end, *_commit(w)]


def _one_by_one(w: Writing) -> list[str]:
    """Stages one after the other: the rates of stage 2 are dv2 and dz2, its velocities xv2."""
    n, tableau, memory = w.n, w.rollout.tableau, w.rollout.memory
    rates, stages = memory.rates, range(len(tableau.b))
    lines = w.room(xq=n, xv=n, xz=memory.size)
    for i in stages:
        lines += w.room(**{f"xv{i}": n, f"dv{i}": n, f"dz{i}": rates})
    for i, (weights, part) in enumerate(zip(tableau.A, tableau.c, strict=True)):
        velocities, changes, others = ([f"{name}{j}[i]" for j in range(i)] for name in ("xv", "dv", "dz"))
        lines += w.each(
            n, f"xv{i}[i] = {w.moved('v[i]', weights, changes)};", f"xq[i] = {w.moved('q[i]', weights, velocities)};"
        )
        lines += w.each(memory.size, "xz[i] = z[i];") if i == 0 else []
        lines += w.each(rates, f"xz[i] = {w.moved('z[i]', weights, others)};")
        lines += [w.ask("rate", part, "xq", f"xv{i}", [f"dv{i}", *[f"dz{i}"] * bool(rates)], "xz")]
    velocities, changes, others = ([f"{name}{j}[i]" for j in stages] for name in ("xv", "dv", "dz"))
    by = ["xv[i]"] if tableau.staggered else velocities
    lines += w.each(n, f"xv[i] = {w.moved('v[i]', tableau.b, changes)};", f"xq[i] = {w.moved('q[i]', tableau.b, by)};")
    lines += w.each(rates, f"xz[i] = {w.moved('z[i]', tableau.b, others)};")
    return [*lines, *_commit(w)]


def _commit(w: Writing) -> list[str]:
    new = {"q": ("xq", w.n), "v": ("xv", w.n), "z": ("xz", w.rollout.memory.rates)}
    return w.commit({name: place for name, place in new.items() if place[1]})
