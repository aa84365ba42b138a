"""Faults put in on purpose: in what is lowered, which the self-test of the code must refuse; in the sources, which the
sweeps must find. What changes no answer is shown to change none, and does not count."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import linkwise
from tests.kernels.apart import SOURCES
from tests.robots import random_chain

from . import lowering
from .forked import apart
from .source_faults import SOURCE, Fault, Source, chosen

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each fault is met in a forked process")

SEED = 2026
ROOT = Path(__file__).parents[2]

CAUGHT = 0.99
"""How many of the faults must be caught."""

SOAK = pytest.mark.soak


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", "off")


@pytest.mark.parametrize(
    ("kind", "count"), [("program", 3), ("rollout", 1), *(pytest.param(kind, 100, marks=SOAK) for kind in lowering.IN)]
)
def test_faults_in_what_is_compiled_are_refused(kind, count):
    found = lowering.seeded(kind, count, SEED)
    counted = [one for one in found if one.change > lowering.MATTERS[one.dtype]]
    survivors = [one for one in counted if not one.caught]
    print(f"seed {SEED}: {len(counted)} faults in {kind}s, {len(counted) - len(survivors)} refused by the self-test")
    print(*[f"survives: {one}" for one in survivors], sep="\n")
    print(
        *[f"below what matters, {one.change:.1e}: {one.case}: {one.what}" for one in found if one not in counted],
        sep="\n",
    )
    assert len(counted) - len(survivors) >= CAUGHT * len(counted)


@pytest.mark.parametrize("count", [2, pytest.param(150, marks=SOAK)])
def test_faults_in_the_text_that_llvm_gets(count):
    """Of the loops over states and time: those that the self-test lets through do no harm in batches of other sizes."""
    found = lowering.seeded_in_text(count, SEED)
    swept = [one for one in found if isinstance(one.said, lowering.Swept)]
    harmless = [one for one in found if not one.caught]
    refused = len(found) - len(swept) - len(harmless)
    by = f"{refused} refused by the self-test, {len(swept)} by the sweep of sizes"
    print(f"seed {SEED}: {count} faults in texts: {by}, {len(harmless)} change nothing")
    print(*[f"only by the sweep: {one}" for one in swept], sep="\n")
    print(*[f"changes nothing: {one}" for one in harmless], sep="\n")
    assert refused >= 0.5 * (count - len(harmless))


FORMULATIONS = sorted(
    str(path.relative_to(SOURCE))
    for path in (SOURCE / "formulations").rglob("*.py")
    if path.name not in ("__init__.py", "registry.py", "questions.py", "scope.py", "scalars.py")
)
PARTS = [SOURCE / "program" / part for part in ("derive", "passes")]
PROGRAMS = sorted(str(path.relative_to(SOURCE)) for part in PARTS for path in part.rglob("*.py"))

SWEEPS = (
    "tests/identities",
    "tests/peers/test_pinocchio.py",
    "tests/peers/test_derivatives.py",
    "tests/program/test_programs.py",
    "tests/program/test_modes.py",
    "tests/kernels/test_long_chains.py",
    "tests/backends/test_every_backend.py::test_loops",
    "tests/counts/test_counts.py",
    "tests/books/test_forward_dynamics_methods.py",
)


def judged(faults: list[Fault], folder: Path, *tests: str) -> list[dict]:
    """The faults, each with the test that caught it."""
    (folder / "faults.json").write_text(json.dumps(faults))
    environment = os.environ | {"PYTHONPATH": SOURCES, "OPENBLAS_NUM_THREADS": "1"}
    files = [str(folder / name) for name in ("report.json", "faults.json")]
    command = [sys.executable, "-m", "tests.soak.judge", *files, *tests]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return json.loads((folder / "report.json").read_text())


@SOAK
def test_faults_in_formulations_are_found(tmp_path):
    found = judged([*chosen(FORMULATIONS, 200, SEED), *chosen(PROGRAMS, 40, SEED)], tmp_path, *SWEEPS)
    counted = [one for one in found if one["changes answers"]]
    survivors = [one for one in counted if not one["by"]]
    print(f"seed {SEED}: {len(counted)} faults in sources, {len(counted) - len(survivors)} found by the sweeps")
    print(*[f"survives: {Fault(*one['fault'])}" for one in survivors], sep="\n")
    print(*[f"changes no answer: {Fault(*one['fault'])}" for one in found if one not in counted], sep="\n")
    assert len(counted) - len(survivors) >= CAUGHT * len(counted)


def test_some_faults_in_a_formulation_are_found():
    """Ten faults in one recursion, held to Pinocchio on a chain of five links as the sweep does."""
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.peers.agreement import AGREEMENT, Finding, Sample, assert_agreement, off
    from tests.peers.peer import friction
    from tests.peers.pinocchio import Pinocchio

    robot = linkwise.Robot(random_chain(60))
    peer, at = Pinocchio.of_model(robot.model), Sample.of(robot, 2, SEED)
    truth = [peer.inverse_dynamics(*state) + friction(robot.model, state[1]) for state in zip(*at[:3], strict=True)]

    def agrees(fault: Fault | None) -> bool:
        if fault is not None:
            Source(fault.file).apply(fault)
        try:
            answers = robot.inverse_dynamics(*at[:3], formulation="newton_euler.featherstone")
            pairs = zip(answers, truth, strict=True)
            assert_agreement(Finding("torques", off(mine, right), AGREEMENT) for mine, right in pairs)
        except Exception:
            return False
        return True

    faults = chosen(["formulations/newton_euler/featherstone.py"], 10, SEED)
    assert apart(lambda: agrees(None)) is True
    passed = [fault for fault in faults if apart(lambda fault=fault: agrees(fault)) is True]
    assert [fault for fault in passed if "wrench" not in fault.text] == []
