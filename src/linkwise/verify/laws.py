"""The table of laws: what each one says, the function that measures it, how far it may be off and why."""

from ..compare.agreement import AGREEMENT
from . import agreement, derivatives, inertia, kinematics, parameters, running, solving, velocity
from .law import Bound, Law

EPS = 2.0**-52
"""The spacing of doubles at 1."""

ROUNDING = Bound(100 * EPS, "100 roundings per moving link, of the size of the terms that are added up")
"""A recursion does some hundred operations per link, and a law compares the results of two recursions."""

SOLVED = Bound(100 * EPS, "100 roundings per moving link, times the condition number of M scaled to a unit diagonal")
"""The error of x in M x = b when M and b themselves carry a few roundings."""

GROUPED = Bound(100 * EPS, "100 roundings per moving link, times the condition number of the base regressor")
"""Where the grouping is found numerically, equations with that regressor are solved."""

POSITIVE = Bound(4 * EPS, "4 roundings per moving link: a smaller ratio may have either sign", least=True)
"""Eigenvalues of a matrix with a unit diagonal are known to a few roundings of its size."""

INDEPENDENT = Bound(1e-11, "dependent columns leave only rounding, which is far smaller", grows=False, least=True)
"""The smallest singular value of a regressor with independent columns is some ten powers of ten above that of one with
dependent columns; this lies in between."""

AGREEING = Bound(
    AGREEMENT, "some thousand roundings of terms that cancel; more where M is ill conditioned", grows=False
)
"""The bound that `linkwise.compare` uses, too."""

LAWS: tuple[Law, ...] = (
    Law("mass matrix symmetric", "M = Mᵀ", inertia.symmetric, ROUNDING),
    Law("mass matrix positive", "λ(M) > 0", inertia.positive_definite, POSITIVE),
    Law("kinetic energy", "T = ½ q̇ᵀ M q̇", inertia.kinetic_energy, ROUNDING),
    Law("passivity", "Ṁ − 2C = −(Ṁ − 2C)ᵀ", velocity.passivity, ROUNDING),
    Law("bias forces", "C q̇ + g = bias", velocity.bias, ROUNDING),
    Law("gravity", "g = ∂U/∂q", velocity.gravity, ROUNDING),
    Law("power balance", "q̇·(τ − friction) = d(T + U)/dt", velocity.power, ROUNDING),
    Law("equations of motion", "τ = M q̈ + bias + friction", velocity.sum_of_parts, ROUNDING),
    Law("inverse of forward", "ID(q, q̇, FD(q, q̇, τ)) = τ", solving.inverse_of_forward, SOLVED),
    Law("forward of inverse", "FD(q, q̇, ID(q, q̇, q̈)) = q̈", solving.forward_of_inverse, SOLVED),
    Law("inverse mass matrix", "M M⁻¹ = 1", solving.inverse_matrix, SOLVED),
    Law("inverse derivatives", "∂ID = Im ID(x + ih) / h", derivatives.inverse_dynamics, ROUNDING),
    Law("forward derivatives", "M ∂FD = −Im ID(x + ih) / h", derivatives.forward_dynamics, SOLVED),
    Law("linear in parameters", "Y π = τ − friction − springs", parameters.linear, ROUNDING),
    Law("linear energies", "h π = T, U;  P π = M q̇", parameters.energies, ROUNDING),
    Law("base parameters", "Y_b K = Y,  Y_b π_b = Y π", parameters.grouped, GROUPED),
    Law("base regressor", "rank Y_b = its columns", parameters.full_rank, INDEPENDENT, dynamics=False),
    Law("velocity of the pose", "J q̇ = (ω, ṗ) of FK", kinematics.velocity, ROUNDING, dynamics=False),
    Law("rate of the Jacobian", "J̇ = dJ/dt", kinematics.jacobian_dot, ROUNDING, dynamics=False),
    Law("formulations agree", "every source, the same answer", agreement.formulations_agree, AGREEING),
    Law("same however run", "machine code = program = formulation", running.same_however_run, AGREEING),
    Law("fifty digits", "τ = τ with 50 digits", running.fifty_digits, ROUNDING),
)
"""Every law in a certificate, by subject."""
