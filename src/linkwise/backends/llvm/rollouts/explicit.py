"""A step whose stages follow one another."""

from .writing import Writing


def step(w: Writing) -> None:
    """x + h Σ b_j k_j with k_i at x + h Σ a_ij k_j.

    A stage's rate of q is its v. A staggered step moves q with the new v. States with rates are moved like v.
    """
    n, tableau, memory = w.rollout.n, w.rollout.tableau, w.rollout.memory
    q, v, z = w.columns("%block", 0, n), w.columns("%block", n, n), w.columns("%block", 2 * n, memory.size)
    velocities: list[list[str]] = []
    accelerations: list[list[str]] = []
    changes: list[list[str]] = []
    for i, (weights, part) in enumerate(zip(tableau.A, tableau.c, strict=True)):
        places, other = ("%block", w.place("%block", n)), ""
        if i:
            velocities.append(w.moved(v, weights, accelerations))
            w.put("%xv", 0, velocities[i])
            w.put("%xq", 0, w.moved(q, weights, velocities[:i]))
            places = ("%xq", "%xv")
            if memory.size:
                w.put("%xz", 0, [*_moved(w, z, weights, changes), *z[memory.rates :]])
                other = "%xz"
        else:
            velocities.append(v)
        w.ask("rate", part, *places, ["%dv", *(["%dz"] if memory.rates else [])], other)
        accelerations.append(w.columns("%dv", 0, n))
        changes.append(w.columns("%dz", 0, memory.rates))
    new_v = w.moved(v, tableau.b, accelerations)
    new_q = w.moved(q, tableau.b, [new_v] if tableau.staggered else velocities)
    w.commit([*new_q, *new_v, *_moved(w, z, tableau.b, changes)], [*q, *v, *z[: memory.rates]])


def _moved(w: Writing, z: list[str], weights: tuple[float, ...], rates: list[list[str]]) -> list[str]:
    """The states with rates, moved by them."""
    return w.moved(z[: len(rates[0])], weights, rates)
