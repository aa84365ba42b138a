"""A mass below 0 in a file: read where the rule is waived, and found with its link and number."""

import numpy as np
import pytest

from linkwise import Robot
from linkwise.doctor import examine
from linkwise.errors import ReadError
from linkwise.readers import dh, urdf
from tests.doctor.arm import arm, text
from tests.tolerances import AGREEMENT

RULE = ("negative-mass",)
TABLE = """
format = "linkwise-dh 1"
name = "arm"
convention = "khalil"
[base]
link = "base"
mass = {base}
[[link]]
name = "upper"
mass = {upper}
com = [0.2, 0.0, 0.0]
inertia = [0.008, 0.0, 0.0, 0.062, 0.0, 0.061]
[[link]]
name = "hand"
d = 0.4
parameters = [0.03, 0.0, 0.0, 0.07, 0.0, 0.06, {moment}, 0.0, 0.0, {hand}]
"""


def table(base=1.0, upper=4.0, hand=0.8):
    return TABLE.format(base=base, upper=upper, hand=hand, moment=0.1 * hand)


FILES = {  # reader, text, then links and numbers that are found
    "URDF": (urdf, text(links={"hand": {"mass": -0.8}}), [("hand", -0.8)]),
    "URDF, two links": (
        urdf,
        text(links={"upper": {"mass": "-4e-3"}, "hand": {"mass": -0.8}}),
        [("hand", -0.8), ("upper", -4e-3)],
    ),
    "TOML, mass": (dh, table(upper=-4.0), [("upper", -4.0)]),
    "TOML, parameters": (dh, table(hand=-0.05), [("hand", -0.05)]),
}


@pytest.mark.parametrize("name", FILES)
def test_negative_masses_are_found_in_files(name):
    reader, file, expected = FILES[name]
    with pytest.raises(ReadError, match="negative-mass"):
        reader.read_text(file, allow=("indefinite-inertia", "limits-out-of-order"))
    found = examine(Robot(reader.read_text(file, allow=RULE)[0]), states=20)
    assert sorted((each.link, each.number) for each in found.of("negative-mass")) == expected
    assert {each.severity for each in found.of("negative-mass")} == {"infeasible"} and not found.feasible
    assert f"a mass of {expected[0][1]:g} kg" in str(found)


def test_what_stands_is_no_more_than_suspicious():
    found = examine(Robot(dh.read_text(table(base=-1.0), allow=RULE)[0]), states=20)
    [mass] = found.of("negative-mass")
    assert (mass.link, mass.number, mass.severity) == ("base", -1.0, "suspicious") and found.feasible


def test_the_matrix_is_that_of_the_files_numbers():
    """M is linear in a mass, so that of −0.8 kg continues those of 0.4 and 0.8 kg, which Pinocchio knows."""
    pytest.importorskip("pinocchio")
    from tests.rewrite.model_in_pinocchio import InPinocchio

    robot, half, whole = (arm(links={"hand": {"mass": mass}}) for mass in (-0.8, 0.4, 0.8))
    found = examine(robot)
    [indefinite] = found.of("indefinite-mass-matrix")
    less, more = (InPinocchio(each.tree).mass_matrix(found.workspace.q) for each in (half, whole))
    M = more - 4.0 * (more - less)
    d = np.sqrt(np.where(np.diag(M) > 0.0, np.diag(M), 1.0))
    assert np.linalg.eigvalsh(M / np.outer(d, d))[0] == pytest.approx(indefinite.number, rel=0, abs=AGREEMENT)
    assert indefinite.number < -0.01


def test_masses_that_cancel():
    """A hand of −0.8 kg with a tool of 0.8 kg fixed to it: one body of no mass and with a first moment."""
    tool = '<inertial><origin xyz="0.1 0 0"/><mass value="0.8"/><inertia ixx="1e-3" iyy="2e-3" izz="2e-3" ixy="0" '
    file = text(links={"hand": {"mass": -0.8}}).replace(
        '<link name="tool"/>', f'<link name="tool">{tool}ixz="0" iyz="0"/></inertial></link>'
    )
    found = examine(Robot(urdf.read_text(file, allow=RULE)[0]), states=20)
    assert [(each.link, each.number) for each in found.of("negative-mass")] == [("hand", -0.8)]
