"""The page ERRATA.md, read, and the means to check what it says.

The page states how wrong each printed form is; the tests compute that number again and hold it to the page. Robots and
state are read from the page too, so that nothing is said twice.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Force, Vec3
from linkwise.errors import FrameMismatch
from linkwise.model import Model
from linkwise.model.rewrite import without_rotors
from tests import tolerances
from tests.tolerances import HALF_A_UNIT

TEXT = (Path(__file__).parents[2] / "ERRATA.md").read_text(encoding="utf-8")
SIZE = re.compile(r"([\d.]+(?:e[+-]?\d+)?) → < (\d+e-\d+)")
UNEQUAL = re.compile(r"(\d+(?:, \d+)*) ≠ (\d+(?:, \d+)*)")


class Row(NamedTuple):
    """One row of the page.

    `sizes` are its pairs of what the printed form is off by and what the right form stays below; `counts` the whole
    numbers it says differ; `robot` is the name after "of", `refused` whether the printed form mixes frames.
    """

    source: str
    kind: str
    printed: str
    right: str
    robot: str
    refused: bool
    sizes: list[tuple[Decimal, float]]
    counts: tuple[list[int], list[int]] | None


def _row(source: str, kind: str, printed: str, right: str, evidence: str) -> Row:
    named, counts = re.search(r" of (\w+)", evidence), UNEQUAL.search(evidence)
    sizes = [(Decimal(size), float(bound)) for size, bound in SIZE.findall(evidence)]
    sides = ([int(x) for x in side.split(", ")] for side in counts.groups()) if counts else None
    return Row(
        source,
        kind,
        printed,
        right,
        named[1] if named else "",
        "frames mixed" in evidence,
        sizes,
        tuple(sides) if sides else None,
    )


ROWS = {
    entry: _row(*(cell.strip() for cell in cells.split("|")))
    for entry, cells in re.findall(r"^\| (E\d-\d+) \|(.*)\|$", TEXT, re.MULTILINE)
}
"""Every row of the page by its number."""

STATE = {
    letter: np.array([float(x.replace("−", "-")) for x in cells.split("|")])
    for letter, cells in re.findall(r"^\| ([^\W\d]+[\u0300-\u036f]?|wrench) \|([ |\d.−]+)\|$", TEXT, re.MULTILINE)
}
"""q, q̇, q̈ of six joints and the wrench, as the page gives them; shorter robots take the first entries."""


# ---- how wrong a form is --------------------------------------------------------------------------------------------


def off(found: Any, truth: Any) -> float:
    """The largest difference relative to the largest entry of the truth; of several parts, the worst."""
    if isinstance(truth, tuple):
        return max(off(a, b) for a, b in zip(found, truth, strict=True))
    found, truth = np.asarray(found, float), np.asarray(truth, float)
    assert found.shape == truth.shape
    return float(np.abs(found - truth).max() / np.abs(truth).max())


def show(entry: str, *forms: tuple[Any, ...]) -> None:
    """Hold a row's sizes to what is found for each (printed, right, truth); or with a truth for either form."""
    row = ROWS[entry]
    assert len(forms) == len(row.sizes), f"{entry}: the page states {len(row.sizes)} sizes"
    for (stated, bound), (printed, right, *truths) in zip(row.sizes, forms, strict=True):
        wrong, rest = off(printed, truths[0]), off(right, truths[-1])
        assert bound in vars(tolerances).values(), f"{entry}: {bound} is none of tests/tolerances.py"
        assert rest < bound, f"{entry}: the right form is off by {rest:.1e}"
        assert to_its_digits(wrong, stated), f"{entry}: the printed form is off by {wrong:.5g}, not {stated}"


def to_its_digits(measured: float, stated: Decimal) -> bool:
    """Whether a measured size rounds to the one stated; a rounding of the last stated digit is let pass.

    >>> to_its_digits(0.0934, Decimal("0.093")), to_its_digits(0.0936, Decimal("0.093"))
    (True, False)
    """
    unit = 10.0 ** stated.as_tuple().exponent
    return len(stated.as_tuple().digits) <= 2 and abs(measured - float(stated)) <= 0.5 * unit * (1.0 + HALF_A_UNIT)


def differ(entry: str, printed: list[int], right: list[int]) -> None:
    """Hold a row's whole numbers to those computed, and these to be different."""
    assert ROWS[entry].counts == (printed, right) and all(a != b for a, b in zip(printed, right, strict=True))


# ---- printed lines put back -----------------------------------------------------------------------------------------


def as_printed(formulation: str, *lines: str, **names: Any) -> ModuleType:
    """A formulation's module with lines replaced: (right, printed, right, printed, …); names it may use are added."""
    module = import_module(f"linkwise.formulations.{formulation}")
    source = inspect.getsource(module)
    for right, printed in zip(lines[::2], lines[1::2], strict=True):
        assert source.count(right) == 1, f"{formulation} no longer has the line {right!r}"
        source = source.replace(right, printed)
    copy = ModuleType(module.__name__)
    copy.__dict__.update(names, __package__=module.__package__)
    exec(compile(source, str(module.__file__), "exec"), copy.__dict__)
    return copy


@contextmanager
def frames_unchecked() -> Iterator[None]:
    """Within it, quantities of different frames may be mixed: what a program without tags would compute."""
    patch = pytest.MonkeyPatch()
    for name, module in list(sys.modules.items()):
        if name.startswith("linkwise.algebra.") and hasattr(module, "same"):
            patch.setattr(module, "same", lambda a, b: a if a is not None else b)
    try:
        yield
    finally:
        patch.undo()


def put_back(entry: str, formulation: str, question: str, *lines: str, **names: Any) -> None:
    """Hold a row to its formulation as it is and with the printed lines; Pinocchio tells the truth."""
    case = Case.of(entry)
    module = import_module(f"linkwise.formulations.{formulation}")
    name, (arguments, truth) = question.split()[0], case.asked(question)
    printed = case.refused_or(lambda: getattr(as_printed(formulation, *lines, **names), name)(*arguments))
    show(entry, (printed, getattr(module, name)(*arguments), truth))


class Case(NamedTuple):
    """The robot of a row, without rotors, in the state of the page."""

    row: Row
    model: Model
    q: list[float]
    qd: list[float]
    qdd: list[float]

    @staticmethod
    def of(entry: str) -> "Case":
        model = robot(ROWS[entry].robot)
        return Case(ROWS[entry], model, *(STATE[letter][: len(model.bodies)].tolist() for letter in ("q", "q̇", "q̈")))

    @property
    def peer(self) -> Any:
        """The robot in Pinocchio."""
        pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
        from tests.peers.pinocchio import Pinocchio

        return Pinocchio.of_model(self.model)

    @property
    def poses(self) -> list[np.ndarray]:
        """The 4×4 poses of the links in the base, by Pinocchio."""
        peer = self.peer
        import pinocchio as pin

        pin.forwardKinematics(peer.model, peer.data, peer._q(np.array(self.q)))
        return [peer.data.oMi[joint.id].homogeneous.copy() for joint in peer.joints]

    def asked(self, question: str) -> tuple[tuple[Any, ...], Any]:
        """What a formulation is given for a question, and Pinocchio's answer."""
        q, qd, qdd, zero = (np.array(x) for x in (self.q, self.qd, self.qdd, [0.0] * len(self.q)))
        peer, last = self.peer, self.model.bodies[-1].name
        if question == "mass_matrix":
            return (self.model, self.q), peer.mass_matrix(q)
        if question == "gravity_forces":
            return (self.model, self.q), peer.inverse_dynamics(q, zero, zero)
        if question == "velocity_forces":
            still = peer.inverse_dynamics(q, zero, zero)
            return (self.model, self.q, self.qd), peer.inverse_dynamics(q, qd, zero) - still
        if question == "forward_dynamics":
            return (self.model, self.q, self.qd, peer.inverse_dynamics(q, qd, qdd).tolist()), qdd
        if question == "kinetic_energy":
            return (self.model, self.q, self.qd), peer.energies(q, qd)[0]
        if question == "inverse_dynamics_derivatives":
            parts = np.split(peer.inverse_dynamics_derivatives(q, qd, qdd), 3, axis=1)
            return (self.model, self.q, self.qd, self.qdd), tuple(parts)
        if question == "inverse_dynamics under a wrench":
            wrench = STATE["wrench"].tolist()
            wrenches = [Force.of_numbers(wrench if b.name == last else [0.0] * 6, b.name) for b in self.model.bodies]
            return (self.model, self.q, self.qd, self.qdd, wrenches), torques_under(peer, q, qd, qdd, wrench)
        assert question == "inverse_dynamics"
        return (self.model, self.q, self.qd, self.qdd), peer.inverse_dynamics(q, qd, qdd)

    def refused_or(self, printed: Callable[[], Any]) -> Any:
        """What the printed form gives; if the row says so, after the frame tags have refused it."""
        if not self.row.refused:
            return printed()
        with pytest.raises(FrameMismatch):
            printed()
        with frames_unchecked():
            return printed()


@cache
def robot(name: str) -> Model:
    """A robot of the catalog, without rotors."""
    return without_rotors(linkwise.load(name).tree)


def torques_under(peer: Any, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, wrench: list[float]) -> np.ndarray:
    """Pinocchio's joint forces where the environment exerts a wrench (n, f) on the last link, seen from its frame."""
    import pinocchio as pin

    forces = [pin.Force.Zero() for _ in range(peer.model.njoints)]
    forces[peer.joints[-1].id] = pin.Force(np.array(wrench[3:]), np.array(wrench[:3]))
    return pin.rnea(peer.model, peer.data, peer._q(q), peer._v(qd), peer._v(qdd), forces)[peer.v]


def array(v: Vec3) -> np.ndarray:
    """The components of a vector.

    >>> array(Vec3(1.0, 2.0, 3.0))
    array([1., 2., 3.])
    """
    return np.array(v.components, float)


def skew(v: np.ndarray) -> np.ndarray:
    """The matrix of v ×.

    >>> skew(np.array([1.0, 2.0, 3.0])) @ [0.0, 0.0, 1.0]
    array([ 2., -1.,  0.])
    """
    x, y, z = v
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
