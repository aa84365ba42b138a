"""The robots of example-robot-data load, or are refused for a good reason, and hold what Pinocchio finds in them."""

import numpy as np
import pytest
from tests.tolerances import AGREEMENT
from urdf_peers import REFUSED, robot_files, torques

from linkwise.errors import ReadError
from linkwise.model import BASE
from linkwise.model.rewrite import merge_fixed
from linkwise.readers.urdf import read, read_text, write

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
FILES = robot_files() or [
    pytest.param(None, marks=pytest.mark.skip(reason="example-robot-data is not installed")),
]
READABLE = [path for path in FILES if getattr(path, "name", "") not in REFUSED]


def _id(path):
    return getattr(path, "name", "none")


@pytest.mark.parametrize("path", [path for path in FILES if path not in READABLE], ids=_id)
def test_refused_for_a_reason(path):
    with pytest.raises(ReadError, match=REFUSED[path.name]) as caught:
        read(path)
    assert all(fault.where.startswith(f"{path.name}:") and fault.hint for fault in caught.value.faults)


def _composite(model):
    """The inertia of each moving link with all that is fixed to it, by the name of its joint."""
    carrier, to_carrier, found = {BASE: BASE}, {}, {}
    for i, body in enumerate(model.bodies):
        inertia = body.inertia
        if body.joint.moves:
            carrier[i] = i
            found[i] = inertia
            continue
        carrier[i] = carrier[body.parent]
        if carrier[i] == BASE:
            continue
        to_carrier[i] = to_carrier[body.parent] @ body.placement if body.parent in to_carrier else body.placement
        found[carrier[i]] = found[carrier[i]] + inertia.to_parent(to_carrier[i])
    return {model.bodies[i].joint.name: inertia for i, inertia in found.items()}


@pytest.mark.parametrize("path", READABLE, ids=_id)
def test_names_limits_and_masses_are_those_pinocchio_finds(path):
    model, _ = read(path)
    peer = pin.buildModelFromUrdf(str(path))
    composite = _composite(model)
    assert set(model.moving_joint_names) == set(peer.names[1:])
    assert {body.name for body in model.bodies} | {model.base} <= {frame.name for frame in peer.frames}
    for name in model.moving_joint_names:
        joint = next(b for b in model.bodies if b.joint.name == name).joint
        k = peer.getJointId(name)
        other = peer.joints[k]
        assert joint.limits.effort == peer.upperEffortLimit[other.idx_v]
        assert joint.limits.velocity == peer.upperVelocityLimit[other.idx_v]
        assert joint.friction.viscous == peer.damping[other.idx_v]
        assert joint.friction.coulomb == peer.upperDryFrictionLimit[other.idx_v]
        if joint.kind != "continuous":
            assert joint.limits.lower == peer.lowerPositionLimit[other.idx_q]
            assert joint.limits.upper == peer.upperPositionLimit[other.idx_q]
        m, *h, xx, xy, yy, xz, yz, zz = peer.inertias[k].toDynamicParameters()
        theirs = np.array([xx, xy, xz, yy, yz, zz, *h, m])
        ours = np.array(composite[name].parameters)
        assert np.abs(ours - theirs).max() <= AGREEMENT * max(np.abs(theirs).max(), 1.0)


@pytest.mark.parametrize("path", READABLE, ids=_id)
def test_written_back_it_is_the_same_robot_for_pinocchio(path):
    model, _ = read(path)
    before, after = torques(path.read_text()), torques(write(model))
    assert before.keys() == after.keys()
    largest = max([1.0, *map(abs, before.values())])
    assert max([0.0, *(abs(before[name] - after[name]) for name in before)]) <= AGREEMENT * largest


@pytest.mark.parametrize("path", READABLE, ids=_id)
def test_written_back_it_is_the_same_model(path):
    model, _ = read(path)
    again, _ = read_text(write(model))
    assert again.joint_names == model.joint_names
    assert again.coordinates == model.coordinates
    assert (again.name, again.base, again.tip) == (model.name, model.base, model.tip)
    for one, other in zip(model.bodies, again.bodies, strict=True):
        assert (one.name, one.parent) == (other.name, other.parent)
        assert one.joint.kind == other.joint.kind
        assert (one.joint.limits, one.joint.friction) == (other.joint.limits, other.joint.friction)
        assert np.allclose(one.joint.axis.components, other.joint.axis.components, rtol=0, atol=AGREEMENT)
        assert np.allclose(one.placement.matrix, other.placement.matrix, rtol=0, atol=AGREEMENT)
        scale = max(map(abs, one.inertia.parameters), default=0.0)
        assert np.allclose(one.inertia.parameters, other.inertia.parameters, rtol=0, atol=AGREEMENT * scale)


@pytest.mark.parametrize("path", READABLE, ids=_id)
def test_merged_and_written_it_is_the_same_robot_with_all_its_frames(path):
    model = merge_fixed(read(path)[0])
    text = write(model)
    before, after = torques(path.read_text()), torques(text)
    largest = max([1.0, *map(abs, before.values())])
    assert max([0.0, *(abs(before[name] - after[name]) for name in before)]) <= AGREEMENT * largest
    one, other = pin.buildModelFromUrdf(str(path)), pin.buildModelFromXML(text)
    poses = []
    for peer in (one, other):
        data = peer.createData()
        pin.framesForwardKinematics(peer, data, pin.neutral(peer))
        poses.append({frame.name: data.oMf[k] for k, frame in enumerate(peer.frames) if frame.type == pin.BODY})
    assert poses[0].keys() == poses[1].keys()
    for name, pose in poses[0].items():
        assert np.abs(pose.homogeneous - poses[1][name].homogeneous).max() < AGREEMENT


def test_the_refused_romeo_loads_where_its_tensors_are_waived():
    path = next((path for path in FILES if _id(path) == "romeo_laas_small.urdf"), None)
    if path is None:
        pytest.skip("example-robot-data is not installed")
    model, report = read(path, allow=("indefinite-inertia",))
    assert model.waivers == ("indefinite-inertia",)
    assert len(report.of("waived")) == 2
    before, after = torques(path.read_text()), torques(write(model))
    assert all(abs(before[name] - after[name]) <= AGREEMENT * max(1.0, abs(before[name])) for name in before)
