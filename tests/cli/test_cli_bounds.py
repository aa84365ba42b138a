"""`linkwise bounds`: the numbers of robot.bounds, as a table and as JSON."""

import json

import linkwise
from tests.cli.command_line import assert_refused, run


def test_table_and_document():
    text = run("bounds", "planar2r", "--cells", "1").stdout
    assert "largest eigenvalue of M" in text and "|C| <= 2.292 |qd|" in text
    data = json.loads(run("bounds", "stanford", "--range", "joint3=0:0.5", "--cells", "1", "--json").stdout)
    found = linkwise.load("stanford").bounds({"joint3": [0.0, 0.5]}, cells=1)
    assert data["mass"]["certified"] == found.mass.certified and data["a"]["a8"] == found.a[7]
    assert data["upper"][2] == 0.5 and len(data["coriolis"]["qd"]) == 6
    free = json.loads(run("bounds", "stanford", "--cells", "1", "--json").stdout)
    assert free["mass"]["certified"] == "inf" and free["mass"]["q"] is None


def test_refusals():
    assert run("bounds", "planar2r", "--range", "joint1").exit_code == 2
    assert run("bounds", "planar2r", "--range", "joint1=a:b").exit_code == 2
    assert run("bounds", "planar2r", "--cells", "0").exit_code == 2
    assert_refused(run("bounds", "planar2r", "--range", "elbow=0:1"), "has no joint 'elbow'")
