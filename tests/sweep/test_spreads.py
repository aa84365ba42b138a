"""Each spread reaches the robot: a rollout of a sweep is one of the robot it describes."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, InvalidModel, LinkwiseError, UnknownName
from linkwise.model import Friction
from linkwise.sweep import Choice, LogNormal, Normal, Uniform
from linkwise.sweep.kernel_arguments import inertial_parameters
from linkwise.sweep.random_numbers import uniforms
from tests.tolerances import AGREEMENT, ONE_RK4_RUN

from .cases import SPREADS, bits, height, small

RUN = {"step": 1e-3, "steps": 200}
START = {"q0": [0.4, -0.3, 0.2], "qd0": [0.5, 0.1, -0.4]}
ARM = linkwise.load("planar3r")
INDEX = 5


def close(sweep, robot, **more):
    """Whether a rollout of the sweep is that of a robot built with what it drew, integrated by DOP853."""
    run = robot.simulate(START["q0"], START["qd0"], t=0.2, rtol=1e-12, **more)
    again = sweep.rerun(INDEX)
    assert np.abs(again.q[0, -1] - run.q[-1]).max() < ONE_RK4_RUN
    other = sweep.rerun(INDEX + 1)
    assert np.abs(other.q[0, -1] - run.q[-1]).max() > 1000 * ONE_RK4_RUN  # and its neighbour's is not


def test_payload():
    tensors = Choice([[0.1, 0.0, 0.0, 0.1, 0.0, 0.1], [0.2, 0.01, 0.0, 0.2, 0.0, 0.1]])
    payload = {"payload.mass": Uniform(0.5, 2.0), "payload.com": Normal([0.1, 0.0, 0.05], 0.02)}
    found = ARM.sweep(10, START | payload | {"payload.inertia": tensors}, **RUN)
    v = found.drawn(INDEX).values
    xx, xy, xz, yy, yz, zz = v["payload.inertia"]
    loaded = ARM.with_payload(v["payload.mass"], v["payload.com"], [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    close(found, loaded)


def test_ten_numbers_of_a_cloud_of_points():
    """Sums over points about an origin are what their mass, centre and tensor about the centre become."""
    rng = np.random.default_rng(4)
    m, p = rng.uniform(0.1, 1.0, 9), rng.normal(size=(9, 3)) + np.array([0.5, -1.0, 2.0])
    mass, com = m.sum(), m @ p / m.sum()

    def tensor(points):
        I = sum(mi * (r @ r * np.eye(3) - np.outer(r, r)) for mi, r in zip(m, points, strict=True))
        return I[np.triu_indices(3)]

    found = inertial_parameters(np.array([mass]), com[None], tensor(p - com)[None])[0]
    assert np.allclose(found, [*tensor(p), *(mass * com), mass], rtol=AGREEMENT)


def test_gravity_and_wrench():
    tip = ARM.tree.frame_or_tip(None).name
    found = ARM.sweep(10, START | {"gravity": Normal([0.0, -9.0, 0.0], 0.5), f"wrench.{tip}": Normal(0.0, 3.0)}, **RUN)
    v = found.drawn(INDEX).values
    close(found, ARM.with_gravity(v["gravity"]), wrenches={tip: v[f"wrench.{tip}"]})


@pytest.mark.parametrize("how", ["factor", "mass", "inertia"])
def test_links(how):
    name = ARM.tree.bodies[1].name
    own = np.array([body.inertia.parameters for body in ARM.tree.bodies])
    tables = Choice(own[1] * np.array([0.5, 1.5, 0.8, 2.0])[:, None])
    distribution = {"factor": LogNormal(1.0, 0.2), "mass": Uniform(1.0, 3.0), "inertia": tables}[how]
    found = ARM.sweep(10, START | {f"links.{how}": {name: distribution}}, seed=2, **RUN)
    drawn = found.arguments(INDEX)["parameters"]["inertia"][0]
    assert np.array_equal(drawn[[0, 2]], own[[0, 2]])
    if how == "mass":
        assert drawn[1, 9] == found.drawn(INDEX).values["links.mass"][1]
    assert np.allclose(drawn[1] / drawn[1, 9], own[1] / own[1, 9], rtol=AGREEMENT)  # density scales all ten
    kernel = ARM.compile("forward_dynamics", parameters=["inertia"])
    zero = [0.0] * 3
    qdd = kernel(START["q0"], zero, zero, drawn)
    assert np.abs(qdd - ARM.forward_dynamics(START["q0"], zero, zero)).max() > 1e-3
    run = ARM.rollouts(START["q0"], START["qd0"], parameters={"inertia": drawn}, **RUN)
    assert np.array_equal(found.rerun(INDEX).q[0, -1], run.q[-1])


def test_friction():
    arm = ARM.with_friction({name: Friction(0.3, 0.2) for name in ARM.joint_names})
    found = arm.sweep(10, START | {"friction.viscous": Uniform(0.1, 2.0), "friction.coulomb": {"joint2": 0.7}}, **RUN)
    given = found.arguments(INDEX)["parameters"]["friction"][0]
    assert given[:, 1].tolist() == [0.2, 0.7, 0.2]
    laws = {name: Friction(*row) for name, row in zip(ARM.joint_names, given.tolist(), strict=True)}
    run = ARM.with_friction(laws).rollouts(START["q0"], START["qd0"], **RUN)
    assert np.abs(found.rerun(INDEX).q[0, -1] - run.q[-1]).max() < AGREEMENT
    factor = arm.sweep(3, START | {"friction.factor": [1.0, 2.0, 3.0]}, **RUN).arguments(0)["parameters"]["friction"][0]
    assert np.allclose(factor, [[0.3, 0.2], [0.6, 0.4], [0.9, 0.6]])


def test_forces_and_inputs():
    found = ARM.sweep(10, START | {"controller.tau": Normal(0.0, 2.0)}, **RUN)
    close(found, ARM, tau=found.drawn(INDEX).values["controller.tau"])
    one = small(keep=True)
    rest = one.drawn(7).values["controller.rest"]
    same = small(8, SPREADS | {"controller.rest": np.tile(rest, (8, 1))}, keep=True)
    assert np.array_equal(one.kept("height")[7], same.kept("height")[7])
    assert not np.array_equal(one.kept("height")[6], same.kept("height")[6])


def test_arrays_are_taken_as_they_are():
    rows = np.random.default_rng(0).normal(size=(200, 2))
    found = small(200, {"q0": rows}, keep=True, block=32)
    assert np.array_equal(found.drawn(170).values["q0"], rows[170])
    arm = linkwise.load("planar2r")
    expected = arm.rollouts(rows, step=1e-3, steps=50, outputs={"height": height})["height"][:, -1]
    mine = arm.sweep(200, {"q0": rows}, step=1e-3, steps=50, outputs={"height": height}, keep=True, block=32)
    assert np.array_equal(mine.kept("height"), expected)


def test_one_spread_does_not_change_anothers_draws():
    a, b = small(5), small(5, {"q0": SPREADS["q0"], "gravity": Normal([0.0, -9.81, 0.0], 0.1)})
    assert np.array_equal(a.drawn(3).values["q0"], b.drawn(3).values["q0"])
    assert not np.array_equal(a.drawn(3).values["q0"], small(5, seed=12).drawn(3).values["q0"])


def test_blocks_and_threads_do_not_change_a_rollout():
    plain = small(keep=True)
    for block in (1000, 77):
        assert np.array_equal(small(keep=True, block=block).kept("peak"), plain.kept("peak"))
    assert bits(small(keep=True, threads=3)) == bits(plain)


def test_negative_masses_are_named_with_their_rollout():
    distribution = Normal(1.0, 0.4)
    masses = distribution.values(uniforms(11, "payload.mass", 0, 300, 1), (), 0)
    with pytest.raises(
        InvalidModel, match=rf"'payload\.mass' gives rollout {np.flatnonzero(masses < 0.0)[0]} -"
    ) as error:
        small(300, {"q0": [0.0, 0.0], "payload.mass": distribution}, seed=11)
    assert "low=0.0" in error.value.hint
    assert small(300, {"q0": [0.0, 0.0], "payload.mass": Normal(1.0, 0.4, low=0.0)}, seed=11).failed.count == 0


BAD = {
    "unknown": ({"q1": [0.0, 0.0]}, UnknownName),
    "no q0": ({"qd0": [0.0, 0.0]}, LinkwiseError),
    "not a dict": ([1.0], LinkwiseError),
    "a shape": ({"q0": [0.0] * 3}, BadArray),
    "a law's shape": ({"q0": Uniform([0.0] * 3, 1.0)}, BadArray),
    "rows": ({"q0": np.zeros((4, 2))}, BadArray),
    "choice": ({"q0": Choice(np.zeros((4, 3)))}, BadArray),
    "not finite": ({"q0": [np.nan, 0.0]}, BadArray),
    "a joint": ({"q0": {"joint9": 1.0}}, UnknownName),
    "by name": ({"q0": [0, 0], "gravity": {"x": 1.0}}, UnknownName),
    "words": ({"q0": "home"}, BadArray),
    "input": ({"q0": [0, 0], "controller.gain": 1.0}, UnknownName),
    "frame": ({"q0": [0, 0], "wrench.nose": Normal(0.0, 1.0)}, UnknownName),
    "both": ({"q0": [0, 0], "links.factor": 1.1, "links.mass": 2.0}, LinkwiseError),
    "mass": ({"q0": [0, 0], "links.mass": -1.0}, InvalidModel),
    "factor": ({"q0": [0, 0], "links.factor": Normal(0.0, 1.0)}, InvalidModel),
    "friction": ({"q0": [0, 0], "friction.viscous": -1.0}, InvalidModel),
    "tensor": ({"q0": [0, 0], "payload.inertia": [1.0, 0.0, 0.0, 0.1, 0.0, 0.1]}, InvalidModel),
    "ten": ({"q0": [0, 0], "links.inertia": -np.ones((2, 10))}, InvalidModel),
    "ten of no body": ({"q0": [0, 0], "links.inertia": {"link2": [1, 0, 0, 1, 0, 5, 0, 0, 0, 1]}}, InvalidModel),
    "about no centre": ({"q0": [0, 0], "links.inertia": {"link2": [1, 0, 0, 1, 0, 1, 2, 0, 0, 1]}}, InvalidModel),
    "a tensor alone": ({"q0": [0, 0], "links.inertia": {"link2": [1, 0, 0, 1, 0, 1, 0, 0, 0, 0]}}, InvalidModel),
    "nothing": ({"q0": {}}, LinkwiseError),
    "no entry": ({"q0": [0, 0], "qd0": {}}, LinkwiseError),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_spreads(name):
    spreads, kind = BAD[name]
    with pytest.raises(kind) as error:
        small(10, spreads)
    assert error.value.what and error.value.expected


@pytest.mark.parametrize(
    "options",
    [
        {"rollouts": 0},
        {"rollouts": 1.5},
        {"block": 0},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.0},
        {"seed": True},
        {"threads": 0},
        {"step": -1.0},
        {"steps": 0},
        {"duration": 1.0},
        {"keep": 1},
        {"bins": {"nothing": [0.0, 1.0]}},
        {"bins": [1.0]},
        {"bins": {"top": [1.0]}},
        {"method": "rk5"},
        {"tau": [0.0, 0.0]},
        {"reduce": {"top": ("most", "height")}},
        {"outputs": {"height": 3}},
        {"wrenches": [1.0]},
        {"client": "me"},
        {"wrenches": {"tip": [0.0] * 6}, "spreads": {"q0": [0, 0], "wrench.tip": 1.0}},
        {"dtype": "float16"},
    ],
    ids=str,
)
def test_bad_options(options):
    with pytest.raises(LinkwiseError):
        small(**({"rollouts": 10} | options))


def test_an_input_for_each_is_a_spread():
    from linkwise.rollouts import InLoop

    def controller(eq, t, q, qd, push):
        return push

    with pytest.raises(LinkwiseError, match="each rollout") as error:
        linkwise.load("planar2r").sweep(
            3, {"q0": [0, 0]}, controller=InLoop(controller, {"push": ("each", np.zeros((3, 2)))}), **RUN
        )
    assert "controller.push" in error.value.hint
