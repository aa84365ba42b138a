"""Base parameters of a robot, by rules or from numbers."""

import re
from dataclasses import replace

import numpy as np

from ...calls.arrays import Array
from ...calls.direct import ask
from ...calls.sampling import exciting, units
from ...errors import NotForThisRobot, UnknownName, shown
from ...formulations import Columns
from ...model import Model
from ...model.rewrite import dh_gauge
from .base_parameters import BaseParameters
from .closed_form import by_rules, formed, rules_apply
from .forms import Form
from .numeric import independent_columns
from .rational import cleaned
from .reduction import Reduction
from .states import slowed, typical

METHODS = ("auto", "rules", "numeric")
"""How base parameters are found."""


def find_base_parameters(
    tree: Model, columns: Columns, method: str = "auto", zeros: bool = True, seed: int = 0
) -> BaseParameters:
    """The base parameters of a robot without fixed joints.

    "rules" are closed-form and exact for links and rotors of trees whose joints move on their own; "numeric" takes the
    columns of a regressor at random states for whatever they are; "auto" the rules where they apply, and completes
    them from numbers where friction or shared drives have columns, too. Without `zeros`, parameters whose value is 0
    are taken to be 0 in every robot of this kind; numbers are taken then where the rules would leave more than needed.

    >>> import linkwise
    >>> find_base_parameters(linkwise.load("panda").tree, Columns()).rank
    43
    """
    if method not in METHODS:
        raise UnknownName("method", method, "base parameters", METHODS)
    arm = dh_gauge(tree)
    names = columns.names(arm)
    values = columns.values(arm)
    present = tuple(name for name, x in zip(names, values, strict=True) if zeros or x != 0)
    found: Reduction | None = None
    numeric = bool(names) and (method == "numeric" or (method == "auto" and not rules_apply(tree)))
    if not numeric:
        forms = by_rules(tree, columns, present)
        kept, beta = tuple(forms), _matrix(forms, names)
        numeric = not zeros and _depend(beta)
        if numeric and method == "rules":
            raise NotForThisRobot(
                f"too many parameters of robot {shown(tree.name)} are 0 for the grouping rules.",
                "They group parameters into some that are left out here, and so find more than the fewest.",
                'take method="auto", or zeros=True.',
            )
    if numeric:
        found = reduction(arm, columns, present, seed)
        kept, beta = found.named(found.kept), _spread(found.beta, present, names)
    elif method == "auto" and kept and (columns.friction or columns.drives):
        found = reduction(arm, columns, kept, seed)
        kept, beta = found.named(found.kept), found.beta @ beta
    return BaseParameters(tree, arm, columns, kept, present, beta, beta @ _into_frames(tree, columns, names), found)


def reduction(arm: Model, columns: Columns, present: tuple[str, ...], seed: int = 0) -> Reduction:
    """The numeric reduction of some of a robot's parameters.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> reduction(arm, Columns(), Columns().names(arm)).rank
    6
    """
    index = {name: k for k, name in enumerate(columns.names(arm))}
    chosen = replace(columns, only=tuple(index[name] for name in present))
    W, full = stacked(arm, chosen, seed), _full(arm, columns)
    return cleaned(independent_columns(W, present, [full[name] for name in present]), W)


def stacked(arm: Model, columns: Columns, seed: int = 0) -> Array:
    """The regressors of enough random states, one above the other; forces of slides are taken times the robot's size,
    so that they are as large as the others.

    >>> import linkwise
    >>> stacked(linkwise.load("pendulum").tree, Columns()).shape[1]
    10
    """
    count = max(30, -(-3 * columns.size(arm) // max(1, arm.n)))
    q, qd, qdd = exciting(arm, count, seed)
    Y: Array = ask(arm, "regressor", (q, slowed(arm, qd), qdd), columns=columns)
    return (Y * units(arm)[:, None]).reshape(count * arm.n, columns.size(arm))


def _full(arm: Model, columns: Columns) -> dict[str, float]:
    """How large each column of such a stack is where its parameter shows in full."""
    letters, unit = typical(arm), units(arm)
    found = {name: letters[re.match("[A-Za-z]+", name).group()] for name in columns.names(arm)}  # type: ignore[union-attr]
    turning = {"Ia": 2, "FV": 2, "FC": 1, "FO": 1, "FS": 1, "FU": 2}
    drives = [(str(j), row) for j, row in enumerate(arm.coordinates.rows, 1)]
    drives += [(f"_{drive.name}", drive.row) for drive in columns.drives]
    for end, row in drives:
        own = {float(unit[k]) for k, _ in row}
        L = own.pop() if len(own) == 1 else 1.0  # of all that it moves, or of none
        found |= {letter + end: found[letter + end] * L**k for letter, k in turning.items() if letter + end in found}
    return found


def _depend(beta: Array) -> bool:
    """Whether some rows are sums of others."""
    return len(beta) > 0 and int(np.linalg.matrix_rank(beta / np.linalg.norm(beta, axis=1)[:, None])) < len(beta)


def _matrix(forms: dict[str, Form], names: tuple[str, ...]) -> Array:
    """Forms as the rows of a matrix."""
    rows = [[float(form.terms.get(name, 0.0)) for name in names] for form in forms.values()]
    return np.array(rows, dtype=float).reshape(len(forms), len(names))


def _spread(beta: Array, present: tuple[str, ...], names: tuple[str, ...]) -> Array:
    """Columns of some parameters among the columns of all."""
    found = np.zeros((len(beta), len(names)))
    found[:, [names.index(name) for name in present]] = beta
    return found


def _into_frames(tree: Model, columns: Columns, names: tuple[str, ...]) -> Array:
    """The matrix that takes parameters of the tree's own frames to those of its Denavit–Hartenberg frames."""
    moved = dh_gauge(formed(tree, columns, names))
    found = np.eye(len(names))
    own = len(columns.letters)
    for j, body in enumerate(moved.bodies):
        for k, form in enumerate(body.inertia.parameters):
            found[own * j + k] = [float(form.terms.get(name, 0.0)) for name in names]
    return found
