"""Draws the layers of the house and who looks at whom: `python docs/layers.py` writes docs/layers.svg.

The layers are those that tests/house/imports.py states; the arrows are read from the source. An arrow that follows from
others (a looks at b, b looks at c) is left out.
"""

import ast
import sys
from html import escape
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))
from tests.house.imports import EXCEPTIONS, LAYERS, SOURCE, arrows, imports, room  # noqa: E402

CAPTIONS = (
    "the ground",
    "the page and the program",
    "the call (private)",
    "the face",
    "what people do with a robot",
    "is it right, what does it cost",
    "seeing",
)
"""What the layers are called."""

WIDTH, LEFT, TOP, ROW, BOX = 1300, 236, 24, 104, (98, 34)
"""Pixels: of the drawing, its margins, from layer to layer, and of a room's box."""


def reduced(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows that do not follow from others."""

    def beyond(room: str, seen: set[str]) -> set[str]:
        for other in edges.get(room, ()):
            if other not in seen:
                seen.add(other)
                beyond(other, seen)
        return seen

    return {
        room: {other for other in others if not any(other in beyond(via, set()) for via in others - {other})}
        for room, others in edges.items()
    }


def about(room: str) -> str:
    """The first line of a room's docstring."""
    path = SOURCE / room / "__init__.py" if (SOURCE / room).is_dir() else SOURCE / f"{room}.py"
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]


def places() -> dict[str, tuple[float, float]]:
    """The middle of each room's box."""
    found = {}
    for k, rooms in enumerate(LAYERS):
        names = rooms.split()
        step = (WIDTH - LEFT - 20) / len(names)
        for i, name in enumerate(names):
            found[name] = (LEFT + step * (i + 0.5), TOP + ROW * (k + 0.5))
    return found


def arrow(here: tuple[float, float], there: tuple[float, float], kind: str = "") -> str:
    """A curve from a room to one it looks at: upwards, or over the boxes of its own layer."""
    (x, y), (u, v) = here, there
    half = BOX[1] / 2
    if y == v:
        rise = 16 + 0.06 * abs(x - u)
        top, end = y - half - rise, v - half - 2
        path = f"M {x:.0f} {y - half:.0f} C {x:.0f} {top:.0f} {u:.0f} {top:.0f} {u:.0f} {end:.0f}"
    else:
        sign = 1 if v < y else -1
        path = (
            f"M {x:.0f} {y - sign * half:.0f} C {x:.0f} {y - sign * (half + 40):.0f} "
            f"{u:.0f} {v + sign * (half + 40):.0f} {u:.0f} {v + sign * (half + 2):.0f}"
        )
    return f'<path class="arrow {kind}" d="{path}" marker-end="url(#{kind or "head"})"/>'


def drawing() -> str:
    """The picture as SVG."""
    at, height = places(), TOP * 2 + ROW * len(LAYERS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        "<style>text{font:14px sans-serif;fill:#1b2a38}.room{fill:#fff;stroke:#3b6ea5;stroke-width:1.3}"
        ".layer{fill:#eef3f8}.caption{font-style:italic;fill:#4a5b6b}.arrow{fill:none;stroke:#3b6ea5;stroke-opacity:.45;"
        "stroke-width:1.2}.down{stroke:#c0562f;stroke-opacity:.8;stroke-dasharray:5 4}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#3b6ea5"/></marker><marker id="down" viewBox="0 0 8 8" refX="7" refY="4" '
        'markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#c0562f"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for k, caption in enumerate(CAPTIONS):
        y = TOP + ROW * k
        parts.append(f'<rect class="layer" x="10" y="{y + 8}" width="{WIDTH - 20}" height="{ROW - 16}" rx="8"/>')
        parts.append(f'<text class="caption" x="22" y="{y + ROW / 2 + 5:.0f}">{escape(caption)}</text>')
    edges = reduced(arrows())
    parts += [arrow(at[a], at[b]) for a, others in sorted(edges.items()) for b in sorted(others)]
    for name in EXCEPTIONS:
        here = room(SOURCE / name)
        below = [other for other in sorted(imports(SOURCE / name)) if at[other][1] > at[here][1]]
        parts += [arrow(at[here], at[other], "down") for other in below]
    for name, (x, y) in at.items():
        w, h = BOX
        parts += [
            f"<g><title>{escape(about(name))}</title>"
            f'<rect class="room" x="{x - w / 2:.0f}" y="{y - h / 2:.0f}" width="{w}" height="{h}" rx="6"/>'
            f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle">{escape(name)}</text></g>'
        ]
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    (DOCS / "layers.svg").write_text(drawing(), encoding="utf-8")
