"""Draws what is computed from what, for formulations whose answer is no recursion from link to link."""

from dataclasses import dataclass, field
from html import escape
from textwrap import wrap


@dataclass(frozen=True)
class Step:
    """One quantity: its letters, how it is computed, what it takes; whether what it gives starts the steps again."""

    gives: str
    how: str
    takes: tuple[str, ...]
    again: str = ""

    @property
    def name(self) -> str:
        """What other steps call it: its letters without spaces."""
        return self.gives.replace(" ", "")


def _steps(*lines: str) -> tuple[Step, ...]:
    """Steps written as "gives : how : what it takes", and "again : name" for a loop back to that step."""
    parts = [[part.strip() for part in line.split(" : ")] for line in lines]
    return tuple(Step(gives, how, tuple(takes.split()), *back) for gives, how, takes, *back in parts)


BIAS = "b : inverse dynamics, q̈ = 0 : q q̇"

FLOWS = {
    "composite.direct_solve": _steps(
        "D : composite bodies : q", BIAS, "q̈ : D q̈ = τ − b : D b τ", "D⁻¹ : the same for unit forces : D"
    ),
    "lagrange.generalized_dalembert": _steps(
        "z, p, r̄ : axes, points on them, centres of mass : θ",
        "D rot, D tran : moments and forces, weighted by joints' motions : z,p,r̄",
        "h rot, h tran : the same, of the velocities : z,p,r̄ θ̇",
        "c : the links' weights : z,p,r̄",
        "τ : D θ̈ + h + c, both parts : Drot,Dtran hrot,htran c θ̈",
    ),
    "lagrange.lynch_park": _steps(
        "M : composite bodies : θ",
        "P : − Σ m g·p : θ",
        "Γ : half-sums of slopes of M : M",
        "C : Σ Γ θ̇ : Γ θ̇",
        "g : slopes ∂P/∂θ : P",
        "τ : M θ̈ + C θ̇ + g : M C θ̈ g",
    ),
    "lagrange.milicevic": _steps(
        "A, U : poses of links, slopes : q",
        "D : Σ Tr(U J Uᵀ) : A,U",
        "h : Σ Tr(∂U J Uᵀ) : A,U",
        "c : − Σ m g U r̄ : A,U",
        "τ : D q̈ + Σ h q̇ q̇ + c : D h c q̇ q̈",
    ),
    "linearized.balafoutis_patel_72": _steps(
        "q̈ : forward dynamics : q q̇ τ",
        "P, V : slopes of inverse dynamics : q q̇ q̈",
        "D⁻¹ : composite bodies, inverted : q",
        "δq̈ : D⁻¹ (δτ − P δq − V δq̇) : P,V D⁻¹",
    ),
    "newton_euler.lynch_park_closed": _steps(
        "Γ : twists to the next link : θ",
        "L : 1 + Γ + … + Γⁿ⁻¹ : Γ",
        "V : L A θ̇ : L θ̇",
        "M : Aᵀ Lᵀ G L A : L",
        "c : of (9.83) : L V θ̇",
        "g : Aᵀ Lᵀ G L V̇_base : L",
        "τ : M θ̈ + c + g : M c g θ̈",
    ),
    "newton_euler.walker_orin_4": _steps(
        "r : τ − b, later r − α Dp : q q̇ τ",
        "p : r, conjugate to all p before : r",
        "Dp : inverse dynamics of p alone : p q",
        "α : p·r / p·Dp : p Dp : r",
        "q̈ : the sum of all α p : p α",
    ),
    "projection.angeles_ma": _steps(
        "T : outward: twists by each joint : q",
        "P : N T, N a root of the masses : T",
        "D : PᵀP : P",
        BIAS,
        "q̈ : D q̈ = τ − b : D b τ",
    ),
    "projection.angeles_ma_2": _steps(
        "P : outward: N T of method 1 : q",
        BIAS,
        "x : shortest with Pᵀx = τ − b : P b τ",
        "q̈ : P q̈ nearest to x : P x",
    ),
    "projection.lynch_park": _steps(
        "J_ib : outward: body Jacobians : θ",
        "M : Σ J_ibᵀ G J_ib : J_ib",
        "V : J_ib θ̇ : J_ib θ̇",
        "K : ½ Σ Vᵀ G V : V",
    ),
}
"""What the formulations compute, in the letters of their docstrings; `takes` has the letters without their spaces."""

BOX, ROW, GAP, MARGIN, LINE = 56, 70, 46, 14, 30
"""Height of a box, distance of rows, width left for the arrows between columns, and around it all, in pixels; the
letters that go into a line."""


@dataclass
class _Node:
    """A place in a column: a step, something given, or (without letters) where an arrow passes by."""

    label: str = ""
    how: str = ""
    before: list["_Node"] = field(default_factory=list)
    y: float = 0.0

    @property
    def width(self) -> float:
        return max(9.5 * len(self.label), *(6.3 * len(line) for line in self.lines)) + 20 if self.label else 0.0

    @property
    def lines(self) -> list[str]:
        return wrap(self.how, LINE) or [""]


def drawing(flow: tuple[Step, ...]) -> str:
    """The steps as boxes in columns, each after all that it takes, as SVG."""
    columns = _columns(flow)
    widths = [max(node.width for node in column) for column in columns]
    lefts = [MARGIN + sum(widths[:k]) + GAP * k for k in range(len(columns))]
    rows = max(map(len, columns))
    for column in columns:
        column.sort(key=lambda node: sum(each.y for each in node.before) / max(len(node.before), 1))
        for k, node in enumerate(column):
            node.y = MARGIN + ROW * (k + (rows - len(column)) / 2) + BOX / 2
    loop = [step for step in flow if step.again]
    width, height = round(lefts[-1] + widths[-1] + MARGIN), ROW * rows + MARGIN + 34 * len(loop)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<style>text{font:15px sans-serif;fill:#1b2a38;text-anchor:middle}.small{font-size:12px;fill:#4a5b6b}"
        ".step{fill:#eef3f8;stroke:#3b6ea5}.given{fill:#fff;stroke:#9db4c8}.to{fill:none;stroke:#3b6ea5}"
        ".back{fill:none;stroke:#c0562f;stroke-dasharray:5 3}</style>",
        f'<rect width="{width}" height="{height}" rx="6" fill="#fff"/>',
    ]
    middles: dict[str, tuple[float, float]] = {}
    for k, (column, left, wide) in enumerate(zip(columns, lefts, widths, strict=True)):
        for node in column:
            parts += [_arrow(each, lefts[k - 1], widths[k - 1], node, left, wide) for each in node.before]
            parts += _box(node, left + wide / 2)
            middles[node.label] = (left + wide / 2, node.y + BOX / 2)
    for step in loop:
        (x, y), (to, low) = middles[step.gives], middles[step.again]
        line = height - 22
        parts.append(f'<path class="back" d="M{x:.0f} {y:.0f}V{line}H{to:.0f}V{low:.0f}m-4 8l4 -8l4 8"/>')
        parts.append(f'<text class="small" x="{(x + to) / 2:.0f}" y="{line + 15}">n times</text>')
    return "\n".join([*parts, "</svg>", ""])


def _columns(flow: tuple[Step, ...]) -> list[list[_Node]]:
    """The nodes column by column; what is given stands anew before each column that takes it."""
    depth: dict[str, int] = {}
    for step in flow:
        depth[step.name] = 1 + max(depth.get(name, 0) for name in step.takes)
    columns: list[list[_Node]] = [[] for _ in range(max(depth.values()) + 1)]
    nodes: dict[tuple[str, int], _Node] = {}

    def at(name: str, column: int) -> _Node:
        """The node of a name in a column: its step, a passing arrow, or the name itself where it is given."""
        if (name, column) not in nodes:
            nodes[name, column] = _Node("", "", [at(name, column - 1)]) if name in depth else _Node(name)
            columns[column].append(nodes[name, column])
        return nodes[name, column]

    for step in sorted(flow, key=lambda step: depth[step.name]):
        column = depth[step.name]
        nodes[step.name, column] = node = _Node(step.gives, step.how, [at(each, column - 1) for each in step.takes])
        columns[column].append(node)
    return columns


def _arrow(tail: _Node, left: float, wide: float, head: _Node, to: float, room: float) -> str:
    """A curve from column to column; it goes straight beside the boxes, and through a column where it only passes."""
    right, half = left + wide, wide / 2
    start = right - half + tail.width / 2 if tail.label else right
    end = f"H{to + (room - head.width) / 2:.0f}m-8 -4l8 4l-8 4" if head.label else f"H{to + room:.0f}"
    bend = (to - right) / 2
    curve = f"C{right + bend:.0f} {tail.y:.0f} {to - bend:.0f} {head.y:.0f} {to:.0f} {head.y:.0f}"
    return f'<path class="to" d="M{start:.0f} {tail.y:.0f}H{right:.0f}{curve}{end}"/>'


def _box(node: _Node, x: float) -> list[str]:
    """What a node shows: its letters, and below them how a step computes them."""
    if not node.label:
        return []
    kind, tall = ("step", BOX) if node.how else ("given", 30)
    corner = f'x="{x - node.width / 2:.0f}" y="{node.y - tall / 2:.0f}"'
    first = node.y + (2 - 7 * len(node.lines) if node.how else 5)
    parts = [
        f'<rect class="{kind}" {corner} width="{node.width:.0f}" height="{tall}" rx="7"/>',
        f'<text x="{x:.0f}" y="{first:.0f}">{escape(node.label)}</text>',
    ]
    for k, line in enumerate(node.lines if node.how else [], 1):
        parts.append(f'<text class="small" x="{x:.0f}" y="{first + 2 + 14 * k:.0f}">{escape(line)}</text>')
    return parts


def caption(flow: tuple[Step, ...]) -> str:
    """The drawing in words, for those who cannot see it."""
    parts = [f"{step.gives} from {', '.join(step.takes)} ({step.how})" for step in flow]
    again = [f", from {step.again} on n times" for step in flow if step.again]
    return "What is computed from what: " + "; ".join(parts) + "".join(again)
