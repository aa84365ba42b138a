"""The one gate of robots whose loops are closed: of the tree that is left when the loops are cut, they answer only what
the loops do not change."""

from typing import NoReturn

from ..errors import NotForThisRobot, listed, shown
from ..formulations import OF_ALL_MASSES, QUESTIONS
from ..model import Model

UNCHANGED = frozenset(name for name, row in QUESTIONS.items() if row.frame) | {
    "kinetic_energy",
    "potential_energy",
    *OF_ALL_MASSES,
}
"""Questions whose answers are the same with the loops closed or cut: where frames and masses are, how they move."""


def refuse_loops(model: Model, *questions: object) -> None:
    """Refuse what a tree with closed loops cannot be asked: dynamics and uses that would answer for the cut tree.

    >>> import linkwise
    >>> refuse_loops(linkwise.load("planar2r").tree, "mass_matrix")  # no loops: anything goes
    """
    if model.closures:
        asked = [name for name in questions if not (isinstance(name, str) and name in UNCHANGED)]
        if asked or not questions:
            refuse(model, ", ".join(map(str, asked)) or "this")


def refuse(model: Model, what: str) -> NoReturn:
    """Refuse a question or a use of a robot with closed loops.

    >>> import linkwise
    >>> from linkwise.model import JointRelation
    >>> belt = JointRelation("belt", "joint2", "joint1", (0.0, -1.0))
    >>> refuse(linkwise.load("planar2r").with_closures([belt]).robot.model, "mass_matrix")
    Traceback (most recent call last):
    linkwise.errors.NotForThisRobot: robot 'planar2r' has closed loops ('belt'), and mass_matrix would ignore them.
      A robot without loops was expected.
      Hint: robot.closed() answers for the closed loops, robot.without_closures() for the cut tree.
    """
    names = listed(closure.name for closure in model.closures)
    raise NotForThisRobot(
        f"robot {shown(model.name)} has closed loops ({names}), and {what} would ignore them.",
        "A robot without loops was expected.",
        "robot.closed() answers for the closed loops, robot.without_closures() for the cut tree.",
    )
