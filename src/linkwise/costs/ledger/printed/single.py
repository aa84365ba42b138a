"""Single operations: Balafoutis & Patel (1991), §4.3.4, §5.3.2 and §6.4.                           [balafoutis1991]"""

from ..fit import polynomial
from .row import Row

SAYS = {
    "sU + (sU)^T of dual tensors": "s is constant in the carrying link's frame, which is used here, so it is doubled "
    "beforehand. If both vary, it takes 12; 6: three doublings, which the print counts as additions.",
    "Euler's equation by vectors, first link": "ω and ω̇ are along z: 3 products for I ω̇, 3 for I ω, and two entries of "
    "ω × I ω, each with its sum. Only the last entry of I ω̇ is ever needed.",
    "Euler's equation by tensors, first link": "The last entry, q̈₁(Ĵxx + Ĵyy), takes two products here and one in "
    "the print.",
    "A E A^T, symmetric": "Two plane rotations, one after the other, each with four products for its 2×2 block.",
}

ROWS = tuple(
    Row(
        f"text of §{section}",
        name,
        "primitive",
        name,
        arm,
        polynomial(times),
        polynomial(plus),
        says=SAYS.get(name, ""),
    )
    for section, name, arm, times, plus in (
        ("4.3.4", "acceleration of a point by vectors", "", "18", "15"),
        ("4.3.4", "acceleration of a point by Ω", "", "9", "9"),
        ("4.3.4", "Euler's equation by vectors", "", "24", "18"),
        ("4.3.4", "Euler's equation by tensors", "", "15", "15"),
        ("4.3.4", "force and moment by vectors", "", "45", "33"),
        ("4.3.4", "force and moment by tensors", "", "27", "24"),
        ("5.3.2", "A v", "general", "8", "4"),
        ("5.3.2", "A v", "quarter", "4", "2"),
        ("5.3.2", "u x v", "", "6", "3"),
        ("5.3.2", "Ω v", "", "9", "6"),
        ("5.3.2", "Ω", "", "6", "9"),
        ("5.3.2", "Euler's equation by vectors, first link", "", "8", "6"),
        ("5.3.2", "Euler's equation by tensors, first link", "", "5", "3"),
        ("6.4", "product of dual tensors", "", "9", "3"),
        ("6.4", "sU + (sU)^T of dual tensors", "general", "9", "9"),
        ("6.4", "A E A^T, symmetric", "general", "21", "18"),
        ("6.4", "A E A^T, symmetric", "quarter", "11", "11"),
    )
)
"""The counts that the text gives for each operation."""
