"""Every form of one call: the same bits, whenever the method was taken from the robot; several frames in one answer."""

import inspect
import pickle
import threading

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, LinkwiseError, UnknownName
from linkwise.formulations import QUESTIONS
from tests.kernels.cases import parts, same_bits
from tests.tolerances import AGREEMENT

ROBOT = linkwise.load("scara")
N = ROBOT.n
RNG = np.random.default_rng(16)
STATES = RNG.normal(size=(3, 4, 6, N))
"""Three arrays of a batch of 4 × 6."""
LARGE = {"regressor", "kinetic_energy_regressor", "potential_energy_regressor", "momentum_regressor"}
ASKED = [question for question in QUESTIONS if question not in LARGE]


def given(question, batch=()):
    """The states of a question, contiguous: one state, or a batch."""
    return [
        np.ascontiguousarray(x[0, 0] if batch == () else x[batch]) for x in STATES[: len(QUESTIONS[question].takes)]
    ]


class Number(float):
    pass


FORMS = {
    "keywords": lambda ask, names, x: ask(**dict(zip(names, x, strict=True))),
    "the last by name": lambda ask, names, x: ask(*x[:-1], **{names[-1]: x[-1]}),
    "lists": lambda ask, names, x: ask(*(a.tolist() for a in x)),
    "tuples of NumPy's floats": lambda ask, names, x: ask(*map(tuple, x)),
    "a list among arrays": lambda ask, names, x: ask(x[0].tolist(), *x[1:]),
    "floats of another class": lambda ask, names, x: ask([Number(a) for a in x[0]], *x[1:]),
    "lists by name": lambda ask, names, x: ask(**{name: a.tolist() for name, a in zip(names, x, strict=True)}),
    "with gaps": lambda ask, names, x: ask(*(np.repeat(a, 2)[::2] for a in x)),
    "backwards": lambda ask, names, x: ask(*(a[::-1].copy()[::-1] for a in x)),
    "no out": lambda ask, names, x: ask(*x, out=None),
}


@pytest.mark.parametrize("question", ASKED)
def test_one_state_in_every_form(question):
    """On a robot that has not answered yet, by a method taken before that; then again."""
    x, names = given(question), QUESTIONS[question].takes
    expected = getattr(ROBOT, question)(*x)
    robot = linkwise.load("scara")
    before = getattr(robot, question)
    for form in FORMS.values():
        assert same_bits(form(before, names, x), expected)
    for ask in (before, getattr(robot, question), robot.compile(question)):
        for form in FORMS.values():
            for _ in range(2):
                assert same_bits(form(ask, names, x), expected)
    assert str(inspect.signature(before)) == str(inspect.signature(getattr(robot, question)))
    assert (before.__name__, inspect.getdoc(before)) == (question, inspect.getdoc(getattr(linkwise.Robot, question)))


@pytest.mark.parametrize("question", ASKED)
def test_batches_in_every_form(question):
    """Views, broadcast arrays and several leading axes, in both precisions; as arrays in one piece give it."""
    kernel, count = ROBOT.compile(question), len(QUESTIONS[question].takes)
    for dtype in (np.float64, np.float32):
        whole = [x.astype(dtype) for x in STATES[:count]]
        expected = getattr(ROBOT, question)(*(x.reshape(24, N) for x in whole))
        assert parts(expected)[0].dtype == dtype
        wide = np.concatenate(whole, axis=-1)
        views = [wide[..., k * N : (k + 1) * N] for k in range(count)]
        flat = [view.reshape(24, -1) for view in parts(expected)]
        for _ in range(2):
            for ask in (getattr(ROBOT, question), kernel):
                for form in (whole, views, [x[::-1].copy()[::-1] for x in whole]):
                    found = parts(ask(*form))
                    assert all(map(same_bits, (each.reshape(24, -1) for each in found), flat))
                    assert all(each.shape[:2] == (4, 6) for each in found)
                assert same_bits(ask(*(x[1, 2:3] for x in whole)), tuple(each[8:9] for each in parts(expected)))
                shared = [whole[0], *(x[0, :1] for x in whole[1:])]
                assert same_bits(ask(*shared), ask(*(np.ascontiguousarray(x) for x in np.broadcast_arrays(*shared))))


@pytest.mark.parametrize("question", ASKED)
def test_answers_written_into_arrays(question):
    robot = linkwise.load("scara")
    for batch in ((), (1,), (slice(None), slice(None))):
        x = given(question, batch)
        expected = getattr(ROBOT, question)(*x)
        for _ in range(3):  # the first time by the kernel's general way
            fresh = tuple(np.full_like(each, np.nan) for each in parts(expected))
            out = fresh if len(fresh) > 1 else fresh[0]
            assert getattr(robot, question)(*x, out=out) is out and same_bits(fresh, expected)
            gaps = tuple(np.repeat(each[None], 2, 0)[::2][0, ...] for each in parts(expected))
            out = gaps if len(gaps) > 1 else gaps[0]
            assert getattr(robot, question)(*(a.tolist() for a in x), out=out) is out and same_bits(gaps, expected)


@pytest.mark.parametrize("options", [{}, {"wrenches": {"link4": np.ones(6)}}])
def test_out_from_the_first_call_on(options, monkeypatch):
    """A robot that is only ever asked with `out=` answers by machine code too: the second call takes no long way."""
    x, robot, out = given("forward_dynamics"), linkwise.load("scara"), np.empty(N)
    robot.forward_dynamics(*x, out=out, **options)
    expected = out.copy()
    monkeypatch.setattr("linkwise.robot.question_calls.answer", None)
    for _ in range(2):
        out[:] = np.nan
        assert robot.forward_dynamics(*x, out=out, **options) is out and same_bits(out, expected)


def test_an_array_over_the_states():
    """What is written does not change what is still to be read; nor does a stranger's array."""
    x = given("inverse_dynamics", (slice(None), slice(None)))
    expected = ROBOT.inverse_dynamics(*x)
    for place in range(3):
        states = [each.copy() for each in x]
        assert same_bits(ROBOT.inverse_dynamics(*states, out=states[place]), expected)
    room = np.zeros((5, 6, N))
    room[:4] = x[0]
    assert same_bits(ROBOT.inverse_dynamics(room[:4], *x[1:], out=room[1:]), expected)
    single = np.zeros(expected.shape, np.float32)
    assert ROBOT.inverse_dynamics(*x, out=single) is single and np.array_equal(single, expected.astype(np.float32))


def frozen(x):
    x.setflags(write=False)
    return x


BAD_OUTS = {
    "shape": np.empty(N + 1),
    "axes": np.empty((1, N)),
    "whole numbers": np.empty(N, int),
    "read-only": frozen(np.empty(N)),
    "list": [0.0] * N,
    "text": "out",
    "two": (np.empty(N), np.empty(N)),
    "broadcast": np.broadcast_to(np.empty(1), (N,)),
}


@pytest.mark.parametrize("bad", BAD_OUTS)
@pytest.mark.parametrize(
    "options", [{}, {"wrenches": {"link4": np.ones(6)}}, {"formulation": "newton_euler.khalil_dombre"}]
)
def test_arrays_that_cannot_be_filled(bad, options):
    x, robot = given("inverse_dynamics"), linkwise.load("scara")
    before = robot.inverse_dynamics
    for ask in (before, before, robot.inverse_dynamics):
        with pytest.raises(BadArray, match="out"):
            ask(*x, out=BAD_OUTS[bad], **options)


def test_outs_of_several_answers_are_apart():
    x, room = given("inverse_dynamics"), np.empty((3, N, N))
    for _ in range(2):
        with pytest.raises(BadArray, match="shares memory"):
            ROBOT.inverse_dynamics_derivatives(*x, out=(room[0], room[1], room[0]))
        filled = ROBOT.inverse_dynamics_derivatives(*x, out=tuple(room))
        assert all(map(np.shares_memory, filled, room))
    assert all(map(same_bits, room, ROBOT.inverse_dynamics_derivatives(*x)))


def test_wrenches_in_every_form():
    x, wrench = given("inverse_dynamics"), RNG.normal(size=6)
    other = {"link4": wrench, "link2": 2.0 * wrench}
    expected = ROBOT.compile("inverse_dynamics", wrenches=list(other))(*x, *other.values())
    robot = linkwise.load("scara")
    before = robot.inverse_dynamics
    for _ in range(3):
        for ask in (before, robot.inverse_dynamics):
            assert same_bits(ask(*x, wrenches=other), expected)
            assert same_bits(ask(*x, wrenches={name: w.tolist() for name, w in other.items()}), expected)
            assert same_bits(ask(*(a.tolist() for a in x), wrenches=other), expected)
            assert same_bits(ask(x[0], x[1], qdd=x[2], wrenches=other, out=np.empty(N)), expected)
            many = ask(*x, wrenches={"link4": np.stack([wrench, wrench]), "link2": 2.0 * wrench})
            assert same_bits(many[1], expected)


# ---- frames ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["forward_kinematics", "jacobian", "jacobian_dot"])
def test_several_frames_in_one_answer(question):
    robot = linkwise.load("puma560")
    frames = [robot.frames[3], robot.frames[-1], robot.frames[3], robot.frames[0]]
    ask = getattr(robot, question)
    for batch in ((), (5,), (2, 3)):
        x = RNG.normal(size=(len(QUESTIONS[question].takes), *batch, robot.n))
        expected = np.stack([ask(*x, frame=frame) for frame in frames], axis=len(batch))
        for _ in range(2):
            found = ask(*x, frames)
            assert found.shape == expected.shape  # shared work is not fused with what follows: the last bits may differ
            assert np.abs(found - expected).max() <= AGREEMENT * np.abs(expected).max()
            assert same_bits(ask(*x, frame=tuple(frames)), found)
            assert same_bits(robot.compile(question, frame=frames)(*x), found)
        assert same_bits(ask(*x, frame=frames, out=np.empty(expected.shape)), found)
    assert sum(key.name == question and key.frame == tuple(frames) for key in robot.kernels) == 1


def test_several_frames_of_a_robot_that_is_not_compiled(monkeypatch):
    monkeypatch.setattr("linkwise.calls.routes.worth_compiling", lambda *_: False)
    robot, q = linkwise.load("planar2r"), [0.3, -0.4]
    found = robot.forward_kinematics(q, ["link2", "tip"])
    assert same_bits(found[1], robot.forward_kinematics(q, "tip")) and found.shape == (2, 4, 4)
    assert same_bits(robot.forward_kinematics(q, ["link2", "tip"], out=np.empty((2, 4, 4))), found)


@pytest.mark.parametrize("frames", [["nowhere"], ["tip", 3], [["tip"]], {"tip"}, {"tip": 1}, ("tip", None)])
def test_frames_that_are_none(frames):
    robot, q = linkwise.load("planar2r"), np.zeros(2)
    for _ in range(2):
        with pytest.raises(UnknownName, match="no frame"):
            robot.jacobian(q, frames)
        robot.jacobian(q)
    with pytest.raises(LinkwiseError, match="empty list"):
        robot.jacobian(q, [])


# ---- methods taken from a robot -------------------------------------------------------------------------------------


def test_methods_taken_before_the_first_call_travel():
    robot, x = linkwise.load("scara"), given("mass_matrix")
    before = robot.mass_matrix
    expected = ROBOT.mass_matrix(*x)
    assert same_bits(pickle.loads(pickle.dumps(before))(*x), expected)
    assert same_bits(before(*x), expected)
    assert same_bits(pickle.loads(pickle.dumps(before))(*x), expected)


def test_methods_of_a_subclass_and_its_parent():
    class Heavier(linkwise.Robot):
        def mass_matrix(self, q, **options):
            return 2.0 * super().mass_matrix(q, **options)

    robot, x = Heavier(ROBOT.model), given("mass_matrix")
    before = robot.mass_matrix
    for _ in range(3):
        for form in (x, [a.tolist() for a in x]):
            assert same_bits(robot.mass_matrix(*form), 2.0 * ROBOT.mass_matrix(*x))
            assert same_bits(before(q=form[0]), 2.0 * ROBOT.mass_matrix(*x))
    assert same_bits(robot.gravity_forces(*x), ROBOT.gravity_forces(*x))


def test_threads_take_one_method_at_once():
    for _ in range(20):
        robot, x, start = linkwise.load("planar2r"), np.array([0.1, 0.2]), threading.Barrier(6)
        found = []

        def first(robot=robot, x=x, start=start, found=found):
            start.wait()
            ask = robot.mass_matrix
            found.append((ask, ask(x), ask(q=x.tolist())))

        workers = [threading.Thread(target=first) for _ in range(6)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert len(found) == 6
        assert all(same_bits(each, robot.mass_matrix(x)) for ask, *answers in found for each in (*answers, ask(x)))


def test_calls_with_other_arguments_are_refused_as_python_does():
    robot, x = linkwise.load("scara"), given("inverse_dynamics")
    before = robot.inverse_dynamics
    for _ in range(2):
        for ask in (before, robot.inverse_dynamics):
            for args, named in ((x[:2], {}), ([*x, x[0]], {}), (x, {"q": x[0]}), (x[:2], {"tau": x[2]}), ((), {})):
                with pytest.raises(TypeError, match="argument"):
                    ask(*args, **named)
        before(*x)
