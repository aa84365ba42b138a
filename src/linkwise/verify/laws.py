"""The table of laws: what each says, who measures it, how far it may be off."""

from . import agreement, derivatives, inertia, kinematics, parameters, running, solving, velocity
from .bounds import AGREEING, GROUPED, INDEPENDENT, POSITIVE, ROUNDING, SOLVED
from .law import Law

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
    Law("linear in parameters", "Y π = τ − friction", parameters.linear, ROUNDING),
    Law("linear energies", "h π = T, U;  P π = M q̇", parameters.energies, ROUNDING),
    Law("base parameters", "Y_b K = Y,  Y_b π_b = Y π", parameters.grouped, GROUPED),
    Law("base regressor", "rank Y_b = its columns", parameters.full_rank, INDEPENDENT),
    Law("velocity of the pose", "J q̇ = (ω, ṗ) of FK", kinematics.velocity, ROUNDING),
    Law("rate of the Jacobian", "J̇ = dJ/dt", kinematics.jacobian_dot, ROUNDING),
    Law("formulations agree", "every source, the same answer", agreement.formulations_agree, AGREEING),
    Law("same however run", "machine code = program = formulation", running.same_however_run, AGREEING),
    Law("fifty digits", "τ = τ with 50 digits", running.fifty_digits, ROUNDING),
)
"""Every law a certificate speaks of, by subject."""
