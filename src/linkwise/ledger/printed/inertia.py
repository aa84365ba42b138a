"""The inertia matrix and forward dynamics: Balafoutis & Patel (1991), Tables 6.1–6.3.             [balafoutis1991]"""

from .row import algorithms, equations

D, FD, ALGORITHM = "mass_matrix", "forward_dynamics", "composite.balafoutis_patel_62"

TABLE_6_1 = equations(
    "6.1", D, ALGORITHM,
    """
    6.3.29a | U | 8n-16 7n-10 | 4n-8 5n-10
    6.3.29b | s | 2n-2 0 | 2n-2 0
    6.3.29c | E | 30n-42 39n-52 | 20n-25 32n-42
    6.3.30a | f_ji | 4n^2-12n+8 2n^2-6n+4 | 2n^2-6n+4 n^2-3n+2
    6.3.30b | η_ji | 7n^2-17n+10 3.5n^2-7.5n+4 | 5n^2-13n+8 2.5n^2-5.5n+3
    total | | 11n^2+11n-42 5.5n^2+32.5n-54 | 7n^2+7n-23 3.5n^2+28.5n-47
    """,
    {
        "6.3.29a": "U₁ is not needed, only A₂U₂, for E₁.",
        "6.3.29b": "s is seen from the carrying link here, where it is constant: nothing to compute.",
        "6.3.29c": "A E Aᵀ takes 17; 14 by two plane turns (9; 7 where α is 90°); 21; 18 (11; 11) are printed.",
        "6.3.30a": "f_{1,i} is needed here, for s × f is taken in the carrying link's frame; the book takes it in the "
        "other, and pays for s there (29b).",
        "6.3.30b": "The print counts 7 additions a pair, those of A η and of s × f, and none for the sum of the two; "
        "Table 7.2 counts 10 for the same equation (7.3.19d). The last entries η_{1,i} take 6 products here, 4 there.",
        "total": "Beaten up to n = 8; beyond, the additions that the print leaves out of (6.3.30b) tell.",
        "total quarter": "By (6.3.29b,c).",
    },
)  # fmt: skip
SUM_LOST = "The additions of (6.3.30b) lack those of the sum: about 1.5n² of the total."
TABLE_6_1 = [row._replace(erratum=SUM_LOST) if row.row in ("6.3.30b", "total") else row for row in TABLE_6_1]

TABLE_6_2 = algorithms(
    "6.2", D, "general",
    """
    Walker and Orin | composite.walker_orin | 12n^2+56n-27 7n^2+67n-56 | 741 601
    Angeles and Ma | projection.angeles_ma | n^3+17n^2-15n+8 n^3+14n^2-16n+5 | 746 629
    Featherstone | composite.featherstone | 10n^2+31n-41 6n^2+40n-46 | 505 410
    Algorithm 6.2 | composite.balafoutis_patel_62 | 11n^2+11n-42 5.5n^2+32.5n-54 | 420 339
    """,
    {
        "Walker and Orin": "The formula gives 598 additions for n = 6, the print says 601; 12n² + 26n + 27 in the "
        "text is "
        "another misprint: ERRATA E2-34, E2-35.",
        "Angeles and Ma": "The twist of a link is seen from the link, where N is constant.",
        "Featherstone": "11n² and 7n², not 10n² and 6n², but fewer on each link: no more than printed up to n = 10.",
        "Algorithm 6.2": "Table 6.1: beaten up to n = 8.",
    },
)  # fmt: skip

TABLE_6_3 = algorithms(
    "6.3", FD, "general",
    """
    Kazerounian and Gupta | ~composite.direct_solve | | 2468 1879
    Walker and Orin | ~composite.direct_solve | | 1627 1261
    Wang and Ravani | ~composite.direct_solve | | 1659 1252
    Featherstone, articulated | articulated.khalil_dombre | | 1533 1415
    Featherstone, composite | ~composite.direct_solve | | 1303 1019
    Angeles and Ma | projection.angeles_ma | | 1353 1165
    Algorithms 6.2, 5.7 | composite.direct_solve | | 956 790
    """,
    {
        **dict.fromkeys(
            ("Kazerounian and Gupta", "Walker and Orin", "Wang and Ravani", "Featherstone, composite"),
            "Held against Algorithms 6.2 and 5.6 with an LᵀDL solution, whose divisions are beside the count.",
        ),
        "Featherstone, articulated": "The articulated bodies of Khalil & Dombre §9.7.2; sharing brings them below.",
        "Angeles and Ma": "Bias by Algorithm 5.6.",
        "Algorithms 6.2, 5.7": "Bias by Algorithm 5.6.",
    },
)  # fmt: skip

ROWS = (*TABLE_6_1, *TABLE_6_2, *TABLE_6_3)
"""All of them."""
