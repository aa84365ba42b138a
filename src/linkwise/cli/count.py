"""`linkwise count`."""

from typing import Annotated, Any

import typer

from ..calls.direct import require_mass
from ..calls.question_program import JOINT_SPACE
from ..errors import NoInertia, NotForThisRobot, UnknownName
from ..formulations import FORMULATIONS, QUESTIONS, answering
from ..load import load
from ..model import FREE
from ..program import Program, count, fused
from ..robot import Robot
from .ledger import check_alone, show_ledger
from .named import names
from .options import Allow, Frame, Json, Strict
from .output import console, document, lay_out, plain, report

COLUMNS = {
    "multiplications": "x",
    "additions": "+",
    "divisions": "/",
    "square_roots": "sqrt",
    "sincos": "sin,cos",
    "signs": "sign",
    "exponentials": "exp,log",
    "extrema": "min,max",
    "fused": "fused",
    "instructions": "instr.",
}
"""How a count is headed in the table."""

MEANS = (
    "Each program is customised to this robot: what is constant of it is worked out before. A change of sign counts as "
    "an addition, a sine with its cosine as one pair. Friction and rotors are counted where they enter the question. "
    "instr.: instructions of the compiled code, sines and cosines aside; fused: those among them that multiply and add "
    "at once (a product that several sums need is multiplied in each)."
)
"""What the numbers are."""

RARE = ("divisions", "square_roots", "signs", "exponentials", "extrema")
"""Columns that are left out where they hold nothing."""

REWRITTEN, AS_LOADED = "DH frames, inertias regrouped", "as loaded"

Questions = Annotated[
    list[str] | None,
    typer.Option(
        "--question",
        metavar="QUESTION",
        show_default=False,
        help="What to count; may be repeated; all for every question. [default: those of joint space]",
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--formulation",
        "--by",
        metavar="FORMULATION",
        show_default=False,
        help="Whose, such as newton_euler.featherstone, on the robot as loaded; all for everybody who answers.",
    ),
]
Robots = Annotated[
    str | None,
    typer.Argument(
        metavar="ROBOT", help="The name of a robot, or a file: .urdf .xacro .mjcf .xml .toml", show_default=False
    ),
]
Ledger = Annotated[
    bool,
    typer.Option(
        "--ledger",
        help="In place of a ROBOT: every formulation on the sources' arms of n joints, beside every printed count. "
        "Minutes for all of them; seconds with --formulation or --question.",
    ),
]
Sizes = Annotated[
    str | None,
    typer.Option(
        "--n",
        metavar="N-N",
        help="The numbers of joints of the ledger, such as 6 or 3-8. [default: 2-10]",
        show_default=False,
    ),
]
AsLoaded = Annotated[bool, typer.Option("--as-loaded", help="Leave frames and inertial parameters as they are.")]
NoFriction = Annotated[bool, typer.Option("--without-friction", help="Take friction off the joints.")]
NoRotors = Annotated[bool, typer.Option("--without-rotors", help="Take the rotors' inertia off the joints.")]


def count_operations(
    robot: Robots = None,
    question: Questions = None,
    formulation: By = None,
    frame: Frame = None,
    as_loaded: AsLoaded = False,
    without_friction: NoFriction = False,
    without_rotors: NoRotors = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    ledger: Ledger = False,
    n: Sizes = None,
) -> None:
    """Count the operations that a robot's questions take when they are compiled.

    With --ledger and no ROBOT: what each textbook method costs, next to what the sources print.
    """
    if ledger:
        check_alone(any((robot, frame, allow, strict, as_loaded, without_friction, without_rotors)))
        show_ledger(formulation, names(question), n, json)
        return
    if robot is None or n is not None:
        raise typer.BadParameter("--n goes with --ledger." if robot is not None else "ROBOT or --ledger is missing.")
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    arm = arm.without_friction() if without_friction else arm
    arm = arm.without_rotors() if without_rotors else arm
    rows = []
    some = formulation not in (None, "all") or (formulation is None and names(question) not in ([], ["all"]))
    asked = _row if some else _row_or_refusal  # who names one thing wants it or an error
    for name in _questions(question, formulation):
        require_mass(arm.tree, name)
        everybody: list[str | None] = [_best(arm, name) if as_loaded and formulation is None else formulation]
        if formulation == "all":
            everybody = list(arm.formulations(name))
        rows += [asked(arm, name, by, frame) for by in everybody]
    if json:
        document({"robot": arm.name, "n": arm.n, **_beside(arm), "counts": rows})
    else:
        _print(arm, rows)


def _questions(given: list[str] | None, formulation: str | None) -> list[str]:
    """The questions meant: as named, all that the formulation answers, or those of joint space."""
    anybody = formulation in (None, "all")
    if not anybody and formulation not in FORMULATIONS:
        raise UnknownName("formulation", formulation, "linkwise", FORMULATIONS)
    every = list(dict.fromkeys(names(given)))
    if every and every != ["all"]:
        for name in every:
            if name not in QUESTIONS:
                raise UnknownName("question", name, "linkwise", QUESTIONS)
        return every
    answered = [name for name in QUESTIONS if anybody or formulation in answering(name)]
    return answered if every or not anybody else [name for name in answered if name in JOINT_SPACE]


def _best(robot: Robot, question: str) -> str:
    """Whose program is compiled where nobody is named."""
    found, best = robot.formulations(question), QUESTIONS[question].compiled
    return best if best in found else found[0]


def _row(robot: Robot, question: str, formulation: str | None, frame: str | None) -> dict[str, Any]:
    """One program's count."""
    return {
        "question": question,
        "formulation": formulation or _best(robot, question),
        "model": REWRITTEN if formulation is None and question in JOINT_SPACE else AS_LOADED,
        **operations(robot.compile(question, formulation=formulation, frame=frame).program),
    }


def _row_or_refusal(robot: Robot, question: str, formulation: str | None, frame: str | None) -> dict[str, Any]:
    """One program's count, or why there is none for this robot."""
    try:
        return _row(robot, question, formulation, frame)
    except (NotForThisRobot, NoInertia) as error:
        by = formulation or _best(robot, question)
        return {"question": question, "formulation": by, "model": AS_LOADED, "refused": error.what}


def operations(program: Program) -> dict[str, int]:
    """The operations of a program, and its instructions when multiplications and additions are fused.

    >>> from linkwise.program import trace
    >>> operations(trace(lambda x: [x[0] * x[1] + x[2] * x[3]], {"x": 4}))["instructions"]
    2
    """
    steps = [step.op for step in fused(program).steps if step.op not in ("sin", "cos")]
    together = sum(op in ("fma", "fms", "fnma") for op in steps)
    return {**vars(count(program)), "fused": together, "instructions": len(steps)}


def _beside(robot: Robot) -> dict[str, bool]:
    """What the robot has beside its links, which is counted where it enters the question."""
    joints = [body.joint for body in robot.tree.bodies]
    return {
        "friction": any(joint.friction != FREE for joint in joints),
        "rotors": any(joint.rotor.reflected != 0 for joint in joints),
    }


def _print(robot: Robot, rows: list[dict[str, Any]]) -> None:
    screen = console()
    beside = ", ".join(f"{'with' if there else 'without'} {name}" for name, there in _beside(robot).items())
    models = {row["model"] for row in rows}
    title = f"{plain(robot.name)}, {beside}: operations for one state"
    counted = [row for row in rows if "refused" not in row]
    keys = [key for key in COLUMNS if key not in RARE or any(row[key] for row in counted)]
    heads = [COLUMNS[key] for key in keys]
    words = ["question", "formulation", *(["model"] if len(models) > 1 else [])]
    cells = [[row[word] for word in words] + [str(row.get(key, "-")) for key in keys] for row in rows]
    lay_out(screen, title, (*words, *heads), cells, heads)
    for row in rows:
        if "refused" in row:
            screen.print(f"{row['question']} by {row['formulation']}: {plain(row['refused'], 200)}", soft_wrap=True)
    if len(models) == 1:
        screen.print(f"Model: {models.pop()}.")
    screen.print(MEANS, soft_wrap=True)
