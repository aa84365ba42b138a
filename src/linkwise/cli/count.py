"""`linkwise count`."""

from typing import Annotated, Any

import typer

from ..calls.direct import require_mass
from ..calls.question_checks import JOINT_SPACE
from ..errors import NoInertia, NotForThisRobot, UnknownName
from ..formulations import FORMULATIONS, QUESTIONS, formulations_for
from ..load import load
from ..model import FREE
from ..program import Program, count, fused
from ..robot import Robot
from .ledger import check_alone, show_ledger
from .options import Allow, Arg, Frame, Json, OptionalSource, Strict, arguments, names
from .output import console, plain, print_json, print_table, print_warnings
from .parallel import Parallel, Plot, Processors, check_plot, processors_of, show_parallel

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
"""The column of each count."""

LEGEND = (
    "Each program is customised to this robot: what is constant is worked out first. A change of sign counts as an "
    "addition, a sine with its cosine as one pair. Friction and rotors are counted where they enter the question. "
    "instr.: instructions of the compiled code without sines and cosines; fused: those that multiply and add at "
    "once (a product that several sums need is multiplied in each)."
)
"""What the columns mean."""

RARE = ("divisions", "square_roots", "signs", "exponentials", "extrema")
"""Columns that are left out if they hold nothing but zeros."""

REWRITTEN, AS_LOADED = "DH frames, inertias regrouped", "as loaded"
"""The model a program is made from."""

Questions = Annotated[
    list[str] | None,
    typer.Option(
        "--question",
        metavar="QUESTION",
        show_default=False,
        help="A question such as mass_matrix, or all; may be repeated. [default: those of joint space]",
    ),
]
By = Annotated[
    str | None,
    typer.Option(
        "--formulation",
        "--by",
        metavar="FORMULATION",
        show_default=False,
        help="A formulation such as newton_euler.featherstone, or all; they are counted on the robot as loaded. "
        "[default: what linkwise compiles]",
    ),
]
Ledger = Annotated[
    bool,
    typer.Option(
        "--ledger",
        help="Instead of a ROBOT: count every formulation on the arms of n joints that the sources use, next to "
        "the counts they print. Takes minutes, or seconds with --formulation or --question.",
    ),
]
Sizes = Annotated[
    str | None,
    typer.Option(
        "--n",
        metavar="N-N",
        help="With --ledger: the numbers of joints, such as 6 or 3-8. [default: 2-10]",
        show_default=False,
    ),
]
AsLoaded = Annotated[
    bool,
    typer.Option(
        "--as-loaded", help="Keep the frames and inertias of the file, instead of DH frames and regrouped inertias."
    ),
]
NoFriction = Annotated[bool, typer.Option("--without-friction", help="Leave out the joints' friction.")]
NoRotors = Annotated[bool, typer.Option("--without-rotors", help="Leave out the rotors' inertia.")]


def count_operations(
    robot: OptionalSource = None,
    question: Questions = None,
    formulation: By = None,
    frame: Frame = None,
    as_loaded: AsLoaded = False,
    without_friction: NoFriction = False,
    without_rotors: NoRotors = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
    ledger: Ledger = False,
    n: Sizes = None,
    parallel: Parallel = False,
    processors: Processors = None,
    plot: Plot = None,
) -> None:
    """Count the arithmetic operations of a robot's dynamics.

    With --ledger and without ROBOT: what each textbook method costs, next to what the sources print.
    """
    if not parallel and (processors is not None or plot is not None):
        raise typer.BadParameter("--processors and --plot go with --parallel.")
    if ledger:
        check_alone(any((robot, frame, allow, arg, strict, as_loaded, without_friction, without_rotors, parallel)))
        show_ledger(formulation, names(question), n, json)
        return
    if robot is None or n is not None:
        raise typer.BadParameter("--n goes with --ledger." if robot is not None else "give a ROBOT or --ledger.")
    numbers = processors_of(processors)
    check_plot(plot)
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    arm = arm.without_friction() if without_friction else arm
    arm = arm.without_rotors() if without_rotors else arm
    rows, programs = [], []
    named = formulation not in (None, "all") or (formulation is None and names(question) not in ([], ["all"]))
    row = _row if named else _row_or_refusal  # one named explicitly is counted, or is an error
    for name in _questions(question, formulation):
        require_mass(arm.tree, name)
        formulations: list[str | None] = [_compiled(arm, name) if as_loaded and formulation is None else formulation]
        if formulation == "all":
            formulations = list(arm.formulations(name))
        found = [row(arm, name, by, frame) for by in formulations]
        rows += [each for each, _ in found]
        programs += [program for _, program in found]
    if parallel:
        show_parallel(arm.name, rows, programs, numbers, plot, json)
    elif json:
        print_json({"robot": arm.name, "n": arm.n, **_has(arm), "counts": rows})
    else:
        _print(arm, rows)


def _questions(option: list[str] | None, formulation: str | None) -> list[str]:
    """The questions to count: as named, all that the formulation answers, or those of joint space."""
    one_formulation = formulation not in (None, "all")
    if one_formulation and formulation not in FORMULATIONS:
        raise UnknownName("formulation", formulation, "linkwise", FORMULATIONS)
    questions = list(dict.fromkeys(names(option)))
    if questions and questions != ["all"]:
        for name in questions:
            if name not in QUESTIONS:
                raise UnknownName("question", name, "linkwise", QUESTIONS)
        return questions
    answered = [name for name in QUESTIONS if not one_formulation or formulation in formulations_for(name)]
    return answered if questions or one_formulation else [name for name in answered if name in JOINT_SPACE]


def _compiled(robot: Robot, question: str) -> str:
    """The formulation that is compiled if none is named."""
    known, compiled = robot.formulations(question), QUESTIONS[question].compiled
    return compiled if compiled in known else known[0]


def _row(robot: Robot, question: str, formulation: str | None, frame: str | None) -> tuple[dict[str, Any], Program]:
    """One program's count, and the program."""
    program = robot.compile(question, formulation=formulation, frame=frame).program
    row = {
        "question": question,
        "formulation": formulation or _compiled(robot, question),
        "model": REWRITTEN if formulation is None and question in JOINT_SPACE else AS_LOADED,
        **operations(program),
    }
    return row, program


def _row_or_refusal(
    robot: Robot, question: str, formulation: str | None, frame: str | None
) -> tuple[dict[str, Any], Program | None]:
    """One program's count, or why there is none for this robot."""
    try:
        return _row(robot, question, formulation, frame)
    except (NotForThisRobot, NoInertia) as error:
        by = formulation or _compiled(robot, question)
        return {"question": question, "formulation": by, "model": AS_LOADED, "refused": error.what}, None


def operations(program: Program) -> dict[str, int]:
    """The operations of a program, and its instructions when multiplications and additions are fused.

    >>> from linkwise.program import trace
    >>> operations(trace(lambda x: [x[0] * x[1] + x[2] * x[3]], {"x": 4}))["instructions"]
    2
    """
    steps = [step.op for step in fused(program).steps if step.op not in ("sin", "cos")]
    multiply_add = sum(op in ("fma", "fms", "fnma") for op in steps)
    return {**vars(count(program)), "fused": multiply_add, "instructions": len(steps)}


def _has(robot: Robot) -> dict[str, bool]:
    """Whether the robot has friction and rotors, which are counted where they enter the question."""
    joints = [body.joint for body in robot.tree.bodies]
    return {
        "friction": any(joint.friction != FREE for joint in joints),
        "rotors": any(joint.rotor.reflected != 0 for joint in joints),
    }


def _print(robot: Robot, rows: list[dict[str, Any]]) -> None:
    screen = console()
    including = ", ".join(f"{'with' if present else 'without'} {name}" for name, present in _has(robot).items())
    models = {row["model"] for row in rows}
    title = f"{plain(robot.name)}, {including}: operations for one state"
    counted = [row for row in rows if "refused" not in row]
    keys = [key for key in COLUMNS if key not in RARE or any(row[key] for row in counted)]
    heads = [COLUMNS[key] for key in keys]
    words = ["question", "formulation", *(["model"] if len(models) > 1 else [])]
    cells = [[row[word] for word in words] + [str(row.get(key, "-")) for key in keys] for row in rows]
    print_table(screen, title, (*words, *heads), cells, heads)
    for row in rows:
        if "refused" in row:
            screen.print(f"{row['question']} by {row['formulation']}: {plain(row['refused'], 200)}", soft_wrap=True)
    if len(models) == 1:
        screen.print(f"Model: {models.pop()}.")
    screen.print(LEGEND, soft_wrap=True)
