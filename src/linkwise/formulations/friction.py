"""Friction of all joints: the vector Γ_f of Khalil & Dombre (2002) [9.28], and its derivatives.          [khalil2002]

Γ_f,i = law_i(q̇_i, q_i, g_i(q)). Positions are needed only if some law depends on them, and gravity forces are computed
only if some law depends on the load.
"""

from ..algebra import Scalar, gradient
from ..errors import BadArray, shown
from ..model import Model
from .newton_euler import balafoutis_patel_56
from .scalars import Rows, Scalars


def forces(model: Model, qd: Scalars, q: Scalars | None = None) -> list[Scalar]:
    """Γ_f of the tree's joints; q may be left out if no law depends on it.

    >>> import linkwise
    >>> puma = linkwise.load("puma560").tree
    >>> round(forces(puma, [1.0] * 6)[0], 6) == round(puma.bodies[0].joint.friction.force(1.0), 6)
    True
    """
    laws = [body.joint.friction for body in model.bodies]
    q = _known(model, q)
    g = loads(model, q)
    return [0.0 if law.absent else law.force(*at) for law, *at in zip(laws, qd, q, g, strict=True)]


def loads(model: Model, q: Scalars) -> list[Scalar]:
    """g(q), the force gravity exerts on each joint; zeros if no law depends on it.

    >>> import linkwise
    >>> loads(linkwise.load("pendulum").tree, [1.0])
    [0.0]
    """
    still = [0.0] * len(model.bodies)
    if any("load" in body.joint.friction.needs for body in model.bodies):
        return balafoutis_patel_56.inverse_dynamics(model, q, still, still)
    return still


def slopes(model: Model, qd: Scalars, q: Scalars) -> tuple[list[Scalar], Rows | None]:
    """∂Γ_f/∂q̇, a diagonal, and ∂Γ_f/∂q, or None if friction does not depend on q.

        ∂Γ_f,i/∂q_j = ∂law_i/∂q δ_ij + ∂law_i/∂load ∂g_i/∂q_j

    >>> import linkwise
    >>> slopes(linkwise.load("pendulum").tree, [1.0], [0.0])
    ([0.0], None)
    """
    laws = [body.joint.friction for body in model.bodies]
    g = loads(model, q)
    parts = [law.slopes(*at) for law, *at in zip(laws, qd, q, g, strict=True)]
    along = [part[0] for part in parts]
    if not any(law.needs for law in laws):
        return along, None
    loaded = any("load" in law.needs for law in laws)
    dg = gradient(lambda x: loads(model, x), q)[1] if loaded else None  # dg[j][i] = ∂g_i/∂q_j
    rows: Rows = []
    for i, (_, d_q, d_load) in enumerate(parts):
        row = [d_load * dg[j][i] if dg is not None else 0.0 for j in range(len(laws))]
        row[i] = row[i] + d_q
        rows.append(row)
    return along, rows


def _known(model: Model, q: Scalars | None) -> Scalars:
    if q is not None:
        return q
    for body in model.bodies:
        if body.joint.friction.needs:
            on = "position and load" if "load" in body.joint.friction.needs else "position"
            raise BadArray(
                f"the friction of joint {shown(body.joint.name)} depends on {on}, and q is missing.",
                "Velocities and positions were expected.",
                "give both: friction_forces(qd, q).",
            )
    return [0.0] * len(model.bodies)
