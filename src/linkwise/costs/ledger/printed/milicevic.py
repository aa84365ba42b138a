"""Milićević et al., Table 3: three formulations in general.                                        [milicevic2007]"""

from .row import algorithms

ROWS = (
    *algorithms(
        "3",
        "inverse_dynamics",
        "general",
        """
        Lagrange-Euler | lagrange.milicevic | 128/3n^4+512/3n^3+739/3n^2+160/3n 98/3n^4+781/6n^3+559/3n^2+245/6n |
        Newton-Euler | newton_euler.milicevic_link | 132n 111n-4 |
        Generalized d'Alembert | lagrange.generalized_dalembert | 13/6n^3+105/2n^2+268/3n+69 4/3n^3+44n^2+146/3n+45 |
        """,
        {
            "Lagrange-Euler": "The source counts full 4×4 products, for every term again; here each derivative is "
            "computed once. No numbers for n = 6 are printed; the "
            "formula gives 101348; 77405, whereas the other sources quote 66271; 51548.",
            "Newton-Euler": "Five rotations per link take 8 products each, not 9, which is the 5n; and the first "
            "link has zeros.",
            "Generalized d'Alembert": "ω_k and β_k are passed from link to link.",
        },
    ),
)
"""The three columns of the table."""
