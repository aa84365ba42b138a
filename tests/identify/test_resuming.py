"""Fits that are interrupted resume, and end with the same bits; another fit's folder is refused by name."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from linkwise.errors import LinkwiseError
from linkwise.identify import Filter, resuming
from linkwise.identify.accumulation import rows
from linkwise.sweep.checkpoint import CheckpointNotice

from .interrupted import fit


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch):
    """What `fit` sets is undone."""
    monkeypatch.setattr(rows, "KEPT_BYTES", rows.KEPT_BYTES)
    monkeypatch.setattr(resuming, "EVERY", resuming.EVERY)


def bits(found):
    return found.values.tobytes(), found.covariance.tobytes(), [each.rms.tobytes() for each in found.errors]


@pytest.mark.skipif(os.name != "posix", reason="os.kill is no Ctrl-C elsewhere")
def test_ctrl_c_loses_nothing(tmp_path, monkeypatch):
    folder = tmp_path / "kept"
    command = [sys.executable, "-m", "tests.identify.interrupted", str(folder)]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.PIPE, text=True)
    while not list(folder.glob("pass-000003*")) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in process.communicate()[1] and process.returncode != 0
    assert not list(folder.glob(".*"))  # nothing half written
    begun = len(list(folder.glob("pass-*")))
    computed = []
    add = rows.Rows._piece
    monkeypatch.setattr(rows.Rows, "_piece", lambda *given: computed.append(1) or add(*given))
    resumed = bits(fit(folder))
    after = len(computed)
    again = bits(fit(None))
    assert resumed == again and begun >= 3
    assert after < len(computed) - after  # the passes that were done are not computed again


def test_another_fit_is_refused(tmp_path):
    fit(tmp_path, 20.0)
    for more, named in (
        ({"estimator": "wls"}, "choices.estimator"),
        ({"filter": Filter(parallel=3.0)}, "choices.filter.parallel"),
        ({"duration": 21.0}, "logs"),
    ):
        with pytest.raises(LinkwiseError, match=f"is the checkpoint of another fit: {named}"):
            fit(tmp_path, **{"duration": 20.0, **more})


@pytest.mark.slow
def test_a_damaged_file_is_computed_again(tmp_path):
    whole = bits(fit(tmp_path, 20.0))
    path = sorted(tmp_path.glob("pass-*"))[1]
    path.write_bytes(path.read_bytes()[:-3] + b"abc")
    with pytest.warns(CheckpointNotice, match="its digest is wrong"):
        assert bits(fit(tmp_path, 20.0)) == whole
