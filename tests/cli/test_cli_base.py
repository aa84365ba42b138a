"""`linkwise base`: the parameters, their grouping on the screen, in a document and on paper."""

import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
import sympy

import linkwise
from tests.cli.command_line import ARM, HOSTILE, answer, assert_refused, run
from tests.cli.test_cli_programs import COUPLED, MASSLESS, RIGID
from tests.tolerances import AGREEMENT, NINE_DIGITS

EXAMPLE_9_2 = """
ZZR1 = ZZ1 + Ia1 + YY2 + D3^2*(M3 + M4 + M5 + M6) + YY3
XXR2 = XX2 - YY2 - D3^2*(M3 + M4 + M5 + M6)
XZR2 = XZ2 - D3*MZ3
ZZR2 = ZZ2 + Ia2 + D3^2*(M3 + M4 + M5 + M6)
MXR2 = MX2 + D3*(M3 + M4 + M5 + M6)
XXR3 = XX3 - YY3 + YY4 + 2*RL4*MZ4 + RL4^2*(M4 + M5 + M6)
ZZR3 = ZZ3 + YY4 + 2*RL4*MZ4 + RL4^2*(M4 + M5 + M6)
MYR3 = MY3 + MZ4 + RL4*(M4 + M5 + M6)
XXR4 = XX4 + YY5 - YY4
ZZR4 = ZZ4 + YY5
MYR4 = MY4 - MZ5
XXR5 = XX5 + YY6 - YY5
ZZR5 = ZZ5 + YY6
MYR5 = MY5 + MZ6
XXR6 = XX6 - YY6
"""
"""Khalil & Dombre (2002), as printed."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"arm": ARM, "coupled": COUPLED, "massless": MASSLESS, "rigid": RIGID}.items():
        (tmp_path / f"{name}.urdf").write_text(text)
    return tmp_path


def read(equations):
    """Equations as polynomials, by the name on the left."""
    sides = (line.split(" = ") for line in equations.split("\n") if line)
    return {left: sympy.expand(sympy.sympify(right.replace("^", "**"))) for left, right in sides}


def compiled(path):
    """Run pdflatex on a document; a line that runs out of the page counts as an error."""
    pdflatex = shutil.which("pdflatex") or pytest.skip("pdflatex is not installed")
    command = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", path.name]
    said = subprocess.run(command, cwd=path.parent, capture_output=True, timeout=100, check=False)
    log = said.stdout.decode("latin-1")
    assert said.returncode == 0, log[-2000:]
    assert "Missing character" not in log
    return [float(x) for x in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", log)]


# ---- the screen ------------------------------------------------------------------------------------------------------


def test_the_rx90():
    """40 with rotors, 36 of links; the grouping equations of the book."""
    said = run("base", "rx90")
    assert said.exit_code == 0 and said.stderr == ""
    assert said.stdout.startswith(
        "rx90: 40 base parameters of 66: 36 of links, 4 of rotors\nfound by the grouping rules"
    )
    equations = said.stdout.partition("Grouping equations\n")[2]
    assert read(equations) == read(EXAMPLE_9_2) and len(read(equations)) == 15
    assert re.search(r"^1 +link1( +0){5} +ZZR1( +0){5} *$", said.stdout, re.M)
    assert re.search(r"^6 +link6 +XXR6 +XY6 +XZ6 +0 +YZ6 +ZZ6 +MX6 +MY6 +0 +0 +Ia6 *$", said.stdout, re.M)
    assert "condition number of the base regressor over random states: " in said.stdout


def test_the_values_are_the_librarys():
    robot = linkwise.load("rx90")
    base = robot.base_parameters()
    said = run("base", "rx90").stdout
    for name, x in zip(base.names, base.values.tolist(), strict=True):
        assert re.search(rf"^{name} +{re.escape(f'{x + 0.0:.6g}')}$", said, re.M), name


def test_numbers_in_place_of_lengths():
    assert "MXR1 = MX1 + 0.7*M2" in run("base", "planar2r", "--numbers").stdout.splitlines()
    assert "MXR1 = MX1 + D2*M2" in run("base", "planar2r").stdout.splitlines()


def test_without_rotors_and_without_zeros():
    assert run("base", "rx90", "--no-rotors").stdout.startswith("rx90: 36 base parameters of 60: 36 of links\n")
    said = run("base", "planar2r", "--without-zeros").stdout
    assert said.startswith("planar2r: 4 base parameters of 8: 4 of links") and "MY1" not in said
    assert "[9.61]" not in said  # a bound of all parameters
    assert "Khalil & Dombre's bound [9.61] allows 10 of links; the true number is 6" in run("base", "planar2r").stdout


def test_friction():
    said = run("base", "planar2r", "--friction", "viscous,coulomb", "--friction", "offset").stdout
    assert said.startswith("planar2r: 12 base parameters of 26: 6 of links, 6 of friction")
    assert said == run("base", "planar2r", "--friction", "all").stdout
    assert "found from the rank of a regressor at random states: the smallest diagonal element of R kept is " in said


def test_methods_agree():
    rules, numeric = (answer("base", "stanford", "--method", method) for method in ("rules", "numeric"))
    assert rules["names"] == numeric["names"] and rules["gap"] is None and numeric["gap"]["kept"] > 1e-3
    assert np.allclose(rules["values"], numeric["values"], rtol=0, atol=NINE_DIGITS * np.abs(rules["values"]).max())


# ---- drives ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spelled", ["motor6:joint5,joint6", "motor6 : joint5 = 1 , joint6=1.0,", "motor6:joint5,joint6=1e0"]
)
def test_a_drive(spelled):
    found = answer("base", "rx90", "--drive", spelled)
    expected = linkwise.load("rx90").base_parameters(drives={"motor6": {"joint5": 1.0, "joint6": 1.0}})
    assert found["names"] == list(expected.names) and "Ia_motor6" in found["parameters"]
    assert np.allclose(found["values"], expected.values, rtol=AGREEMENT, atol=0)


def test_factors_of_drives():
    found = answer("base", "rx90", "--drive", "a:joint5=2,joint6=-1", "--drive", "b:joint3,joint4=0.5")
    drives = {"a": {"joint5": 2.0, "joint6": -1.0}, "b": {"joint3": 1.0, "joint4": 0.5}}
    expected = linkwise.load("rx90").base_parameters(drives=drives)
    assert found["number"] == expected.rank and found["equations"] == expected.text().splitlines()


@pytest.mark.parametrize(
    ("drive", "words"),
    [
        ("motor6", "'motor6' is not of the form NAME:JOINT,JOINT"),
        (":joint5", "is not of the form NAME:JOINT"),
        ("m:", "is not of the form NAME:JOINT"),
        ("m: , ", "is not of the form NAME:JOINT"),
        ("m:joint5=x", "'x' is not a number"),
        ("m:joint5=", "'' is not a number"),
        ("m:joint5,joint5=2", "'joint5' is listed twice in 'm'"),
        ("", "is not of the form NAME:JOINT"),
    ],
)
def test_drives_nobody_understands(drive, words):
    assert_refused(run("base", "rx90", "--drive", drive), "--drive", words, code=2)


def test_drives_that_cannot_be():
    assert_refused(run("base", "rx90", "--drive", "m:joint5", "--drive", "m:joint6"), "'m' is given twice", code=2)
    assert_refused(run("base", "rx90", "--drive", "m:joint9"), "no joint 'joint9'")
    assert_refused(run("base", "rx90", "--drive", "m:joint5=nan"), "drive 'm'", "nan")
    assert_refused(run("base", "rx90", "--drive", "m!:joint5"), "InvalidModel", "m!")


# ---- documents and files ---------------------------------------------------------------------------------------------


def test_the_document():
    found = answer("base", "panda")
    base = linkwise.load("panda").base_parameters()
    assert list(found) == [
        "robot",
        "number",
        "names",
        "values",
        "no_effect",
        "grouped",
        "equations",
        "bound",
        "gap",
        "condition",
        "parameters",
        "matrix",
    ]
    assert found["number"] == 43 == len(found["names"]) == len(found["values"]) == len(found["matrix"])
    assert found["robot"] == "panda" and found["bound"] == base.bound and found["gap"] is None
    assert {*found["no_effect"], *found["grouped"], *base.kept} == set(found["parameters"])
    parameters = linkwise.load("panda").parameters()
    assert np.allclose(np.array(found["matrix"]) @ parameters.values, found["values"], rtol=0, atol=AGREEMENT)
    assert found["equations"] == base.text().splitlines() and 1.0 < found["condition"] < 100.0


def test_the_paper(here):
    said = run("base", "rx90", "--latex", "rx90.tex")
    assert said.exit_code == 0 and said.stderr == "wrote rx90.tex\n" and said.stdout.startswith("rx90: 40 base")
    text = (here / "rx90.tex").read_text()
    assert r"\section*{Base parameters of rx90}" in text and "40 base parameters of 66" in text
    assert text.count("&=") == len(linkwise.load("rx90").base_parameters().equations())
    assert max(compiled(here / "rx90.tex"), default=0.0) < 1.0


@pytest.mark.parametrize(
    "options",
    [
        ["arm.urdf"],
        ["panda"],
        ["coupled.urdf"],
        ["rigid.urdf"],
        ["panda", "--numbers"],
        ["rx90", "--drive", "motor_6:joint5,joint6", "--friction", "all"],
    ],
    ids=" ".join,
)
def test_papers_that_compile(here, options):
    assert run("base", *options, "--latex", "base.tex").exit_code == 0
    compiled(here / "base.tex")


# ---- other robots ----------------------------------------------------------------------------------------------------


def test_joints_that_follow_others(here):
    found = answer("base", "coupled.urdf")
    assert (
        found["gap"]["dropped"] < NINE_DIGITS
        and found["number"] == linkwise.load("coupled.urdf").base_parameters().rank
    )
    assert_refused(run("base", "coupled.urdf", "--method", "rules"), "follow others", "numeric")


def test_nothing_that_moves(here):
    said = run("base", "rigid.urdf")
    assert said.exit_code == 0 and said.stdout.startswith("arm: 0 base parameters of 0: none")
    assert answer("base", "rigid.urdf")["condition"] is None


def test_no_masses(here):
    """Which parameters matter is a matter of geometry."""
    said = run("base", "massless.urdf")
    assert (
        said.exit_code == 0 and said.stdout.startswith("arm: 13 base parameters of 30") and "no-inertial" in said.stderr
    )
    said = run("base", "massless.urdf", "--without-zeros")
    assert said.exit_code == 0 and said.stdout.startswith("arm: 0 base parameters of 0")


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_harmless(here, name):
    from xml.sax.saxutils import quoteattr

    quoted = quoteattr("".join(c if c.isprintable() else "?" for c in name))
    (here / "odd.urdf").write_text(re.sub(r'"(arm|upper|wrist)"', lambda m: quoteattr(m[1])[:-1] + quoted[1:], ARM))
    said = run("base", "odd.urdf", "--latex", "odd.tex")
    assert said.exit_code == 0 and "\x1b" not in said.output and "\x9b" not in said.output
    assert len(said.stdout) < 100_000 and ("[red]" in said.stdout) == ("[red]" in name)
    (here / "odd.tex").read_text().encode("ascii")


# ---- refusals --------------------------------------------------------------------------------------------------------


def test_bad_calls(here):
    assert_refused(run("base", "rx91"), "UnknownName", "rx90")
    assert_refused(run("base", "nowhere.urdf"), "nowhere.urdf")
    assert_refused(run("base", "rx90", "--friction", "sticky"), "sticky", "viscous")
    assert_refused(run("base", "rx90", "--method", "guess"), "no method 'guess'", "numeric")
    assert_refused(run("base", "rx90", "--allow", "everything"), "no waiver 'everything'")
    assert_refused(run("base"), "ROBOT", code=2)
    assert_refused(run("base", "rx90", "--rotor"), "--rotor", code=2)


def test_files_that_cannot_be_written(here):
    assert_refused(run("base", "rx90", "--latex", "nowhere/base.tex"), "WriteError", "does not exist")
    assert_refused(run("base", "rx90", "--latex", "."), "WriteError", "is a folder")
    assert_refused(run("base", "rx90", "--latex", "a" * 300), "WriteError", "cannot be written")
    os.mkfifo("pipe")
    assert_refused(run("base", "rx90", "--latex", "pipe"), "WriteError", "pipe or device")
    assert_refused(run("base", "rx90", "--method", "guess", "--latex", "base.tex"), "guess")
    assert not (here / "base.tex").exists()


def test_a_file_that_is_read_only(here, monkeypatch):
    """Found out when the file is opened: whoever runs this may be allowed to write everywhere."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    assert_refused(run("base", "planar2r", "--latex", "base.tex"), "WriteError", "Permission denied")


def test_without_sympy(here, monkeypatch):
    """Lengths are numbers then."""
    monkeypatch.setitem(sys.modules, "sympy", None)
    said = run("base", "planar2r", "--latex", "base.tex")
    assert said.exit_code == 0 and "MXR1 = MX1 + 0.7*M2" in said.stdout
    assert re.search(r"MXR.*&=.*MX.* 0\.7 .*M_\{2\}", (here / "base.tex").read_text())
