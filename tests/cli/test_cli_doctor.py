"""`linkwise doctor`: what the library finds, on the screen and as JSON, with an exit status scripts can rely on."""

import json
import re
import shlex
from functools import partial
from pathlib import Path

import pytest

import linkwise
from linkwise.doctor import CHECKS, differences, examine, examine_installation
from tests.cli.command_line import HOSTILE, answer, assert_refused, run
from tests.doctor.arm import arm, text

PAGE = (Path(__file__).parents[2] / "docs/doctor.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^linkwise (.*)$", "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)), re.M)

BROKEN = text(links={"hand": dict(xx=0.0011, yy=0.0013, zz=-0.0004)})
SUSPICIOUS = text(links={"hand": dict(xx=0.001, yy=0.001, zz=0.001)})
DISORDERED = text().replace('lower="-2" upper="2.5"', 'lower="2.5" upper="-2"', 1)
UNLIMITED = re.sub("<limit[^>]*/>", "", text(), count=1)
NEGATIVE = text(links={"hand": {"mass": -0.8}})
HEAVIER = text("heavier", links={"hand": {"mass": 1.0}})


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("broken", "suspicious", "disordered", "unlimited", "negative", "heavier"):
        (tmp_path / f"{name}.urdf").write_text(globals()[name.upper()])
    (tmp_path / "arm.urdf").write_text(text())
    return tmp_path


def test_a_healthy_robot(here):
    result = run("doctor", "arm.urdf")
    assert result.exit_code == 0 and "'arm' is feasible: 0 infeasible, 0 suspicious, 0 notes." in result.stdout
    assert "Condition of the inertia matrix over 100 states" in result.stdout and "findings" not in result.stdout


def test_the_document_is_what_the_library_finds(here):
    found = answer("doctor", "ur5", "--states", 30, "--seed", 4)
    expected = examine(linkwise.load("ur5"), states=30, seed=4)
    assert found == json.loads(json.dumps(expected.data))
    assert {each["check"] for each in found["findings"]} == {"inertia-too-large", "frictionless"}


def test_what_readers_refuse_is_what_the_doctor_is_for(here):
    """The file is not loaded by other commands; here it is read, told about, and the exit status says so."""
    assert_refused(run("show", "broken.urdf"), "indefinite-inertia")
    result = run("doctor", "broken.urdf")
    assert result.exit_code == 1 and "Traceback" not in result.output
    assert re.search(r"^infeasible +negative-moment +hand +-0\.0004 +principal moments -0\.0004", result.stdout, re.M)
    assert "To do: correct the tensor" in result.stdout and "'arm' is infeasible" in result.stdout
    document = json.loads(run("doctor", "broken.urdf", "--json").stdout)
    assert document["feasible"] is False and document["findings"][0]["link"] == "hand"


def test_a_hundred_of_a_kind_are_counted(here):
    """One check fills eight rows at most, and says what to do once; the document has all of them."""
    tools = "".join(
        f'<link name="t{k}"><inertial><mass value="0.1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
        f'</inertial></link><joint name="f{k}" type="fixed"><parent link="hand"/><child link="t{k}"/></joint>'
        for k in range(100)
    )
    (here / "many.urdf").write_text(text().replace("</robot>", f"{tools}</robot>"))
    result = run("doctor", "many.urdf")
    assert len(re.findall(r"^suspicious +placeholder +t\d", result.stdout, re.M)) == 7
    assert re.search(r"^suspicious +placeholder +93 more", result.stdout, re.M)
    assert len(re.findall(r"^placeholder: ", result.stdout, re.M)) == 1
    found = answer("doctor", "many.urdf")["findings"]
    assert sum(each["check"] == "placeholder" for each in found) == 100


@pytest.mark.parametrize("suffix", [".urdf", ".toml"])
def test_negative_masses_are_found(here, suffix):
    """With the link and the number, in either format; other commands refuse the file and name the waiver."""
    if suffix == ".toml":
        assert run("convert", "negative.urdf", "negative.toml", "--allow", "negative-mass").exit_code == 0
    assert_refused(run("show", f"negative{suffix}"), "ReadError", "-0.8", "--allow negative-mass")
    result = run("doctor", f"negative{suffix}")
    assert result.exit_code == 1 and "'arm' is infeasible" in result.stdout
    assert re.search(r"^infeasible +negative-mass +hand +-0\.8 +a mass of -0\.8 kg", result.stdout, re.M)
    found = json.loads(run("doctor", f"negative{suffix}", "--json").stdout)["findings"][0]
    assert (found["check"], found["link"], found["number"]) == ("negative-mass", "hand", -0.8)
    assert run("doctor", "arm.urdf", "--against", f"negative{suffix}", "--states", 5).exit_code == 1


@pytest.mark.parametrize(("name", "check"), [("disordered", "limits-out-of-order"), ("unlimited", "missing-limits")])
def test_other_rules_are_waived_too(here, name, check):
    found = answer("doctor", f"{name}.urdf")
    assert [each["link"] for each in found["findings"] if each["check"] == check] == ["turn"] and found["feasible"]


def test_strict(here):
    assert run("doctor", "suspicious.urdf").exit_code == 0
    result = run("doctor", "suspicious.urdf", "--strict")
    assert result.exit_code == 1 and "placeholder" in result.stdout and "is feasible" in result.stdout
    assert run("doctor", "arm.urdf", "--strict").exit_code == 0


def test_other_formats(here):
    assert run("doctor", "puma560").exit_code == 1
    pytest.importorskip("mujoco")
    mass = '<inertial mass="1" pos="0 0 -0.3" diaginertia="0.01 0.01 0.01"/>'
    body = f'<body name="bob"><joint name="hinge" axis="0 1 0"/>{mass}</body>'
    (here / "bob.xml").write_text(f'<mujoco model="bob"><option density="1.2"/><worldbody>{body}</worldbody></mujoco>')
    assert_refused(run("doctor", "bob.xml"), "fluid")  # forces that the model would not have: no matter of plausibility
    found = answer("doctor", "bob.xml", "--allow", "fluid")
    assert found["feasible"] and "placeholder" in {each["check"] for each in found["findings"]}


def test_two_models(here):
    found = answer("doctor", "arm.urdf", "--against", "heavier.urdf", "--states", 40)
    expected = differences(arm(), linkwise.load("heavier.urdf"), states=40)
    assert found["differences"] == json.loads(json.dumps(expected.data))
    assert found["other"]["robot"] == "heavier" and found["robot"] == "arm"
    wrist = found["differences"]["joints"][3]
    assert wrist["mass"] == [0.8, 1.0]
    assert found["differences"]["joints"][1]["torque"]["largest"] > 0.2 * 9.81 * 0.5
    shown = run("doctor", "arm.urdf", "--against", "heavier.urdf", "--states", 40).stdout
    assert "arm and heavier, joints matched by name" in shown and "Tips (tool): up to 0 m" in shown
    for joint in found["differences"]["joints"]:
        words = [joint["joint"], *(f"{joint['torque'][key] + 0.0:.4g}" for key in ("largest", "rms"))]
        assert re.search(r"^" + r" +".join(map(re.escape, words)), shown, re.M), words


def test_either_infeasible_model_counts(here):
    for pair in (("arm.urdf", "broken.urdf"), ("broken.urdf", "arm.urdf")):
        assert run("doctor", pair[0], "--against", pair[1], "--states", 5).exit_code == 1


def test_bad_calls(here):
    (here / "poem.urdf").write_text("a rose is a rose")
    assert_refused(run("doctor", "poem.urdf"), "ReadError", "poem.urdf")
    assert_refused(run("doctor", "nowhere.urdf"), "cannot be read")
    assert_refused(run("doctor", "pamda"), "UnknownName", "did you mean 'panda'")
    assert_refused(run("doctor", "arm.urdf", "--allow", "everything"), "no waiver 'everything'")
    assert_refused(run("doctor", "scara", "--against", "panda"), "their joints do not match")
    assert_refused(run("doctor", "panda", "--states", 0), "--states", code=2)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_harmless(name, tmp_path):
    from xml.sax.saxutils import quoteattr

    quoted = quoteattr("".join(c if c.isprintable() else "?" for c in name))
    (tmp_path / "odd.urdf").write_text(
        re.sub(r'"(hand|arm)"', lambda match: quoted if match[1] == "hand" else match[0], BROKEN), encoding="utf-8"
    )
    result = run("doctor", tmp_path / "odd.urdf")
    assert result.exit_code == 1 and "\x1b" not in result.output and "Traceback" not in result.output


def test_the_page_has_every_check():
    assert re.findall(r"^\| `([a-z-]+)` \|", PAGE, re.M) == [check.name for check in CHECKS]
    severities = re.findall(r"^\| `[a-z-]+` \| (\w+)", PAGE, re.M)
    assert severities == [check.severity for check in CHECKS]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(command, here, monkeypatch):
    quick = partial(examine_installation, seconds=0.01, backends=["python"])
    monkeypatch.setattr("linkwise.cli.doctor.examine_installation", quick)
    result = run(*shlex.split(command))
    assert result.exit_code in (0, 1, 3) and (result.stdout.strip() or "Error" not in result.stderr), result.output
    assert "Traceback" not in result.output
