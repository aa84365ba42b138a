"""`linkwise compare`: differences really computed, wrong formulations found, charts that can be opened."""

import json
import re
import sys
from dataclasses import replace
from importlib import import_module
from xml.etree import ElementTree

import numpy as np
import pytest

import linkwise
from linkwise.calls.sampling import within_limits
from linkwise.compare import MAIN, compare
from linkwise.compare.agreement import AGREEMENT, Sizes, relative_difference
from linkwise.compare.page import page
from linkwise.errors import LinkwiseError
from linkwise.formulations import QUESTIONS, registry
from tests.cli.command_line import ARM, HOSTILE, answer, assert_refused, run
from tests.robots import random_model
from tests.tolerances import CONDITION_NUMBER, FEW_ROUNDINGS, OF_A_SMALL_DIFFERENCE, solving

COUPLED = ARM.replace('<axis xyz="0 0 1"/></joint>', '<axis xyz="0 0 1"/><mimic joint="shoulder"/></joint>')
NO_TIP = re.sub(r'(<link name="hand">)<inertial>.*?</inertial>', r"\1", ARM, flags=re.DOTALL)
NO_MASS = re.sub(r"<inertial>.*?</inertial>", "", ARM, flags=re.DOTALL)
RIGID = re.sub(r'type="(revolute|prismatic|continuous)"', 'type="fixed"', ARM)

WRONG = '''"""One that errs."""

from .luh_walker_paul import inverse_dynamics as right


def inverse_dynamics(model, q, qd, qdd):
    return [{factor!r} * tau for tau in right(model, q, qd, qdd)]


def forward_dynamics(model, q, qd, tau):
    from ..composite.direct_solve import forward_dynamics as right

    return [{factor!r} * x for x in right(model, q, qd, tau)]
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"arm": ARM, "coupled": COUPLED, "no_tip": NO_TIP, "no_mass": NO_MASS, "rigid": RIGID}.items():
        (tmp_path / f"{name}.urdf").write_text(text)
    return tmp_path


@pytest.fixture
def erring(tmp_path, monkeypatch):
    """Put a formulation into its principle's folder whose answers are so many times the right ones."""
    package = import_module("linkwise.formulations.newton_euler")

    def put(factor):
        folder = tmp_path / "more formulations"
        folder.mkdir()
        (folder / "erring.py").write_text(WRONG.format(factor=factor))
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        forget()

    def forget():
        sys.modules.pop("linkwise.formulations.newton_euler.erring", None)
        vars(package).pop("erring", None)
        for known in [each for each in vars(registry).values() if hasattr(each, "cache_clear")]:
            known.cache_clear()

    yield put
    monkeypatch.undo()
    forget()


def quick(*arguments):
    return answer("compare", *arguments, "--no-time", "--states", 10)


# ---- agreement ------------------------------------------------------------------------------------------------------


def test_differences_are_those_of_the_answers():
    """Worked out here from the robot's own answers by formulations run on numbers, state by state."""
    robot = linkwise.load("stanford")
    [found] = quick("stanford", "--question", "mass_matrix", "--seed", 3)["questions"]
    names = [row["formulation"] for row in found["formulations"]]
    assert sorted(names) == sorted(robot.formulations("mass_matrix")) and len(names) > 5
    at = within_limits(robot.model, 10, 3)
    answers = [robot.mass_matrix(at["q"], formulation=name) for name in names]
    for i, a in enumerate(answers):
        for k, b in enumerate(answers):
            apart = np.abs(a - b).max(axis=(1, 2)) / np.abs(a).max(axis=(1, 2))
            # the same roundings, but for products and sums that a program leaves out
            assert found["difference"][i][k] <= FEW_ROUNDINGS and apart.max() <= FEW_ROUNDINGS
            assert i != k or found["difference"][i][k] == 0.0
    assert any(x > 0.0 for line in found["difference"] for x in line)


@pytest.mark.parametrize("factor", [1.001, 1.0 + 1e-9])
def test_a_wrong_formulation_is_found(here, erring, factor):
    erring(factor)
    result = run("compare", "planar3r", "--question", "inverse_dynamics", "--no-time", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    [question] = found["questions"]
    names = [row["formulation"] for row in question["formulations"]]
    wrong = names.index("newton_euler.erring")
    assert not found["agree"] and len(question["disagreeing"]) == len(names) - 1 > 5
    for k, name in enumerate(names):
        if k != wrong:
            assert question["difference"][wrong][k] == pytest.approx((factor - 1.0) / factor, rel=OF_A_SMALL_DIFFERENCE)
            assert sorted([name, names[wrong]]) in [sorted(pair[:2]) for pair in question["disagreeing"]]
    assert len(re.findall("newton_euler.erring.* disagree by", result.stderr)) == 10
    assert f"and {len(names) - 11} more pairs" in result.stderr


def test_wrong_accelerations_are_found(erring):
    erring(1.0 + 1e-6)
    result = run("compare", "panda", "--question", "forward_dynamics", "--no-time")
    assert result.exit_code == 1 and "some disagree" in result.stdout
    assert "newton_euler.erring" in result.stderr and "disagree by" in result.stderr


def test_what_rounds_is_not_wrong(erring):
    erring(1.0 + 1e-13)
    assert run("compare", "scara", "--question", "inverse_dynamics", "--no-time").exit_code == 0


def test_the_worst_state_counts():
    """One state of many, one entry of many."""
    a = np.random.default_rng(0).normal(size=(50, 6, 6))
    b = a.copy()
    b[17, 2, 3] += 1e-6
    found = relative_difference([a], [b], [0.0])
    assert found[17] == pytest.approx(1e-6 / np.abs(b[17]).max()) and np.count_nonzero(found) == 1
    b[17, 2, 3] = np.nan
    assert np.isinf(relative_difference([a], [b], [0.0])[17])


def test_what_vanishes_is_measured_by_its_terms():
    """Gravity has no lever at a vertical axis: 1e-16 next to 0 is no disagreement, 1e-9 is."""
    robot = linkwise.load("scara").with_gravity([0.0, 0.0, 0.0])
    sizes = Sizes(robot.tree, within_limits(robot.model, 4, 0))
    nothing = np.zeros((4, 4))
    assert (relative_difference([nothing], [nothing + 1e-16], sizes.terms("gravity_forces")) <= AGREEMENT).all()
    assert (relative_difference([nothing], [nothing + 1e-9], sizes.terms("gravity_forces")) > AGREEMENT).all()


def test_accelerations_are_allowed_what_is_undetermined():
    """Twice what one answer is allowed by the tests against 50 digits; nothing else is allowed more."""
    robot = linkwise.Robot(random_model(11))
    at = within_limits(robot.model, 5, 0)
    sizes = Sizes(robot.tree, at)
    expected = [max(AGREEMENT, 2.0 * solving(M)) for M in robot.mass_matrix(at["q"])]
    np.testing.assert_allclose(sizes.allowed("forward_dynamics"), expected, rtol=CONDITION_NUMBER)
    assert (sizes.allowed("inverse_dynamics") == AGREEMENT).all()


def stacked(n):
    """Short links on parallel axes with a weight at the tip: its inertia matrix is next to singular."""
    inertia = '<inertial><mass value="{m}"/><inertia ixx="{i}" iyy="{i}" izz="{i}" ixy="0" ixz="0" iyz="0"/></inertial>'
    links = [inertia.format(m=1e-4, i=1e-9)] * (n - 1) + [inertia.format(m=100.0, i=1.0)]
    return (
        '<robot name="stack"><link name="l0"/>'
        + "".join(
            f'<link name="l{k}">{each}</link><joint name="j{k}" type="continuous"><parent link="l{k - 1}"/>'
            f'<child link="l{k}"/><origin xyz="0.01 0 0"/><axis xyz="0 1 0"/></joint>'
            for k, each in enumerate(links, 1)
        )
        + "</robot>"
    )


def test_ill_conditioned_robots_are_no_disagreement(here):
    (here / "stack.urdf").write_text(stacked(5))
    found = {
        each["question"]: each
        for each in quick("stack.urdf", "--question", "forward_dynamics,mass_matrix")["questions"]
    }
    accelerations = found["forward_dynamics"]
    assert max(row["worst"] for row in accelerations["formulations"]) > AGREEMENT  # far apart, and rightly so
    assert accelerations["allowed"] > AGREEMENT and accelerations["disagreeing"] == []
    assert found["mass_matrix"]["allowed"] == AGREEMENT


# ---- which robots, whose answers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pendulum", "scara", "arm.urdf", "coupled.urdf", "no_tip.urdf"])
def test_everybody_is_named_once(here, name):
    """Each formulation that answers a question is compared, or left out with a reason."""
    found = quick(name)
    assert found["agree"] and [each["question"] for each in found["questions"]] == list(MAIN)
    for each in found["questions"]:
        named = [x["formulation"] for side in ("formulations", "left_out") for x in each[side]]
        assert sorted(named) == sorted(registry.formulations_for(each["question"]))
        assert all(x["why"] for x in each["left_out"])


def test_the_reasons(here):
    def reasons(name, question):
        [found] = quick(name, "--question", question)["questions"]
        return {each["formulation"]: each["why"] for each in found["left_out"]}

    assert set(reasons("no_tip.urdf", "forward_dynamics")) == set(registry.formulations_for("forward_dynamics"))
    assert "'wrist'" in reasons("no_tip.urdf", "forward_dynamics")["composite.direct_solve"]
    assert (
        "only for robots whose joints move independently"
        in (reasons("coupled.urdf", "forward_dynamics")["articulated.khalil_dombre"])
    )
    text = run("compare", "no_tip.urdf", "--question", "forward_dynamics", "--no-time").stdout
    assert "no formulation answers" in text and "no two were compared" in text
    assert re.search(r"^left out: .*composite\.direct_solve.*: joint 'wrist'", text, re.MULTILINE)


def test_all_questions():
    found = quick("planar3r", "--question", "all")
    assert [each["question"] for each in found["questions"]] == list(QUESTIONS) and found["agree"]


def test_some_formulations():
    names = ["newton_euler.featherstone", "newton_euler.luh_walker_paul", "composite.balafoutis_patel_62"]
    found = quick("puma560", "--formulation", ",".join(names[:2]), "--by", names[2])["questions"]
    asked = {each["question"]: [row["formulation"] for row in each["formulations"]] for each in found}
    assert sorted(asked["inverse_dynamics"]) == names[:2] and asked["mass_matrix"] == names[2:]
    assert "forward_dynamics" not in asked


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rigid.urdf"], ["'arm'", "no moving joint"]),
        (["no_mass.urdf"], ["NoMass", "'arm'"]),
        (["panda", "--question", "speed"], ["UnknownName", "'speed'"]),
        (["panda", "--by", "newton"], ["UnknownName", "'newton'", "'newton_euler.featherstone'"]),
        (["panda", "--by", "newton_euler.featherstone", "--question", "mass_matrix"], ["nothing to compare"]),
        (["panda", "--budget", "-1"], ["budget"]),
        (["panda", "--budget", "nan"], ["budget"]),
        (["panda", "--out", "chart.pdf"], ["WriteError", ".html, .png, .svg"]),
        (["panda", "--out", "nowhere/chart.html"], ["nowhere"]),
        (["no_such_robot"], ["no_such_robot"]),
    ],
)
def test_what_is_refused(here, arguments, words):
    assert_refused(run("compare", *arguments), *words)


def test_bad_calls():
    with pytest.raises(LinkwiseError, match="states is 0"):
        compare(linkwise.load("pendulum"), states=0)
    with pytest.raises(LinkwiseError, match="nothing to compare"):
        compare(linkwise.load("pendulum"), [])


# ---- cost -----------------------------------------------------------------------------------------------------------


def test_counts_and_times():
    names = ["newton_euler.featherstone", "lagrange.waters"]
    [found] = answer("compare", "ur5", "--by", ",".join(names), "--question", "inverse_dynamics")["questions"]
    for row in found["formulations"]:
        counted = linkwise.load("ur5").compile("inverse_dynamics", formulation=row["formulation"]).count
        assert {key: row[key] for key in vars(counted)} == vars(counted)
        assert 0.0 < row["least"] <= row["nanoseconds"] < 1e5 and row["untimed"] == ""


def test_time_that_is_spent_is_said():
    found = answer("compare", "panda", "--budget", 1e-6)["questions"]
    for each in found:
        assert each["formulations"] == []
        assert "half of the budget was spent before its program was traced" in {x["why"] for x in each["left_out"]}


def test_what_is_not_compiled_in_time_is_not_timed(monkeypatch):
    monkeypatch.setattr("linkwise.compare.cost.PER_OPERATION", 1.0)
    result = run("compare", "panda", "--question", "coriolis_matrix", "--states", 5, "--budget", 20)
    assert result.exit_code == 0
    [line] = [line for line in result.stdout.splitlines() if line.startswith("Not timed")]
    assert "coriolis_matrix: composite.echeandia_wensing, lagrange." in line and "(--budget)" in line


def test_long_programs_are_left_out(monkeypatch):
    monkeypatch.setattr("linkwise.compare.programs.LENGTHS", (100, 2000))
    [found] = quick("panda", "--question", "inverse_dynamics")["questions"]
    compared = {row["formulation"]: row["operations"] for row in found["formulations"]}
    left = {each["formulation"]: each["why"] for each in found["left_out"]}
    assert "newton_euler.khalil_dombre" in compared and max(compared.values()) <= 2000
    assert left["lagrange.uicker_kahn"] == "its program would have more than 2000 operations"


# ---- what is shown --------------------------------------------------------------------------------------------------


def test_the_document():
    found = quick("planar2r", "--question", "gravity_forces", "--seed", 5)
    assert set(found) == {"robot", "n", "states", "seed", "agree", "questions", "out"}
    assert (found["robot"], found["n"], found["states"], found["seed"], found["out"]) == ("planar2r", 2, 10, 5, None)
    [question] = found["questions"]
    assert set(question) == {
        "question",
        "allowed",
        "formulations",
        "furthest",
        "difference",
        "disagreeing",
        "left_out",
    }
    count = len(question["formulations"])
    assert np.shape(question["difference"]) == (count, count)
    assert np.array_equal(question["difference"], np.transpose(question["difference"]))
    assert question["furthest"][2] == np.max(question["difference"])
    operations = [
        sum(row[key] for key in ("multiplications", "additions", "divisions", "square_roots"))
        for row in question["formulations"]
    ]
    assert operations == sorted(operations)
    for k, row in enumerate(question["formulations"]):
        assert row["worst"] == max(question["difference"][k])
        assert row["nanoseconds"] is None and isinstance(row["multiplications"], int)


def test_the_tables_have_the_same_numbers():
    found = quick("scara", "--question", "mass_matrix")["questions"][0]
    text = run("compare", "scara", "--question", "mass_matrix", "--no-time", "--states", 10).stdout
    for k, row in enumerate(found["formulations"], 1):
        words = [
            str(k),
            row["formulation"],
            str(row["multiplications"]),
            str(row["additions"]),
            str(row["divisions"] + row["square_roots"]),
            f"{row['worst']:.1e}" if row["worst"] else "0",
        ]
        assert re.search(r"^ *" + r" +".join(map(re.escape, words)) + " *$", text, re.MULTILINE), words
    assert "all agree" in text


def test_in_short():
    """A line for each question: the largest difference, how many, whose program is the shortest."""
    given = ("scara", "--question", "mass_matrix,forward_dynamics")
    text = run("compare", *given, "--no-time", "--states", 10).stdout
    short = text[text.index("scara in short") :]
    for each in quick(*given)["questions"]:
        rows, worst = each["formulations"], each["furthest"][2]
        keys = ("multiplications", "additions", "divisions", "square_roots")
        fewest = min(sum(row[key] for key in keys) for row in rows)
        words = rf"{each['question']} +{worst:.1e} +{len(rows)} +{len(each['left_out'])} +{fewest} "
        assert re.search(f"^{words}", short, re.MULTILINE), short
        one, other, _ = each["furthest"]
        names = [row["formulation"] for row in rows]
        assert each["difference"][names.index(one)][names.index(other)] == worst
        assert f"furthest apart: {one} and {other}, by {worst:.1e}" in text


def test_divisions_are_shown():
    [found] = quick("scara", "--question", "forward_dynamics")["questions"]
    text = run("compare", "scara", "--question", "forward_dynamics", "--no-time", "--states", 10).stdout
    row = next(row for row in found["formulations"] if row["formulation"] == "composite.direct_solve")
    numbers = rf"{row['multiplications']} +{row['additions']} +{row['divisions'] + row['square_roots']} "
    assert row["divisions"] > 0 and re.search(rf"composite\.direct_solve +{numbers}", text)


def test_the_matrix_is_printed_on_request(here):
    given = ("compare", "planar3r", "--question", "mass_matrix", "--no-time", "--states", 5)
    title = "largest relative difference between every two"
    plain, full = run(*given).stdout, run(*given, "--matrix").stdout
    assert title not in plain and title in full
    found = quick("planar3r", "--question", "mass_matrix", "--states", 5)["questions"][0]
    for name, line in zip([row["formulation"] for row in found["formulations"]], found["difference"], strict=True):
        cells = re.search(rf"{re.escape(name)} +(.*)$", full[full.index(title) :], re.MULTILINE)[1].split()
        assert [0.0 if cell in ".0" else float(cell) for cell in cells] == pytest.approx(line, rel=0.5)


def test_all_among_others_is_all():
    found = quick("pendulum", "--question", "gravity_forces,all", "--by", "all")["questions"]
    assert {each["question"] for each in found} == set(QUESTIONS)


def renamed(name):
    robot = linkwise.load("planar2r")
    return linkwise.Robot(replace(robot.model, name=name))


@pytest.mark.parametrize("name", HOSTILE)
def test_pages_are_well_formed(name):
    found = compare(renamed(name), ["mass_matrix", "forward_dynamics"], states=3, time=False)
    text = page(found)
    root = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))
    names = {each.text for each in root.iter("td")} | {each.text for each in root.iter("th")}
    assert {row.formulation for answered in found.questions for row in answered.rows} <= names
    assert not {"script", "link", "img", "b"} & {each.tag for each in root.iter()}
    assert not re.search(r"https?:|url\(|@import", text) and len(text) < 100_000
    assert "\x9b" not in text and "\u202e" not in text


def test_a_comparison_in_a_prompt_and_in_a_notebook():
    found = compare(renamed("<b>arm</b>"), ["mass_matrix", "forward_dynamics"], states=3, time=False)
    count = len(found.formulations)
    assert repr(found) == f"<Comparison for robot '<b>arm</b>': {count} formulations, 2 questions: all agree>"
    assert all(repr(each).startswith(f"<{each.question}: {len(each.rows)} formulations, ") for each in found.questions)
    root = ElementTree.fromstring(f"<div>{found._repr_html_()}</div>")
    summary, *others = root.iter("table")
    assert [row[0].text for row in summary.iter("tr")] == ["question", "mass_matrix", "forward_dynamics"]
    named = {row[0].text for table in others for row in table.iter("tr")}
    assert set(found.formulations) <= named and not list(root.iter("b"))


def test_a_page_shows_who_is_wrong(here, erring):
    erring(1.001)
    result = run("compare", "scara", "--question", "inverse_dynamics", "--no-time", "--out", "chart.html")
    assert result.exit_code == 1 and "wrote chart.html" in result.stderr
    root = ElementTree.fromstring((here / "chart.html").read_text().removeprefix("<!DOCTYPE html>"))
    framed = [each.text for each in root.iter("td") if each.get("class") == "wrong"]
    assert framed and set(framed) == {"1e-03"}


def test_bars_are_as_long_as_the_numbers(here):
    assert run("compare", "scara", "--question", "mass_matrix", "--no-time", "--out", "chart.html").exit_code == 0
    root = ElementTree.fromstring((here / "chart.html").read_text().removeprefix("<!DOCTYPE html>"))
    rows = [row for row in root.iter("tr") if row.find("td[@class='bar']") is not None]
    assert len(rows) > 5
    totals = [sum(int(row.findall("td")[k].text) for k in (2, 3, 4)) for row in rows]
    for row, total in zip(rows, totals, strict=True):
        bars = row.find("td[@class='bar']").iter("span")
        length = sum(float(re.search(r"width: ([\d.]+)%", bar.get("style"))[1]) for bar in bars)
        assert length == pytest.approx(100.0 * total / max(totals), abs=0.2)


@pytest.mark.parametrize("name", [*HOSTILE[:5], "$x$ 腕", "panda"])
def test_pictures_are_written(here, name):
    pytest.importorskip("matplotlib")
    from linkwise.compare.chart import chart

    found = compare(renamed(name), ["mass_matrix"], states=3, time=name == "panda")
    chart(found, here / "chart.png")
    chart(found, here / "chart.svg")
    assert (here / "chart.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert ElementTree.parse(here / "chart.svg").getroot().tag.endswith("svg")


def test_the_command_writes_pictures(here):
    pytest.importorskip("matplotlib")
    result = run("compare", "pendulum", "--question", "gravity_forces", "--no-time", "--out", "chart.png")
    assert result.exit_code == 0 and "wrote chart.png" in result.stderr
    assert (here / "chart.png").stat().st_size > 10_000


def test_pages_need_no_matplotlib(here, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    given = ("compare", "pendulum", "--question", "gravity_forces", "--no-time", "--out")
    assert run(*given, "chart.html").exit_code == 0
    assert_refused(run(*given, "chart.png"), "MissingExtra", 'pip install "linkwise[plot]"')
    assert not (here / "chart.png").exists()


# ---- states ---------------------------------------------------------------------------------------------------------


def test_states_are_within_limits(here):
    robot = linkwise.load("arm.urdf")
    at = within_limits(robot.model, 500, 0)
    lower, upper = at["q"].min(axis=0), at["q"].max(axis=0)
    assert -2.0 <= lower[0] < -1.9 and 1.9 < upper[0] <= 2.0
    assert 0.0 <= lower[1] < 0.05 and 0.45 < upper[1] <= 0.5
    assert -np.pi <= lower[2] < -3.0 and 3.0 < upper[2] <= np.pi
    assert (np.abs(at["qd"]) <= [3.0, 1.0, 1.0]).all()
    assert not np.array_equal(at["q"], within_limits(robot.model, 500, 1)["q"])
