"""Motions known to 30 digits and more, worked out with 50 by equations of their own: no code of linkwise is used.

    python -m tests.simulate.exact_motions > tests/simulate/exact_motions.json

writes them anew, in about two minutes.
"""

import json
import sys

import mpmath as mp

DIGITS, KEPT = 50, 30
"""Digits worked with (ten more while extrapolating), and digits written."""

COLUMNS = 22
"""Columns of the extrapolation: order 44."""

DOUBLE_PENDULUM = {
    "m": (1.3, 2.1),
    "l": (0.7, 0.9),
    "g": 9.81,
    "q0": (0.3, 0.4),
    "qd0": (0.5, -0.2),
    "t": (0.5, 1.0, 2.0, 3.0),
}
"""Lynch & Park's 2R chain (planar2r): point masses, the first angle from the horizontal, the second from the first."""

TOP = {
    "m": 1.0,
    "l": 0.5,
    "A": 0.35,
    "C": 0.05,
    "g": 9.81,
    "q0": (0.2, 0.6, -0.1),
    "qd0": (1.0, 0.0, 60.0),
    "t": (0.5, 1.0, 2.0, 3.0),
}
"""Lagrange's top: its centre of mass is on its axis, l from the fixed point, where A, A, C are its moments of inertia.
The angles are precession, nutation and spin, about z, y′ and z″; it starts at an end of the nutation, θ̇ = 0."""


def double_pendulum_rates(y):
    """Lagrange's equations in the absolute angles α = q₁, β = q₁ + q₂ from the horizontal:

    (m₁ + m₂) l₁² α̈ + m₂ l₁ l₂ (c β̈ + s β̇²) = −(m₁ + m₂) g l₁ cos α,    c, s of α − β
    m₂ l₂² β̈ + m₂ l₁ l₂ (c α̈ − s α̇²) = −m₂ g l₂ cos β
    """
    (m1, m2), (l1, l2) = map(mp.mpf, DOUBLE_PENDULUM["m"]), map(mp.mpf, DOUBLE_PENDULUM["l"])
    g, (a, b, da, db) = mp.mpf(DOUBLE_PENDULUM["g"]), y
    c, s, m = mp.cos(a - b), mp.sin(a - b), m1 + m2
    A, B, D = m * l1 * l1, m2 * l1 * l2 * c, m2 * l2 * l2
    p = -m * g * l1 * mp.cos(a) - m2 * l1 * l2 * s * db * db
    r = -m2 * g * l2 * mp.cos(b) + m2 * l1 * l2 * s * da * da
    det = A * D - B * B
    return [da, db, (D * p - B * r) / det, (A * r - B * p) / det]


def double_pendulum(h):
    """q and q̇ at each time, by steps of h."""
    (a, q2), (da, v2) = map(mp.mpf, DOUBLE_PENDULUM["q0"]), map(mp.mpf, DOUBLE_PENDULUM["qd0"])
    y, rows, now = [a, a + q2, da, da + v2], [], mp.mpf(0)
    for t in map(mp.mpf, DOUBLE_PENDULUM["t"]):
        while now < t:
            y, now = extrapolated(double_pendulum_rates, y, h), now + h
        rows.append([y[0], y[1] - y[0], y[2], y[3] - y[2]])
    return rows


def extrapolated(rates, y, h):
    """One step of Gragg, Bulirsch and Stoer: midpoint rules of 2, 4, 6, … substeps, extrapolated in h²; Hairer,
    Nørsett & Wanner (1993), II.9."""
    table, counts = [], [2 * (k + 1) for k in range(COLUMNS)]
    for n in counts:
        step = h / n
        before, here = y, [a + step * f for a, f in zip(y, rates(y), strict=True)]
        for _ in range(n - 1):
            before, here = here, [a + 2 * step * f for a, f in zip(before, rates(here), strict=True)]
        row = [here]  # n is even: the midpoint rule's error has even powers alone, without Gragg's smoothing
        for j in range(len(table)):
            ratio = (mp.mpf(n) / counts[len(table) - 1 - j]) ** 2 - 1
            row.append([new + (new - old) / ratio for new, old in zip(row[j], table[-1][j], strict=True)])
        table.append(row)
    return table[-1][-1]


def top():
    """q and q̇ at each time: u = cos θ by Jacobi's sn; precession and spin by quadrature.

    A² u̇² = A (1 − u²)(2E − p_ψ²/C − 2mgl u) − (p_φ − p_ψ u)²,    u = u₁ + (u₂ − u₁) sn²(λt + K, k),
    λ² = mgl (u₃ − u₁)/(2A),    k² = (u₂ − u₁)/(u₃ − u₁)
    """
    A, C, weight = mp.mpf(TOP["A"]), mp.mpf(TOP["C"]), mp.mpf(TOP["m"]) * mp.mpf(TOP["g"]) * mp.mpf(TOP["l"])
    (φ0, θ0, ψ0), (dφ, _, dψ) = map(mp.mpf, TOP["q0"]), map(mp.mpf, TOP["qd0"])
    u0, s2 = mp.cos(θ0), mp.sin(θ0) ** 2
    pψ = C * (dψ + dφ * u0)
    pφ = A * s2 * dφ + pψ * u0
    e = A * s2 * dφ**2 + 2 * weight * u0  # twice the energy, without that of the spin
    roots = mp.polyroots([2 * A * weight, -A * e - pψ**2, 2 * pφ * pψ - 2 * A * weight, A * e - pφ**2], extraprec=200)
    u1, u2, u3 = sorted(mp.re(u) for u in roots)
    assert abs(u2 - u0) < mp.mpf(10) ** (5 - mp.mp.dps)  # it starts where it stands highest
    λ, m = mp.sqrt(weight * (u3 - u1) / (2 * A)), (u2 - u1) / (u3 - u1)
    K = mp.ellipk(m)

    def height(t):
        return u1 + (u2 - u1) * mp.ellipfun("sn", λ * t + K, m=m) ** 2

    def precession(t):
        u = height(t)
        return (pφ - pψ * u) / (A * (1 - u * u))

    rows, φ, spun, before = [], φ0, ψ0, mp.mpf(0)
    for t in map(mp.mpf, TOP["t"]):
        pieces = mp.linspace(before, t, 2 + int(8 * (t - before)))
        φ += mp.quad(precession, pieces)
        spun += mp.quad(lambda s: pψ / C - precession(s) * height(s), pieces)
        x, before, u = λ * t + K, t, height(t)
        sn, cn, dn = (mp.ellipfun(name, x, m=m) for name in ("sn", "cn", "dn"))
        du = 2 * (u2 - u1) * λ * sn * cn * dn
        rows.append([φ, mp.acos(u), spun, precession(t), -du / mp.sqrt(1 - u * u), pψ / C - precession(t) * u])
    return rows


def written():
    """Both motions, a row (q, q̇) for each time, as decimals."""
    mp.mp.dps = DIGITS + 10
    fine, coarse = double_pendulum(mp.mpf(1) / 256), double_pendulum(mp.mpf(1) / 128)
    apart = max(abs(a - b) for one, other in zip(fine, coarse, strict=True) for a, b in zip(one, other, strict=True))
    assert apart < mp.mpf(10) ** (-KEPT - 2), apart
    print(f"double pendulum: two steps agree to {mp.nstr(apart, 2)}", file=sys.stderr)
    return {
        name: [[mp.nstr(x, KEPT) for x in row] for row in rows]
        for name, rows in (("double pendulum", fine), ("top", top()))
    }


if __name__ == "__main__":
    print(json.dumps(written(), indent=1))
