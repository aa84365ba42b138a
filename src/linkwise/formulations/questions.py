"""The questions a manipulator can be asked, and the identities that link their answers.

    inverse_dynamics(q, q̇, q̈) = mass_matrix(q) q̈ + coriolis_matrix(q, q̇) q̇ + gravity_forces(q) + friction(q̇)
                                 − jacobian(q)ᵀ wrench; gravity_forces hold the arm against gravity and springs
    bias_forces(q, q̇)         = coriolis_matrix(q, q̇) q̇ + gravity_forces(q)         without friction
    forward_dynamics(q, q̇, τ) = the q̈ with inverse_dynamics(q, q̇, q̈) = τ
    mass_matrix(q)            = ∂ inverse_dynamics / ∂ q̈, symmetric, positive definite
    coriolis_matrix(q, q̇)     the one with d(mass_matrix)/dt − 2 coriolis_matrix skew (Christoffel symbols)
    kinetic_energy(q, q̇)      = ½ q̇ᵀ mass_matrix q̇
    gravity_forces(q)         = ∂ potential_energy / ∂ q
    mass_matrix_inverse(q)    = ∂ forward_dynamics / ∂ τ
    inverse_dynamics_derivatives(q, q̇, q̈)  = ∂ inverse_dynamics / ∂ q, ∂ q̇, ∂ q̈
    forward_dynamics_derivatives(q, q̇, τ)  = ∂ forward_dynamics / ∂ q, ∂ q̇, ∂ τ = −M⁻¹ ∂τ/∂q, −M⁻¹ ∂τ/∂q̇, M⁻¹
    regressor(q, q̇, q̈) π      = inverse_dynamics without springs, π the parameters of links and rotors (and of friction
                                 on request)
    kinetic_energy_regressor(q, q̇) π   = kinetic_energy
    potential_energy_regressor(q) π     = potential_energy without springs
    momentum_regressor(q, q̇) π         = mass_matrix(q) q̇
    momentum(q, q̇)            = momentum_matrix(q) q̇, of the whole robot about its center_of_mass(q)
    reaction_wrenches(q, q̇, q̈)        along each joint's axis: inverse_dynamics without rotors and friction

A wrench is the one the environment exerts on the robot; the sources use the opposite sign (ERRATA E0-6).

A formulation is a module whose functions are named after the questions it answers. It knows only the bare tree: one
joint variable per body, no fixed joints, no friction, no coupled coordinates; the terms around it are in terms.py.
Rotor inertia is such a term too, except in forward_dynamics, its derivatives and mass_matrix_inverse, where it is not
simply added: there the formulation includes it.
"""

from typing import NamedTuple

from ..model import Model
from .columns import Columns
from .reactions import Reactions


class Question(NamedTuple):
    """A verb: what it takes, the shape of what it gives, and which formulation answers by default.

    In `gives` "n" stands for the number of coordinates, "parameters" for the columns of a regressor (columns.py),
    "joints" for the joints at which reaction wrenches are asked for (reactions.py); where
    the answer has several `parts`, each is of that shape. `direct` names the formulation that answers uncompiled,
    `compiled` the one with the fewest operations when traced on a regrouped model in Denavit–Hartenberg frames.
    `verb` names another question whose answer contains this one's (adapters.py), for formulations that do not answer it
    themselves; `wrenches` and `frame` say whether the environment's wrenches, or a frame's name, belong to the
    question. Where only one formulation can handle coupled coordinates (model/coordinates.py), `coupled` names it.
    `elastic` says whether a robot with elastic joints answers too, its motors counted among the coordinates. `base`
    says what of a base that moves the answer depends on (BASE_INPUTS).
    """

    takes: tuple[str, ...]
    gives: tuple[str | int, ...]
    direct: str
    compiled: str
    verb: str | None = None
    wrenches: bool = False
    frame: bool = False
    coupled: str | None = None
    parts: tuple[str, ...] = ()
    elastic: bool = False
    base: tuple[str, ...] = ()

    @property
    def moves_with_base(self) -> bool:
        """Whether the answer depends on the base's velocity or acceleration, not on gravity alone."""
        return bool({"velocity", "acceleration"} & set(self.base))

    @property
    def columns(self) -> bool:
        """Whether the columns of the answer belong to parameters: it is a regressor."""
        return "parameters" in self.gives

    @property
    def reactions(self) -> bool:
        """Whether the rows of the answer belong to joints: what they transmit depends on where each link's mass is."""
        return "joints" in self.gives


_ID, _TENSOR, _FK = "newton_euler.khalil_dombre", "newton_euler.balafoutis_patel_56", "kinematics.orin_schrader"
_SOLVE, _C = "composite.direct_solve", "composite.echeandia_wensing"
_DID, _DFD = "linearized.singh_russell_wensing", "linearized.balafoutis_patel_72"
_E, _Y, _H = "lagrange.khalil_dombre", "regressor.khalil_dombre", "regressor.gautier_khalil"
_G = "composite.orin_goswami"
_Q, _QV, _QVA, _QVT = ("q",), ("q", "qd"), ("q", "qd", "qdd"), ("q", "qd", "tau")
_NN = ("n", "n")

BASE_INPUTS: dict[str, tuple[int, str]] = {
    "velocity": (6, "angular velocity, velocity of the origin; base axes"),
    "acceleration": (6, "angular acceleration, acceleration of the origin; base axes"),
    "gravity": (3, "gravity as seen from the base, instead of the robot's own"),
}
"""How a base moves: the size of each array, and what it holds."""

_MOVED = tuple(BASE_INPUTS)

SYMMETRIC = frozenset({"mass_matrix", "mass_matrix_inverse", "dqdd_dtau"})
"""Answers, and parts of answers, that are symmetric matrices."""

QUESTIONS: dict[str, Question] = {
    "inverse_dynamics": Question(_QVA, ("n",), _ID, _TENSOR, wrenches=True, base=_MOVED),
    "forward_dynamics": Question(
        _QVT, ("n",), "articulated.khalil_dombre", _SOLVE, wrenches=True, coupled=_SOLVE, elastic=True, base=_MOVED
    ),
    "mass_matrix": Question(_Q, _NN, "composite.featherstone", "composite.balafoutis_patel_62", elastic=True),
    "mass_matrix_inverse": Question(_Q, _NN, _SOLVE, _SOLVE, coupled=_SOLVE),
    "coriolis_matrix": Question(_QV, _NN, _C, _C, elastic=True),
    "bias_forces": Question(_QV, ("n",), _ID, _TENSOR, "inverse_dynamics", wrenches=True, elastic=True, base=_MOVED),
    "gravity_forces": Question(_Q, ("n",), _ID, _TENSOR, "inverse_dynamics", elastic=True, base=("gravity",)),
    "inverse_dynamics_derivatives": Question(
        _QVA, _NN, _DID, _DID, parts=("dtau_dq", "dtau_dqd", "mass_matrix"), base=_MOVED
    ),
    "forward_dynamics_derivatives": Question(
        _QVT, _NN, _DFD, _DFD, coupled=_DFD, parts=("dqdd_dq", "dqdd_dqd", "dqdd_dtau"), base=_MOVED
    ),
    "reaction_wrenches": Question(_QVA, ("joints", 6), _ID, _TENSOR, wrenches=True, base=_MOVED),
    "regressor": Question(_QVA, ("n", "parameters"), _Y, _Y),
    "kinetic_energy_regressor": Question(_QV, ("parameters",), _H, _H),
    "potential_energy_regressor": Question(_Q, ("parameters",), _H, _H),
    "momentum_regressor": Question(_QV, ("n", "parameters"), _H, _H),
    "kinetic_energy": Question(_QV, (), _E, _E, elastic=True, base=("velocity",)),
    "potential_energy": Question(_Q, (), _E, _E, elastic=True, base=("gravity",)),
    "center_of_mass": Question(_Q, (3,), _G, _G),
    "momentum": Question(_QV, (6,), _G, _G, base=("velocity",)),
    "momentum_matrix": Question(_Q, (6, "n"), _G, _G),
    "forward_kinematics": Question(_Q, (4, 4), _FK, _FK, frame=True),
    "jacobian": Question(_Q, (6, "n"), _FK, _FK, frame=True),
    "jacobian_dot": Question(_QV, (6, "n"), _FK, _FK, frame=True),
}
"""Every question a robot can be asked."""

OF_ALL_MASSES = ("center_of_mass", "momentum", "momentum_matrix")
"""Questions about the robot's mass as a whole, which its base parameters do not determine."""


def shape_of(
    gives: tuple[str | int, ...], model: Model, columns: Columns | None = None, reactions: Reactions | None = None
) -> tuple[int, ...]:
    """The shape of an answer about a model: "n" for its coordinates, "parameters" for the columns of its regressors,
    "joints" for those of reaction wrenches.

    >>> import linkwise
    >>> shape_of(QUESTIONS["regressor"].gives, linkwise.load("panda").tree)
    (7, 70)
    """
    sizes = {"n": model.n, "parameters": (columns or Columns.of(model)).size(model)}
    if "joints" in gives:
        sizes["joints"] = len((reactions or Reactions.of(model)).joints)
        gives = tuple(k for k in gives if k != "joints") if reactions is not None and reactions.alone else gives
    return tuple(sizes[k] if isinstance(k, str) else k for k in gives)
