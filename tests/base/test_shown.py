"""What a prompt and a notebook show of parameters and base parameters: a line, a table."""

from dataclasses import replace

import linkwise
from linkwise import Robot
from linkwise.html_table import MOST_ROWS, html_table


def test_a_prompt_shows_one_line():
    for name in ("pendulum", "panda", "rx90"):
        robot = linkwise.load(name)
        shown = [robot.parameters(friction=True), robot.base_parameters(), robot.base_parameters(method="numeric")]
        for thing in (*shown, shown[-1].reduction):
            assert len(repr(thing)) < 140 and "\n" not in repr(thing), repr(thing)
    assert repr(robot.base_parameters()) == (
        "BaseParameters(rx90: 40 of 66, by the rules: ZZR1, XXR2, XY2, XZR2, YZ2, ZZR2, …)"
    )


def test_a_notebook_shows_a_table():
    base = linkwise.load("rx90").base_parameters()
    shown = base._repr_html_()
    assert shown.count("<tr>") == 41 and "more</td>" not in shown
    assert "<tr><td>XXR6</td><td>" in shown and "<td>XX6 - YY6</td>" in shown
    own = linkwise.load("rx90").parameters()
    assert own._repr_html_().count("<tr>") == MOST_ROWS + 2 and "… and 6 more" in own._repr_html_()
    assert "<td>XX1</td>" in own._repr_html_()


def test_tables_are_of_plain_text():
    model = replace(linkwise.load("pendulum").model, name="<script>")
    shown = Robot(model).base_parameters()._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;: 3 base parameters of 10" in shown
    assert html_table("", ("a",), [("x & y",)] * 61).count("x &amp; y") == 60
