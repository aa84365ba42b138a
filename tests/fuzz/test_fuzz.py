"""Files that nobody meant to write: refused with our errors, or right. A million of them: make fuzz."""

import random
import signal
import subprocess
import sys
import warnings
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("lxml")

from linkwise.errors import LinkwiseError
from linkwise.readers import dh, urdf

from . import NotStrict, Wrong, one_case, robot_oracle, running, seeds, strict_toml, strict_urdf
from .formats import ALL, FORMATS, Format, case
from .tally import Tally

POSIX = pytest.mark.skipif(not hasattr(signal, "ITIMER_PROF"), reason="timers and limits as POSIX has them")


def test_five_hundred_cases():
    tally = running.Run(500, seed=15).start(seconds=300.0)
    assert not tally.faults, tally.summary()
    assert tally.cases == 500
    for name in ("urdf", "dh", "screws", "program"):
        assert tally.verdicts[name, "accepted"] > 5 and tally.verdicts[name, "refused"] > 5, tally.summary()


@pytest.mark.slow
def test_cases_of_a_fresh_seed():
    """The seed is in the message, and in the command that repeats a case."""
    seed = random.SystemRandom().randrange(10**9)
    print(f"seed {seed}")
    tally = running.Run(8_000, seed).start(seconds=120.0)
    commands = [f"python -m tests.fuzz --format {f.format} --seed {seed} --case {f.number}" for f in tally.faults]
    assert not tally.faults, "\n".join([*commands, tally.summary()])


@pytest.mark.parametrize("name", FORMATS)
def test_valid_inputs_are_accepted_and_cases_can_be_made_again(name, tmp_path):
    for text in seeds.of(name) if name in seeds.SEEDS else ():
        path = tmp_path / f"seed{FORMATS[name].ending}"
        path.write_bytes(text)
        assert FORMATS[name].judge(path) == "accepted"
    assert [case(name, 1, k) for k in range(20)] == [case(name, 1, k) for k in range(20)]
    assert len({case(name, 1, k)[0] for k in range(20)}) > 10


def test_an_element_moved_below_its_own_copy_closes_no_circle():
    """Looked for by its value, its twin was removed in its place, and the text had no end."""
    assert len(case("xacro", 682243167, 23217)[0]) < 10_000


# The oracles can fail


def judged_by(judge, monkeypatch, tmp_path):
    monkeypatch.setitem(ALL, "toy", Format(".toy", lambda rng, data, times: b"toy", judge, 1.0))
    monkeypatch.setitem(FORMATS, "toy", ALL["toy"])
    tally = Tally()
    with warnings.catch_warnings():
        one_case.prepare()
        one_case.run_one("toy", 1, 1, tmp_path, tally)
    return [fault.message for fault in tally.faults]


@POSIX
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda path: {}["key"], "KeyError"),
        (lambda path: np.float64(1.0) / 0.0, "RuntimeWarning"),
        (lambda path: warnings.warn("careful", stacklevel=1), "UserWarning"),
        (lambda path: (_ for _ in ()).throw(Wrong("the masses differ")), "the masses differ"),
        (lambda path: [None for _ in iter(int, 1)], "processor time"),
    ],
    ids=["foreign", "numpy", "warning", "wrong", "slow"],
)
def test_what_is_wrong_is_a_fault(wrong, message, monkeypatch, tmp_path):
    monkeypatch.setattr(one_case, "MOST_SECONDS", 0.3)
    (fault,) = judged_by(wrong, monkeypatch, tmp_path)
    assert message in fault
    assert not judged_by(lambda path: "accepted", monkeypatch, tmp_path)


def test_memory_and_words_are_faults(monkeypatch, tmp_path):
    peaks = iter([(2**20, 2**21), (2**20, 2**30)])
    monkeypatch.setattr(one_case, "memory", lambda: next(peaks))
    assert judged_by(lambda path: "accepted", monkeypatch, tmp_path) == ["took 1023 MB"]
    monkeypatch.undo()
    monkeypatch.setattr(one_case, "printed", lambda: "warning: of somebody else's")
    assert "somebody" in judged_by(lambda path: "accepted", monkeypatch, tmp_path)[0]


def test_a_crash_is_a_fault_and_the_run_goes_on(tmp_path):
    """Case 3 ends its process: it is kept with its input, and another process goes on with 4 and 5."""
    code = (
        "import os, sys; from pathlib import Path; from tests.fuzz import formats, one_case, running\n"
        "def judge(path): os._exit(7) if path.read_bytes() == b'3' else None; return 'accepted'\n"
        "formats.case = running.case = one_case.case = lambda name, seed, number: (str(number).encode(), False)\n"
        "formats.FORMATS['toy'] = formats.Format('.toy', None, judge, 1.0)\n"
        "running.multiprocessing.get_context = lambda kind: __import__('multiprocessing').context.ForkContext()\n"
        "tally = running.Run(6, 1, 1, 'toy', Path(sys.argv[1])).start()\n"
        "print(tally.cases, [(f.number, f.message) for f in tally.faults])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, tmp_path / "kept"], capture_output=True, text=True, check=False)
    assert ran.stdout.startswith("3 [(3, 'the process ended with code 7')]"), ran.stdout + ran.stderr
    assert (tmp_path / "kept" / "toy-1-3.toy").read_bytes() == b"3"
    assert "--format toy --seed 1 --case 3" in (tmp_path / "kept" / "toy-1-3.txt").read_text()


SPOILED = {
    "a mass": lambda body: replace(body, inertia=replace(body.inertia, m=body.inertia.m * 1.001)),
    "a length": lambda body: replace(body, placement=replace(body.placement, p=body.placement.p * 1.001)),
    "a limit": lambda body: replace(body, joint=replace(body.joint, limits=replace(body.joint.limits, lower=-2.1))),
    "friction": lambda body: replace(body, joint=replace(body.joint, friction=type(body.joint.friction)(0.3))),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
@pytest.mark.parametrize(
    ("file", "read", "reader"),
    [("two_links.urdf", urdf.read_text, strict_urdf), ("standard.toml", dh.read_text, strict_toml)],
    ids=["urdf", "dh"],
)
def test_a_model_that_differs_from_its_file_is_noticed(file, read, reader, spoil):
    text = (seeds.HERE / file).read_bytes()
    model, _ = read(text)
    robot_oracle.check_against(reader.read(text), model)
    spoiled = replace(model, bodies=(*model.bodies[:-1], spoil(model.bodies[-1])))
    with pytest.raises(Wrong):
        robot_oracle.check_against(reader.read(text), spoiled)


def test_what_the_report_does_not_name_is_noticed(tmp_path, monkeypatch):
    path = tmp_path / "case.urdf"
    path.write_bytes((seeds.HERE / "two_links.urdf").read_bytes().replace(b"<axis", b'<axis colour="red"'))
    assert robot_oracle.judge(path) == "accepted"
    model, report = urdf.read(path)
    monkeypatch.setattr(robot_oracle, "reader", lambda suffix: lambda path: (model, replace(report, notes=())))
    with pytest.raises(Wrong, match="colour"):
        robot_oracle.judge(path)


BAD = {
    "nan": ('value="1"', 'value="nan"'),
    "hexadecimal": ('value="1"', 'value="0x1"'),
    "negative mass": ('value="1"', 'value="-1"'),
    "negative moment": ('ixx="0.1"', 'ixx="-0.1"'),
    "two parents": ('<child link="b"/>', '<child link="a"/>'),
    "a loop": ('<parent link="base"/>', '<parent link="b"/>'),
    "limits": ('lower="-2"', 'lower="3"'),
    "an axis": ('<axis xyz="0 1 0"/>', '<axis xyz="0 0 0"/>'),
}


@pytest.mark.parametrize(("old", "new"), BAD.values(), ids=BAD)
def test_the_strict_reader_is_strict(old, new):
    text = (seeds.HERE / "two_links.urdf").read_text()
    assert old in text
    with pytest.raises(NotStrict):
        strict_urdf.read(text.replace(old, new).encode())
    with pytest.raises(LinkwiseError):
        urdf.read_text(text.replace(old, new))
