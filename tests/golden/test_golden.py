"""Programs, generated code and answers are those of the golden file, to the last bit; so are flags and JSON keys."""

import json
from functools import cache
from pathlib import Path

import pytest

from linkwise.backends.llvm import target
from tests.golden import bits, command_line, error_classes
from tests.robots import CATALOG, MORE_ARMS

HERE = Path(__file__).parent
QUICK = ("planar2r", "scara")
SLOW_ROBOTS = (*CATALOG, "tx40")
FUSED = pytest.mark.skipif(
    not target.host().fuses, reason="golden numbers are those of processors with a fused multiply-add"
)


@cache
def golden(name: str) -> dict[str, dict[str, str]]:
    return json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))


def same(key: str, found: dict[str, str]) -> None:
    expected = golden("bits")[key]
    changed = sorted(name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name))
    assert not changed, f"{key}: {len(changed)} differ, such as {changed[:5]}"


@pytest.mark.parametrize("size", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4, 6))])
def test_programs_of_the_ledger(size):
    same(f"programs of {size} joints", bits.programs(size))


ROBOTS = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow if name in SLOW_ROBOTS else pytest.mark.soak)
    for name in (*CATALOG, *MORE_ARMS)
]


@FUSED
@pytest.mark.parametrize("name", ROBOTS)
def test_generated_code(name):
    same(f"kernels of {name}", bits.kernels(name))


@FUSED
@pytest.mark.parametrize("name", ROBOTS)
def test_answers(name):
    same(f"answers of {name}", bits.answers(name))


@FUSED
def test_long_chains():
    same("long chains", bits.long_chains())


@FUSED
def test_rollouts():
    same("rollouts", bits.rollouts())


def test_the_changelog_states_the_digests():
    """A number cannot change without a line in CHANGELOG.md, whose newest version states them."""
    newest = (HERE.parents[1] / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[2]
    for kind, value in bits.release(golden("bits")).items():
        assert f"| {kind} | `{value}` |" in newest, kind


def test_flags():
    assert command_line.flags() == golden("command_line")["flags"]


SLOW = ("bench",)
COMMANDS = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in command_line.WITH_JSON]


@pytest.mark.parametrize("name", COMMANDS)
def test_json_keys(name):
    assert command_line.document(name) == golden("command_line")["json"][name]


def test_every_command_with_json_is_seen():
    with_json = {name for name, options in command_line.flags().items() if "json" in options}
    assert with_json == set(command_line.WITH_JSON) == set(golden("command_line")["json"])


def test_error_classes():
    """None has vanished, and what catches one still catches it."""
    found = error_classes.error_classes()
    for name, bases in golden("error_classes").items():
        assert found.get(error_classes.RENAMED.get(name, name)) == bases, name
