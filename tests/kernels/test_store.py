"""Whatever happens to the folder of compiled code, answers are right; each case is a process of its own."""

import os
import subprocess
import sys

import numpy as np
import pytest

import linkwise
from linkwise.backends import BACKENDS, cache
from linkwise.backends.known_answers import Known

from .apart import SOURCES, run

SLOW = pytest.mark.slow  # each starts processes of its own

ANSWER = """
found = {}
for name in ("planar2r", "pendulum"):
    robot = linkwise.load(name)
    x = np.full(robot.n, 0.3)
    found[name] = [robot.inverse_dynamics(x, x, x), robot.compile("mass_matrix")(np.stack([x] * 5))]
    found[name] += [robot.compile("inverse_dynamics", dtype="float32")(x, x, x)]
print({name: [a.tolist() for a in answers] for name, answers in found.items()})
"""


@pytest.fixture(scope="module")
def truth():
    """The answers without a folder."""
    return run(ANSWER, "off")


@pytest.fixture
def filled(tmp_path, truth):
    """A folder with the entries of all kernels ANSWER needs."""
    assert run(ANSWER, tmp_path) == truth
    assert len(entries(tmp_path)) >= 6
    return tmp_path


def entries(folder):
    return sorted(path for path in folder.iterdir() if path.is_file())


def damaged(payload, how, rng):
    """The bytes of an entry after an accident."""
    bits = bytearray(payload)
    if how == "bit":
        bits[int(rng.integers(len(bits)))] ^= 1 << int(rng.integers(8))
    return {
        "cut": payload[: len(payload) // 2],
        "empty": b"",
        "garbage": rng.bytes(len(payload)),
        "bit": bytes(bits),
        "zeros": bytes(len(payload)),
        "longer": payload + b"x",
    }[how]


@pytest.mark.parametrize(
    "how",
    ["cut", "bit", *(pytest.param(how, marks=pytest.mark.slow) for how in ("empty", "garbage", "zeros", "longer"))],
)
def test_damaged_entries(how, filled, truth):
    rng = np.random.default_rng(3)
    for path in entries(filled):
        path.write_bytes(damaged(path.read_bytes(), how, rng))
    assert run(ANSWER, filled, warnings="default") == truth
    assert run(ANSWER, filled) == truth  # and they were replaced


@SLOW
@pytest.mark.parametrize("how", ["garbage", "empty", "cut", "zeros"])
def test_entries_with_a_right_digest_over_wrong_bytes(how, filled, truth, monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", str(filled))
    rng = np.random.default_rng(3)
    for path in entries(filled):
        key = path.name.split(".")[0]
        payload = cache.get(key)
        for other in entries(filled):  # all others whole
            assert cache.get(other.name.split(".")[0])
        cache.put(key, damaged(payload, how, rng))
        assert run(ANSWER, filled, warnings="ignore") == truth, key
        cache.put(key, payload)


def heavier(robot, factor):
    """The robot with all its masses and inertias multiplied."""
    from dataclasses import replace

    from linkwise.algebra import Inertia

    bodies = [
        replace(b, inertia=Inertia.of_parameters([factor * p for p in b.inertia.parameters], b.name))
        for b in robot.model.bodies
    ]
    return linkwise.Robot(replace(robot.model, bodies=tuple(bodies)))


SWAPPED = """
from tests.kernels.test_store import swapped
swapped(*sys.argv[1:])
"""


def swapped(mine, other, question, dtype, layout, what):
    """Put the object (or the whole entry) of another robot's kernel under this one's key; then ask again."""
    robot = linkwise.load(mine)
    stranger = heavier(robot, float(other)) if other[0].isdigit() else linkwise.load(other)

    def made(robot):
        kernel = robot.compile(question, dtype=dtype, layout="columns" if layout == "columns" else "rows")
        x = np.full((9, robot.n), 0.3)
        x = {"single": x[0], "rows": x, "columns": x.T}[layout]
        return BACKENDS["llvm"].cache_name(kernel.modules.spec(dtype, layout)), kernel(
            *[x] * len(kernel.signature.takes)
        )

    (theirs, _), (key, expected) = made(stranger), made(robot)
    whole, right = cache.get(theirs), cache.get(key)
    cache.put(key, whole if what == "entry" else opened(right)[0] + opened(whole)[1])
    assert np.array_equal(made(robot)[1], expected)


def opened(payload):
    """What stands before the object, and the object."""
    _, code = Known.unpacked(payload)
    return payload[: -len(code)], code


@pytest.mark.parametrize("what", ["object", "entry"])
@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("planar2r", "1.01"),
        *(
            pytest.param(*pair, marks=SLOW)
            for pair in (("planar2r", "2.0"), ("planar2r", "panda"), ("panda", "planar2r"))
        ),
    ],
)
def test_code_of_another_robot_under_this_key(mine, other, what, tmp_path):
    for dtype, layout in (("float64", "single"), ("float32", "rows"), ("float64", "columns")):
        run(SWAPPED, tmp_path, mine, other, "inverse_dynamics", dtype, layout, what, warnings="ignore")


# ---- the folder ----------------------------------------------------------------------------------------------------


def test_a_full_disk(truth, tmp_path):
    limit = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    limit += "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    pytest.importorskip("resource")
    assert run(limit + ANSWER, tmp_path, warnings="ignore") == truth
    assert entries(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="the folder's mode is POSIX")
def test_a_folder_that_cannot_be_written(filled, truth):
    os.chmod(filled, 0o500)
    try:
        assert run(ANSWER, filled, warnings="ignore") == truth
    finally:
        os.chmod(filled, 0o700)


def test_a_folder_that_goes_away_meanwhile(truth, tmp_path):
    folder = tmp_path / "cache"
    program = "import shutil\nlinkwise.load('panda').gravity_forces(np.zeros(7))\nshutil.rmtree(sys.argv[1])\n"
    assert run(program + ANSWER, folder, str(folder), warnings="ignore") == truth


def test_a_file_where_the_folder_should_be(truth, tmp_path):
    (tmp_path / "cache").write_text("not a folder")
    assert run(ANSWER, tmp_path / "cache", warnings="ignore") == truth


def test_processes_that_compile_the_same_at_once(truth, tmp_path):
    environment = os.environ | {"LINKWISE_CACHE": str(tmp_path), "PYTHONPATH": SOURCES}
    program = "import numpy as np, linkwise\n" + ANSWER
    command = [sys.executable, "-W", "error", "-c", program]
    together = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate(timeout=300)[0] for process in together] == [truth] * 3
    assert run(ANSWER, tmp_path) == truth
    assert not [path for path in entries(tmp_path) if path.suffix == ".lwpart"]
