"""Finds the base parameters of a robot, by the rules or from numbers."""

import re
from dataclasses import replace

import numpy as np

from ...calls.arrays import Array
from ...calls.closed_loops import refuse_loops
from ...calls.direct import ask
from ...calls.sampling import exciting, units
from ...errors import NotForThisRobot, UnknownName, shown
from ...formulations import Columns
from ...model import Model
from ...model.rewrite import dh_gauge
from .base_parameters import BaseParameters
from .forms import Form
from .numeric import independent_columns
from .rational import with_exact_fractions
from .reduction import Reduction
from .rules import by_rules, rules_apply, with_forms
from .states import slowed, typical_sizes

METHODS = ("auto", "rules", "numeric")
"""The ways to find base parameters."""


def find_base_parameters(
    tree: Model, columns: Columns, method: str = "auto", zeros: bool = True, seed: int = 0
) -> BaseParameters:
    """The base parameters of a robot without fixed joints.

    "rules" are closed-form and exact, for links and rotors of trees whose joints move on their own; "numeric" takes the
    first independent columns of a regressor at random states, whatever they belong to; "auto" takes the rules where
    they apply, and completes them from numbers if friction or shared drives have columns too. With `zeros=False`,
    parameters whose value is 0 are left out; "auto" then decides from numbers wherever the rules would keep too many.

    >>> import linkwise
    >>> find_base_parameters(linkwise.load("panda").tree, Columns()).rank
    43
    """
    refuse_loops(tree, "base_parameters")
    if method not in METHODS:
        raise UnknownName("method", method, "base parameters", METHODS)
    arm = dh_gauge(tree)
    names = columns.names(arm)
    values = columns.values(arm)
    present = tuple(name for name, x in zip(names, values, strict=True) if zeros or x != 0)
    reduction: Reduction | None = None
    numeric = bool(names) and (method == "numeric" or (method == "auto" and not rules_apply(tree)))
    if not numeric:
        forms = by_rules(tree, columns, present)
        kept, beta = tuple(forms), _matrix(forms, names)
        numeric = not zeros and _rows_depend(beta)
        if numeric and method == "rules":
            raise NotForThisRobot(
                f"too many parameters of robot {shown(tree.name)} are 0 for the grouping rules.",
                "The rules would group other parameters into these, and keep more than necessary.",
                'use method="auto", or zeros=True.',
            )
    if numeric:
        reduction = reduce_numerically(arm, columns, present, seed)
        kept, beta = reduction.named(reduction.kept), _with_absent(reduction.beta, present, names)
    elif method == "auto" and kept and (columns.friction or columns.drives):
        reduction = reduce_numerically(arm, columns, kept, seed)
        kept, beta = reduction.named(reduction.kept), reduction.beta @ beta
    matrix = beta @ _to_dh_frames(tree, columns, names)
    return BaseParameters(tree, arm, columns, kept, present, beta, matrix, reduction)


def reduce_numerically(arm: Model, columns: Columns, present: tuple[str, ...], seed: int = 0) -> Reduction:
    """The numeric reduction of the robot's parameters that are `present`.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> reduce_numerically(arm, Columns(), Columns().names(arm)).rank
    6
    """
    index = {name: k for k, name in enumerate(columns.names(arm))}
    chosen = replace(columns, only=tuple(index[name] for name in present))
    W, sizes = stacked_regressors(arm, chosen, seed), _typical_sizes(arm, columns)
    return with_exact_fractions(independent_columns(W, present, [sizes[name] for name in present]), W)


def stacked_regressors(arm: Model, columns: Columns, seed: int = 0) -> Array:
    """The regressors of enough random states, stacked; forces of sliding joints are multiplied by the robot's size, so
    that they are as large as the torques of the others.

    >>> import linkwise
    >>> stacked_regressors(linkwise.load("pendulum").tree, Columns()).shape[1]
    10
    """
    count = max(30, -(-3 * columns.size(arm) // max(1, arm.n)))
    q, qd, qdd = exciting(arm, count, seed)
    Y: Array = ask(arm, "regressor", (q, slowed(arm, qd), qdd), columns=columns)
    return (Y * units(arm)[:, None]).reshape(count * arm.n, columns.size(arm))


def _typical_sizes(arm: Model, columns: Columns) -> dict[str, float]:
    """How large the entries of each column of such a stack are where its parameter acts fully."""
    of_letters, unit = typical_sizes(arm), units(arm)
    sizes = {name: of_letters[_letters(name)] for name in columns.names(arm)}
    lengths = {"Ia": 2, "FV": 2, "FC": 1, "FO": 1, "FS": 1, "FU": 2}  # powers of the unit of length
    drives = [(str(j), row) for j, row in enumerate(arm.coordinates.rows, 1)]
    drives += [(f"_{drive.name}", drive.row) for drive in columns.drives]
    for end, row in drives:
        moved = {float(unit[k]) for k, _ in row}
        L = moved.pop() if len(moved) == 1 else 1.0  # the unit that all joints of the drive share, if they do
        sizes |= {letter + end: sizes[letter + end] * L**k for letter, k in lengths.items() if letter + end in sizes}
    return sizes


def _letters(name: str) -> str:
    """The letters of a parameter: FV of FV_motor6."""
    match = re.match("[A-Za-z]+", name)
    assert match is not None
    return match.group()


def _rows_depend(beta: Array) -> bool:
    """Whether some rows are linear combinations of others."""
    return len(beta) > 0 and int(np.linalg.matrix_rank(beta / np.linalg.norm(beta, axis=1)[:, None])) < len(beta)


def _matrix(forms: dict[str, Form], names: tuple[str, ...]) -> Array:
    """Forms as the rows of a matrix, whose columns belong to the names."""
    rows = [[float(form.terms.get(name, 0.0)) for name in names] for form in forms.values()]
    return np.array(rows, dtype=float).reshape(len(forms), len(names))


def _with_absent(beta: Array, present: tuple[str, ...], names: tuple[str, ...]) -> Array:
    """β with columns of zeros for the parameters that are not present."""
    complete = np.zeros((len(beta), len(names)))
    complete[:, [names.index(name) for name in present]] = beta
    return complete


def _to_dh_frames(tree: Model, columns: Columns, names: tuple[str, ...]) -> Array:
    """The matrix that converts parameters in the tree's own frames to those in its Denavit–Hartenberg frames."""
    moved = dh_gauge(with_forms(tree, columns, names))
    conversion = np.eye(len(names))
    width = len(columns.letters)
    for j, body in enumerate(moved.bodies):
        for k, form in enumerate(body.inertia.parameters):
            conversion[width * j + k] = [float(form.terms.get(name, 0.0)) for name in names]
    return conversion
