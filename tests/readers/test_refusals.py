"""The comparison of refusals with other libraries runs, and linkwise refuses everything in it."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from refusals import LIBRARIES, Library, corpus, verdicts


@pytest.mark.slow
@pytest.mark.parametrize("name", LIBRARIES)
def test_what_each_library_refuses(name):
    if find_spec(LIBRARIES[name][0]) is None:
        pytest.skip(f"{name} is not installed")
    every = [case for cases in corpus().values() for case in cases]
    before = set(Path.cwd().iterdir())
    found = verdicts(name, every)
    assert set(Path.cwd().iterdir()) <= before  # nobody's log is left here
    assert found.pop("sound") == "accepted"
    refused = [case for case, verdict in found.items() if verdict == "refused"]
    assert len(found) == len(every)
    assert refused == list(found) if name == "linkwise" else 0 < len(refused) < len(found)


def test_a_library_that_crashes_is_started_again(tmp_path, monkeypatch):
    monkeypatch.setitem(LIBRARIES, "fragile", ("sys", "import os", "os._exit(3) if 'bad' in path else open(path)"))
    library = Library("fragile", sys.executable)
    (tmp_path / "good").touch()
    found = [library.verdict(tmp_path / name) for name in ("good", "bad", "good", "absent")]
    library.close()
    assert found == ["accepted", "crashed", "accepted", "refused"]
