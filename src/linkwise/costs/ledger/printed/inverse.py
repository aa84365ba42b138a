"""Inverse dynamics: Balafoutis & Patel (1991), Tables 5.1–5.3 and the counts in the text around them.

Multiples of n − 1 are multiplied out.                                                             [balafoutis1991]
"""

from .row import algorithms, corrected, equations

ID, ALGORITHM = "inverse_dynamics", "newton_euler.balafoutis_patel_57"

FIRST = (
    "Table 5.1 counts n − 1 equal cycles; here the second cycle also uses that ω₁ and ω̇₁ are along z₁ and that Ω₁ has "
    "four entries."
)
SHORT = "If α is 90°, a component of s is 0, which the table does not use."
MIXED = "The print is between the twists: the second cycle takes {} if α₂ is 90° and {} if it is 0°; {} is printed."
THIRD_ROW = (
    "Only the last entry of η₁ is needed. The print takes the third row of A₂ as three known numbers; computed from "
    "sine, cosine and twist it takes a fourth product."
)

TABLE_5_1 = equations(
    "5.1",
    ID,
    ALGORITHM,
    """
    5.3.45a | ω | 8n-8 5n-5 | 4n-4 3n-3
    5.3.45b | ωd | 10n-10 7n-7 | 6n-6 5n-5
    5.3.45c | Ω | 6n-5 9n-9 | 6n-5 9n-9
    5.3.45e | sdd | 17n-14 13n-13 | 13n-11 11n-11
    5.3.45f | μ | 15n-10 15n-12 | 15n-10 15n-12
    5.3.45g | - | 0 0 | 0 0
    5.3.46a | Udd | 17n-8 13n-7 | 13n-4 11n-5
    5.3.46b | η | 20n-14 19n-13 | 16n-10 17n-11
    5.3.46c | τ | 0 0 | 0 0
    total | | 93n-69 81n-66 | 73n-50 71n-56
    """,
    {
        **dict.fromkeys(("5.3.45a", "5.3.45b", "5.3.45e", "5.3.46a", "total"), FIRST),
        "5.3.45e quarter": f"{FIRST} {SHORT}",
        "5.3.46b quarter": SHORT,
        "total quarter": f"{FIRST} {SHORT}",
        "5.3.45f": "As written 15n − 9; 15n − 12: the last entry of μ₁, q̈₁(K̂xx + K̂yy), takes two products here and one "
        "in the print. Only that entry is needed.",
        "5.3.46b": "u₁ × s̈₁ uses that the last entry of s̈₁ is constant.",
    },
)

TABLE_5_2 = equations(
    "5.2",
    ID,
    ALGORITHM,
    """
    5.3.45a | ω | 8n-12 5n-9 | 4n-7 3n-5
    5.3.45b | ωd | 10n-15 7n-11 | 6n-10 5n-8
    5.3.45c | Ω | 6n-5 9n-9 | 6n-5 9n-9
    5.3.45e | sdd | 17n-19 13n-16 | 13n-16 11n-14
    5.3.45f | μ | 15n-13 15n-14 | 15n-13 15n-14
    5.3.45g | - | 0 0 | 0 0
    5.3.46a | Udd | 17n-17 13n-16 | 13n-13 11n-3
    5.3.46b | η | 20n-27 19n-25 | 16n-20 17n-22
    5.3.46c | τ | 0 0 | 0 0
    total | | 93n-108 81n-100 | 73n-84 71n-75
    """,
    {
        "5.3.45a quarter": MIXED.format("2; 0", "0; 1", "1; 1"),
        "5.3.45b": "The print takes the third row of A₂ as three known numbers, so A₂ᵀz₁q̈₁ takes three products; "
        "computed from sine, cosine and twist it takes four, as A₂ᵀz₁q̇₁ does in 45a. ω × z q̇₂ takes two.",
        "5.3.45b quarter": MIXED.format("4; 2", "0; 1", "2; 2"),
        "5.3.45e": "s̈₁ takes two products because its last entry is constant, and so is that of s̈₁ + Ω₁s: A₂ᵀ then "
        "takes six products; Ω₁s takes four products and two sums.",
        "5.3.45e quarter": SHORT,
        "5.3.46b": THIRD_ROW,
        "5.3.46b quarter": SHORT,
        "5.3.46a": "Ü₁ is not needed, and of A₂Ü₂ only what s × A₂Ü₂ contributes to the last entry of η₁.",
        "5.3.46a quarter": "As in the general column.",
        "total": "Because of what (5.3.45e) and (5.3.46a) save.",
        "total quarter": f"{SHORT} The printed total includes the misprinted 11n − 3.",
    },
)
TABLE_5_2 = corrected(
    TABLE_5_2,
    """
    5.3.46a | E2-37 | | 13n-13 11n-14
    total | E2-37 | | 73n-84 71n-86
    """,
)

WHOLE_MATRICES = (
    "The source counts full matrix products, including ×0 and ×1; the plain count of the same equations is of that "
    "size."
)
ONCE = (
    "Each derivative of W_j, and each product of one with J_j, is computed once here, and only the diagonal of a "
    "product under a trace; so even the plain count is far lower."
)
NOT_OURS = "Not described in the sources; compared with the recursion that it improves."

TABLE_5_3 = algorithms(
    "5.3",
    ID,
    "general",
    """
    Hollerbach (4x4) | lagrange.hollerbach_4x4 | 830n-592 675n-464 | 4388 3586
    Hollerbach (3x3) | lagrange.hollerbach_3x3 | 412n-277 320n-201 | 2195 1719
    Luh et al. | newton_euler.luh_walker_paul | 150n-48 131n-48 | 852 738
    Craig | newton_euler.iterative_notes | 126n-99 106n-92 | 657 544
    Khosla and Neuman | ~newton_euler.luh_walker_paul | 123n-60 96n-55 | 678 521
    Li | ~newton_euler.luh_walker_paul | 120n-104 98n-94 | 616 494
    Khalil et al. | newton_euler.khalil_dombre | 105n-92 94n-86 | 538 478
    Angeles et al. | projection.angeles_ma_rojas | 105n-109 90n-105 | 521 435
    Alg. 5.6 | newton_euler.balafoutis_patel_56 | 96n-77 84n-70 | 499 434
    Alg. 5.7 | newton_euler.balafoutis_patel_57 | 93n-69 81n-66 | 489 420
    Alg. 5.7, n >= 2 | newton_euler.balafoutis_patel_57 | 93n-108 81n-100 | 450 386
    """,
    {
        "Hollerbach (4x4)": WHOLE_MATRICES,
        "Hollerbach (3x3)": WHOLE_MATRICES,
        "Luh et al.": "Hollerbach's count of the general recursion; here known zeros and the first link's are used.",
        "Craig": "Five rotations per link take 8 products each, not 9, and ω × z q̇ two, not six, which is the 9n; and "
        "the first link has zeros.",
        "Khosla and Neuman": NOT_OURS,
        "Li": NOT_OURS,
        "Khalil et al.": "The same recursion, linear in the parameters: 105n in both.",
        "Angeles et al.": "Kane's equations as in (5.2.36) cost as much as those of Luh, Walker and Paul; the "
        "authors' own organisation of them is not described.",
        "Alg. 5.6": "96n; 84n in both; the difference is the first link's zeros.",
        "Alg. 5.7": FIRST,
        "Alg. 5.7, n >= 2": "Table 5.2.",
    },
)

TEXT = algorithms(
    "text of ch. 5",
    ID,
    "general",
    """
    Uicker/Kahn | lagrange.uicker_kahn | | 66271 51548
    Waters | lagrange.waters | | 7051 5652
    Vukobratovic, Renaud | lagrange.renaud_vukobratovic | 3/2n^3+35/2n^2+9n-36 7/6n^3+23/2n^2+32n-28 | 992 776
    Featherstone | newton_euler.featherstone | 130n-68 101n-56 | 712 550
    """,
    {
        "Uicker/Kahn": ONCE,
        "Waters": WHOLE_MATRICES,
        "Vukobratovic, Renaud": "The formula and the numbers 992; 776 for n = 6 contradict each other (E2-33). The "
        "authors' recursions for the sums are not described; written out, (5.2.19) costs more, and only programs of "
        "other formulations take fewer operations than printed.",
        "Featherstone": "136n and 108n, not 130n and 101n, but for small n the first link's zeros save more; the print "
        "is based on a spatial arithmetic package.",
    },
)

TEXT = [row._replace(erratum="E2-33") if row.row == "Vukobratovic, Renaud" else row for row in TEXT]

ROWS = (*TABLE_5_1, *TABLE_5_2, *TABLE_5_3, *TEXT)
"""All rows of this module."""
