"""A cluster gives the bits that one process gives, and leaves a checkpoint from which either goes on."""

import time

import numpy as np
import pytest

from linkwise.errors import InvalidModel, LinkwiseError
from linkwise.sweep import cluster

from .cases import SPREADS, bits, small

distributed = pytest.importorskip("distributed")

ROWS = SPREADS | {"q0": np.random.default_rng(2).normal(0.3, 0.1, (300, 2))}


def local(processes: bool, workers: int):
    made = distributed.LocalCluster(
        n_workers=workers, threads_per_worker=2, processes=processes, dashboard_address=":0"
    )
    return made, distributed.Client(made)


@pytest.fixture(scope="module")
def client():
    made, found = local(processes=False, workers=1)
    yield found
    found.close()
    made.close()


def test_the_same_bits(client, tmp_path):
    plain = small(300, ROWS, keep=True)
    assert bits(small(300, ROWS, keep=True, client=client)) == bits(plain)
    there = small(300, ROWS, keep=True, client=client, checkpoint=tmp_path)
    assert bits(there) == bits(plain)
    for path in sorted(tmp_path.glob("block-*"))[1:4]:
        path.unlink()
    assert bits(small(300, ROWS, keep=True, checkpoint=tmp_path)) == bits(plain)
    for path in sorted(tmp_path.glob("block-*"))[::2]:
        path.unlink()
    assert bits(small(300, ROWS, keep=True, client=client, checkpoint=tmp_path)) == bits(plain)
    assert bits(small(300, ROWS, keep=True, client=client, checkpoint=tmp_path)) == bits(plain)  # nothing is left to do


def test_a_cluster_forgets_what_is_done(client):
    small(300, block=10, client=client)
    end = time.monotonic() + 10.0
    while (client.futures or client.cluster.scheduler.tasks) and time.monotonic() < end:
        time.sleep(0.01)
    assert not client.futures and not client.cluster.scheduler.tasks


def test_few_blocks_are_on_their_way_at_a_time(client, monkeypatch):
    sent, most = 0, 0
    submit, add = client.submit, cluster.Merger.add

    def counting(*given, **options):
        nonlocal sent, most
        sent += 1
        most = max(most, sent)
        return submit(*given, **options)

    def adding(merger, block):
        nonlocal sent
        sent -= 1
        add(merger, block)

    monkeypatch.setattr(client, "submit", counting)
    monkeypatch.setattr(cluster.Merger, "add", adding)
    small(300, block=10, client=client)
    assert 1 <= most <= cluster.AHEAD * 2


def test_trouble_on_a_worker_is_told(client, monkeypatch):
    def broken(*given):
        raise ZeroDivisionError("nothing works here")

    monkeypatch.setattr(cluster, "do_block", broken)
    with pytest.raises(LinkwiseError, match="could not run a block: ZeroDivisionError: nothing works here"):
        small(100, client=client)

    def ours(*given):
        raise InvalidModel("no.")

    monkeypatch.setattr(cluster, "do_block", ours)
    with pytest.raises(InvalidModel):
        small(100, client=client)
    monkeypatch.setattr(client, "cancel", broken)  # as when the cluster has gone meanwhile
    with pytest.raises(InvalidModel):
        small(1000, client=client)


def test_workers_with_other_versions_are_refused(client, monkeypatch):
    true = cluster.versions
    asked = iter([true("llvm") | {"numpy": "0.0"}])  # what is sent; then what the worker finds
    monkeypatch.setattr(cluster, "versions", lambda backend: next(asked, true(backend)))
    with pytest.raises(LinkwiseError, match="a worker has"):
        small(50, client=client)


def test_a_cluster_without_workers_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as made,
        distributed.Client(made) as alone,
        pytest.raises(LinkwiseError, match="no workers"),
    ):
        small(50, client=alone)


@pytest.mark.slow
def test_processes_give_the_same_bits(tmp_path):
    made, found = local(processes=True, workers=2)
    try:
        assert bits(small(300, ROWS, keep=True, client=found, checkpoint=tmp_path)) == bits(small(300, ROWS, keep=True))
        squares = {"outputs": {"square": lambda eq, t, q, qd, tau: q[0] * q[0]}, "reduce": {"most": ("max", "square")}}
        assert bits(small(200, client=found, **squares)) == bits(small(200, **squares))
    finally:
        found.close()
        made.close()
