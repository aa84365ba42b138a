"""How a robot answers: by compiled programs, and where that cannot be by the formulation itself."""

import inspect
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from ..errors import NotTraceable
from ..formulations import QUESTIONS, Columns, determinacy
from ..model import Model
from .direct import WrenchesLike, ask, checked_wrenches, require_mass
from .kernel import Kernel
from .long_chains import LOOPED, LongKernel
from .question_program import DERIVED, Task

if TYPE_CHECKING:
    from ..robot import Robot

SOLVING = ("forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse")
"""Questions without an answer where a joint has nothing to move."""

LONGEST = 60
"""Bodies: a longer robot's straight-line program leaves the cache of instructions, and takes seconds to compile. What
has no loop over the links is then answered by the formulation itself."""

MOST_PAIRS = 100
"""Pairs of a link and a joint that moves it, those of a chain of 13 links. A regressor has ten columns for each: its
program takes 4 s to compile for a chain of 12, 14 s for one of 20 and half a minute for one of 30, and as long again
for batches; the formulation itself answers a thousand states in 0.1 to 0.4 s."""

LOOP_BEYOND = dict.fromkeys(LOOPED, LONGEST) | {"mass_matrix": 40, "forward_dynamics": 30}
"""Bodies: the loops of longer robots are faster, or compile in a tenth of a program's seconds. Programs of the inertia
matrix, and of solving with it, grow with the square and the cube of the length."""


def answer(
    robot: "Robot", question: str, states: tuple[ArrayLike, ...], formulation: str | None = None, *,
    wrenches: WrenchesLike | None = None, frame: str | None = None, columns: Columns | None = None,
) -> Any:  # fmt: skip
    """Put a question to a robot.

    >>> import linkwise
    >>> answer(linkwise.load("pendulum"), "mass_matrix", ([0.0],)).round(3)
    array([[0.333]])
    """
    tree, pressed = robot.tree, checked_wrenches(robot.tree, wrenches)
    length = len(tree.bodies)
    if formulation is None and length > LOOP_BEYOND.get(question, length) and not pressed:
        return _looped(robot, question, states)
    derived = bool(pressed) and question in DERIVED  # no formulation knows these: their program is differentiated
    if formulation is not None or (not derived and (too_long(tree, question) or not _compilable(tree, question))):
        return ask(tree, question, states, formulation, wrenches=wrenches, frame=frame, columns=columns)
    name = tree.frame_or_tip(frame).name if QUESTIONS[question].frame else None
    kernel = kernel_of(robot, question, tuple(pressed), name, columns)
    try:
        found = kernel(*states, *pressed.values())
    except NotTraceable:  # symbols in the model: the direct way says so, or can
        return ask(tree, question, states, wrenches=wrenches, frame=frame, columns=columns)
    if not pressed and frame is None and columns is None:
        _shorten(robot, question, kernel)
    return found


def too_long(tree: Model, question: str) -> bool:
    """Whether a program would take longer to compile than people wait.

    >>> import linkwise
    >>> too_long(linkwise.load("panda").tree, "regressor")
    False
    """
    length = len(tree.bodies)
    if length > LONGEST:
        return True
    row = QUESTIONS[question]
    if not (row.columns and "n" in row.gives) or length * (length + 1) // 2 <= MOST_PAIRS:
        return False
    return sum(len(tree.ancestors(j)) for j in range(length)) > MOST_PAIRS


def kernel_of(
    robot: "Robot", question: str, wrenches: tuple[str, ...] = (), frame: str | None = None,
    columns: Columns | None = None,
) -> Kernel:  # fmt: skip
    """The kernel of a question, made once per robot.

    >>> import linkwise
    >>> robot = linkwise.load("pendulum")
    >>> kernel_of(robot, "mass_matrix") is kernel_of(robot, "mass_matrix")
    True
    """
    require_mass(robot.tree, question)
    known = robot.kernels
    key = (question, wrenches, columns or frame)
    found = known.get(key)
    if found is None:  # of several threads one makes the kernel that all take
        task = Task(robot.tree, (question,), wrenches=wrenches, frame=frame, columns=columns)
        found = known.setdefault(key, Kernel(task))
    return found


def _looped(robot: "Robot", question: str, states: tuple[ArrayLike, ...]) -> Any:
    """Ask a long robot by a loop over its links."""
    key = (question, (), None)
    if key not in robot.kernels:  # looked up first: whether a long robot can be compiled takes long to tell
        require_mass(robot.tree, question)
        if not _compilable(robot.tree, question):
            return ask(robot.tree, question, states)
        robot.kernels.setdefault(key, LongKernel(robot.tree, question))
    try:
        return robot.kernels[key](*states)
    except NotTraceable:
        return ask(robot.tree, question, states)


def _shorten(robot: "Robot", question: str, kernel: Kernel) -> None:
    """From now on contiguous arrays go straight to machine code: it stands in the robot where its method is found."""
    from ..robot import Robot

    method = getattr(type(robot), question)
    if question in vars(robot) or method is not getattr(Robot, question):  # what a subclass says goes first
        return
    names = [p.replace(annotation=p.empty) for p in list(inspect.signature(method).parameters.values())[1:]]
    doc = f"{question}{inspect.Signature(names)}\n--\n\n{inspect.getdoc(method)}"
    vars(robot)[question] = kernel.function(method.__get__(robot), robot, question, doc)


@lru_cache(maxsize=64)
def _certain(tree: Model) -> bool:
    return all(isinstance(p, float | int) for body in tree.bodies for p in body.inertia.parameters) and (
        determinacy.certain(tree)
    )


def _compilable(tree: Model, question: str) -> bool:
    """Whether a program answers for every state: not for a robot without joints, nor where forward dynamics must look
    at each state whether some joint has nothing to move."""
    if tree.n == 0:
        return False
    return question not in SOLVING or _certain(tree)
