"""Numbers and tables as people read them: few digits, rounding as 0, lines of at most 100 characters."""

import re

import numpy as np
import pytest
from rich.console import Console

import linkwise
from linkwise.cli.output import DIGITS, MATRIX_DIGITS
from linkwise.cli.tables import READABLE, print_matrix, print_table
from tests.cli.command_line import answer, run
from tests.tolerances import AGREEMENT, DOUBLE_ROOT, PRINTED_6

PANDA = ("panda", "--q", "0 0.3 0 -2 0 2 0.8")
UR5 = ("ur5", "--q", "0 -1 1 0 1 0")


def numbers_in(text):
    return re.findall(r"(?<![\w.])-?\d+\.?\d*(?:e[+-]\d+)?(?![\w.])", text)


def significant(number):
    return len(number.partition("e")[0].replace("-", "").replace(".", "").strip("0"))


@pytest.mark.parametrize(
    "command",
    [
        ("id", *PANDA),
        ("fd", *PANDA, "--tau", "0 0 0 0 0 0 0"),
        ("mass", *PANDA),
        ("gravity", *UR5),
        ("linearize", *UR5, "--lqr"),
        ("plan", "ur5", "--to", "1 -1 1 0 1 0", "--loads", "--motors"),
        ("base", "panda"),
        ("show", "ur5"),
        ("simulate", "planar2r", "--time", 0.1),
    ],
    ids=lambda command: command[0],
)
def test_few_digits_and_no_rounding(command):
    text = run(*command).stdout
    found = numbers_in(text)
    assert found and max(map(significant, found)) <= DIGITS
    assert all(float(x) == 0.0 or abs(float(x)) > 1e-12 for x in found), text


@pytest.mark.parametrize("command", ["id", "mass", "gravity"])
def test_all_digits_on_request(command):
    letter = {"id": "tau", "mass": "M", "gravity": "g"}[command]
    exact = np.ravel(answer(command, *PANDA)[letter]).tolist()
    printed = {float(x) for x in numbers_in(run(command, *PANDA, "--digits", 17).stdout)}
    assert set(exact) <= printed, "as JSON has them, with rounding errors"
    few = {float(x) for x in numbers_in(run(command, *PANDA, "--digits", 3).stdout)}
    assert {float(f"{x:.3g}") for x in exact if abs(x) > 1e-9} <= few
    assert all(significant(x) <= DIGITS for x in numbers_in(run(command, *PANDA).stdout)), "the next command forgets it"


@pytest.mark.parametrize("digits", ["0", "99", "-1", "six", "1.5"])
def test_numbers_of_digits_that_are_none(digits):
    result = run("id", *PANDA, "--digits", digits)
    assert result.exit_code == 2 and "--digits" in result.stderr and result.stdout == ""


# ---- matrices -------------------------------------------------------------------------------------------------------


def matrix_of(text, corner):
    """The numbers below the heads that begin with a letter, put together from blocks of columns."""
    rows = {}
    for block in text.split("\n\n"):
        lines = block.strip().splitlines()
        heads = [k for k, line in enumerate(lines) if re.match(rf"{corner}  +\S", line)]
        for line in lines[heads[0] + 2 :] if heads else ():
            words, columns = line.split(), len(lines[heads[0]].split()) - 1
            rows.setdefault(tuple(words[:-columns]), []).extend(map(float, words[-columns:]))
    return np.array(list(rows.values()))


def test_matrices_fit_and_are_whole():
    result = run("mass", *PANDA)
    assert max(map(len, result.stdout.splitlines())) <= READABLE
    np.testing.assert_allclose(
        matrix_of(result.stdout, "M"), answer("mass", *PANDA)["M"], rtol=0.5 * 10 ** (1 - MATRIX_DIGITS)
    )
    bent = ("linearize", "ur5", "--q", "0 -1 1.5 0 1 0", "--lqr")  # fits whichever version of its file is installed
    result, exact = run(*bent), answer(*bent)
    assert max(map(len, result.stdout.splitlines())) <= READABLE
    for letter in "DVPABK":
        found = matrix_of(result.stdout, letter)
        np.testing.assert_allclose(found, exact[letter], rtol=0.5 * 10 ** (1 - MATRIX_DIGITS), atol=AGREEMENT)


def test_heads_say_what_the_columns_are():
    """Columns of D are accelerations, of V velocities, of P positions; the state's are both, the inputs' forces."""
    text = run("linearize", "planar2r", "--q", "0.1 0.5").stdout
    heads = {line.split()[0]: line.split()[1:] for line in text.splitlines() if re.match(r"[DVPAB]  ", line)}
    q, qd, qdd, tau = ([f"{kind}:joint{k}" for k in (1, 2)] for kind in ("q", "qd", "qdd", "tau"))
    assert heads == {"D": qdd, "V": qd, "P": q, "A": [*q, *qd], "B": tau}
    names = [name for name in re.findall(r"^(\S+:joint\d)", text, re.M)]
    assert names == [*tau, *tau, *tau, *tau, *q, *qd, *q, *qd]
    text = run(
        "linearize", "planar2r", "--q", "0.1 0.5", "--cartesian", "zyx", "--rows", "x y", "--discrete", 0.1
    ).stdout
    heads = {line.split()[0]: line.split()[1:] for line in text.splitlines() if re.match(r"[DVPAB]  ", line)}
    assert heads == {
        "D": ["dd:x", "dd:y"],
        "V": ["d:x", "d:y"],
        "P": ["x", "y"],
        "A": ["x", "y", "d:x", "d:y"],
        "B": tau,
    }
    assert "x(t + step) = A x(t) + B u(t)" in text


def test_eigenvalues_that_rounding_splits_are_0():
    """UR5 turns about a vertical axis and has joints without springs: A has eigenvalues 0 that come in pairs."""
    text = run("linearize", *UR5).stdout.partition("Eigenvalues")[2]
    rows = [line.split() for line in text.splitlines()[3:] if line]
    exact = np.array(answer("linearize", *UR5)["eigenvalues"])
    assert sum(row == ["0", "0"] for row in rows) == 8 < len(rows) == 12
    np.testing.assert_allclose(np.array(rows, dtype=float), exact, rtol=PRINTED_6, atol=DOUBLE_ROOT)
    assert np.abs(exact).max() > 1.0 and any(0.0 < abs(x) < DOUBLE_ROOT for x in exact.ravel()), (
        "there was something to hide"
    )


# ---- tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_tables_fit_a_terminal(width, capsys):
    rows = [("newton_euler.balafoutis_patel_56", "words that take some room", "-1.23456e-05"), ("é腕", "a", "2")]
    print_table(
        Console(width=width, highlight=False), "title", ("name", "what it is", "number of it"), rows, ("number of it",)
    )
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width and any(line.rstrip().endswith("-1.23456e-05") for line in lines)
    assert "".join("".join(line.split()[:1]) for line in lines[3:])[:3] == "new"


def test_columns_come_in_blocks(capsys):
    names = [f"tau:a_joint_with_a_long_name_{k}" for k in range(9)]
    matrix = np.arange(81.0).reshape(9, 9) / 7.0
    print_matrix(Console(width=60, highlight=False), "M of all", "M", names, names, matrix)
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 60 and text.count("M  ") > 1 and text.count("M of all") == 1
    heads = [
        word for line in text.splitlines() if line.startswith("M ") and "of" not in line for word in line.split()[1:]
    ]
    assert heads == [f"tau{k}" for k in range(1, 10)]
    print_matrix(Console(width=60, highlight=False), "", "M", [], [], [])


def test_doctor_gathers_quarter_turns(tmp_path):
    arm = linkwise.load("panda")
    linkwise.save(arm, tmp_path / "arm.urdf")
    rounded = (tmp_path / "arm.urdf").read_text().replace("1.5707963267948966", "1.5707")
    (tmp_path / "arm.urdf").write_text(rounded)
    text = run("doctor", tmp_path / "arm.urdf").stdout
    rows = re.findall(r"^\w+ +near-quarter-turn +(.*)$", text, re.M)
    assert len(rows) == 1 and "6 links" in rows[0] and "9.63e-05 rad: panda_link2, panda_link3" in rows[0]
    found = [
        each for each in answer("doctor", tmp_path / "arm.urdf")["findings"] if each["check"] == "near-quarter-turn"
    ]
    assert len(found) == 6
