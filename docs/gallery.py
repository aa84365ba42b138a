"""Writes docs/formulations/: a page for each formulation the registry finds, and their index; run by `make pages`.

Nothing is written twice: idea, source and use come from the module's docstring, equations from its functions'
docstrings, robots from its SCOPE, drawings from its loops (those of formulations without loops over links stand in
`draw_flows`), counts from the ledger's pins; the example is run while the page is written.
"""

import inspect
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import draw_flows  # noqa: E402
import draw_recursions  # noqa: E402
import typeset  # noqa: E402

import linkwise  # noqa: E402
from linkwise.costs.ledger import lines_of  # noqa: E402
from linkwise.formulations import FORMULATIONS, QUESTIONS, scope_of  # noqa: E402

PINS = HERE.parent / "tests" / "counts" / "ledger.json"
STATE = {"q": [0.4, 1.2], "qd": [0.8, -1.4], "qdd": [1.1, -0.6], "tau": [1.1, -0.6]}
ORDER = ("lagrange", "newton_euler", "projection", "composite", "articulated", "linearized", "regressor", "kinematics")


def pages() -> dict[str, str]:
    """Every page and drawing of the gallery by its file name."""
    return {
        "README.md": index(),
        **{f"{name}.md": page(name) for name in FORMULATIONS},
        **{f"{name}.svg": drawing(name)[0] for name in FORMULATIONS},
    }


def drawing(name: str) -> tuple[str, str]:
    """A formulation's drawing, and the same in words: the recursion, or what is computed from what."""
    if name in draw_flows.FLOWS:
        flow = draw_flows.FLOWS[name]
        return draw_flows.drawing(flow), draw_flows.caption(flow)
    found = draw_recursions.sweeps(FORMULATIONS[name])
    return draw_recursions.drawing(found), draw_recursions.caption(found)


def docstring_parts(name: str) -> dict[str, str]:
    """The parts of a formulation's docstring: title, source, idea, when."""
    text = inspect.getdoc(FORMULATIONS[name]) or ""
    title, rest = text.split("\n", 1)
    source, idea = rest.split("Idea:")
    idea, when = idea.split("When:")
    return {
        "title": title.strip().rstrip("."),
        "source": " ".join(source.split()),
        "idea": " ".join(idea.split()),
        "when": " ".join(when.split()),
    }


def answers(name: str) -> list[str]:
    """The questions a formulation answers itself."""
    module = FORMULATIONS[name]
    return [q for q in QUESTIONS if getattr(getattr(module, q, None), "__module__", None) == module.__name__]


def page(name: str) -> str:
    """One formulation's page."""
    module, parts = FORMULATIONS[name], docstring_parts(name)
    lines = [
        f"# {parts['title']}",
        f"`{name}`: {parts['source']}",
        f"**Idea.** {parts['idea']}",
        f"**When to use it.** {parts['when']}",
        f"**Robots.** {str(scope_of(name)).capitalize()}.",
    ]
    lines += [f"![{drawing(name)[1]}]({name}.svg)"]
    for question in answers(name):
        lines += [
            f"## `{question}`",
            typeset.docstring(inspect.getdoc(getattr(module, question)) or ""),
            *cost(name, question),
        ]
    lines += ["## Example", f"```python\n{example(name)}```"]
    return "\n\n".join(lines) + "\n"


def example(name: str) -> str:
    """A session that asks the formulation its questions about the planar arm of two rods."""
    robot = linkwise.load("planar2r")
    session = ">>> import linkwise\n" + '>>> robot = linkwise.load("planar2r")\n'
    for question in answers(name):
        row = QUESTIONS[question]
        arguments = [str(STATE[state]) for state in row.takes]
        arguments += [] if row.frame else [f'formulation="{name}"']  # poses have one formulation and take a frame
        call = f"robot.{question}({', '.join(arguments)})"
        if row.parts:
            call = f"{call}.{row.parts[0]}"
        shown = f"({call} + 0.0).round(6)" if row.gives else f"round(float({call}), 6)"
        session += f">>> {shown}\n{eval(shown, {'robot': robot})!r}\n"
    return session


def cost(name: str, question: str) -> list[str]:
    """The cost of a formulation's answer, from the ledger's pins: nothing is counted here."""
    return lines_of(json.loads(PINS.read_text(encoding="utf-8")), name, question)


def index() -> str:
    """The gallery's first page."""
    lines = [
        "# Formulations",
        "Every formulation of the sources, one short file each, all checked against each other and Pinocchio. "
        "[Which one?](../which_formulation.md) helps you choose, [the ledger](../ledger.md) compares their operation "
        "counts with the printed tables, and `linkwise compare ROBOT` runs them all on your robot.",
    ]
    names = list(FORMULATIONS)
    principles = sorted({n.partition(".")[0] for n in names}, key=lambda p: (*ORDER, p).index(p))
    for principle in principles:
        package = sys.modules[f"linkwise.formulations.{principle}"]
        rows = [
            f"| [{n}]({n}.md) | {docstring_parts(n)['title']} | {', '.join(answers(n))} | {scope_of(n)} |"
            for n in names
            if n.startswith(principle + ".")
        ]
        head = "| formulation | what it is | answers | robots |\n|---|---|---|---|\n"
        lines += [f"## {principle}", inspect.getdoc(package) or "", head + "\n".join(rows)]
    lines.append("```{toctree}\n:hidden:\n:glob:\n\n*.*\n```")
    return "\n\n".join(lines) + "\n"


def write(folder: Path) -> None:
    """Write the gallery into a folder, and remove the pages of formulations that no longer exist."""
    folder.mkdir(exist_ok=True)
    texts = pages()
    for old in folder.glob("*.*"):
        if old.name not in texts:
            old.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(HERE / "formulations")
