"""Khalil & Dombre (2002): Tables 9.5 and 9.6, friction in the text of §9.6, the direct model in that of §9.7.
[khalil2002]
"""

from ..fit import polynomial
from .row import Row

ID, FD = "inverse_dynamics", "forward_dynamics"

LUH, HOLLERBACH, KANE = "newton_euler.luh_walker_paul", "lagrange.hollerbach_3x3", "projection.angeles_ma_rojas"
RENAUD, KHALIL, ANYBODY = (
    "lagrange.renaud_vukobratovic",
    "newton_euler.khalil_dombre",
    "newton_euler.balafoutis_patel_56",
)

ROBOTS = {
    "Stanford": "stanford",
    "Stanford, simplified": "stanford simplified",
    "TH8": "",
    "TH8, simplified": "",
    "RX-90": "rx90",
    "RX-90, simplified": "rx90 simplified",
}
"""The columns of Table 9.5, and our robots; the text gives no geometry for the TH8."""

NO_TH8 = "The text gives no geometry for the TH8 beyond R(2P)(3R)."
SIMPLE = (
    "Fewer multiplications but more additions; without forces at the tip, Algorithm 5.7 takes no more of either. The "
    "text does not say whether its count for simplified links includes forces at the tip."
)
SIMPLIFIED = {
    "RX-90, simplified": SIMPLE,
    "Stanford, simplified": "The text gives neither the arm's constants nor the first moments that it keeps; with "
    "those along z, and no force at the tip, Algorithm 5.6 takes 134; 104: fewer multiplications but more additions.",
}
CONSTANTS = "The text gives no constants for the Stanford arm; those of the literature are used."
LINEAR = (
    "The authors' own recursion is counted in the column of the formulation; Algorithm 5.6, which computes the moment "
    "of the inertia forces with one tensor, takes fewer operations."
)


def _of_table_9_5(
    name: str,
    by: str,
    formula: tuple[str, str] | None,
    six: tuple[int, int] | None,
    robots: dict[str, tuple[int, int]],
    nearest: bool = False,
    tip: bool = True,
    says: str = "",
) -> list[Row]:
    rows = []
    if six is not None:
        times, plus = (polynomial(text) for text in formula) if formula else (None, None)
        arm = "base" if by == KHALIL else "general"
        rows = [Row("9.5", name, ID, by, arm, times, plus, six, nearest=nearest, tip=tip, says=says)]
    for column, numbers in robots.items():
        arm = ROBOTS[column] + (" base" if ROBOTS[column] and by in (KHALIL, ANYBODY) else "")
        why = NO_TH8 if not arm else SIMPLIFIED.get(column, says) if by == KHALIL else says
        title = f"{name}, {column}"
        rows.append(Row("9.5", title, ID, by, arm, None, None, numbers, nearest=nearest, tip=tip, says=why))
    return rows


TABLE_9_5 = [
    *_of_table_9_5(
        "Raibert 78",
        ANYBODY,
        ("n^3+2n^2", "n^3+n^2"),
        (288, 252),
        dict.fromkeys(ROBOTS, (288, 252)),
        nearest=True,
        tip=False,
        says="The method looks up tables in memory, which the print does not count; it is compared with the recursion. "
        "The printed 3^n + n² means n³ + n².",
    ),
    *_of_table_9_5(
        "Luh 80b",
        LUH,
        ("137n-22", "101n-11"),
        (800, 595),
        dict.fromkeys(ROBOTS, (800, 595)),
        says="The general recursion; the print uses no robot's zeros. Three sources print three counts for it.",
    ),
    *_of_table_9_5(
        "Hollerbach 80",
        HOLLERBACH,
        ("412n-277", "320n-201"),
        (2195, 1719),
        dict.fromkeys(ROBOTS, (2195, 1719)),
        tip=False,
        says="The general recursion; the print uses no robot's zeros.",
    ),
    *_of_table_9_5("Kane 83", KANE, None, None, {"Stanford": (646, 394)}, tip=False, says=CONSTANTS),
    *_of_table_9_5(
        "Vukobratovic 85",
        ANYBODY,
        None,
        None,
        {"Stanford, simplified": (372, 167), "TH8, simplified": (193, 80)},
        nearest=True,
        tip=False,
        says="A lower bound, for A, C and Q only; our closed form is for revolute joints, so the recursion is compared "
        "with it.",
    ),
    *_of_table_9_5(
        "Renaud 85",
        RENAUD,
        None,
        None,
        {"RX-90, simplified": (368, 271)},
        tip=False,
        says="The closed form written out costs more; the recursion takes fewer operations.",
    ),
    *_of_table_9_5(
        "Khalil 87b",
        KHALIL,
        ("92n-127", "81n-117"),
        (425, 369),
        {
            "Stanford": (240, 227),
            "Stanford, simplified": (142, 99),
            "TH8": (175, 162),
            "TH8, simplified": (104, 72),
            "RX-90": (253, 238),
            "RX-90, simplified": (159, 113),
        },
        says=LINEAR,
    ),
]

TABLE_9_6 = [
    Row("9.6", name, ID, KHALIL, arm, None, None, numbers, tip=True, says=SIMPLE if "simpl" in name else LINEAR)
    for name, arm, numbers in (
        ("standard parameters", "rx90", (294, 283)),
        ("base parameters", "rx90 base", (253, 238)),
        ("simplified, standard parameters", "rx90 simplified", (202, 153)),
        ("simplified, base parameters", "rx90 simplified base", (160, 113)),
    )
]

SOLVED = "Solved with the inertia matrix by Algorithm 6.2: for six joints, fewer operations than articulated bodies."

TEXT = [
    Row("text of ch. 9", name, FD, "articulated.khalil_dombre", arm, None, None, numbers, says=SOLVED)
    for name, arm, numbers in (
        ("direct model, RX-90", "rx90 base", (889, 653)),
        ("direct model, RX-90 simplified", "rx90 simplified base", (637, 423)),
    )
]

RUBS = "Coulomb and viscous friction of a joint"
FRICTION = [
    Row(
        "text of §9.6.3",
        RUBS,
        "primitive",
        RUBS,
        "",
        polynomial("1"),
        polynomial("2"),
        says="The print has n; 2n and n sign functions for n joints: its sign function gives ±F_c. Ours is 0 at rest, "
        "and F_c sign(q̇) is a second product: 2n; 2n and n signs.",
    )
]

MISPRINTS = {
    ("9.5", "Raibert 78"): "E4-10",
    ("9.5", "Khalil 87b, RX-90, simplified"): "E4-11",
    ("9.6", "simplified, base parameters"): "E4-11",
}

ROWS = tuple(
    row._replace(erratum=MISPRINTS.get((row.table, row.row), "")) for row in (*TABLE_9_5, *TABLE_9_6, *FRICTION, *TEXT)
)
"""All rows of this module."""
