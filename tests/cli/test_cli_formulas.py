"""`linkwise formulas`: closed forms where they can be read, listings elsewhere, on the screen and in files."""

import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
import sympy

import linkwise
from linkwise.formulas.printing import text
from tests.backends.listings import function_of
from tests.cli.command_line import ARM, HOSTILE, answer, assert_refused, run, spawn
from tests.cli.test_cli_base import compiled
from tests.cli.test_cli_programs import COUPLED, RIGID
from tests.tolerances import AGREEMENT

STATE = ([0.3, -0.8], [0.5, 1.2], [-0.4, 2.0])


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, urdf in {"arm": ARM, "coupled": COUPLED, "rigid": RIGID}.items():
        (tmp_path / f"{name}.urdf").write_text(urdf)
    return tmp_path


# ---- closed forms ----------------------------------------------------------------------------------------------------


def test_a_mass_matrix():
    said = run("formulas", "planar2r", "--question", "mass_matrix")
    assert said.exit_code == 0 and said.stderr == ""
    assert said.stdout.splitlines() == [
        "A[1,1] = 2*C2*D2*MX2 + D2**2*M2 + ZZ1 + ZZ2",
        "A[1,2] = C2*D2*MX2 + ZZ2",
        "A[2,2] = ZZ2",
    ]


def test_symbols():
    said = {
        option: run("formulas", "planar2r", "--question", "gravity_forces", "--symbols", option).stdout.splitlines()[1]
        for option in ("none", "gravity", "gravity,MX2", "inertia", "all", "centre")
    }
    assert said["none"] == "Q[2] = 18.5409*C12" and said["gravity"] == "Q[2] = -1.89*C12*G2"
    assert said["gravity,MX2"] == said["all"] == "Q[2] = -C12*G2*MX2" and said["inertia"] == "Q[2] = 9.81*C12*MX2"
    assert said["centre"] == "Q[2] = 9.81*C12*CX2*M2"
    twice = run("formulas", "planar2r", "--question", "gravity_forces", "--symbols", "gravity", "--symbols", "MX2")
    assert twice.stdout.splitlines()[1] == said["all"]


def test_base_parameters():
    said = run("formulas", "planar2r", "--question", "mass_matrix", "--base").stdout
    assert said.splitlines()[0] == "A[1,1] = 2*C2*D2*MX2 + ZZ2 + ZZR1"
    assert "ZZR1" not in run("formulas", "planar2r", "--question", "mass_matrix", "--standard").stdout


def test_the_document():
    found = answer("formulas", "planar2r", "--question", "inverse_dynamics")
    assert list(found) == ["robot", "question", "form", "equations", "files"]
    assert found["robot"] == "planar2r" and found["question"] == "inverse_dynamics"
    assert found["form"] == "closed" and found["files"] == []
    tau = linkwise.load("planar2r").formula("inverse_dynamics")
    assert found["equations"] == {f"Gamma[{k}]": text(tau[k - 1], abbreviated=False) for k in (1, 2)}
    space = {str(s): s for s in tau.free_symbols}
    parsed = sympy.sympify(found["equations"]["Gamma[1]"], locals=space)
    assert sympy.expand(parsed - tau[0]) == 0


@pytest.mark.parametrize(
    "question", ["forward_kinematics", "jacobian", "kinetic_energy", "inverse_dynamics_derivatives"]
)
def test_other_questions(question):
    found = answer("formulas", "planar2r", "--question", question)
    names = {name.partition("[")[0] for name in found["equations"]}
    letters = {"forward_kinematics": {"T"}, "jacobian": {"J"}, "kinetic_energy": {"E"}}
    assert found["form"] == "closed" and names == letters.get(question, {"dtau_dq", "dtau_dqd", "mass_matrix"})


def test_a_frame():
    asked = ("formulas", "planar2r", "--question", "forward_kinematics", "--frame")
    tip, elbow = (run(*asked, frame).stdout for frame in ("tip", "link2"))
    assert "T[1,4] = C1*D2 + 0.9*C12" in tip.splitlines() and "T[1,4] = C1*D2" in elbow.splitlines()


def test_forces_that_are_nothing(here):
    assert run("formulas", "rigid.urdf", "--question", "gravity_forces").stdout == "0\n"


# ---- where no closed form is read ------------------------------------------------------------------------------------


def test_too_long():
    said = run("formulas", "rx90", "--question", "mass_matrix")
    assert said.exit_code == 0 and said.stdout.startswith("mass_matrix of rx90\n")
    why = r"the formula of mass_matrix of robot 'rx90' has [\d,]+ terms\. A listing is made instead\.\n"
    assert re.fullmatch(why, said.stderr)
    said = run("formulas", "planar2r", "--question", "mass_matrix", "--most", 2)
    assert "A listing is made instead." in said.stderr and "Operations:" in said.stdout
    assert run("formulas", "planar2r", "--question", "mass_matrix", "--most", 50).stderr == ""


def test_a_question_without_a_closed_form():
    said = run("formulas", "planar2r", "--question", "forward_dynamics")
    assert said.exit_code == 0 and "solves a system of equations" in said.stderr
    assert answer("formulas", "planar2r", "--question", "forward_dynamics")["form"] == "listing"


def test_a_formulation_that_divides():
    said = run("formulas", "planar2r", "--by", "newton_euler.luh_walker_paul")
    assert said.exit_code == 0 and "the formula divides by M1. A listing is made instead." in said.stderr


def test_without_sympy(monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    said = run("formulas", "planar2r", "--question", "mass_matrix")
    assert said.exit_code == 0 and "Operations:" in said.stdout
    assert said.stderr.startswith("a closed form needs a package that is not installed. A listing is made instead:")
    assert 'pip install "linkwise[symbolic]"' in said.stderr


def test_a_listing_as_a_document():
    found = answer("formulas", "rx90", "--listing", "--symbols", "all")
    made = linkwise.load("rx90").listing(symbols="all")
    assert list(found) == ["robot", "question", "form", "lines", "count", "files"]
    assert [(line["name"], line["expression"], line["section"]) for line in found["lines"]] == [
        (line.name, line.expression, line.section) for line in made.lines
    ]
    assert found["count"]["multiplications"] == made.count.multiplications and found["form"] == "listing"


def test_a_listing_is_on_base_parameters_unless_told():
    asked = ("formulas", "planar2r", "--listing", "--symbols", "inertia")
    base, standard = run(*asked).stdout, run(*asked, "--standard").stdout
    assert "ZZR1" in base and "ZZR1" not in standard and "This robot has ZZR1 = 1.666, " in base
    assert run("formulas", "planar2r", "--listing").stdout == linkwise.load("planar2r").listing().text + "\n"


# ---- files -----------------------------------------------------------------------------------------------------------


def test_files_of_a_closed_form(here):
    said = run("formulas", "planar2r", "--question", "mass_matrix", "--latex", "a.tex", "--text", "a.txt")
    assert (said.exit_code, said.stdout, said.stderr) == (0, "", "wrote a.tex\nwrote a.txt\n")
    assert (here / "a.txt").read_text().splitlines()[2] == "A[2,2] = ZZ2"
    assert r"\section*{mass\_matrix of planar2r}" in (here / "a.tex").read_text()
    assert max(compiled(here / "a.tex"), default=0.0) < 1.0
    found = answer("formulas", "planar2r", "--question", "mass_matrix", "--latex", "a.tex")
    assert found["files"] == ["a.tex"] and found["form"] == "closed"


@pytest.mark.parametrize(
    "options",
    [
        ["planar3r"],
        ["arm.urdf", "--question", "mass_matrix"],
        ["coupled.urdf", "--question", "gravity_forces"],
        ["rigid.urdf"],
        ["rx90", "--symbols", "all", "--listing"],
        pytest.param(["scara", "--question", "inverse_dynamics_derivatives"], marks=pytest.mark.slow),
        pytest.param(["arm.urdf", "--question", "forward_kinematics", "--symbols", "none"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_papers_that_compile(here, options):
    said = run("formulas", *options, "--latex", "a.tex")
    assert said.exit_code == 0, said.output
    compiled(here / "a.tex")


def test_code_is_that_of_a_listing(here):
    files = {"python": "a.py", "c": "a.c", "matlab": "a.m", "text": "a.txt", "latex": "a.tex"}
    options = [word for kind, name in files.items() for word in (f"--{kind}", name)]
    said = run("formulas", "planar2r", "--symbols", "D2", *options)
    assert said.exit_code == 0 and said.stdout == "" and sorted(said.stderr.split()[1::2]) == sorted(files.values())
    made = linkwise.load("planar2r").listing(symbols=["D2"])
    for kind, name in files.items():
        assert (here / name).read_text() == getattr(made, kind)
    tau = function_of((here / "a.py").read_text())(*STATE, 0.7)
    expected = linkwise.load("planar2r").inverse_dynamics(*STATE)
    assert np.abs(np.array(tau) - expected).max() <= AGREEMENT * np.abs(expected).max()
    gcc = shutil.which("gcc") or pytest.skip("no C compiler")
    subprocess.run([gcc, "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-c", "a.c"], check=True)


def test_files_that_cannot_be_written(here):
    for kind in ("latex", "text", "python", "c", "matlab"):
        assert_refused(run("formulas", "planar2r", f"--{kind}", "nowhere/a"), "WriteError", "does not exist")
        assert_refused(run("formulas", "planar2r", f"--{kind}", "."), "WriteError", "is a folder")
    os.mkfifo("pipe")
    assert_refused(run("formulas", "planar2r", "--text", "pipe"), "WriteError", "pipe or device")
    assert_refused(run("formulas", "planar2r", "--text", "a.txt", "--latex", "nowhere/a.tex"), "does not exist")
    assert not (here / "a.txt").exists()
    assert_refused(run("formulas", "planar2r", "--symbols", "D9", "--text", "a.txt"), "D9")
    assert not (here / "a.txt").exists()


def test_one_file_for_two_things(here):
    said = run("formulas", "planar2r", "--latex", "a.tex", "--python", "./a.tex")
    assert_refused(said, "--latex", "'a.tex' is also named by another option", code=2)
    assert not (here / "a.tex").exists()


def test_a_file_that_is_read_only(here, monkeypatch):
    """Found out when the file is opened: whoever runs this may be allowed to write everywhere."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    assert_refused(run("formulas", "planar2r", "--text", "a.txt"), "WriteError", "Permission denied")


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_bad_calls(here):
    assert_refused(run("formulas", "rx91"), "UnknownName", "rx90")
    assert_refused(run("formulas", "planar2r", "--question", "mass"), "no question 'mass'", "mass_matrix")
    assert_refused(run("formulas", "planar2r", "--listing", "--question", "mass"), "no question 'mass'")
    assert_refused(run("formulas", "planar2r", "--symbols", "lengths"), "no constant 'lengths'", "geometry")
    assert_refused(run("formulas", "planar2r", "--listing", "--symbols", "D9"), "no constant 'D9'")
    assert_refused(run("formulas", "planar2r", "--by", "nobody"), "no formulation 'nobody'")
    assert_refused(run("formulas", "planar2r", "--question", "jacobian", "--frame", "hand"), "no frame 'hand'")
    assert_refused(run("formulas", "planar2r", "--frame", "tip"), "frame 'tip' would not be used")
    assert_refused(run("formulas", "coupled.urdf", "--base"), "follow others")
    assert_refused(run("formulas", "rx90", "--listing", "--symbols", "ALPHA3"), "depends on 'ALPHA3'")
    assert_refused(run("formulas"), "ROBOT", code=2)
    assert_refused(run("formulas", "planar2r", "--most", 0), "--most", code=2)
    assert_refused(run("formulas", "planar2r", "--fortran", "a.f"), "--fortran", code=2)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_harmless(here, name):
    from xml.sax.saxutils import quoteattr

    quoted = quoteattr("".join(c if c.isprintable() else "?" for c in name))
    (here / "odd.urdf").write_text(re.sub(r'"(arm|upper|wrist)"', lambda m: quoteattr(m[1])[:-1] + quoted[1:], ARM))
    for more in ((), ("--listing", "--symbols", "all"), ("--most", 1)):
        said = run("formulas", "odd.urdf", "--question", "gravity_forces", *more)
        assert said.exit_code == 0 and "\x1b" not in said.output and "\x9b" not in said.output
        assert len(said.stderr) < 1000
    answer("formulas", "odd.urdf", "--question", "gravity_forces")
    written = run("formulas", "odd.urdf", "--question", "gravity_forces", "--latex", "a.tex", "--python", "a.py")
    assert written.exit_code == 0
    (here / "a.tex").read_text().encode("ascii")
    assert function_of((here / "a.py").read_text())


def test_as_a_process():
    said = spawn("formulas", "planar2r", "--question", "mass_matrix")
    assert said.returncode == 0 and said.stdout.decode().startswith("A[1,1] = ") and said.stderr == b""
