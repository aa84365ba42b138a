"""A revolute arm along a motion, in many digits: the letters of Balafoutis & Patel (1991), Chapter 7 and Appendix C.

Only positions come from the library: where the link frames stand at joint angles q. Rates along q + q̇ t + ½ q̈ t² and
partial derivatives are differences, and forces are those of Newton and Euler at the links' centres of mass. All vectors
are kept in base axes; `seen` turns them into a link's.                                              [balafoutis1991]
"""

from functools import cached_property

from mpmath import mp

from linkwise.formulations.kinematics.orin_schrader import poses_in_base
from linkwise.model import Model

DIGITS = 80
"""What to work with: `mp.workdps(DIGITS)`, around all of it."""

TICK = mp.mpf(10) ** -20
"""Of time: second rates by it are good to 40 digits."""

NUDGE = mp.mpf(10) ** -12
"""Of a state: slopes by it are good to 24 digits."""


def tilde(u):
    return mp.matrix([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])


def vect(S):
    return mp.matrix([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]]) / 2


def trace(X):
    return X[0, 0] + X[1, 1] + X[2, 2]


def vector(v):
    return mp.matrix(list(v.components))


def tensor(X):
    return mp.matrix([list(row) for row in X.rows])


class Arm:
    """The arm at one state. Names as in the book, links counted from 0: z(j, i) is z_j seen from link i."""

    def __init__(self, model: Model, q, qd, qdd):
        self.model, self.n, self.state = model, len(model.bodies), (q, qd, qdd)
        self.axes = [vector(body.S.ω) for body in model.bodies]
        now, past, next_ = (self._poses(t) for t in (mp.mpf(0), -TICK, TICK))
        frames = list(zip(past, now, next_, strict=True))
        self.W, self.Wd, self.Wdd = zip(*(_rates([R for R, _ in three]) for three in frames), strict=True)
        self.o, self.od, self.odd = zip(*(_rates([p for _, p in three]) for three in frames), strict=True)
        relative = [[W[i][0] if i == 0 else W[i - 1][0].T * W[i][0] for i in range(self.n)] for W in (past, now, next_)]
        self.A, self.Ad, self.Add = zip(*(_rates(three) for three in zip(*relative, strict=True)), strict=True)
        self.g = vector(model.gravity)

    def _poses(self, t):
        q = [a + b * t + c * t * t / 2 for a, b, c in zip(*self.state, strict=True)]
        return [(tensor(T.R), vector(T.p)) for T in poses_in_base(self.model, q)]

    def between(self, j, i):
        """ʲW_i and its first and second rates, from their own differences."""
        ends = [self._poses(t) for t in (-TICK, mp.mpf(0), TICK)]
        return _rates([W[j][0].T * W[i][0] for W in ends])

    def seen(self, i, x):
        return self.W[i].T * x if x.cols == 1 else self.W[i].T * x * self.W[i]

    def ω(self, j, i):
        """ω̃_j seen from i, by (C.1)."""
        return self.seen(i, self.Wd[j] * self.W[j].T)

    def Ω(self, j, i):
        """Ω_j seen from i, by (C.2)."""
        return self.seen(i, self.Wdd[j] * self.W[j].T)

    def z(self, j, i):
        return self.seen(i, self.W[j] * self.axes[j])

    def zd(self, j, i):
        return self.seen(i, self.Wd[j] * self.axes[j])

    def zdd(self, j, i):
        return self.seen(i, self.Wdd[j] * self.axes[j])

    def s(self, j, k, i):
        return self.seen(i, self.o[k] - self.o[j])

    def sd(self, j, k, i):
        return self.seen(i, self.od[k] - self.od[j])

    def sdd(self, j, k, i):
        return self.seen(i, self.odd[k] - self.odd[j])

    def sdd0(self, j, i):
        """s̈_{0,j} with s̈_{0,0} = −g."""
        return self.seen(i, self.odd[j] - self.g)

    @cached_property
    def augmented(self):
        """u and K of the augmented links, (5.3.44): the masses beyond a link sit at the joint it carries them by."""
        found, beyond = [], mp.mpf(0)
        for k in reversed(range(self.n)):
            I, s = self.model.bodies[k].inertia, self.s(k, k + 1, k) if k + 1 < self.n else mp.matrix(3, 1)
            found.append((vector(I.h) + beyond * s, tensor(I.I.full) - beyond * tilde(s) * tilde(s)))
            beyond = beyond + I.m
        return found[::-1]

    def u(self, k):
        return self.augmented[k][0]

    def K(self, k):
        return self.augmented[k][1]

    def L̂(self, k):
        return self.ω(k, k) * (trace(self.K(k)) * mp.eye(3) / 2 - self.K(k))

    def U(self, j, i):
        return self.seen(i, sum((self.W[k] * self.u(k) for k in range(j, self.n)), mp.matrix(3, 1)))

    def Ud(self, j, i):
        return self.seen(i, sum((self.Wd[k] * self.u(k) for k in range(j, self.n)), mp.matrix(3, 1)))

    def Udd(self, j, i):
        return self.seen(i, sum((self.Wdd[k] * self.u(k) for k in range(j, self.n)), mp.matrix(3, 1)))

    def _sum(self, i, term):
        """Σ ⁱW_k [term(k)] ⁱW_kᵀ over the links from i to the tip."""
        turns = [self.W[i].T * self.W[k] for k in range(self.n)]
        return sum((turns[k] * term(k) * turns[k].T for k in range(i, self.n)), mp.matrix(3, 3))

    def _next(self, k, moment):
        """s̃_{k,k+1} times the dual of a moment of the links beyond; nothing at the tip."""
        return tilde(self.s(k, k + 1, k)) * tilde(moment(k + 1, k)) if k + 1 < self.n else mp.matrix(3, 3)

    def E(self, j, i):
        """(C.16)."""
        at = self._sum(j, lambda k: self.K(k) - tilde(self.u(k)) * tilde(self.s(j, k, k)) - self._next(k, self.U))
        return self.seen(i, self.W[j] * at * self.W[j].T)

    def L(self, j, i):
        """The sum before (C.15), with L̂ and ũ tilde(ṡ) of link k."""
        at = self._sum(j, lambda k: self.L̂(k) + tilde(self.u(k)) * tilde(self.sd(j, k, k)) + self._next(k, self.Ud))
        return self.seen(i, self.W[j] * at * self.W[j].T)

    def μ(self, i):
        ω, ωd, K = vect(self.ω(i, i)), vect(self.Ω(i, i)), self.K(i)
        return K * ωd + self.ω(i, i) * K * ω

    def η(self, j, i):
        """The moment about o_j of the inertia forces of the links beyond, by Newton and Euler."""
        found = mp.matrix(3, 1)
        for k in range(j, self.n):
            I = self.model.bodies[k].inertia
            c = vector(I.h) / (I.m or 1)
            Ic = tensor(I.I.full) + I.m * tilde(c) * tilde(c)
            euler = Ic * vect(self.Ω(k, k)) + self.ω(k, k) * Ic * vect(self.ω(k, k))
            newton = I.m * (self.odd[k] + self.Wdd[k] * c - self.g)
            found = found + self.W[k] * euler + tilde(self.o[k] + self.W[k] * c - self.o[j]) * newton
        return self.seen(i, found)


def _rates(three):
    past, now, next_ = three
    return now, (next_ - past) / (2 * TICK), (next_ - 2 * now + past) / TICK**2


class Nudged:
    """The arm, and the same with each entry of its state moved a little to both sides."""

    def __init__(self, model: Model, state):
        self.here = Arm(model, *state)
        self._ends = {}
        for which in range(3):
            for j in range(len(model.bodies)):
                for side in (1, -1):
                    moved = [list(part) for part in state]
                    moved[which][j] += side * NUDGE
                    self._ends[which, j, side] = Arm(model, *moved)

    def slope(self, letter, which, j):
        """∂letter/∂q_j, ∂q̇_j or ∂q̈_j for which = 0, 1, 2."""
        return (letter(self._ends[which, j, 1]) - letter(self._ends[which, j, -1])) / (2 * NUDGE)
