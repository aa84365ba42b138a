"""`linkwise show`: what it says is what the file says."""

import math
from xml.sax.saxutils import quoteattr

import pytest

from tests.cli.command_line import ARM, HOSTILE, answer, assert_refused, run
from tests.tolerances import ONE_ROUNDING

BRANCHED = """<robot name="fork"><link name="stem"/>{links}
  <joint name="a" type="revolute"><parent link="stem"/><child link="palm"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/><dynamics damping="0.25" friction="0.5"/></joint>
  <joint name="left" type="prismatic"><parent link="palm"/><child link="f1"/><origin xyz="0 0.1 0"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.1"/></joint>
  <joint name="right" type="prismatic"><parent link="palm"/><child link="f2"/><origin xyz="0 -0.1 0" rpy="0 0 0.5"/>
    <axis xyz="0 -1 0"/><limit lower="0" upper="0.04" effort="20" velocity="0.1"/>
    <mimic joint="left" multiplier="2" offset="0.01"/></joint>
</robot>""".format(
    links="".join(
        f'<link name="{name}"><inertial><mass value="{mass}"/>'
        '<inertia ixx="1e-3" iyy="2e-3" izz="2.5e-3" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        for name, mass in (("palm", 1.5), ("f1", 0.25), ("f2", 0.125))
    )
)


def write(folder, text, name="robot.urdf"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_facts_are_those_of_the_file(tmp_path):
    found = answer("show", write(tmp_path, ARM))
    assert (found["name"], found["n"], found["base"]) == ("arm", 3, "base")
    assert found["gravity"] == [0.0, 0.0, -9.81]
    assert found["mass"]["total"] == 2.5 + 1.25 + 0.6
    links = {link["name"]: link for link in found["links"]}
    assert [link["parent"] for link in found["links"]] == ["base", "upper", "slide"]
    assert [link["type"] for link in found["links"]] == ["revolute", "prismatic", "continuous"]
    assert links["upper"]["limits"] == {"lower": -2.0, "upper": 2.0, "velocity": 3.0, "effort": 50.0}
    assert links["hand"]["limits"] == {"lower": "-inf", "upper": "inf", "velocity": "inf", "effort": "inf"}
    assert links["hand"]["com"] == pytest.approx([0.03, 0.01, 0.04], rel=ONE_ROUNDING)


def test_branches_followers_friction_and_the_longer_table(tmp_path):
    path = write(tmp_path, BRANCHED)
    found = answer("show", path)
    assert found["n"] == 2 and found["joints"] == ["a", "left"]
    assert found["followers"] == [{"joint": "right", "follows": [{"joint": "left", "multiplier": 2.0}], "offset": 0.01}]
    assert found["links"][0]["friction"] == {"viscous": 0.25, "coulomb": 0.5, "backward": 0.5}
    text = run("show", path).stdout
    assert text.index("palm") < text.index("├ f1") < text.index("└ f2")
    assert "2 left + 0.01" in text
    assert "gamma" in text and "viscous" in text and "rotor" not in text and "backward" not in text


def test_dh_table_of_the_panda_is_the_published_one():
    found = answer("show", "panda")["dh"]
    quarter = math.pi / 2
    assert [row["alpha"] for row in found] == [0.0, -quarter, quarter, quarter, -quarter, quarter, quarter]
    assert [row["d"] for row in found] == [0.0, 0.0, 0.0, 0.0825, -0.0825, 0.0, 0.088]
    assert [row["r"] for row in found] == [0.333, 0.0, 0.316, 0.0, 0.384, 0.0, 0.0]
    text = run("show", "panda").stdout
    assert "-pi/2" in text and "gamma" not in text and "beta" not in text


def test_quarter_turns_are_named_only_where_they_are_exact(tmp_path):
    for roll, cell in (("1.570796", "1.5708"), (repr(math.pi / 2), "pi/2"), (repr(-math.pi / 2), "-pi/2")):
        text = run(
            "show", write(tmp_path, BRANCHED.replace('xyz="0 0 1"/>', f'xyz="0 0 1" rpy="{roll} 0 0"/>', 1))
        ).stdout
        row = next(line.split() for line in text.split("Denavit")[1].splitlines() if line.startswith("a "))
        assert cell in row
        assert ("snap(model, 1e-06) would make" in text) == (cell == "1.5708")


def test_snap_counts_with_the_tolerance_given(tmp_path):
    path = write(tmp_path, ARM.replace('rpy="0 0.7 0"', 'rpy="0 1.5708 0"'))  # 3.7e-6 beside a quarter turn
    assert answer("show", path)["snap"]["would_be_exact"] == 2  # the two sines, 1 - 7e-12; not the cosines
    assert answer("show", path, "--snap", "1e-5")["snap"]["would_be_exact"] == 4
    assert "snap(" not in run("show", path, "--snap", "0").stdout
    assert_refused(run("show", path, "--snap", "1"), "tolerance")
    assert_refused(run("show", path, "--snap", "wide"), "--snap", code=2)


def test_the_report_is_shown_in_full(tmp_path):
    path = write(tmp_path, BRANCHED.replace('mass value="0.125"', 'mass value="0"').replace("2.5e-3", "9e-3"))
    notes = answer("show", path)["report"]["notes"]
    assert {"massless", "triangle", "mimic"} <= {note["kind"] for note in notes}
    assert all(note["loud"] == (note["kind"] in ("massless", "triangle", "placeholder")) for note in notes)
    text = run("show", path).stdout
    assert all(note["kind"] in text for note in notes)
    assert_refused(run("show", path, "--strict"), "ReadError")


def test_refused_files_say_why(tmp_path):
    assert_refused(run("show", write(tmp_path, ARM.replace("2.5", "-2.5"))), "robot.urdf:3", "-2.5")
    assert_refused(run("show", write(tmp_path, "")), "robot.urdf")
    assert_refused(run("show", tmp_path / "none.urdf"), "none.urdf")
    assert_refused(run("show", tmp_path), str(tmp_path.name))


def hostile(folder):
    """A chain whose links and joints have hostile names."""
    parts, parent = ['<link name="base"/>'], '"base"'
    for name in HOSTILE:
        link, joint = quoteattr("L" + name), quoteattr("J" + name)
        parts.append(f'<link name={link}><inertial><mass value="1"/><inertia ixx="1" iyy="1.5" izz="2" ixy="0" ixz="0"')
        parts.append(f' iyz="0"/></inertial></link><joint name={joint} type="continuous"><parent link={parent}/>')
        parts.append(f'<child link={link}/><origin xyz="1 0 0"/></joint>')
        parent = link
    return write(folder, "<robot name='[bold]evil'>" + "".join(parts) + "</robot>")


def test_hostile_names_are_shown_harmless(tmp_path):
    path = hostile(tmp_path)
    result = run("show", path)
    assert result.exit_code == 0, result.stderr
    for shown in ("[bold]evil", "L[red]x[/red]", "La\\nb", "J\\x9b31mred", "\\u202e", "L:smile: {x} %s", "J[/]"):
        assert shown in result.stdout
    assert all(character.isprintable() for character in result.stdout.replace("\n", ""))
    assert "A" * 100 not in result.stdout
    assert [link["name"] for link in answer("show", path)["links"]] == ["L" + name for name in HOSTILE]


def test_hostile_names_in_answers(tmp_path):
    result = run("mass", hostile(tmp_path), "--q", " ".join("0" for _ in HOSTILE))
    assert result.exit_code == 0 and "J[red]x[/red]" in result.stdout
    assert all(character.isprintable() for character in result.stdout.replace("\n", ""))


def test_tables_are_not_cut_when_nobody_looks(tmp_path):
    long = "j" * 79
    text = run("show", write(tmp_path, ARM.replace('name="wrist"', f'name="{long}"'))).stdout
    assert max(map(len, text.splitlines())) > 120
    assert long in text


def test_a_tree_is_drawn_branch_after_branch_whatever_the_order_of_the_file(tmp_path):
    row = '[[link]]\nname = "{}"\nparent = "{}"\nd = 0.1\nmass = 1.0\ninertia = [1, 0, 0, 1, 0, 1]\n'
    rows = [row.format(*pair) for pair in (("l", "base"), ("r", "base"), ("l2", "l"), ("r2", "r"))]
    text = 'format = "linkwise-dh 1"\nname = "two"\nconvention = "khalil"\n' + "".join(rows)
    shown = run("show", write(tmp_path, text, "two.toml")).stdout.split("Limits")[0].split("Denavit")[0]
    found = [line.split("joint")[0].split("  ")[0].rstrip() for line in shown.splitlines()[5:10]]
    assert found == ["base", "├ l", "│ l2", "└ r", ""] and "\n  r2 " in shown
