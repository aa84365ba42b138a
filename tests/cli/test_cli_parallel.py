"""`linkwise count --parallel`."""

import re

import numpy as np
import pytest

import linkwise
from linkwise.program.schedule import CYCLES, parallelism, schedule
from linkwise.view.speedups import draw_speedups
from tests.cli.command_line import answer, assert_refused, run

RNEA = ("--question", "inverse_dynamics", "--by", "newton_euler.luh_walker_paul")


def test_the_document_is_what_the_library_finds():
    found = answer("count", "scara", "--parallel", "--processors", "3 1,3", *RNEA)
    program = linkwise.load("scara").compile(RNEA[1], formulation=RNEA[3]).program
    (row,) = found["programs"]
    assert found["robot"] == "scara" and found["processors"] == [1, 3]
    assert (row["question"], row["formulation"]) == (RNEA[1], RNEA[3])
    offers = parallelism(program)
    assert row["work"] == offers.work == len(program.steps) and row["depth"] == offers.depth
    assert row["cycles"] == parallelism(program, CYCLES).depth and row["widths"] == list(offers.widths)
    three = schedule(program, 3)
    assert row["length"] == [offers.work, three.length] and row["bound"][1] == three.bound
    np.testing.assert_array_equal(row["efficiency"], [1.0, three.efficiency])


def test_a_table_and_a_picture(tmp_path):
    plot = tmp_path / "gain.svg"
    result = run("count", "planar2r", "--parallel", "--processors", "1 2", "--plot", plot)
    assert result.exit_code == 0 and "wrote" in result.stderr, result.output
    program = linkwise.load("planar2r").compile("mass_matrix").program
    two = schedule(program, 2)
    star = r"\*" if two.length == two.bound else ""
    assert re.search(rf"^mass_matrix +composite\S+ +{two.work} .* {two.speedup:.3g}{star} *$", result.stdout, re.M)
    assert "no schedule is shorter" in result.stdout
    assert b"mass_matrix" in plot.read_bytes() or plot.stat().st_size > 5000


def test_all_formulations():
    found = answer("count", "scara", "--parallel", "--by", "all", "--question", "inverse_dynamics", "--processors", "4")
    by = {row["formulation"]: row for row in found["programs"]}
    assert set(by) == set(linkwise.load("scara").formulations("inverse_dynamics"))
    assert all(row["depth"] <= row["bound"][0] <= row["length"][0] <= row["work"] for row in by.values())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["panda", "--processors", "4"], 2, ["go with --parallel"]),
        (["panda", "--plot", "gain.png"], 2, ["go with --parallel"]),
        (["panda", "--parallel", "--processors", "0"], 2, ["from 1 to 1000000"]),
        (["panda", "--parallel", "--processors", "two"], 2, ["from 1 to 1000000"]),
        (["panda", "--parallel", "--processors", "1.5"], 2, ["from 1 to 1000000"]),
        (["panda", "--parallel", "--processors", ""], 2, ["from 1 to 1000000"]),
        (["panda", "--parallel", "--processors", "99999999999999"], 2, ["from 1 to 1000000"]),
        (["panda", "--parallel", "--plot", "gain.txt"], 1, ["not the name of a picture"]),
        (["panda", "--parallel", "--plot", "no_such_folder/gain.png"], 1, ["does not exist"]),
        (["--ledger", "--parallel"], 2, ["do not give a ROBOT or its options"]),
        (["--parallel"], 2, ["give a ROBOT"]),
    ],
)
def test_refusals(arguments, code, words):
    assert_refused(run("count", *arguments), *words, code=code)


def test_pictures_of_many_curves():
    program = linkwise.load("pendulum").compile("gravity_forces").program
    found = [schedule(program, p) for p in (1, 2)]
    figure = draw_speedups({f"curve {k}": found for k in range(12)}, "many")
    assert len(figure.axes[0].lines) == 25 and figure.axes[0].lines[0].get_ydata()[0] == 1.0
    with pytest.raises(linkwise.LinkwiseError, match="nothing to draw"):
        draw_speedups({})
