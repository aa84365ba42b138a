"""The inertia matrix and forward dynamics: Balafoutis & Patel (1991), Tables 6.1–6.3 and §6.2.      [balafoutis1991]"""

from .row import Row, algorithms, corrected, equations

D, FD, ALGORITHM = "mass_matrix", "forward_dynamics", "composite.balafoutis_patel_62"

TABLE_6_1 = equations(
    "6.1",
    D,
    ALGORITHM,
    """
    6.3.29a | U | 8n-16 7n-10 | 4n-8 5n-10
    6.3.29b | - | 2n-2 0 | 2n-2 0
    6.3.29c | E | 30n-42 39n-52 | 20n-25 32n-42
    6.3.29d–f | - | 0 0 | 0 0
    6.3.30a | f_ji | 4n^2-12n+8 2n^2-6n+4 | 2n^2-6n+4 n^2-3n+2
    6.3.30b | η_ji | 7n^2-17n+10 3.5n^2-7.5n+4 | 5n^2-13n+8 2.5n^2-5.5n+3
    6.3.30c | rest | 0 0 | 0 0
    total | | 11n^2+11n-42 5.5n^2+32.5n-54 | 7n^2+7n-23 3.5n^2+28.5n-47
    """,
    {
        "6.3.29a": "U₁ is not needed, only A₂U₂ for E₁; U_n is constant, so A_n U_n takes two products less.",
        "6.3.29b": "s is expressed in the carrying link's frame here, where it is constant: nothing to compute.",
        "6.3.29c": "A E Aᵀ takes 17; 14 by two plane rotations (9; 7 if α is 90°); 21; 18 (11; 11) is printed.",
        "6.3.30a": "f_{1,i} is needed here because s × f is computed in the carrying link's frame; the book uses the "
        "other frame, and pays for s there (29b). An entry d_{1,i} thus takes 12; 7 in (6.3.30), 9; 8 in the book; "
        "with (6.3.29b) and the right count of (6.3.30b), ours takes fewer operations in all.",
        "6.3.30b": "The print has 14; 7 per pair and 4; 3 for the last entries; the equation takes 14; 10 and 9; 8. "
        "Table 7.2 counts 14; 10 for (7.3.19d). The last entries η_{1,i} take 6; 4 here.",
        "total": "Beaten up to n = 8; beyond that, the additions that the print omits in (6.3.30b) prevail.",
        "total quarter": "Because of (6.3.29b,c).",
    },
)
TABLE_6_1 = corrected(
    TABLE_6_1,
    """
    6.3.29a | E2-39 | 8n-16 7n-14 |
    6.3.30b | E2-40 | 7n^2-12n+5 5n^2-7n+2 | 5n^2-9n+4 4n^2-7n+3
    total | E2-40 | 11n^2+16n-47 7n^2+33n-60 | 7n^2+11n-27 5n^2+27n-47
    """,
)

TABLE_6_2 = algorithms(
    "6.2",
    D,
    "general",
    """
    Walker and Orin | composite.walker_orin | 12n^2+56n-27 7n^2+67n-56 | 741 601
    Angeles and Ma | projection.angeles_ma | n^3+17n^2-15n+8 n^3+14n^2-16n+5 | 746 629
    Featherstone | composite.featherstone | 10n^2+31n-41 6n^2+40n-46 | 505 410
    Algorithm 6.2 | composite.balafoutis_patel_62 | 11n^2+11n-42 5.5n^2+32.5n-54 | 420 339
    """,
    {
        "Walker and Orin": "The formula gives 598 additions for n = 6, but 601 is printed; 12n² + 26n + 27 in the "
        "text is another misprint (E2-34).",
        "Angeles and Ma": "Their own method, with each link's twists in its own frame, takes n³ + 20.5n² here, which "
        "is fewer up to n = 8; Algorithm 6.2 takes fewer throughout.",
        "Featherstone": "11n² and 7n², not 10n² and 6n², but fewer for each link.",
        "Algorithm 6.2": "As the total of Table 6.1.",
    },
)

TABLE_6_2 = corrected(
    TABLE_6_2,
    """
    Walker and Orin | E2-35 | 12n^2+56n-27 7n^2+67n-53
    Algorithm 6.2 | E2-40 | 11n^2+16n-47 7n^2+33n-60
    """,
)

TABLE_6_3 = algorithms(
    "6.3",
    FD,
    "general",
    """
    Kazerounian and Gupta | ~composite.direct_solve | | 2468 1879
    Walker and Orin | composite.walker_orin | | 1627 1261
    Wang and Ravani | ~composite.direct_solve | | 1659 1252
    Featherstone, articulated | articulated.khalil_dombre | | 1533 1415
    Featherstone, composite | ~composite.direct_solve | | 1303 1019
    Angeles and Ma | projection.angeles_ma | | 1353 1165
    Algorithms 6.2, 5.7 | composite.direct_solve | | 956 790
    """,
    {
        **dict.fromkeys(
            ("Kazerounian and Gupta", "Wang and Ravani", "Featherstone, composite"),
            "Compared with Algorithms 6.2 and 5.6 and an LᵀDL solution.",
        ),
        "Featherstone, articulated": "The articulated bodies of Khalil & Dombre §9.7.2; sharing brings them below the "
        "print.",
        "Walker and Orin": "Bias by Algorithm 5.6.",
        "Angeles and Ma": "Bias by Algorithm 5.6.",
        "Algorithms 6.2, 5.7": "Bias by Algorithm 5.6.",
    },
)

TEXT = [
    Row("text of §6.2", name, FD, by, "", None, None, says=says)
    for name, by, says in (
        (
            "Walker and Orin, method 4",
            "newton_euler.walker_orin_4",
            "The print has O(n²), worth while for n ≥ 12. Plain conjugate gradients from 0 take 167n − 211; 139n − 193 "
            "for the first step and 73n − 84; 58n − 75 for each more: n steps are cheaper than composite.direct_solve "
            "from n = 330 on and never cheaper than articulated bodies, two steps from n = 10 on "
            "(docs/conjugate_gradients.md).",
        ),
        (
            "Chou, Baciu and Kesavan",
            "newton_euler.chou_baciu_kesavan",
            "The print has 20n equations, almost certainly very expensive. Solved in an order that skips their zeros "
            "they take 2133; 1614 for n = 6, more than twice composite.direct_solve; a dense solution of 20n "
            "equations takes (20n)³/3 products, 576000.",
        ),
    )
]

ROWS = (*TABLE_6_1, *TABLE_6_2, *TABLE_6_3, *TEXT)
"""All rows of this module."""
