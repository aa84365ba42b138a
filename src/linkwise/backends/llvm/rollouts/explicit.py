"""A step whose stages follow one another."""

from .writing import Writing


def step(w: Writing) -> None:
    """x + h Σ b_j k_j with k_i at x + h Σ a_ij k_j.

    A stage's rate of q is its v. A staggered step moves q with the new v.
    """
    n, tableau = w.rollout.n, w.rollout.tableau
    q, v = w.columns("%block", 0, n), w.columns("%block", n, n)
    velocities: list[list[str]] = []
    accelerations: list[list[str]] = []
    for i, (weights, part) in enumerate(zip(tableau.A, tableau.c, strict=True)):
        places = ("%block", w.place("%block", n))
        if i:
            velocities.append(w.moved(v, weights, accelerations))
            w.put("%xv", 0, velocities[i])
            w.put("%xq", 0, w.moved(q, weights, velocities[:i]))
            places = ("%xq", "%xv")
        else:
            velocities.append(v)
        w.ask("rate", part, *places, ["%dv"])
        accelerations.append(w.columns("%dv", 0, n))
    new_v = w.moved(v, tableau.b, accelerations)
    new_q = w.moved(q, tableau.b, [new_v] if tableau.staggered else velocities)
    w.commit([*new_q, *new_v], [*q, *v])
