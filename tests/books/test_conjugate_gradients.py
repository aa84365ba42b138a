"""Plain conjugate gradients: §6.2 of Balafoutis & Patel on method 4 of Walker & Orin.

Truth: Pinocchio's accelerations and inertia matrix, and SciPy's conjugate gradients with that matrix.
"""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise.algebra import Inertia
from linkwise.backends.interpreter import run
from linkwise.costs.ledger.arms import ARMS
from linkwise.costs.ledger.cost import cost_of
from linkwise.costs.ledger.fit import fit
from linkwise.costs.ledger.printed import PRINTED
from linkwise.errors import BadArray, KindMismatch, NoInertia, NotTraceable
from linkwise.formulations import answer_by
from linkwise.formulations.newton_euler.conjugate_gradients import Iterated, conjugate_gradients
from linkwise.model import Model, Revolute, Rotor
from linkwise.program import trace
from tests.oracle.robots import robot
from tests.robots import states
from tests.tolerances import AGREEMENT, NINE_DIGITS, ROUNDING

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")
from tests.peers.pinocchio import Pinocchio

TWELVE = robot("twelve", 12001, 12)
PANDA = linkwise.load("panda").without_friction().tree


def state(model, seed=3):
    return [x[0].tolist() for x in states(len(model.bodies), 1, seed)]


def pinocchio(model, q, qd, tau):
    """D, τ − b and q̈."""
    peer, none = Pinocchio.of_model(model), np.zeros(len(q))
    q, qd, tau = np.array([q, qd, tau])
    return peer.mass_matrix(q), tau - peer.inverse_dynamics(q, qd, none), peer.forward_dynamics(q, qd, tau)


@pytest.mark.parametrize("model", [PANDA, TWELVE], ids=lambda model: model.name)
@pytest.mark.parametrize("tolerance", [1e-2, 1e-6])
def test_steps_and_iterates_are_scipys(model, tolerance):
    from scipy.sparse.linalg import cg

    q, qd, tau = state(model)
    D, force, truth = pinocchio(model, q, qd, tau)
    d = np.diag(D)
    for start, diagonal in ((None, None), (0.9 * truth, None), (None, d)):
        found = conjugate_gradients(
            model, q, qd, tau, start=start, tolerance=tolerance, preconditioner=diagonal if diagonal is None else d
        )
        seen = []
        M = None if diagonal is None else np.diag(1.0 / d)
        cg(D, force, x0=start, rtol=tolerance, atol=0.0, M=M, callback=lambda x, s=seen: s.append(x.copy()))
        assert found.converged and abs(found.iterations - len(seen)) <= 1
        few = min(4, len(seen))
        after = conjugate_gradients(model, q, qd, tau, start=start, steps=few, preconditioner=diagonal)
        assert np.abs(np.array(after.qdd) - seen[few - 1]).max() <= NINE_DIGITS * np.abs(seen[few - 1]).max()
        left = np.linalg.norm(force - D @ np.array(found.qdd)) / np.linalg.norm(force)
        assert left <= tolerance * 1.01 and abs(left - found.residual) <= ROUNDING + 0.01 * left


def test_accelerations_and_a_start_value():
    q, qd, tau = state(PANDA)
    D, _, truth = pinocchio(PANDA, q, qd, tau)
    found = conjugate_gradients(PANDA, q, qd, tau, tolerance=1e-12)
    assert np.abs(np.array(found.qdd) - truth).max() <= AGREEMENT * np.linalg.cond(D) * np.abs(truth).max()
    assert conjugate_gradients(PANDA, q, qd, tau, start=found.qdd).iterations == 0
    near = conjugate_gradients(PANDA, q, qd, tau, start=[1.001 * x for x in truth], tolerance=1e-2)
    assert near.iterations < conjugate_gradients(PANDA, q, qd, tau, tolerance=1e-2).iterations
    assert not conjugate_gradients(PANDA, q, qd, tau, most=2).converged


def test_twelve_joints_take_more_than_n_steps():
    """§6.2: "If there are no round-off errors" a maximum of n; in doubles more."""
    assert conjugate_gradients(TWELVE, *state(TWELVE)).iterations > 12


def test_rotors_as_a_preconditioner():
    bodies = (
        replace(b, joint=replace(b.joint, rotor=Rotor(10.0 ** (k % 3), 1.0))) for k, b in enumerate(TWELVE.bodies)
    )
    model = replace(TWELVE, bodies=tuple(bodies), frames=())
    given, rotors = state(model), [10.0 ** (k % 3) for k in range(12)]
    plain, divided = (conjugate_gradients(model, *given, preconditioner=P) for P in (None, rotors))
    truth = pinocchio(model, *given)[2]
    assert np.abs(np.array(divided.qdd) - truth).max() <= NINE_DIGITS * np.abs(truth).max()
    assert divided.iterations < plain.iterations


def test_a_fixed_number_of_steps_is_a_program():
    program = trace(
        lambda q, qd, tau, s: conjugate_gradients(PANDA, q, qd, tau, start=s, steps=5).qdd,
        dict.fromkeys(("q", "qd", "tau", "s"), 7),
    )
    q, qd, tau = state(PANDA)
    found = run(program, [*q, *qd, *tau, *[0.1] * 7])
    plain = conjugate_gradients(PANDA, q, qd, tau, start=[0.1] * 7, steps=5)
    np.testing.assert_allclose(found, plain.qdd, rtol=NINE_DIGITS)
    still = run(program, [*q, *[0.0] * 7, *answer_by("gravity_forces", None)(PANDA, q), *[0.0] * 7])
    assert (np.abs(still) <= NINE_DIGITS).all()  # nothing left to improve: steps of 0, not 0/0


def test_what_the_page_and_the_ledger_say_of_twelve_joints():
    """Costs for each step, and the n from which so many steps are cheaper, recomputed."""
    counts = {}
    for n in range(3, 8):
        model, takes = ARMS["general"].model(n), dict.fromkeys(("q", "qd", "tau"), n)
        for k in (1, 2):
            for start, more in (("0", {}), ("a start value", {"s": n})):
                program = trace(
                    lambda q, qd, tau, *s, k=k, m=model: (
                        conjugate_gradients(m, q, qd, tau, start=s[0] if s else None, steps=k).qdd
                    ),
                    {**takes, **more},
                )
                counts.setdefault((start, k), {})[n] = cost_of(program.steps).plain
    formulas = {key: [fit({n: c[k] for n, c in of.items()}) for k in (0, 1)] for key, of in counts.items()}
    each = [str(fit({n: counts["0", 2][n][k] - c[k] for n, c in counts["0", 1].items()})) for k in (0, 1)]
    page = (Path(__file__).parents[2] / "docs" / "conjugate_gradients.md").read_text(encoding="utf-8")
    for start in ("0", "a start value"):
        assert "; ".join(map(str, formulas[start, 1])).replace("-", "−") in page
    assert "; ".join(each).replace("-", "−") in page

    def solving(n):
        return round(n**3 / 3 + 41 * n**2 / 2 + 1183 * n / 6 - 320)

    def cost(start, steps, n):
        first, second = (sum(f(n) for f in formulas[start, k]) for k in (1, 2))
        return first + (steps - 1) * (second - first)

    model = ARMS["general"].model(6)
    by = answer_by("forward_dynamics", "composite.direct_solve", model)
    program = trace(lambda *x: by(model, *x), dict.fromkeys(("q", "qd", "tau"), 6))
    assert sum(cost_of(program.steps).plain) == solving(6)
    for start, row in (("0", "from 0, cheaper"), ("a start value", "from a start value, from n")):
        (stated,) = re.findall(rf"^\| {row}[^|]*\|(.*)\|$", page, re.MULTILINE)
        found = [next(n for n in range(3, 99) if cost(start, k, n) < solving(n)) for k in range(1, 8)]
        assert found == [int(x) for x in stated.split("|")]
    always = next(n for n in range(3, 999) if cost("0", n, n) < solving(n))
    (row,) = [row for row in PRINTED["balafoutis1991"] if row.row == "Walker and Orin, method 4"]
    assert always == 330 and "from n = 330" in page and "n = 330" in row.says and "from n = 10 on" in row.says


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"start": [0.0] * 6}, "start has 6 numbers"),
        ({"preconditioner": [1.0] * 6 + [0.0]}, "not positive"),
        ({"tolerance": 0.0}, "tolerance is 0.0"),
        ({"tolerance": float("nan")}, "tolerance is nan"),
        ({"tolerance": "small"}, "tolerance is small"),
        ({"steps": -1}, "steps is -1"),
        ({"most": 2.5}, "most is 2.5"),
    ],
)
def test_refusals(given, words):
    with pytest.raises(BadArray, match=re.escape(words)):
        conjugate_gradients(PANDA, *state(PANDA), **given)


@pytest.mark.parametrize("tau", [5.0, "torques", ["a"] * 7, None, [1.0] * 6])
def test_states_that_are_not_rows_of_numbers(tau):
    q, qd, _ = state(PANDA)
    with pytest.raises(BadArray, match="tau "):
        conjugate_gradients(PANDA, q, qd, tau)
    with pytest.raises(KindMismatch, match=r"robot\.tree"):
        conjugate_gradients(linkwise.load("panda"), q, qd, q)


def test_numbers_that_cannot_be_compared():
    with pytest.raises(NotTraceable, match="steps="):
        trace(lambda q, qd, tau: conjugate_gradients(PANDA, q, qd, tau).qdd, dict.fromkeys(("q", "qd", "tau"), 7))
    columns = [[np.zeros(2)] * 7] * 3
    with pytest.raises(NotTraceable, match="steps="):
        conjugate_gradients(PANDA, *columns)
    assert np.shape(conjugate_gradients(PANDA, *columns, steps=3).qdd) == (7, 2)
    lost = conjugate_gradients(PANDA, [float("nan")] * 7, [0.0] * 7, [0.0] * 7)
    assert isinstance(lost, Iterated) and not lost.converged


def test_a_joint_without_inertia():
    inner, outer = linkwise.load("planar2r").tree.bodies
    empty = replace(outer, inertia=Inertia.none(outer.name), joint=Revolute("free"))
    with pytest.raises(NoInertia, match="'free'"):
        conjugate_gradients(Model("arm", (inner, empty)), [0.1, 0.2], [0.0, 0.0], [1.0, 1.0])
