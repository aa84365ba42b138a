"""Names are compared for the first faults of a file only, and with so many others only: reading stays linear."""

import difflib

import pytest

from linkwise.errors import ReadError
from linkwise.readers import dh, hints

HEAD = 'format = "linkwise-dh 1"\nname = "arm"\nconvention = "khalil"\n'
LINKS = "".join(f'[[link]]\nname = "forearm_{k}"\njoint = "hinge_{k}"\nmass = 1.0\n' for k in range(2000))

MANY = {
    "frames": LINKS + "".join(f'[[frame]]\nname = "f{k}"\nlink = "forerm_{k}"\n' for k in range(300)),
    "mimics": LINKS + "".join(f'[[mimic]]\njoint = "hing_{k}"\nof = "hnge_{k}"\n' for k in range(300)),
    "parents": LINKS.replace("mass", 'parent = "foream"\nmass'),
    "keys": LINKS.replace("mass", "mas"),
    "types": LINKS.replace("mass", 'type = "revolut"\nmass'),
}


@pytest.mark.parametrize("kind", MANY)
def test_a_file_full_of_faults_costs_a_few_comparisons(kind, monkeypatch):
    compared = []
    original = difflib.get_close_matches
    monkeypatch.setattr(
        difflib, "get_close_matches", lambda w, ws, *a, **k: compared.append(len(ws)) or original(w, ws, *a, **k)
    )
    with pytest.raises(ReadError) as caught:
        dh.read_text(HEAD + MANY[kind])
    assert len(caught.value.faults) >= 300
    assert len(compared) == hints.MOST
    assert max(compared) <= hints.COMPARED
    hinted = [fault for fault in caught.value.faults if "did you mean" in fault.hint]
    assert 0 < len(hinted) <= hints.MOST
    assert set(hinted) <= set(caught.value.faults[: hints.MOST])
