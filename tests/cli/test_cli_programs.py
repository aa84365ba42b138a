"""`linkwise count`, `generate` and `bench`, and `Kernel.save`: what is counted and written is the robot asked for."""

import errno
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
from collections import Counter
from html import escape
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

import linkwise
from linkwise import LinkwiseError
from linkwise.backends.cuda import driver
from linkwise.backends.interpreter import run as interpreted
from linkwise.calls.question_checks import JOINT_SPACE
from linkwise.cli import bench as bench_command
from linkwise.cli.bench import first_call
from linkwise.costs.measure import on_arrays
from linkwise.formulations import QUESTIONS
from linkwise.program import parse
from tests.cli.command_line import ARM, answer, assert_refused, run
from tests.robots import CATALOG, states
from tests.tolerances import AGREEMENT

COUPLED = ARM.replace('<axis xyz="0 0 1"/></joint>', '<axis xyz="0 0 1"/><mimic joint="shoulder"/></joint>')
MASSLESS = re.sub(r"<inertial>.*?</inertial>", "", ARM, flags=re.DOTALL)
NO_TIP, NO_MIDDLE = (
    re.sub(rf'(<link name="{link}">)<inertial>.*?</inertial>', r"\1", ARM, flags=re.DOTALL)
    for link in ("hand", "upper")
)
RIGID = re.sub(r'type="(revolute|prismatic|continuous)"', 'type="fixed"', ARM)
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    every = {
        "arm": ARM,
        "coupled": COUPLED,
        "massless": MASSLESS,
        "rigid": RIGID,
        "no_tip": NO_TIP,
        "no_middle": NO_MIDDLE,
    }
    for name, text in every.items():
        (tmp_path / f"{name}.urdf").write_text(text)
    return tmp_path


def called(path, name):
    """The function of a generated Python file."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def close(found, reference):
    np.testing.assert_allclose(found, reference, rtol=0.0, atol=AGREEMENT * np.max(np.abs(reference), initial=1e-300))


# ---- count ----------------------------------------------------------------------------------------------------------


def test_a_pendulum_counted_by_hand():
    """g = ½ m g l sin q: one product, one sine; M is a constant; C is nothing."""
    found = {row["question"]: row for row in answer("count", "pendulum")["counts"]}
    assert set(found) == JOINT_SPACE
    gravity = found["gravity_forces"]
    assert [gravity[key] for key in ("multiplications", "additions", "sincos", "instructions")] == [1, 0, 1, 1]
    for question in ("mass_matrix", "mass_matrix_inverse", "coriolis_matrix"):
        assert [found[question][key] for key in ("multiplications", "additions", "instructions")] == [0, 0, 0]


@pytest.mark.parametrize(
    "name",
    [
        *("planar2r", "stanford", "arm.urdf", "coupled.urdf"),
        *(pytest.param(n, marks=pytest.mark.slow) for n in CATALOG if n not in ("planar2r", "stanford")),
    ],
)
def test_counts_are_those_of_the_kernels(here, name):
    robot = linkwise.load(name)
    found = answer("count", name, "--question", "all")
    assert found["n"] == robot.n and [row["question"] for row in found["counts"]] == list(QUESTIONS)
    for row in found["counts"]:
        counted = vars(robot.compile(row["question"]).count)
        assert {key: row[key] for key in counted} == counted, row["question"]
        # a fused instruction does two things, one of which another sum may have done already
        work = sum(counted[key] for key in counted if key != "sincos")
        assert work - row["fused"] <= row["instructions"] <= work


def test_counts_are_those_of_the_text(here):
    """Counted in the written program, line by line."""
    row = answer("count", "puma560", "--question", "inverse_dynamics")["counts"][0]
    assert (
        run("generate", "puma560", "--question", "inverse_dynamics", "--language", "program", "-o", "x").exit_code == 0
    )
    ops = Counter(
        re.findall(r"^    \S+ = (\w+)", (here / "x/puma560_inverse_dynamics.program").read_text(), re.MULTILINE)
    )
    assert ops["mul"] == row["multiplications"] and ops["sign"] == row["signs"] == 6
    assert ops["add"] + ops["sub"] + ops["neg"] == row["additions"]


def test_everybody_who_answers():
    rows = answer("count", "ur5", "--question", "mass_matrix", "--formulation", "all")["counts"]
    robot = linkwise.load("ur5")
    assert [row["formulation"] for row in rows] == list(robot.formulations("mass_matrix"))
    for row in rows:
        assert row["model"] == "as loaded"
        assert row["additions"] == robot.compile("mass_matrix", formulation=row["formulation"]).count.additions
    plain = answer("count", "ur5", "--question", "mass_matrix", "--as-loaded")["counts"][0]
    assert plain in rows and plain["formulation"] == QUESTIONS["mass_matrix"].compiled
    best = answer("count", "ur5", "--question", "mass_matrix")["counts"][0]
    assert best["model"] != "as loaded" and best["multiplications"] < plain["multiplications"]


def test_a_formulation_is_asked_what_it_answers():
    rows = answer("count", "planar2r", "--formulation", "newton_euler.featherstone")["counts"]
    assert [row["question"] for row in rows] == [
        "inverse_dynamics",
        "bias_forces",
        "gravity_forces",
        "reaction_wrenches",
    ]
    assert rows == answer("count", "planar2r", "--by", "newton_euler.featherstone", "--question", "all")["counts"]


def test_what_is_counted_is_said():
    full, bare = answer("count", "puma560"), answer("count", "puma560", "--without-friction", "--without-rotors")
    assert (full["friction"], full["rotors"], bare["friction"], bare["rotors"]) == (True, True, False, False)
    assert full["counts"][0]["signs"] == 6 and bare["counts"][0]["signs"] == 0
    result = run("count", "puma560", "--without-friction")
    assert "puma560, without friction, with rotors" in result.stdout and "regrouped" in result.stdout
    assert "Friction and rotors are counted where they enter the question" in result.stdout


def test_the_table_has_the_same_numbers():
    rows = answer("count", "panda")["counts"]
    text = run("count", "panda").stdout
    for row in rows:
        [line] = re.findall(rf"^{row['question']} .*$", text, re.MULTILINE)
        words = line.split()
        assert words[1:4] == [row["formulation"], str(row["multiplications"]), str(row["additions"])]
        assert words[-1] == str(row["instructions"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["panda", "--question", "speed"], ["UnknownName", "'speed'", "'inverse_dynamics'"]),
        (["panda", "--formulation", "newton"], ["UnknownName", "'newton'", "'newton_euler.featherstone'"]),
        (["panda", "--question", "mass_matrix", "--by", "newton_euler.featherstone"], ["'composite.walker_orin'"]),
        (["panda", "--question", "jacobian", "--frame", "hand"], ["'hand'", "'panda_link8'", "linkwise show"]),
        (["coupled.urdf", "--by", "articulated.khalil_dombre"], ["NotForThisRobot", "--by composite.direct_solve"]),
        (["massless.urdf"], ["NoMass", "'arm'"]),
        (["no_such_robot"], ["no_such_robot"]),
    ],
)
def test_what_cannot_be_counted(here, arguments, words):
    assert_refused(run("count", *arguments), *words)


def test_poses_need_no_mass(here):
    assert answer("count", "massless.urdf", "--question", "jacobian,jacobian_dot")["counts"][0]["multiplications"] > 0


def test_a_formulation_that_excludes_a_robot_says_so(here, monkeypatch):
    """Among all, it is a line of the table; named, an error."""

    def refuses(self, question, **options):
        if options["formulation"] == "composite.walker_orin":
            raise linkwise.errors.NotForThisRobot("walker_orin excludes it.")
        return asked(self, question, **options)

    asked = linkwise.Robot.compile
    monkeypatch.setattr(linkwise.Robot, "compile", refuses)
    rows = answer("count", "planar2r", "--question", "mass_matrix", "--formulation", "all")["counts"]
    assert [row["formulation"] for row in rows if "refused" in row] == ["composite.walker_orin"]
    assert "walker_orin excludes it." in run("count", "planar2r", "--formulation", "all").stdout
    assert_refused(run("count", "planar2r", "--by", "composite.walker_orin"), "walker_orin excludes it.")


def test_a_question_without_an_answer_is_a_line_or_an_error(here):
    refused = {row["question"] for row in answer("count", "no_tip.urdf")["counts"] if "refused" in row}
    assert refused == {"forward_dynamics", "mass_matrix_inverse", "forward_dynamics_derivatives"}
    assert "forward_dynamics by composite.direct_solve: joint 'wrist'" in run("count", "no_tip.urdf").stdout
    assert_refused(run("count", "no_tip.urdf", "--question", "forward_dynamics"), "NoInertia", "'wrist'")
    assert_refused(run("generate", "no_tip.urdf", "--question", "forward_dynamics", "-o", "x"), "NoInertia", "'wrist'")
    assert not (here / "x").exists()
    some = run("generate", "no_middle.urdf", "--question", "forward_dynamics", "-o", "x")
    assert some.exit_code == 0 and "gives inf or nan there" in some.stderr


# ---- generate -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["panda", "scara", "stanford", "puma560", "arm.urdf", "coupled.urdf"])
def test_python_gives_what_the_robot_gives(here, name):
    made = answer("generate", name, "--question", "inverse_dynamics", "--language", "python", "-o", "code")
    assert made["files"] == [f"code/{made['function']}.py"]
    function, robot = called(made["files"][0], made["function"]), linkwise.load(name)
    for state in zip(*states(robot.n, 5, 1), strict=True):
        direct = robot.inverse_dynamics(*state, formulation="newton_euler.luh_walker_paul")
        close(function(*(x.tolist() for x in state)), direct)


def test_python_gives_what_pinocchio_gives(here):
    pin = pytest.importorskip("pinocchio")
    made = answer("generate", "arm.urdf", "--question", "inverse_dynamics", "--language", "python", "-o", "code")
    function, model = called(made["files"][0], made["function"]), pin.buildModelFromUrdf("arm.urdf")
    for q, qd, qdd in zip(*states(3, 5, 2), strict=True):
        place = np.array([q[0], q[1], np.cos(q[2]), np.sin(q[2])])  # the wrist turns without limits
        close(function(q.tolist(), qd.tolist(), qdd.tolist()), pin.rnea(model, model.createData(), place, qd, qdd))


CODE = {
    "panda": ["--question", "inverse_dynamics"],
    "scara": ["--question", "forward_dynamics"],
    "coupled.urdf": ["--question", "mass_matrix,bias_forces", "--question", "jacobian", "--frame", "slide"],
    "puma560": ["--question", "inverse_dynamics", "--parameters", "gravity,payload", "--wrench", "tool"],
    "pendulum": ["--question", "gravity_forces", "--formulation", "newton_euler.featherstone"],
}


@pytest.mark.parametrize("name", CODE)
def test_c_compiles_and_passes_its_own_test(here, name):
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    given = list(CODE[name])
    if "--wrench" in given:
        given[-1] = linkwise.load(name).frames[-1]
    made = answer("generate", name, *given, "-o", "a folder")  # C where nothing is said
    assert made["files"] == [f"a folder/{made['function']}.c", f"a folder/{made['function']}.h"]
    steps, test = re.fullmatch(r"compile: (cc .*)\ntest: +(cc .*) && (.*)", made["use"]).groups()[:2], made["use"]
    for words in steps:
        done = subprocess.run(shlex.split(words.replace("cc", "gcc -Werror -Wall", 1)), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    done = subprocess.run(shlex.split(test.rpartition(" && ")[2]), capture_output=True, text=True)
    assert done.returncode == 0 and "worst error" in done.stdout
    gives = {port["name"] for port in made["gives"]}
    assert gives >= set(given[1].split(","))


def test_the_program_is_read_back(here):
    made = answer("generate", "stanford", "--question", "mass_matrix", "--language", "program", "-o", ".")
    program = parse((here / "stanford_mass_matrix.program").read_text())
    robot = linkwise.load("stanford")
    q = states(robot.n, 1, 2)[0][0]
    found = np.array(interpreted(program, q.tolist())).reshape(6, 6)
    close(found, robot.mass_matrix(q, formulation="composite.walker_orin"))
    assert made["count"]["multiplications"] == robot.compile("mass_matrix").count.multiplications


def test_the_words_on_the_screen(here):
    result = run("generate", "pendulum", "--question", "mass_matrix", "-o", "x")
    assert result.exit_code == 0 and result.stderr == ""
    for words in ("wrote x/pendulum_mass_matrix.c", "wrote x/pendulum_mass_matrix.h", "-DLINKWISE_SELFTEST", "q(1)"):
        assert words in result.stdout


def test_existing_files_are_kept(here):
    order = ["generate", "pendulum", "--question", "mass_matrix", "-o", "x"]
    (here / "x").mkdir()
    (here / "x/pendulum_mass_matrix.h").write_text("precious")
    assert_refused(run(*order), "WriteError", "pendulum_mass_matrix.h", "--force")
    assert [file.name for file in (here / "x").iterdir()] == ["pendulum_mass_matrix.h"]
    assert (here / "x/pendulum_mass_matrix.h").read_text() == "precious"
    assert run(*order, "--force").exit_code == 0
    assert sorted(os.listdir("x")) == ["pendulum_mass_matrix.c", "pendulum_mass_matrix.h"]
    assert "precious" not in (here / "x/pendulum_mass_matrix.h").read_text()
    (here / "y/pendulum_mass_matrix.c").mkdir(parents=True)
    assert_refused(run(*order[:-1], "y", "--force"), "is a folder")


@pytest.mark.parametrize(
    "name", ["../../evil", "/evil", "a b; rm -rf ~", "<b>'\"", "é\u202eabc", "A" * 60_000, ":/]", " "]
)
@pytest.mark.parametrize("language", ["c", "python", "program"])
def test_hostile_names_stay_in_the_folder(here, name, language):
    (here / "in").mkdir()
    (here / "in/arm.urdf").write_text(ARM.replace('name="arm"', f'name="{escape(name)}"'))
    before = {path for path in here.rglob("*")}
    made = answer("generate", "in/arm.urdf", "--question", "gravity_forces", "--language", language, "-o", "in/deep/x")
    new = {path.relative_to(here) for path in set(here.rglob("*")) - before if path.is_file()}
    assert {str(path) for path in new} == set(made["files"])
    for path in new:
        assert str(path.parent) == "in/deep/x" and re.fullmatch(r"\w{1,70}\.(c|h|py|program)", path.name, re.ASCII)
    if language == "python":
        assert len(called(made["files"][0], made["function"])([0.1, 0.2, 0.3])) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["panda", "--question", "speed"], ["UnknownName", "'speed'", "'inverse_dynamics'"]),
        (["panda", "--question", "mass_matrix", "--by", "newton"], ["'newton'", "'composite.featherstone'"]),
        (["panda", "--question", "jacobian", "--frame", "hand"], ["'hand'", "'panda_link8'"]),
        (["panda", "--question", "mass_matrix", "--parameters", "mass"], ["'mass'", "'payload'"]),
        (["panda", "--question", "inverse_dynamics", "--wrench", "hand"], ["'hand'", "'panda_link8'"]),
        (["panda", "--question", "mass_matrix,mass_matrix"], ["mass_matrix"]),
        (["panda", "--question", ","], ["(none)"]),
        (["massless.urdf", "--question", "mass_matrix"], ["NoMass"]),
    ],
)
def test_what_cannot_be_written_leaves_no_folder(here, arguments, words):
    assert_refused(run("generate", *arguments, "-o", "x"), *words)
    assert not (here / "x").exists()


@pytest.mark.parametrize("missing", ["--question", "--out"])
def test_what_must_be_said(here, missing):
    given = ["-o", "x"] if missing == "--question" else ["--question", "mass_matrix"]
    assert_refused(run("generate", "panda", *given), missing, code=2)
    assert_refused(run("generate", "panda", "--question", "jacobian", "-o", "x", "--language", "ada"), "ada", code=2)


def test_folders_that_cannot_be(here):
    order = ["generate", "pendulum", "--question", "mass_matrix", "-o"]
    (here / "file").write_text("")
    assert_refused(run(*order, "file"), "WriteError", "'file'")
    assert_refused(run(*order, "file/x"), "WriteError", "'file/x'")
    assert_refused(run(*order, "x" * 300), "WriteError", "name another folder")
    (here / "closed").mkdir(mode=0o500)
    if not os.access("closed", os.W_OK):  # an administrator writes anywhere
        assert_refused(run(*order, "closed"), "WriteError", "pendulum_mass_matrix.c")


def test_a_full_disk_leaves_nothing_half_written(here, monkeypatch):
    order = ["generate", "pendulum", "--question", "mass_matrix", "-o", "x", "--force"]
    assert run(*order).exit_code == 0
    before = {file.name: file.read_bytes() for file in (here / "x").iterdir()}

    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert_refused(run(*order), "WriteError", "No space left")
    assert {file.name: file.read_bytes() for file in (here / "x").iterdir()} == before


# ---- Kernel.save ----------------------------------------------------------------------------------------------------


def test_every_kind_of_file(here):
    kernel = linkwise.load("planar2r").compile("mass_matrix")
    q = [0.3, -0.7]
    assert [path.name for path in kernel.save("my.arm.c")] == ["my.arm.c", "my.arm.h"]
    assert [path.name for path in kernel.save(here / "arm.py")] == ["arm.py"]
    close(called("arm.py", "planar2r_mass_matrix")(q), kernel(q))
    for name in ("arm.program", "arm.txt"):
        [path] = kernel.save(name)
        assert parse(path.read_text()) == kernel.program
    for backend in ("llvm", "interpreter"):
        [path] = linkwise.load("planar2r").compile("mass_matrix", backend=backend).save("arm.ll")
        llvm.parse_assembly(path.read_text()).verify()
    if shutil.which("gcc"):
        words = ["gcc", *STRICT, "-DLINKWISE_SELFTEST", "my.arm.c", "-lm", "-o", "test"]
        subprocess.run(words, check=True, capture_output=True)
        subprocess.run(["./test"], check=True, capture_output=True)


def test_saving_again_replaces(here):
    robot = linkwise.load("planar2r")
    robot.compile("mass_matrix").save("arm.py")
    robot.compile("gravity_forces").save("arm.py")
    assert "gravity_forces" in (here / "arm.py").read_text() and os.listdir(here).count("arm.py") == 1


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("arm", "'arm'"),
        ("arm.C", "'arm.C'"),
        ("arm.o", ".c, .cu, .program, .txt, .ll, .py"),
        ("a\n.exe", r"'a\n.exe'"),
        ('a"b.c', "cannot be the name of a C file"),
        ("a\nb.c", "cannot be the name of a C file"),
        ("a\\.c", "cannot be the name of a C file"),
        ("no/folder/arm.py", "create the folder"),
        ("taken.py", "is a folder"),
        ("nul\0.py", "cannot be written"),
        (3, "not a path"),
        (None, "not a path"),
        (b"arm.c", "not a path"),
    ],
)
def test_names_that_are_refused(here, path, words):
    (here / "taken.py").mkdir()
    before = sorted(os.listdir(here))
    with pytest.raises(linkwise.errors.WriteError) as caught:
        linkwise.load("pendulum").compile("mass_matrix").save(path)
    assert words in str(caught.value)
    assert sorted(os.listdir(here)) == before


# ---- bench ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_machine_is_measured(monkeypatch):
    monkeypatch.setattr(bench_command, "QUICK", 0.005)
    found = answer("bench", "planar2r", "--quick")
    assert found["robot"] == "planar2r" and found["flops_per_second_at_best"] > 0.0
    assert len(found["questions"]) == 4
    for row in found["questions"]:
        assert min(row[key] for key in ("single", "in_cache", "rows", "columns", "flops")) > 0.0
        assert row["share_of_best"] == pytest.approx(row["flops"] / row["in_cache"] / found["flops_per_second_at_best"])
        assert min(row["first_call"].values()) > 0.0
        if row["pinocchio_single"] is not None:
            assert row["single_ratio"] == pytest.approx(row["pinocchio_single"] / row["single"])


def test_the_table_of_a_robot_that_pinocchio_does_not_have(here, monkeypatch):
    monkeypatch.setattr(bench_command, "QUICK", 0.005)
    monkeypatch.setattr(bench_command, "first_call", lambda *order: bench_command.FirstCall(0.123, 0.004))
    result = run("bench", "coupled.urdf", "--quick")
    assert result.exit_code == 0, result.output
    [line] = re.findall(r"^mass_matrix .*$", result.stdout, re.MULTILINE)
    assert line.split()[2] == "-" and line.split()[-2:] == ["123", "4.0"]
    assert "without friction and rotors" in result.stderr


def test_a_backend_with_arrays_of_its_own_is_measured(here, monkeypatch):
    """Each question in each precision; the interpreter stands for a framework."""
    monkeypatch.setattr(bench_command, "MACHINES", ("llvm", "interpreter", "torch"))
    monkeypatch.setattr(bench_command, "QUICK", 0.005)
    monkeypatch.setattr(on_arrays, "STATES", 100)
    result = run("bench", "planar2r", "--backend", "interpreter", "--quick")
    assert result.exit_code == 0, result.output
    [line] = re.findall(r"^regressor +float64 .*$", result.stdout, re.MULTILINE)
    assert all(float(x) >= 0.0 for x in line.split()[2:])
    assert "without friction and rotors by interpreter" in result.stderr
    if not importlib.util.find_spec("torch"):
        assert_refused(run("bench", "planar2r", "--backend", "torch"), "robot.torch needs a package")


def test_what_cannot_be_measured(here):
    assert_refused(run("bench", "massless.urdf"), "NoMass")
    assert_refused(run("bench", "rigid.urdf"), "no moving joint")
    assert_refused(run("bench", "pendulum", "--backend", "tpu"), "has no backend 'tpu'")
    if driver.missing():
        assert_refused(run("bench", "pendulum", "--backend", "cuda"), "backend 'cuda' cannot run here")
    with pytest.raises(LinkwiseError, match="first call failed"):
        first_call("no_such_robot", "mass_matrix")


def test_one_document(here):
    """What --json prints is one document, whatever is asked."""
    for order in (["count", "rigid.urdf"], ["generate", "rigid.urdf", "--question", "mass_matrix", "-o", "x"]):
        result = run(*order, "--json")
        assert result.exit_code == 0, result.output
        assert isinstance(json.loads(result.stdout), dict)


# ---- the page -------------------------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/programs.md").read_text(encoding="utf-8")
COMMANDS = re.findall(
    r"^linkwise (.*?)(?:  +#.*)?$", "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)), re.M
)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_run(here, monkeypatch, command):
    monkeypatch.setattr(bench_command, "QUICK", 0.005)
    result = run(*shlex.split(command))
    assert result.exit_code == 0, result.output


def test_the_commands_listed_for_all_are_those_of_the_page():
    listed = (ROOT / "docs/command_line.md").read_text(encoding="utf-8")
    for verb in ("count", "generate", "bench"):
        lines = re.findall(rf"^linkwise ({verb} .*?)  +#", listed, re.MULTILINE)
        assert lines
        for line in lines:
            assert line in COMMANDS or verb == "bench" or "--ledger" in line  # which test_cli_ledger.py runs
