"""How the letters of a formulation are written in ASCII, in LaTeX and in words: one row each.

The book's own habit [khalil2002]: ω is W and ω̇ is WP, q̇ is QP and q̈ is QDP, Γ (here τ) is GAM.
"""

from typing import NamedTuple


class Letter(NamedTuple):
    """A letter, or a mark above one: in a name, in LaTeX (a mark has {} for the letter below it), in words."""

    plain: str
    latex: str
    word: str


LETTERS = {
    "α": Letter("AL", r"\alpha", "alpha"),
    "β": Letter("BE", r"\beta", "beta"),
    "γ": Letter("GA", r"\gamma", "gamma"),
    "δ": Letter("DE", r"\delta", "delta"),
    "ε": Letter("EP", r"\varepsilon", "epsilon"),
    "ζ": Letter("ZE", r"\zeta", "zeta"),
    "η": Letter("ETA", r"\eta", "eta"),
    "θ": Letter("TH", r"\theta", "theta"),
    "ι": Letter("IO", r"\iota", "iota"),
    "κ": Letter("KA", r"\kappa", "kappa"),
    "λ": Letter("LA", r"\lambda", "lambda"),
    "μ": Letter("MU", r"\mu", "mu"),
    "ν": Letter("NU", r"\nu", "nu"),
    "ξ": Letter("XI", r"\xi", "xi"),
    "π": Letter("PI", r"\pi", "pi"),
    "ρ": Letter("RHO", r"\rho", "rho"),
    "σ": Letter("SI", r"\sigma", "sigma"),
    "τ": Letter("GAM", r"\tau", "tau"),
    "υ": Letter("UP", r"\upsilon", "upsilon"),
    "φ": Letter("PHI", r"\varphi", "phi"),
    "χ": Letter("CHI", r"\chi", "chi"),
    "ψ": Letter("PSI", r"\psi", "psi"),
    "ω": Letter("W", r"\omega", "omega"),
    "Γ": Letter("GAM", r"\Gamma", "Gamma"),
    "Δ": Letter("DEL", r"\Delta", "Delta"),
    "Θ": Letter("THE", r"\Theta", "Theta"),
    "Λ": Letter("LAM", r"\Lambda", "Lambda"),
    "Ξ": Letter("XII", r"\Xi", "Xi"),
    "Π": Letter("PII", r"\Pi", "Pi"),
    "Σ": Letter("SIG", r"\Sigma", "Sigma"),
    "Φ": Letter("PHH", r"\Phi", "Phi"),
    "Ψ": Letter("PSS", r"\Psi", "Psi"),
    "Ω": Letter("OM", r"\Omega", "Omega"),
}
"""Greek letters."""

MARKS = {
    "\u0307": Letter("P", r"\dot{{{}}}", "time derivative"),
    "\u0308": Letter("DP", r"\ddot{{{}}}", "second time derivative"),
    "\u0302": Letter("H", r"\hat{{{}}}", "hat"),
    "\u0304": Letter("B", r"\bar{{{}}}", "bar"),
    "\u0303": Letter("T", r"\tilde{{{}}}", "tilde"),
}
"""Marks above a letter."""

DERIVATIVES = {"d": MARKS["\u0307"], "dd": MARKS["\u0308"]}
"""How the code writes a time derivative: as a suffix."""
