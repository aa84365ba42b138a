"""Random chains and trees whose axes stand to each other as those of real arms do, and as those of none."""

import numpy as np

from linkwise.algebra import Inertia, Vec3
from linkwise.model import Body, Model, Prismatic, Revolute, Rotor
from linkwise.model.dh import DHRow

QUARTER = np.pi / 2
GRAVITIES = ((0.0, 0.0, -9.81), (0.0, -9.81, 0.0), (0.0, 0.0, -9.81), (1.7, -2.2, 9.0), (0.0, 0.0, 0.0))


def arm(seed, branches=False):
    """A chain, or a tree, of 1 to 7 joints: generic, or with parallel, collinear, orthogonal and crossing axes."""
    rng = np.random.default_rng(seed)
    generic, slides = seed % 3 == 0, rng.choice([0.0, 0.3, 0.7])
    bodies = []
    for j in range(1 + seed % 7):
        kind = Prismatic if rng.random() < slides else Revolute
        parent = int(rng.integers(-1, j)) if branches else j - 1
        if generic:
            row = dict(zip(("alpha", "d", "theta", "r"), rng.uniform(-1.5, 1.5, 4).tolist(), strict=True))
        else:
            row = {
                "alpha": rng.choice([0.0, 0.0, QUARTER, -QUARTER, np.pi, 0.7]),
                "d": rng.choice([0.0, 0.0, 0.4, -0.3]),
                "theta": rng.choice([0.0, QUARTER, 0.6]),
                "r": rng.choice([0.0, 0.0, 0.25]),
            }
        if parent != j - 1:
            row |= {"gamma": rng.choice([0.0, 0.8]), "b": rng.choice([0.0, 0.3])}
        joint = kind(f"joint{j + 1}", rotor=Rotor(float(rng.uniform(0.1, 1.0))))
        inertia = Inertia.of_parameters(rng.uniform(0.5, 2.0, 10).tolist())
        row = {name: float(x) for name, x in row.items()}
        bodies.append(
            Body(f"link{j + 1}", parent, DHRow(parent, **row, sigma=int(joint.slides)).constant, joint, inertia)
        )
    return Model(f"arm{seed}", tuple(bodies), gravity=Vec3(*GRAVITIES[seed // 3 % 5]))
