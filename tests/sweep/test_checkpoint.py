"""A sweep that was stopped, in whatever way, goes on without loss or duplication; damage is seen and repaired."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from linkwise.errors import LinkwiseError, WriteError
from linkwise.rollouts import InLoop
from linkwise.sweep import CheckpointNotice, Uniform
from linkwise.sweep.block import Merger, block_spans
from linkwise.sweep.checkpoint import checkpoint_in
from linkwise.sweep.sweeping import run_blocks

from .cases import SPREADS, Fake, bits, forces, height, merged, small, spring
from .killed import SIZE

ROOT = Path(__file__).parents[2]


def blocks(folder: Path) -> list[Path]:
    return sorted(folder.glob("block-*"))


def through(fake: Fake, folder: Path, rollouts: int = 1000, block: int = 100, **more):
    """A fake sweep with a checkpoint; `more` is part of its identity."""
    merger = Merger(rollouts)
    with checkpoint_in(folder, {"of": "fake", "block": block} | more) as checkpoint:
        run_blocks(fake, block_spans(rollouts, block), merger, checkpoint, 1, lambda more: None)
    return merger, checkpoint


def same(a, b) -> bool:
    arrays = [merger.summary.tallies["x"].arrays for merger in (a, b)]
    return all(arrays[0][name].tobytes() == arrays[1][name].tobytes() for name in arrays[0])


REDUCE = {"top": ("max", "height"), "peak": ("max", "tau"), "mean": ("mean", "height")}


def limp(*given):
    """Half the forces of the spring."""
    return [0.5 * x for x in spring(*given)]


class Halved(Uniform):
    """A distribution with the parameters of another."""

    def values(self, u, shape, first):
        return 0.5 * super().values(u, shape, first)


class Stopped(Exception):
    pass


class Stopping(Fake):
    """Stops when asked for one block too many."""

    def block(self, first, count, threads=1):
        if len(self.asked) == 4:
            raise Stopped
        return super().block(first, count, threads)


@pytest.mark.parametrize("keep", [False, True])
def test_goes_on_where_it_was_stopped(tmp_path, keep):
    with pytest.raises(Stopped):
        through(Stopping(keep=keep), tmp_path)
    assert len(blocks(tmp_path)) == 4
    fake = Fake(keep=keep)
    merger, _ = through(fake, tmp_path)
    assert [first for first, _ in fake.asked] == [400, 500, 600, 700, 800, 900]
    plain = merged([Fake(keep=keep).block(*span) for span in block_spans(1000, 100)], 1000)
    assert same(merger, plain)
    if keep:
        assert merger.kept["x"].tobytes() == plain.kept["x"].tobytes()
    again = Fake(keep=keep)
    assert same(through(again, tmp_path)[0], plain) and not again.asked


def test_more_rollouts_go_on_from_fewer(tmp_path):
    through(Fake(), tmp_path, 950)
    fake = Fake()
    merger, checkpoint = through(fake, tmp_path, 1200)
    assert [first for first, _ in fake.asked] == [900, 1000, 1100] and not checkpoint.notes
    assert same(merger, merged([Fake().block(*span) for span in block_spans(1200, 100)], 1200))


@pytest.mark.parametrize("damage", ["a bit", "cut", "empty", "of another", "a folder"])
def test_damaged_blocks_are_run_again(tmp_path, damage):
    plain, _ = through(Fake(), tmp_path)
    victim, content = blocks(tmp_path)[3], bytearray(blocks(tmp_path)[3].read_bytes())
    content[len(content) // 2] ^= 4
    if damage == "a folder":
        victim.unlink()
        victim.mkdir()
        with pytest.warns(CheckpointNotice), pytest.raises(WriteError):
            through(Fake(), tmp_path)
        return
    victim.write_bytes(
        {"a bit": content, "cut": content[:50], "empty": b"", "of another": blocks(tmp_path)[4].read_bytes()}[damage]
    )
    fake = Fake()
    with pytest.warns(CheckpointNotice, match="is run again"):
        merger, checkpoint = through(fake, tmp_path)
    assert fake.asked == [(300, 100)] and same(merger, plain)
    assert len(checkpoint.notes) == 1 and victim.name in checkpoint.notes[0]


def test_half_written_files_are_left_out_and_cleared(tmp_path):
    through(Fake(), tmp_path)
    half = tmp_path / ".block-000000000300.npz.sealed.abc.part"
    half.write_bytes(b"half")
    fake = Fake()
    through(fake, tmp_path)
    assert not half.exists() and not fake.asked


def test_another_sweeps_checkpoint_is_refused(tmp_path):
    through(Fake(), tmp_path, colour="red", spreads={"q0": "Uniform(0, 1)", "mass": "1"})
    with pytest.raises(LinkwiseError, match=r"another sweep: colour, spreads\.q0") as error:
        through(Fake(), tmp_path, colour="blue", spreads={"q0": "Uniform(0, 2)", "mass": "1"})
    assert "red there, blue here" in error.value.expected and "name another folder" in error.value.hint


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 12}, "seed"),
        ({"steps": 61}, "steps"),
        ({"step": 1e-3}, "step"),
        ({"block": 32}, "block"),
        ({"method": "euler"}, "method"),
        ({"keep": True}, "keep"),
        ({"dtype": "float32"}, "precision"),
        ({"bins": {"top": [0.0, 1.0]}}, "bins"),
        ({"reduce": {"low": ("min", "height")}}, r"numbers\.low"),
        ({"reduce": REDUCE | {"mean": ("sum", "height")}}, r"numbers\.mean"),
        ({"reduce": REDUCE | {"top": ("max", "tau"), "peak": ("max", "height")}}, r"numbers\.top"),
        ({"reduce": {"peak": ("max", "height"), "top": ("max", "tau"), "mean": ("mean", "height")}}, r"numbers\.top"),
        ({"outputs": {"tau": height, "height": forces}}, r"numbers\.height"),
        ({"outputs": {"height": lambda *given: 2.0 * height(*given), "tau": forces}}, "programs"),
        ({"controller": InLoop(limp, {"stiffness": [40.0, 20.0], "rest": [0.0, 0.0]})}, "programs"),
        ({"controller": InLoop(spring, {"stiffness": [40.0, 21.0], "rest": [0.0, 0.0]})}, "inputs"),
        ({"spreads": SPREADS | {"payload.mass": Halved(0.0, 2.0)}}, r"spreads\.payload\.mass"),
        ({"spreads": SPREADS | {"payload.mass": Uniform(0.0, 2.5)}}, r"spreads\.payload\.mass"),
        ({"spreads": SPREADS | {"gravity": [0.0, -9.81, 0.0]}}, "programs"),
        ({"friction_width": 0.02}, ""),
        ({"threads": 2}, ""),
    ],
    ids=lambda x: str(x)[:40],
)
def test_what_a_sweep_is(tmp_path, change, named):
    """All that results depend on is part of it, and what they do not depend on is not."""
    asked = {"rollouts": 100, "checkpoint": tmp_path, "reduce": REDUCE}
    first = small(**asked)
    if named:
        with pytest.raises(LinkwiseError, match=f"another sweep: .*{named}"):
            small(**(asked | change))
    else:  # no joint rubs, so that no width matters
        assert bits(small(**(asked | change))) == bits(first)


def test_code_is_part_of_what_a_sweep_is(tmp_path, monkeypatch):
    """A change of what makes numbers, be it a comment, is another sweep; where that code lies is not."""
    from linkwise.sweep import identity

    before = identity.versions("llvm")
    read = Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda path, **how: read(path, **how) + "#" * (path.name == "tableaus.py"))
    after = identity.versions.__wrapped__("llvm")
    assert {name for name in before if before[name] != after[name]} == {"code"}
    small(20, checkpoint=tmp_path)
    monkeypatch.setattr(identity, "versions", lambda backend: after)
    with pytest.raises(LinkwiseError, match=r"another sweep: versions\.code"):
        small(20, checkpoint=tmp_path)


def test_folders_that_will_not_do(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="cannot hold a checkpoint"):
        small(10, checkpoint=tmp_path / "file")
    for name in (3, "", "a\0b"):
        with pytest.raises(WriteError, match="name of a folder"):
            small(10, checkpoint=name)
    (tmp_path / "manifest.json").write_text("{ half")
    with pytest.raises(LinkwiseError, match="cannot be read"):
        small(10, checkpoint=tmp_path)
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "block-000000000000.npz.sealed").write_bytes(b"")
    with pytest.raises(LinkwiseError, match="no manifest"):
        small(10, checkpoint=tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser can write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(WriteError, match="cannot hold a checkpoint"):
        small(10, checkpoint=tmp_path / "new")


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    with checkpoint_in(tmp_path, {}) as checkpoint:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(WriteError, match="No space left") as error:
            checkpoint.store(Fake().block(0, 10))
    assert "finished blocks are kept" in error.value.hint and not list(tmp_path.glob(".*part"))


def test_an_interrupt_leaves_nothing_half_done(tmp_path, monkeypatch):
    def interrupted(descriptor):
        raise KeyboardInterrupt

    with checkpoint_in(tmp_path, {}) as checkpoint:
        monkeypatch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            checkpoint.store(Fake().block(0, 10))
    assert not list(tmp_path.glob(".*part")) and not blocks(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="locks of another kind")
def test_one_sweep_at_a_time(tmp_path):
    with (
        checkpoint_in(tmp_path, {}),
        pytest.raises(LinkwiseError, match="another sweep is writing"),
        checkpoint_in(tmp_path, {}),
    ):
        pass
    with checkpoint_in(tmp_path, {}):
        pass


@pytest.mark.skipif(os.name != "posix", reason="locks of another kind")
def test_a_file_system_without_locks(tmp_path, monkeypatch):
    import fcntl

    def none(*given):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none)
    with pytest.raises(WriteError, match="No locks available"), checkpoint_in(tmp_path, {}):
        pass


def test_resumed_sweeps_are_the_same_to_the_last_bit(tmp_path):
    plain, kept = small(300, keep=True), small(300, keep=True, checkpoint=tmp_path / "a")
    assert bits(kept) == bits(plain)
    for path in blocks(tmp_path / "a")[1::2]:
        path.unlink()
    resumed = small(300, keep=True, checkpoint=tmp_path / "a")
    assert bits(resumed) == bits(plain) and resumed.notes == ()
    manifest = json.loads((tmp_path / "a" / "manifest.json").read_text())
    assert manifest["seed"] == 11 and "numpy" in manifest["versions"]


def test_a_killed_sweep_resumes_without_loss_or_duplication(tmp_path):
    small(4, **{k: v for k, v in SIZE.items() if k not in ("rollouts", "block")})  # so that it need not be compiled
    child = subprocess.Popen([sys.executable, "-m", "tests.sweep.killed", str(tmp_path)], cwd=ROOT)
    end = time.monotonic() + 60.0
    while len(blocks(tmp_path)) < 5 and child.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL, "it was done before it could be killed"
    before = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in blocks(tmp_path)}
    total = len(list(block_spans(SIZE["rollouts"], SIZE["block"])))
    assert 5 <= len(before) < total
    resumed = small(**SIZE, checkpoint=tmp_path)
    after = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in blocks(tmp_path)}
    assert len(after) == total and {name: after[name] for name in before} == before  # none was done twice
    assert not list(tmp_path.glob(".*"))
    assert bits(resumed) == bits(small(**SIZE))
    assert resumed.statistics["top"].count == SIZE["rollouts"]
