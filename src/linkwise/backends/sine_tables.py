"""The numbers behind sine and cosine, shared by all backends that compute them by their own instructions.

An angle is reduced by Cody and Waite's method, x − k π/2 with π/2 in three parts and fused multiply–adds; then two
polynomials of fdlibm's degree follow, and the quadrant chooses and signs them.                          [cody1980]

With two parts of π/2 the error near multiples of π/2 is hundreds of ulp: the third is needed. A machine without fused
multiply–adds gets more parts, each of so few bits that k times it is exact.
"""

from typing import NamedTuple


class Table(NamedTuple):
    """The numbers of one precision: rounding by `magic`, parts of π/2, the same with short parts for products rounded
    by themselves, coefficients from z¹ (sine) and z² (cosine)."""

    large: float
    magic: float
    half_pi: tuple[float, float, float]
    half_pi_short: tuple[float, ...]
    sine: tuple[float, ...]
    cosine: tuple[float, ...]


TABLES = {
    "float64": Table(
        1e6,
        6755399441055744.0,  # 1.5 · 2⁵²: adding it leaves the nearest integer in the last bits
        (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33),
        (1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32),  # 33 bits: k has 20
        (
            -1.66666666666666324348e-01,
            8.33333333332248946124e-03,
            -1.98412698298579493134e-04,
            2.75573137070700676789e-06,
            -2.50507602534068634195e-08,
            1.58969099521155010221e-10,
        ),
        (
            4.16666666666666019037e-02,
            -1.38888888888741095749e-03,
            2.48015872894767294178e-05,
            -2.75573143513906633035e-07,
            2.08757232129817482790e-09,
            -1.13596475577881948265e-11,
        ),
    ),
    "float32": Table(
        1e4,
        12582912.0,  # 1.5 · 2²³
        (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15),
        (  # 11 bits: k has 13
            1.5703125,
            0.0004837512969970703,
            7.549533620476723e-08,
            2.5632829192545614e-12,
            6.123234262925839e-17,
        ),
        (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4),
        (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5),
    ),
}
"""The numbers by precision; float32 gives up at 1e4, where one ulp of the angle is already 1e-3."""
