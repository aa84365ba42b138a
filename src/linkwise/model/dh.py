"""One row of a Denavit–Hartenberg table, in the form that holds for chains and trees.

Khalil & Kleinfinger (1986), as recalled in Khalil & Dombre (2002):                    [khalil1986] [khalil2002]

    T = Rz(γ) Tz(b) · Rx(α) Tx(d) · Ry(β) · Rz(θ) Tz(r)

takes frame j to its parent frame; z_j is the axis of joint j. A chain needs only α, d, θ, r (Craig's α_{j−1}, a_{j−1},
θ_j, d_j); γ and b serve a branch whose common normal is not the parent's x axis. θ is the offset of a revolute joint's
variable, r that of a prismatic one.
Differs from the source: Ry(β) is Hayati's parameter for nearly parallel axes, where the common normal is badly
determined; it is 0 everywhere else.                                                                    [hayati1983]
"""

from dataclasses import dataclass

from ..algebra import ZERO, Rotation, Scalar, Transform, Vec3, is_zero

X, Y, Z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
"""The axes of any frame."""


def turn(axis: Vec3, angle: Scalar) -> Transform:
    """A turn about an axis through the origin by a constant angle; quarter turns are exact.

    >>> import math
    >>> turn(Z, math.pi / 2).R.rows[0]
    (0.0, -1.0, 0.0)
    """
    return Transform(Rotation.about_constant(axis, angle), ZERO)


def slide(axis: Vec3, by: Scalar) -> Transform:
    """A shift along an axis.

    >>> slide(X, 0.5).p.components
    (0.5, 0.0, 0.0)
    """
    return Transform(Rotation.identity(), axis * by)


@dataclass(frozen=True)
class DHRow:
    """The constants of one joint; angles in radians, lengths in metres; σ = 1 for a prismatic joint.

    >>> import math
    >>> DHRow(parent=0, alpha=math.pi / 2, d=0.1, r=0.4).constant.p.components
    (0.1, -0.4, 0.0)
    """

    parent: int
    gamma: Scalar = 0.0
    b: Scalar = 0.0
    alpha: Scalar = 0.0
    d: Scalar = 0.0
    beta: Scalar = 0.0
    theta: Scalar = 0.0
    r: Scalar = 0.0
    sigma: int = 0

    @property
    def constant(self) -> Transform:
        """The part of T before the joint's motion: all but θ of a revolute joint, all but r of a prismatic one."""
        T = turn(X, self.alpha) @ slide(X, self.d)
        if not (is_zero(self.gamma) and is_zero(self.b)):
            T = turn(Z, self.gamma) @ slide(Z, self.b) @ T
        if not is_zero(self.beta):
            T = T @ turn(Y, self.beta)
        return T @ (turn(Z, self.theta) if self.sigma else slide(Z, self.r))

    @property
    def offset(self) -> Scalar:
        """What is added to the joint variable: θ of a revolute joint, r of a prismatic one."""
        return self.r if self.sigma else self.theta
