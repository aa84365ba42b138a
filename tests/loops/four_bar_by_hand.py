"""The planar four-bar in closed form, written with mpmath and nothing of linkwise: angles, energies, torque.

With the crank's angle θ as the only coordinate, T = ½ I(θ) θ̇² and U(θ), Lagrange's equation is
τ = I θ̈ + ½ I′ θ̇² + U′.
"""

import mpmath as mp

from .mechanisms import BARS, MASSES

G = mp.mpf("9.81")


def angles(θ):
    """Of coupler and rocker against the ground, by Freudenstein's equation; the coupler above."""
    d, a, b, c = (mp.mpf(BARS[name]) for name in ("ground", "crank", "coupler", "rocker"))
    K1, K2, K3 = d / a, d / c, (a**2 - b**2 + c**2 + d**2) / (2 * a * c)
    A, B, C = mp.cos(θ) - K1 - K2 * mp.cos(θ) + K3, -2 * mp.sin(θ), K1 - (K2 + 1) * mp.cos(θ) + K3
    φ = 2 * mp.atan((-B - mp.sqrt(B**2 - 4 * A * C)) / (2 * A))
    ψ = mp.atan2(c * mp.sin(φ) - a * mp.sin(θ), d + c * mp.cos(φ) - a * mp.cos(θ))
    return ψ, φ


def ratios(θ):
    """Of the angular velocities of coupler and rocker to the crank's: from the loop's velocities across each bar."""
    a, b, c = (mp.mpf(BARS[name]) for name in ("crank", "coupler", "rocker"))
    ψ, φ = angles(θ)
    return a * mp.sin(φ - θ) / (b * mp.sin(ψ - φ)), a * mp.sin(θ - ψ) / (c * mp.sin(φ - ψ))


def inertia(θ):
    """I(θ) of T = ½ I θ̇²: each bar about its centre, and its centre's velocity."""
    a = mp.mpf(BARS["crank"])
    (m1, r1), (m2, r2), (m3, r3) = ([mp.mpf(x) for x in MASSES[name]] for name in ("crank", "coupler", "rocker"))
    own = [mp.mpf(MASSES[name][0]) * mp.mpf(BARS[name]) ** 2 / 12 for name in ("crank", "coupler", "rocker")]
    (ψ, _), (k2, k3) = angles(θ), ratios(θ)
    centre = a**2 + (k2 * r2) ** 2 + 2 * a * k2 * r2 * mp.cos(ψ - θ)
    return own[0] + m1 * r1**2 + own[1] * k2**2 + m2 * centre + (own[2] + m3 * r3**2) * k3**2


def potential(θ):
    """U(θ): each centre's height."""
    a = mp.mpf(BARS["crank"])
    (m1, r1), (m2, r2), (m3, r3) = ([mp.mpf(x) for x in MASSES[name]] for name in ("crank", "coupler", "rocker"))
    ψ, φ = angles(θ)
    return G * (m1 * r1 * mp.sin(θ) + m2 * (a * mp.sin(θ) + r2 * mp.sin(ψ)) + m3 * r3 * mp.sin(φ))


def torque(θ, θd, θdd):
    """τ of the crank, derivatives by mpmath."""
    with mp.workdps(40):
        θ, θd, θdd = map(mp.mpf, (θ, θd, θdd))
        return float(inertia(θ) * θdd + mp.diff(inertia, θ) * θd**2 / 2 + mp.diff(potential, θ))
