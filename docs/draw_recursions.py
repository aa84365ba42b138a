"""Draws what a formulation carries outward and inward along the links, read from its source: the loops are its own."""

import ast
import inspect
import re
from dataclasses import dataclass
from html import escape
from types import ModuleType

OUTWARD, INWARD = "outward", "inward"
COLOURS = {OUTWARD: "#3b6ea5", INWARD: "#c0562f"}
RESULTS = {"τ", "Γ", "δτ", "qdd"}
"""What leaves the recursion at each joint."""

SPELLED = {"J_star": "𝕁*", "Ja": "𝕁*a", "H_inv": "H⁻¹", "twice_v": "2v", "twice_B": "2B", "h": "h", "od": "δω"}
"""Names of the code whose letters on the page cannot be told by rule."""

JOINTS, LEFT, STEP, ROW = 4, 130, 120, 46
"""How many joints are drawn; pixels to the first, from one to the next, and from one sweep to the next."""


@dataclass(frozen=True)
class SweepDrawn:
    """One loop over the links: what goes from link to link, what stays at each link, what leaves at the joints."""

    direction: str
    carried: tuple[str, ...]
    at_links: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    reach: int = 1
    """How many links further it goes at once."""


DOUBLED = {OUTWARD: ("W", "ω", "ω̇", "s̈"), INWARD: ("f", "n")}
WRITTEN = {
    "composite.featherstone": [SweepDrawn(INWARD, ("Iᶜ",)), SweepDrawn(INWARD, ("F",), results=("H",))],
    "kinematics.orin_schrader": [SweepDrawn(OUTWARD, ("T",), ("S",)), SweepDrawn(OUTWARD, ("v",), results=("J", "J̇"))],
    "newton_euler.lee_chang": [
        SweepDrawn(OUTWARD, DOUBLED[OUTWARD]),
        SweepDrawn(OUTWARD, DOUBLED[OUTWARD], ("F", "N"), reach=2),
        SweepDrawn(INWARD, DOUBLED[INWARD]),
        SweepDrawn(INWARD, DOUBLED[INWARD], results=("τ",), reach=2),
    ],
    "regressor.gautier_khalil": [
        SweepDrawn(OUTWARD, ("V",), ("e",)),
        SweepDrawn(OUTWARD, ("T",), ("u",)),
        SweepDrawn(OUTWARD, ("a",), results=("p",)),
    ],
}
"""Recursions that the reader of sources below does not see, for their loops fill lists or matrices."""


def sweeps(module: ModuleType) -> list[SweepDrawn]:
    """The loops over links that a formulation's file has, in the order of the file, each once."""
    principle, name = module.__name__.split(".")[-2:]
    if f"{principle}.{name}" in WRITTEN:
        return WRITTEN[f"{principle}.{name}"]
    found: list[SweepDrawn] = []
    for loop in ast.walk(ast.parse(inspect.getsource(module))):
        if not isinstance(loop, ast.For):
            continue
        over = ast.unparse(loop.iter)
        direction = OUTWARD if "outward" in over else INWARD if "inward" in over else ""
        names = dict.fromkeys(name for node in ast.walk(loop) for name in _assigned(node))
        between = _of_other_links(loop)
        letters = {name: _letter(name) for name in names if name not in RESULTS and _letter(name)}
        sweep = SweepDrawn(
            direction,
            tuple(letter for name, letter in letters.items() if name in between),
            tuple(letter for name, letter in letters.items() if name not in between),
            tuple(_letter(name) for name in names if name in RESULTS),
        )
        if direction and (letters or sweep.results) and sweep not in found:
            found.append(sweep)
    return found


def _assigned(node: ast.AST) -> list[str]:
    """The names of the arrays whose entries a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return [part.value.id for part in parts if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name)]


def _of_other_links(loop: ast.For) -> set[str]:
    """The arrays of which a loop uses entries of another link than the one it is at."""
    here = ast.unparse(loop.target).split(",")[0].strip("()")
    entries = [node for node in ast.walk(loop) if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)]
    return {node.value.id for node in entries if isinstance(node.value, ast.Name) and ast.unparse(node.slice) != here}


def _letter(name: str) -> str:
    """A name of the code as the page has it: ω̇ for ωd; empty for a name that is no quantity."""
    if name in SPELLED:
        return SPELLED[name]
    dotted = re.fullmatch(r"(δ?\w[\u0300-\u036f]?)(d{0,2})", name)
    return dotted[1] + ("", "\u0307", "\u0308")[len(dotted[2])] if dotted else ""


def drawing(found: list[SweepDrawn]) -> str:
    """The sweeps below a chain of links, as SVG."""
    width, top = LEFT + STEP * JOINTS + 190, 84
    height = top + ROW * len(found) + 12
    ends = [LEFT + STEP * k for k in range(JOINTS)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<style>text{font:15px sans-serif;fill:#1b2a38}.small{font-size:12px;fill:#4a5b6b}"
        ".link{stroke:#9db4c8;stroke-width:10;stroke-linecap:round}.joint{fill:#fff;stroke:#1b2a38;stroke-width:1.6}"
        ".halo{stroke:#fff;stroke-width:6;paint-order:stroke}</style>",
        f'<rect width="{width}" height="{height}" rx="6" fill="#fff"/>',
        f'<path d="M{LEFT - 40} 22v36" stroke="#1b2a38" stroke-width="3"/>'
        f'<text class="small" x="{LEFT - 46}" y="44" text-anchor="end">base</text>',
    ]
    for x in [LEFT - 40, *ends]:
        parts.append(f'<line class="link" x1="{x}" y1="40" x2="{x + (STEP if x in ends else 40)}" y2="40"/>')
    parts += [f'<circle class="joint" cx="{x}" cy="40" r="8"/>' for x in ends]
    parts.append(f'<text class="small" x="{ends[-1] + STEP - 12}" y="66" text-anchor="middle">tip</text>')
    for row, sweep in enumerate(found):
        parts += _row(sweep, ends, top + ROW * row + 14)
    return "\n".join([*parts, "</svg>", ""])


def _row(sweep: SweepDrawn, ends: list[int], y: int) -> list[str]:
    """One sweep: an arrow from link to link, what it carries, what leaves it."""
    colour = COLOURS[sweep.direction]
    carried = escape(", ".join(sweep.carried))
    parts = [f'<text class="small" x="14" y="{y + 4}">{sweep.direction}</text>']
    for k, x in enumerate(ends[: len(ends) - sweep.reach + 1]):
        low, far = y + 7 * (k % sweep.reach), STEP * sweep.reach
        tail, head = (x, x + far - 14) if sweep.direction == OUTWARD else (x + far - 8, x + 6)
        wing = -8 if head > tail else 8
        parts.append(f'<path d="M{tail} {low}H{head}m{wing} -4l{-wing} 4l{wing} 4" fill="none" stroke="{colour}"/>')
    middle = (ends[1] + ends[2]) // 2
    if carried:
        parts.append(f'<text class="halo" x="{middle}" y="{y - 9}" text-anchor="middle">{carried}</text>')
    if sweep.at_links:
        stays = f"each link: {escape(', '.join(sweep.at_links))}"
        parts.append(f'<text class="small" x="{LEFT + STEP * JOINTS + 4}" y="{y + 4}">{stays}</text>')
    y += 7 * (sweep.reach - 1)
    for x in ends if sweep.results else []:
        results = escape(", ".join(sweep.results))
        parts.append(f'<path d="M{x} {y}v14m-4 -6l4 6l4 -6" fill="none" stroke="{colour}"/>')
        parts.append(f'<text class="small" x="{x + 8}" y="{y + 16}">{results}</text>')
    return parts


def caption(found: list[SweepDrawn]) -> str:
    """The drawing in words, for those who cannot see it."""
    parts = []
    for sweep in found:
        carries = f" with {', '.join(sweep.carried)}" if sweep.carried else ""
        carries += f", at each link {', '.join(sweep.at_links)}" if sweep.at_links else ""
        leaves = f", giving {', '.join(sweep.results)}" if sweep.results else ""
        far = f", {sweep.reach} links at once" if sweep.reach > 1 else ""
        parts.append(f"{sweep.direction}{far}{carries}{leaves}")
    return "Along the links: " + "; ".join(parts)
