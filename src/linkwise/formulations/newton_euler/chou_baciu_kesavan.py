"""Forward dynamics from one large system: every link, every joint and every force between them is an unknown.

Balafoutis & Patel (1991), §6.2, the last method but one; the idea is Chou, Baciu & Kesavan (1987).
                                                                                    [balafoutis1991] [chou1987]

Idea: Draw the robot as a graph whose vertices are links and whose edges are joints: across an edge lie a displacement
and a turn, given by four Euler parameters, and through it pass a force and a moment. Along a circuit, from the base
through the joints to a link and back, displacements and turns add up to nothing; at a vertex, forces and inertia do;
and each edge says which kind of joint it is. Nothing is eliminated by hand, so each joint brings twenty equations and
twenty unknowns, all solved together.
When: To have all forces between the links at once, or as a pattern for mechanisms with closed loops. For an arm it is
expensive: for six joints it takes more than twice the operations of composite bodies, a fifth of them to write the 120
equations down and the rest to solve them, although the order in which this is done skips all zeros. A solver that knows
nothing of that order takes (20n)³/3 products, 576,000.
"""

from typing import NamedTuple

from ...algebra import ZERO, Rotation, Scalar, Vec3, cos, is_zero, sin
from ...algebra.sparse import Equation, eliminate
from ...model import BASE, Body, Model
from ..determinacy import bounds, require
from ..scalars import Scalars, Wrenches

EACH = 20
"""Equations, and unknowns, for each joint."""

TURN, MOVE, MOMENT, FORCE, EULER, SHIFT, JOINT = 0, 3, 6, 9, 12, 16, 19
"""Where the unknowns of a joint start: ω̇, s̈, n, f, ë, d̈, q̈. Its equations are in the order in which they are solved
for these: circuits, vertex, terminals, drive."""

CLOSED_FORM = False
"""With symbols, half angles and 20n unknowns make expressions that are of no use."""


class System(NamedTuple):
    """20n linear equations: their coefficients, right sides, and in which order each is solved for which unknown."""

    equations: list[Equation]
    right: list[Scalar]
    order: list[tuple[int, int]]


def forward_dynamics(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> list[Scalar]:
    """Joint accelerations q̈ that the joint forces τ produce: 20n equations, solved together.

    Circuits, for each link i on its parent p:
        ω̇_i − Aᵀ ω̇_p − 2 G ë = Aᵀω_p × w,                      w = 2 G ė                3
        s̈_i − Aᵀ s̈_p + Aᵀ s × ω̇_p − d̈ = Aᵀ[ω_p × (ω_p × s)] + 2 Aᵀω_p × ḋ               3
    Vertices, with the links c that i carries:
        I ω̇ + h × s̈ − n + Σ (A_c n_c + s_c × A_c f_c) = −ω × I ω                        3
        m s̈ − h × ω̇ − f + Σ A_c f_c = −ω × (ω × h)                                      3
    Terminals of the joint:
        ë − e′ q̈ = e″ q̇²,  e = (cos q/2, a sin q/2) where it turns, else constant        4
        d̈ − a q̈ = 0  where it slides, else d̈ = 0                                        3
        a·n where it turns, a·f where it slides, + I_a q̈ = τ                            1

    Symbols: all seen from the link itself, s from its parent; e relative Euler parameters of the joint, A the rotation
    of link i to its parent made of them, G = [−e_v, e_0 1 − tilde(e_v)]; d relative displacement; ω̇, s̈ accelerations of
    the link and of its origin, −g for the base; s from the parent's origin; n, f moment and force that the parent
    exerts at the link's origin; m, h, I mass, first moment, inertia tensor.
    Differs from the paper: the sources tell only its idea and the number 20n; which twenty is inferred, and positions
    and velocities, for which the paper's differential equations hold as well, follow here from q and q̇. Solved by
    elimination in a fixed order with its zeros skipped: terminals, circuits outward, vertices inward, drives, whose n
    equations have the inertia matrix for coefficients. Trees; any axis.
    Printed misprints: none.
    Cost as printed: none ("almost certainly very expensive").
    """
    at = system(model, q, qd, tau, wrenches)
    bound = bounds(model, model.poses(q))

    def check(unknown: int, pivot: Scalar) -> None:
        i, which = divmod(unknown, EACH)
        if which == JOINT:
            require(pivot, bound[i], model.bodies[i].joint.name, model)

    x = eliminate(at.equations, at.right, at.order, check)
    return [x[EACH * i + JOINT] for i in range(len(model.bodies))]


def system(model: Model, q: Scalars, qd: Scalars, tau: Scalars, wrenches: Wrenches = None) -> System:
    """The equations at a state; unknown 20 i + k is the k-th of joint i: ω̇, s̈, n, f (3 each), ë (4), d̈ (3), q̈.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> at = system(arm, [0.4, 1.2], [0.8, -1.4], [1.1, -0.6])
    >>> len(at.equations), sum(len(equation) for equation in at.equations)
    (40, 106)
    """
    n = len(model.bodies)
    equations: list[Equation] = [{} for _ in range(EACH * n)]
    b: list[Scalar] = [0.0] * (EACH * n)

    def put(row: int, column: int, block: list[list[Scalar]]) -> None:
        for r, entries in enumerate(block):
            equations[row + r].update({column + c: x for c, x in enumerate(entries) if not is_zero(x)})

    def known(row: int, numbers: tuple[Scalar, ...]) -> None:
        b[row : row + len(numbers)] = numbers

    ω: list[Vec3] = []
    for i, body in model.outward():
        at, p, a = EACH * i, body.parent, body.S
        e, de, dde = _euler_parameters(body, q[i])
        A, s = _pose(body, e, q[i])
        G = [[-e[1], e[0], e[3], -e[2]], [-e[2], -e[3], e[0], e[1]], [-e[3], e[2], -e[1], e[0]]]
        ω_p, w, dd = ZERO if p == BASE else ω[p], a.ω * qd[i], a.v * qd[i]
        ω_A = A.T @ ω_p
        ω.append(ω_A + w)
        # circuits
        put(at + TURN, at + TURN, ONE)
        put(at + TURN, at + EULER, [[-2.0 * x for x in row] for row in G])
        known(at + TURN, ω_A.cross(w).components)
        put(at + MOVE, at + MOVE, ONE)
        put(at + MOVE, at + SHIFT, MINUS_ONE)
        pulled = ω_p.cross(ω_p.cross(s)) if p != BASE else -model.gravity
        known(at + MOVE, (A.T @ pulled + ω_A.cross(dd) * 2.0).components)
        if p != BASE:
            lever = [A.T @ column for column in _tilde(s)]  # columns of Aᵀ tilde(s), whose transpose is −tilde(s) A
            put(at + TURN, EACH * p + TURN, [[-x for x in row] for row in A.T.rows])
            put(at + MOVE, EACH * p + MOVE, [[-x for x in row] for row in A.T.rows])
            put(at + MOVE, EACH * p + TURN, [list(row) for row in zip(*(v.components for v in lever), strict=True)])
            # what the parent's vertex gets from this joint
            put(EACH * p + MOMENT, at + MOMENT, [list(row) for row in A.rows])
            put(EACH * p + MOMENT, at + FORCE, [[-x for x in v.components] for v in lever])
            put(EACH * p + FORCE, at + FORCE, [list(row) for row in A.rows])
        # vertex
        m, h, I = body.inertia.m, body.inertia.h, body.inertia.I
        put(at + MOMENT, at + TURN, [list(row) for row in I.full.rows])
        put(at + MOMENT, at + MOVE, [list(row) for row in zip(*(v.components for v in _tilde(h)), strict=True)])
        put(at + MOMENT, at + MOMENT, MINUS_ONE)
        put(at + FORCE, at + MOVE, [[m * x for x in row] for row in ONE])
        put(at + FORCE, at + TURN, [list(v.components) for v in _tilde(h)])  # −tilde(h): its rows are its columns
        put(at + FORCE, at + FORCE, MINUS_ONE)
        spin, swing = -ω[i].cross(I @ ω[i]), -ω[i].cross(ω[i].cross(h))
        if wrenches is not None:
            spin, swing = spin + wrenches[i].n, swing + wrenches[i].f
        known(at + MOMENT, spin.components)
        known(at + FORCE, swing.components)
        # terminals and drive
        put(at + EULER, at + EULER, [[float(r == c) for c in range(4)] for r in range(4)])
        put(at + EULER, at + JOINT, [[-x] for x in de])
        known(at + EULER, tuple(x * (qd[i] * qd[i]) for x in dde))
        put(at + SHIFT, at + SHIFT, ONE)
        put(at + SHIFT, at + JOINT, [[-x] for x in a.v.components])
        put(at + JOINT, at + MOMENT, [list(a.ω.components)])
        put(at + JOINT, at + FORCE, [list(a.v.components)])
        put(at + JOINT, at + JOINT, [[body.joint.rotor.reflected]])
        b[at + JOINT] = tau[i]
    return System(equations, b, _order(model))


def _order(model: Model) -> list[tuple[int, int]]:
    """Terminals, circuits from the base on, vertices from the tips on, drives from the tips on."""
    outward, inward = [i for i, _ in model.outward()], [i for i, _ in model.inward()]
    steps = [
        (outward, range(EULER, JOINT)),
        (outward, range(TURN, MOMENT)),
        (inward, range(MOMENT, EULER)),
        (inward, [JOINT]),
    ]
    return [(EACH * i + k, EACH * i + k) for links, equations in steps for i in links for k in equations]


def _euler_parameters(body: Body, q: Scalar) -> tuple[list[Scalar], list[Scalar], list[Scalar]]:
    """e, ∂e/∂q and ∂²e/∂q² of a joint that has turned by q from where it is at q = 0."""
    if body.joint.slides:
        return [1.0, 0.0, 0.0, 0.0], [0.0] * 4, [0.0] * 4
    c, s, a = cos(0.5 * q), sin(0.5 * q), body.S.ω.components
    e = [c, *(x * s for x in a)]
    return e, [-0.5 * s, *(x * (0.5 * c) for x in a)], [-0.25 * x for x in e]


def _pose(body: Body, e: list[Scalar], q: Scalar) -> tuple[Rotation, Vec3]:
    """The rotation of a link to its parent, made of the Euler parameters, and its origin in the parent."""
    C = body.pose(0.0)
    turn = Rotation(Rotation.quaternion(*e).rows, C.R.of, C.R.of)
    return C.R @ turn, C.p + C.R @ (body.S.v * q)


ONE = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
MINUS_ONE = [[-x for x in row] for row in ONE]


def _tilde(v: Vec3) -> list[Vec3]:
    """The matrix of v ×, by its columns."""
    x, y, z = v.components
    return [Vec3(0.0, z, -y, v.frame), Vec3(-z, 0.0, x, v.frame), Vec3(y, -x, 0.0, v.frame)]
