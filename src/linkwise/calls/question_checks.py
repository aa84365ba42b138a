"""Which questions, parameters and wrenches can share a program."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import LinkwiseError, UnknownName, shown
from ..formulations import BASE_INPUTS, QUESTIONS, SYMMETRIC, check_columns
from ..model import Frame, Model, rewrite
from .closed_loops import refuse_loops

if TYPE_CHECKING:
    from .question_program import QuestionProgram

REGRESSORS = frozenset(question for question, row in QUESTIONS.items() if row.columns)
"""Questions whose answers are multiplied with inertial parameters, those of the robot's own frames."""

STRUCTURE = frozenset(question for question, row in QUESTIONS.items() if row.reactions)
"""Questions about forces within the structure, which depend on where frames and masses are."""

JOINT_SPACE = frozenset(name for name, row in QUESTIONS.items() if row.gives[:1] == ("n",) and not row.columns)
"""Questions whose answers do not change when inertial parameters are regrouped: those with an entry, or a row, for each
coordinate, apart from regressors."""

DERIVED = {
    "inverse_dynamics_derivatives": ("inverse_dynamics", ("q", "qd", "qdd")),
    "forward_dynamics_derivatives": ("forward_dynamics", ("q", "qd", "tau")),
}
"""Questions whose answers are the derivatives of another's, with respect to these states."""

SOLVING = ("forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse")
"""Questions that have no answer where a joint moves no inertia."""

PARAMETERS: dict[str, str] = {
    "gravity": "three numbers, in base axes",
    "inertia": "ten numbers XX XY XZ YY YZ ZZ MX MY MZ M for each moving link, seen from its frame",
    "payload": "ten numbers XX XY XZ YY YZ ZZ MX MY MZ M, seen from the tip, added to what the robot carries",
    "friction": "viscous and Coulomb friction for each joint, averaged over both directions; the rest in proportion",
    "placement": "the 4×4 pose of the frame on its link; of several frames an array of poses, those of wrenches last",
}
"""What can be passed in when a program runs, instead of being built into it."""


def shape_of_parameter(name: str, tree: Model, placed: int) -> tuple[int, ...]:
    """The shape of a parameter left open, of a robot of which so many frames can be placed.

    >>> import linkwise
    >>> [shape_of_parameter(name, linkwise.load("planar2r").tree, placed=1) for name in ("inertia", "placement")]
    [(2, 10), (4, 4)]
    """
    links = len(tree.bodies)
    shapes = {"gravity": (3,), "inertia": (links, 10), "payload": (10,), "friction": (links, 2)}
    return shapes.get(name) or ((4, 4) if placed == 1 else (placed, 4, 4))


Frames = str | Sequence[str] | None
"""The name of a frame, or a list of names; None for the tip."""


def hashable(frame: Frames) -> str | tuple[str, ...] | None:
    """The same with a list as a tuple.

    >>> hashable(["link1", "tip"]), hashable("tip")
    (('link1', 'tip'), 'tip')
    """
    return tuple(frame) if isinstance(frame, list) else frame  # type: ignore[return-value]


def frame_names(tree: Model, frame: Frames) -> str | tuple[str, ...]:
    """The name of the frame, that of the tip if there is none; of a list of frames, their names.

    >>> import linkwise
    >>> frame_names(linkwise.load("planar2r").tree, ["link1", "tip"]), frame_names(linkwise.load("planar2r").tree, None)
    (('link1', 'tip'), 'tip')
    """
    if not isinstance(frame, list | tuple):
        return tree.frame_or_tip(frame).name  # type: ignore[arg-type]  # what is no name is refused there
    if not frame:
        raise LinkwiseError(
            "frame is an empty list.", "The name of a frame was expected, or several.", "omit it for the tip."
        )
    return tuple(tree.frame(name).name for name in frame)


def frames_of(model: Model, named: str | tuple[str, ...]) -> Frame | tuple[Frame, ...]:
    """The frame of that name, or the frames of those names."""
    return model.frame(named) if isinstance(named, str) else tuple(map(model.frame, named))


def check_questions(asked: "QuestionProgram") -> None:
    """Refuse questions, parameters, wrenches, frames and columns that cannot be combined."""
    refuse_loops(asked.tree, *asked.questions)
    for question in asked.questions:
        if not isinstance(question, str) or question not in QUESTIONS:
            raise UnknownName("question", question, "linkwise", QUESTIONS)
    names = [part for question in asked.questions for part in QUESTIONS[question].parts or (question,)]
    if not names or len(set(names)) != len(names):
        raise LinkwiseError(
            f"the questions {', '.join(map(shown, asked.questions)) or '(none)'} cannot share one program.",
            "At least one question was expected, and no answer twice.",
            "inverse_dynamics_derivatives already gives the mass matrix." if "mass_matrix" in names else "",
        )
    for name in asked.parameters:
        if not isinstance(name, str) or name not in PARAMETERS:
            raise UnknownName("parameter", name, "a program", PARAMETERS)
    if "inertia" in asked.parameters and REGRESSORS & set(asked.questions):
        raise LinkwiseError(
            "a regressor does not depend on the inertia.", "It is the matrix that multiplies the inertial parameters."
        )
    if "friction" in asked.parameters:
        rewrite.friction_sizes(asked.tree)
    _require_once("parameter", asked.parameters)
    check_base(asked.base, asked.questions)
    if "gravity" in asked.base and "gravity" in asked.parameters:
        raise LinkwiseError("gravity is given twice: as a parameter and as seen from the base.", "One was expected.")
    rows = [QUESTIONS[question] for question in asked.questions]
    wrenches = any(row.wrenches for row in rows) or any(question in DERIVED for question in asked.questions)
    check_wrenches(asked.tree, asked.wrenches, asked.questions, wrenches)
    for what, given, taken in (
        ("frame", asked.frame, any(row.frame for row in rows)),
        ("columns", asked.columns, any(row.columns for row in rows)),
        ("at and axes", asked.reactions, any(row.reactions for row in rows)),
        ("packed", asked.packed, not SYMMETRIC.isdisjoint(names)),
        (
            "parameters",
            [p for p in asked.parameters if p in ("friction", "payload")],
            bool(set(asked.questions) - REGRESSORS),
        ),
        (
            "parameters",
            [p for p in asked.parameters if p == "placement"],
            any(row.frame for row in rows) or bool(asked.wrenches),
        ),
    ):
        _require_used(what, given, asked.questions, taken)
    if asked.columns is not None:
        check_columns(asked.columns, asked.tree, friction=REGRESSORS & set(asked.questions) == {"regressor"})
    beside = asked.wrenches or asked.base
    if beside and len(asked.questions) > 1 and any(question in DERIVED for question in asked.questions):
        raise LinkwiseError(
            f"{', '.join(map(shown, asked.questions))} cannot share a program.",
            "Under wrenches, and on a base that moves, derivatives have a program of their own.",
            "compile them separately.",
        )


def check_base(base: Sequence[str], questions: Sequence[str]) -> None:
    """Refuse what a base does not have, what is named twice, and what no answer depends on.

    >>> check_base(["velocity"], ["mass_matrix"])
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: the base's 'velocity' would not be used.
      No answer to 'mass_matrix' depends on it.
      Hint: leave it out.
    """
    for name in base:
        if not isinstance(name, str) or name not in BASE_INPUTS:
            raise UnknownName("input", name, "a base that moves", BASE_INPUTS)
    _require_once("base's input", base)
    used = {name for question in questions for name in QUESTIONS[question].base}
    idle = [name for name in base if name not in used]
    if idle:
        raise LinkwiseError(
            f"the base's {', '.join(map(shown, idle))} would not be used.",
            f"No answer to {', '.join(map(shown, questions))} depends on it.",
            "leave it out.",
        )


def check_wrenches(tree: Model, frames: Sequence[str], questions: Sequence[str], used: bool) -> None:
    """Refuse wrenches at frames that the tree does not have, two at one frame, and any if none would be used.

    >>> import linkwise
    >>> check_wrenches(linkwise.load("planar2r").tree, ["tip"], ["mass_matrix"], used=False)
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: wrenches "['tip']" would not be used.
      No answer to 'mass_matrix' depends on them.
      Hint: leave wrenches out.
    """
    for name in frames:
        tree.frame(name)
    _require_once("wrench", frames)
    _require_used("wrenches", frames, questions, used)


def _require_once(kind: str, named: Sequence[str]) -> None:
    if len(set(named)) != len(named):
        raise LinkwiseError(f"a {kind} is named twice: {', '.join(map(shown, named))}.", "Each was expected once.")


def _require_used(what: str, given: object, questions: Sequence[str], used: bool) -> None:
    if given and not used:
        raise LinkwiseError(
            f"{what} {shown(repr(given))} would not be used.",
            f"No answer to {', '.join(map(shown, questions))} depends on them.",
            f"leave {what} out.",
        )
