"""The linearized model: Balafoutis & Patel (1991), Tables 7.1 and 7.2.

Printed "5n² − 10 + 5" in (7.3.19e–g) means 5n² − 10n + 5: only then the column adds up (ERRATA E2-36).
                                                                                                   [balafoutis1991]
"""

from .row import Row, corrected, equations

QUESTION, ALGORITHM = "inverse_dynamics_derivatives", "linearized.balafoutis_patel_71"

STEP_1 = "U Ud E L f f̂ f̄ B C H G d v p"
STEP_2 = "f_ji f̂_ji f̄_ji B_ji C_ji H_ji G_ji d_ij v_ij v_ji p_ij p_ji"

PLANES = "Tensors are rotated by two plane rotations, each with four products for its 2×2 block."
FIRST_LINK = "Because of the first link's zeros."
THIRD_ROW = (
    "For j = 1 only the last entry is needed: the print takes the third row of A₂ as three known numbers; here it "
    "takes four products."
)
AT_MOST = "For j = 1 less is needed."

TABLE_7_1 = equations(
    "7.1",
    QUESTION,
    ALGORITHM,
    f"""
    7.3.18a | U | 8n-8 7n-7 | 4n-4 5n-5
    7.3.18b | Ud | 14n-14 10n-10 | 10n-10 8n-8
    7.3.18c | E | 30n-12 39n-31 | 20n-2 32n-24
    7.3.18d | L | 69n-51 74n-60 | 51n-33 63n-49
    7.3.18e | f | 0 0 | 0 0
    7.3.18f | f̂ | 4n-4 n-1 | 4n-4 n-1
    7.3.18g | f̄ | 9n-9 12n-12 | 9n-9 12n-12
    7.3.18h | B | 0 0 | 0 0
    7.3.18i | C | 0 0 | 0 0
    7.3.18j | H | 6n-6 6n-6 | 6n-6 6n-6
    7.3.18k | G | 18n-18 21n-21 | 18n-18 21n-21
    7.3.18l | d | 0 0 | 0 0
    7.3.18m | v | 2n-2 3n-3 | 2n-2 3n-3
    7.3.18n | p | 7n-7 7n-7 | 7n-7 7n-7
    total | {STEP_1} | 167n-131 180n-158 | 131n-95 158n-136
    """,
    {
        "7.3.18a": "At the tip U is constant, so rotating it takes two products less.",
        "7.3.18b": FIRST_LINK,
        "7.3.18c": PLANES + " Table 6.1 has 30n − 42; 39n − 52 for the same equation, because E_n is constant.",
        "7.3.18d": PLANES,
        "7.3.18f": "Ũω̃z takes 4 products and 1 sum, and adding tilde(U̇)z takes 2 more sums, which the print omits.",
        "7.3.18g": "ŨΩz takes 6 products and tilde(U̇)ω̃z 4, together 10; 9 is printed.",
        "7.3.18k": "EΩz takes 9 products, Lω̃z 6 and Ũ tilde(s̈)z 4, together 19; 18 is printed.",
        "7.3.18k quarter": "19 products per link, as in the general column, but fewer on the first two links: "
        "fewer in all up to n = 8.",
        "7.3.18m": "v_nn is 0 (7.3.5), and v₁₁ = −2 z·L₁z takes only a doubling.",
        "7.3.18n": "p₁₁ takes 2; 1 if the first axis is not along gravity; the text does not assume that it is, but "
        "counts 0; 0.",
        "total": "Because of (7.3.18c,d).",
    },
)

TABLE_7_1 = corrected(
    TABLE_7_1,
    """
    7.3.18f | E2-41 | 4n-4 3n-3 | 4n-4 3n-3
    7.3.18g | E2-42 | 10n-10 12n-12 | 10n-10 12n-12
    7.3.18k | E2-43 | 19n-19 21n-21 | 19n-19 21n-21
    7.3.18n | E2-44 | 7n-5 7n-6 | 7n-5 7n-6
    total | E2-41 … 44 | 169n-131 182n-159 | 133n-95 160n-137
    """,
)

TABLE_7_2 = equations(
    "7.2",
    QUESTION,
    ALGORITHM,
    f"""
    7.3.19a | f_ji | 4n^2-4n 2n^2-2n | 2n^2-2n n^2-n
    7.3.19b | f̂_ji | 4n^2-4n 2n^2-2n | 2n^2-2n n^2-n
    7.3.19c | f̄_ji | 4n^2-4n 2n^2-2n | 2n^2-2n n^2-n
    7.3.19d | B_ji | 7n^2-7n 5n^2-5n | 5n^2-5n 4n^2-4n
    7.3.19e | C_ji | 7n^2-16n+9 5n^2-11n+6 | 5n^2-10n+5 4n^2-8n+4
    7.3.19f | H_ji | 7n^2-16n+9 5n^2-11n+6 | 5n^2-10n+5 4n^2-8n+4
    7.3.19g | G_ji | 7n^2-16n+9 5n^2-11n+6 | 5n^2-10n+5 4n^2-8n+4
    7.3.19h,i | d_ij | 0 0 | 0 0
    7.3.19j | v_ij | n^2-n 1.5n^2-1.5n | n^2-n 1.5n^2-1.5n
    7.3.19k | v_ji | 0 0.5n^2-0.5n | 0 0.5n^2-0.5n
    7.3.19l | p_ij | 3n^2-3n 3n^2-3n | 3n^2-3n 3n^2-3n
    7.3.19m | p_ji | 0 0 | 0 0
    total | {STEP_2} | 44n^2-71n+27 31n^2-49n+18 | 30n^2-45n+15 24n^2-36n+12
    """,
    {
        **dict.fromkeys(("7.3.19a", "7.3.19d"), AT_MOST),
        **dict.fromkeys(("7.3.19e", "7.3.19f", "7.3.19g"), THIRD_ROW),
        "7.3.19j": FIRST_LINK,
        "7.3.19l": "7 products and 7 sums per pair, as (7.3.18n) counts for the same expression; the print has 6 and "
        "6 here. For small n the first link's zeros make up for it.",
        "total": AT_MOST,
    },
)

TABLE_7_2 = corrected(
    TABLE_7_2,
    """
    7.3.19l | E2-45 | 3.5n^2-3.5n 3.5n^2-3.5n | 3.5n^2-3.5n 3.5n^2-3.5n
    total | E2-45 | 44.5n^2-71.5n+27 31.5n^2-49.5n+18 | 30.5n^2-45.5n+15 24.5n^2-36.5n+12
    """,
)

BOTH = equations(
    "7.1 and 7.2",
    QUESTION,
    ALGORITHM,
    f"both steps | {STEP_1} {STEP_2} | 44n^2+96n-104 31n^2+131n-140 | 30n^2+86n-80 24n^2+122n-124",
    {"both steps": "Without ω, Ω, s̈, ṡ, Ü and η of the motion, which both leave to Algorithm 5.7."},
)

BOTH = corrected(
    BOTH,
    "both steps | E2-41 … 45 | 44.5n^2+97.5n-104 31.5n^2+132.5n-141 | 30.5n^2+87.5n-80 24.5n^2+123.5n-125",
)

TEXT = [
    Row(
        "text of ch. 7",
        "an earlier implementation",
        QUESTION,
        ALGORITHM,
        "general",
        None,
        None,
        (2186, 2040),
        tuple((STEP_1 + " " + STEP_2).split()),
        nearest=True,
        says="Its organisation is not described; compared with both steps of Algorithm 7.1.",
    )
]

ROWS: tuple[Row, ...] = (*TABLE_7_1, *TABLE_7_2, *BOTH, *TEXT)
"""All rows of this module."""
