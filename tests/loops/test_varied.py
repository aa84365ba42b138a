"""Closed robots whose payload and gravity change again and again: their cut trees share kernels."""

import numpy as np
import pytest

import linkwise
from linkwise.backends.backend import AbstractBackend
from linkwise.calls import variant_family
from tests.tolerances import CONDITIONED

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install 'linkwise[test]'")

from tests.peers.pinocchio import Pinocchio  # noqa: E402


@pytest.mark.parametrize("name", ["fourbar", pytest.param("palletiser", marks=pytest.mark.slow)])
def test_varied_closed_robots_against_pinocchio(monkeypatch, name):
    """The motors' torques and the closures' forces move the cut tree with its payload; variants share programs."""
    monkeypatch.setattr(variant_family, "CUSTOMISED", 0)
    arm = linkwise.load(name).without_friction().closed()
    independent = [arm.joint_names.index(joint) for joint in arm.actuated]
    compiled, module = [], AbstractBackend.module
    monkeypatch.setattr(AbstractBackend, "module", lambda self, spec: compiled.append(spec) or module(self, spec))
    for k in range(3):
        variant = arm.with_payload(0.5 + k, [0.01, 0.02 * k, 0.0]).with_gravity([0.1 * k, -9.0, -1.0])
        q = variant.close(np.full(variant.n, 0.1))
        qd, _ = variant.complete(q, np.full(len(independent), 0.4), np.zeros(len(independent)))
        tau = np.full(len(independent), 2.0 - k)
        qdd, wrenches = variant.forward_dynamics(q, qd, tau), variant.constraint_wrenches(q, qd, tau)
        peer, applied = Pinocchio.of_model(variant.cut.model), np.zeros(variant.n)
        applied[independent] = tau
        found = peer.inverse_dynamics(q, qd, qdd)
        found = found - sum(peer.place(q, qd, frame)[1].T @ np.asarray(w) for frame, w in wrenches.items())
        assert np.abs(found - applied).max() <= CONDITIONED * np.abs(peer.inverse_dynamics(q, qd, qdd)).max()
        assert (k == 0) == bool(compiled)
        compiled.clear()
