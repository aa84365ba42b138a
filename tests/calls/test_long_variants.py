"""Long robots whose payload and gravity change again and again: one loop, whose numbers are those of each variant."""

import pickle
from itertools import pairwise

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.calls import variant_family
from linkwise.calls.direct import ask
from linkwise.calls.kernel_cache import KernelKey
from linkwise.calls.long_chains import LOOPED, LongKernel, MovingKernel
from linkwise.calls.routes import MOVABLE
from linkwise.errors import BadArray
from linkwise.formulations import QUESTIONS
from tests.kernels.cases import asked, off, parts
from tests.kernels.test_long_chains import robot
from tests.peers.pinocchio import Pinocchio
from tests.tolerances import AGREEMENT, SINGLE_PRECISION, solving

LOAD = {"com": [0.02, -0.01, 0.1], "inertia": np.diag([0.02, 0.03, 0.04])}


@pytest.fixture
def shared(monkeypatch):
    """The very first variant takes the shared kernel."""
    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)


def varied(arm: Robot) -> Robot:
    """Heavier at two links, and hung otherwise."""
    first, last = arm.tree.bodies[len(arm.tree.bodies) // 2].name, arm.tree.bodies[-1].name
    arm = arm.with_payload(0.7, **LOAD, frame=first, name="one").with_gravity([0.3, -9.0, 1.0])
    return arm.with_payload(1.5, **LOAD, frame=last, name="two")


@pytest.mark.parametrize("question", LOOPED)
@pytest.mark.parametrize(
    "name", ["puma560", pytest.param("coupled_driven_tree 14", marks=pytest.mark.slow), *(
        pytest.param(name, marks=pytest.mark.slow) for name in ("planar2r", "scara", "driven_tree 31")
    )]
)  # fmt: skip
def test_every_question(name, question):
    """As the formulations answer for the variant itself; the first gravity has zeros that the second has not."""
    arm = robot(name) if " " in name else linkwise.load(name)
    frame = {"frame": arm.tree.bodies[-1].name} if QUESTIONS[question].frame else {}
    kernel = LongKernel(arm.tree, question, opened=True, **frame)
    for variant in (varied(arm), arm):
        states = asked(arm, question, 11)
        found, true = (
            kernel.of_variant(variant.tree, **frame)(*states),
            ask(variant.tree, question, tuple(states), **frame),
        )
        assert off(found, true) <= AGREEMENT


@pytest.mark.parametrize("question", ["inverse_dynamics", "inverse_dynamics_derivatives", "forward_dynamics"])
def test_against_pinocchio_without_compiling_again(shared, question):
    arm = Robot(robot("plain_chain 61").model)
    getattr(varied(arm), question)(*asked(arm, question, 2))
    shared_kernel = next(arm.kernels.get(key) for key in arm.kernels)
    made = dict(shared_kernel.equations.loops._modules)
    for mass in (0.5, 2.0):
        variant = varied(arm).with_payload(mass, frame=arm.tree.bodies[7].name, name="three")
        peer, states = Pinocchio.of_model(variant.model), asked(arm, question, 2)
        inverted = [peer.mass_matrix(q) for q in states[0]] if question == "forward_dynamics" else []
        most = max([AGREEMENT, *map(solving, inverted)])
        for k, found in enumerate(zip(*parts(getattr(variant, question)(*states)), strict=True)):
            true = getattr(peer, question)(*(x[k] for x in states))
            assert off(found, tuple(np.hsplit(true, 3)) if "derivatives" in question else (true,)) <= most
        assert isinstance(variant.kernels.get(KernelKey(question)), LongKernel)
    assert len(arm.kernels) == 1 and made.items() <= shared_kernel.equations.loops._modules.items()


def test_every_form_of_call(shared):
    """The bits of a batch, singly, as lists, by name and into `out`; float32, and the errors of any robot."""
    arm = Robot(robot("chain 61").model)
    variant, bad = varied(arm), np.zeros(arm.n - 1)
    for question in ("inverse_dynamics", "inverse_dynamics_derivatives"):
        names, states = QUESTIONS[question].takes, asked(arm, question, 3)
        method, one = getattr(variant, question), [x[1] for x in states]
        many = parts(method(*states))
        listed = [x.tolist() for x in one]
        for _ in range(2):
            out = tuple(np.empty_like(part[1]) for part in many)
            for answer in (
                method(*one),
                method(*listed),
                method(**dict(zip(names, one, strict=True))),
                method(*one, out=out if len(out) > 1 else out[0]),
                pickle.loads(pickle.dumps(method))(*one),
            ):
                close = [off(a, b[1]) for a, b in zip(parts(answer), many, strict=True)]
                assert max(close) <= AGREEMENT
            assert all(np.array_equal(a, b[1]) for a, b in zip(parts(method(*one)), many, strict=True))
            narrow = parts(method(*(x.astype(np.float32) for x in one)))
            assert all(x.dtype == np.float32 for x in narrow)
            assert off(narrow, tuple(part[1] for part in many)) <= SINGLE_PRECISION
            with pytest.raises(BadArray, match="q has shape"):
                method(bad, *one[1:])
            with pytest.raises((BadArray, TypeError)):
                method(*one, one[0])
            with pytest.raises((BadArray, TypeError)):
                method(*one[:-1])


def test_wrenches_and_moving_bases(shared):
    arm = Robot(robot("driven_tree 62").model)
    at, rng = arm.tree.bodies[-1].name, np.random.default_rng(3)
    wrenches, base = {at: rng.normal(size=6)}, {"velocity": rng.normal(size=6), "gravity": [1.0, 2.0, 3.0]}
    for question, more in (
        ("forward_dynamics", {"wrenches": wrenches}),
        ("inverse_dynamics", {"wrenches": wrenches, "base": base}),
        ("bias_forces", {"base": base}),
    ):
        variant, states = varied(arm), [x[0] for x in asked(arm, question, 1)]
        true = ask(variant.tree, question, tuple(states), **more)
        for _ in range(2):
            assert off(getattr(variant, question)(*states, **more), true) <= AGREEMENT
    kinds = {type(variant.kernels.get(key)) for key in variant.kernels}
    assert kinds == {MovingKernel} and len(arm.kernels) == 3


@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_wrenches_at_frames_that_move(shared, question):
    """Elsewhere on the same links, under other names; no code is compiled for the second."""
    arm, rng = Robot(robot("driven_tree 62").model), np.random.default_rng(9)
    ends = [arm.tree.bodies[-1].name, arm.tree.bodies[5].name]
    states = [x[0] for x in asked(arm, question, 1)]
    for k in range(2):
        names, variant = [f"{end} {k}" for end in ends], arm
        for name, end in zip(names, ends, strict=True):
            variant = variant.with_frame(name, end, *rng.uniform(-1.0, 1.0, (2, 3)))
        wrenches = {name: rng.normal(size=6) for name in names}
        true = ask(variant.tree, question, tuple(states), wrenches=wrenches)
        for _ in range(2):
            assert off(getattr(variant, question)(*states, wrenches=wrenches), true) <= AGREEMENT
    (key,) = arm.kernels
    assert arm.kernels.get(key).equations.pushing.kernels.cache_info().currsize == 1


@pytest.mark.slow
@pytest.mark.parametrize("question", MOVABLE)
def test_bases_that_move(shared, question):
    arm = Robot(robot("chain 61").model)
    base = {"velocity": [0.1] * 6, "acceleration": [0.2] * 6}
    kept = {name: base[name] for name in QUESTIONS[question].base if name in base}
    variant, states = varied(arm), [x[0] for x in asked(arm, question, 1)]
    found = getattr(variant, question)(*states, base=kept)
    assert off(found, getattr(Robot(variant.model), question)(*states, base=kept)) <= AGREEMENT


def test_variants_keep_their_own_numbers(shared):
    """Whichever asks last: payloads add up in gravity forces, which are linear in them."""
    arm = Robot(robot("plain_chain 61").model)
    q, at = asked(arm, "gravity_forces", 1)[0][0], arm.tree.bodies[20].name
    variants = [arm.with_payload(mass, frame=at) for mass in (1.0, 2.0, 3.0)]
    for _ in range(2):
        forces = [variant.gravity_forces(q) for variant in variants]
        (a, b) = (y - x for x, y in pairwise(forces))
        assert off(a, b) <= AGREEMENT and off(forces[0] - a, arm.gravity_forces(q)) <= AGREEMENT
