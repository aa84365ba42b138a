"""DH files that must be refused, each for the reason and at the place it should be."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwise.errors import LinkwiseError, ReadError, UnknownName
from linkwise.readers.dh import read, read_text

ARM = """format = "linkwise-dh 1"
name = "arm"
convention = "modified"
gravity = [0.0, 0.0, -9.81]
[base]
link = "base"
xyz = [0.0, 0.0, 0.1]
[[link]]
name = "upper"
joint = "shoulder"
type = "revolute"
alpha = 0.5
a = 0.1
d = 0.2
theta = 0.3
mass = 1.0
com = [0.0, 0.0, 0.1]
inertia = [0.1, 0.0, 0.0, 0.1, 0.0, 0.1]
rotor = { inertia = 0.001, gear_ratio = 100.0 }
friction = { viscous = 0.1, coulomb = 0.2 }
limits = { lower = -1.0, upper = 1.0, velocity = 2.0, effort = 10.0 }
[[link]]
name = "lower"
joint = "elbow"
mass = 1.0
[[frame]]
name = "tool"
link = "lower"
[[mimic]]
joint = "elbow"
of = "shoulder"
"""

# line to change, what to put there, where the fault must be said to stand, what must be said
REFUSED = [
    (1, "", "arm.toml", "'format' is missing"),
    (1, 'format = "linkwise-dh 2"', "arm.toml:1 format", "the format 'linkwise-dh 1' was expected"),
    (1, "format = 1", "arm.toml:1 format", "a text in quotes was expected"),
    (2, "", "arm.toml", "'name' is missing"),
    (2, 'name = ""', "arm.toml:2 name", "an empty text"),
    (2, "name = true", "arm.toml:2 name", "a text in quotes was expected, not a boolean"),
    (3, "", "arm.toml", "'convention' is missing: one of standard, modified, khalil"),
    (3, 'convention = "standart"', "arm.toml:3 convention", "did you mean 'standard'?"),
    (4, "gravity = [0.0, 0.0]", "arm.toml:4 gravity", "3 numbers were expected, not 2"),
    (4, "gravity = -9.81", "arm.toml:4 gravity", "a list of 3 numbers"),
    (4, "gravity = [0.0, 0.0, nan]", "arm.toml:4 gravity", "3 finite numbers"),
    (4, "gravty = [0.0, 0.0, 1.0]", "arm.toml:4 gravty", "did you mean 'gravity'?"),
    (4, 'angles = "grad"', "arm.toml:4 angles", "one of radian, degree"),
    (4, 'tip = "hand"', "arm.toml:4 tip", "no link or frame has that name"),
    (5, "[basis]", "arm.toml:5 basis", "did you mean 'base'?"),
    (6, 'link = "lower"', "arm.toml:23 link[2].name", "two links are called 'lower'"),
    (7, "xyz = [0.0, 0.0, true]", "arm.toml:7 base.xyz", "3 finite numbers"),
    (7, "mass = -1.0", "arm.toml:7 base.mass", "the mass -1 is negative"),
    (9, 'name = "lower"', "arm.toml:23 link[2].name", "two links are called 'lower'"),
    (9, "name = 3", "arm.toml:9 link[1].name", "a text in quotes was expected, not this number"),
    (10, 'joint = "elbow"', "arm.toml:24 link[2].joint", "two joints are called 'elbow'"),
    (11, 'type = "revolut"', "arm.toml:11 link[1].type", "did you mean 'revolute'?"),
    (11, 'type = "fixed"', "arm.toml:11 link[1].type", "one of revolute, continuous, prismatic"),
    (11, 'type = "continuous"', "arm.toml:21 link[1].limits.lower", "no position limits"),
    (12, 'alpha = "0.5"', "arm.toml:12 link[1].alpha", "a finite number was expected, not a text"),
    (12, "alpha = true", "arm.toml:12 link[1].alpha", "a finite number was expected, not a boolean"),
    (12, "alpha = inf", "arm.toml:12 link[1].alpha", "a finite number"),
    (12, "alpha = nan", "arm.toml:12 link[1].alpha", "a finite number"),
    (12, "alpha = 1e400", "arm.toml:12 link[1].alpha", "a finite number"),
    (12, "alpha = 1" + "0" * 400, "arm.toml:12 link[1].alpha", "a finite number"),
    (12, "alpha = 1" + "0" * 5000, "line 12", "more than 4000 digits"),
    (12, "alpha = 1e-400", "arm.toml:12 link[1].alpha", "'1e-400': a finite number was expected, not one too large or"),
    (12, "alpha = 1,5", "line 12", "this is not TOML"),
    (12, "alpha = 1.5rad", "line 12", "this is not TOML"),
    (12, "alpha = 1979-05-27", "arm.toml:12 link[1].alpha", "not a date or time"),
    (12, "alpha = 0.5\nalpha = 0.6", "line 13", "this is not TOML"),
    (12, "alpha = [0.5]", "arm.toml:12 link[1].alpha", "not a list"),
    (13, "r = 0.1", "arm.toml:13 link[1].r", "unknown key"),
    (13, "parent = 'base'", "arm.toml:13 link[1].parent", "unknown key"),
    (16, "mass = -1.0", "arm.toml:16 link[1].mass", "the mass -1 is negative"),
    (16, "mas = 1.0", "arm.toml:16 link[1].mas", "did you mean 'mass'?"),
    (16, "", "arm.toml:8 link[1]", "'mass' is missing"),
    (
        16,
        "parameters = [1, 0, 0, 1, 0, 1, 0, 0, 0, 1]",
        "arm.toml:16 link[1].parameters",
        "com, inertia as well as parameters",
    ),
    (17, "com = [1e-400, 0.0, 0.0]", "arm.toml:17 link[1].com", "'[1e-400, 0.0, 0.0]': 3 finite numbers"),
    (17, "com = [1e200, 0.0, 0.0]", "arm.toml:17 link[1].com", "a magnitude of at most 1e+20"),
    (18, "inertia = [0.1, 0.1, 0.1]", "arm.toml:18 link[1].inertia", "6 numbers were expected, not 3"),
    (18, "inertia = [-0.1, 0, 0, 0.1, 0, 0.1]", "arm.toml:18 link[1].inertia", "principal moments -0.1"),
    (18, "inertia = [0.1, 0.2, 0, 0.1, 0, 0.1]", "arm.toml:18 link[1].inertia", "principal moments -0.1"),
    (18, "inertia = [-0.1, 0, 0, -0.1, 0, -0.1]", "arm.toml:18 link[1].inertia", "principal moments -0.1"),
    (19, "rotor = 3", "arm.toml:19 link[1].rotor", "a table was expected"),
    (19, "rotor = { inertia = -1.0 }", "arm.toml:19 link[1].rotor.inertia", "at least 0"),
    (19, "rotor = { gear_ratio = 2.0 }", "arm.toml:19 link[1].rotor", "'inertia' is missing"),
    (19, "rotor = { inertia = 1.0, gear_ratio = 0.0 }", "arm.toml:19 link[1].rotor.gear_ratio", "a ratio from"),
    (19, "rotor = { inertia = 1.0, gear_ratio = 1e200 }", "arm.toml:19 link[1].rotor.gear_ratio", "a ratio from"),
    (19, "rotor = { inertia = 1.0, ratio = 2.0 }", "arm.toml:19 link[1].rotor", "did you mean 'gear_ratio'?"),
    (20, "friction = { viscous = -0.1 }", "arm.toml:20 link[1].friction.viscous", "at least 0"),
    (20, "friction = { backward = -0.1 }", "arm.toml:20 link[1].friction.backward", "at least 0"),
    (20, "friction = { static = 0.1 }", "arm.toml:20 link[1].friction", "unknown key"),
    (21, "limits = { lower = 2.0, upper = 1.0 }", "arm.toml:21 link[1].limits.lower", "is above the upper limit"),
    (21, "limits = { velocity = -2.0 }", "arm.toml:21 link[1].limits.velocity", "at least 0"),
    (21, "limits = { effort = inf }", "arm.toml:21 link[1].limits.effort", "a finite number"),
    (22, "[link]", "line 22", "this is not TOML"),
    (28, "", "arm.toml:26 frame[1]", "'link' is missing"),
    (27, 'name = "upper"', "arm.toml:27 frame[1].name", "another link or frame has that name"),
    (28, 'link = "lowr"', "arm.toml:28 frame[1].link", "did you mean 'lower'?"),
    (30, 'joint = "wrist"', "arm.toml:30 mimic[1].joint", "no joint has that name"),
    (31, 'of = "should"', "arm.toml:31 mimic[1].of", "did you mean 'shoulder'?"),
    (31, 'of = "elbow"', "arm.toml:30 mimic[1].joint", "in a circle"),
    (31, 'of = "shoulder"\n[[mimic]]\njoint = "elbow"\nof = "shoulder"', "arm.toml:33 mimic[2].joint", "two others"),
]


def changed(line: int, text: str) -> str:
    lines = ARM.split("\n")
    lines[line - 1] = text
    return "\n".join(lines)


def test_the_file_they_change_is_good():
    model, _ = read_text(ARM)
    assert (model.joint_names, model.moving_joint_names) == (("shoulder",), ("shoulder", "elbow"))


@pytest.mark.parametrize(("line", "text", "where", "said"), REFUSED, ids=lambda x: str(x)[:40])
def test_refused(line, text, where, said):
    with pytest.raises(ReadError) as caught:
        read_text(changed(line, text), source="arm.toml")
    matching = [fault for fault in caught.value.faults if said in str(fault)]
    assert any(fault.where == where for fault in matching), str(caught.value)


def test_every_fault_in_one_error():
    text = changed(16, "mass = -1.0").replace("alpha = 0.5", "alpha = nan").replace("upper = 1.0", "upper = -2.0")
    with pytest.raises(ReadError) as caught:
        read_text(text, source="arm.toml")
    assert [fault.where for fault in caught.value.faults] == [
        "arm.toml:12 link[1].alpha",
        "arm.toml:16 link[1].mass",
        "arm.toml:21 link[1].limits.lower",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'format' is missing"),
        (b"\x00\x01\x02\xff", "not UTF-8"),
        (b"\xff\xfef\x00o\x00", "not UTF-8"),
        ("\x00", "this is not TOML"),
        ('format = "linkwise-dh 1"\nname = "\ud800"', r"line 2: a lone surrogate"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("<robot name='a'/>", "this is not TOML"),
        ('format = "linkwise-screws 1"', "the format 'linkwise-dh 1' was expected"),
        ('format = "linkwise-dh 1"\nname = "a"\nconvention = "khalil"', "the robot has no links"),
        ('format = "linkwise-dh 1"\nname = "a"\nconvention = "khalil"\nlink = 3', "an array of tables"),
        ('format = "linkwise-dh 1"\nname = "a"\nconvention = "khalil"\nlink = [3]', "an array of tables"),
        ("x" * (9 << 20), "larger than the 3145728 bytes allowed"),
    ],
    ids=lambda x: str(x)[:20],
)
def test_no_dh_file_at_all(text, said):
    with pytest.raises(ReadError, match=said):
        read_text(text)


def khalil(*parents: str) -> str:
    links = "".join(f'[[link]]\nmass = 1.0\nparent = "{parent}"\n' for parent in parents)
    return f'format = "linkwise-dh 1"\nname = "a"\nconvention = "khalil"\n{links}'


def test_parents_stand_before():
    assert [body.parent for body in read_text(khalil("base", "link1", "link1", "base"))[0].bodies] == [-1, 0, 0, -1]
    for parents in (("link2", "base"), ("link1",), ("elsewhere",)):
        with pytest.raises(ReadError, match="no link above this one has that name"):
            read_text(khalil(*parents))


def test_strict_refuses_what_is_else_a_loud_note():
    for text in (changed(25, ""), changed(25, "mass = 0.0"), changed(18, "inertia = [1.0, 0, 0, 0.1, 0, 0.1]")):
        assert read_text(text)[1].warnings
        with pytest.raises(ReadError, match="strict=True"):
            read_text(text, strict=True)
    read_text(ARM, strict=True)


def test_small_numbers_that_doubles_hold_are_taken():
    for said in ("1e-300", "0e-400", "-0.0", "1_0.0e-3", "5e-324"):
        assert read_text(changed(12, f"alpha = {said}"))[0].n == 1


def test_an_empty_name_is_called_so():
    with pytest.raises(ReadError) as caught:
        read_text(changed(9, 'name = ""'), source="arm.toml")
    assert str(caught.value.faults[0]) == "arm.toml:9 link[1].name: an empty text (give at least one character)"


def test_limits_out_of_order_need_a_waiver():
    text = changed(21, "limits = { lower = 2.0, upper = 1.0 }")
    with pytest.raises(ReadError, match=r'allow=\("limits-out-of-order",\)'):
        read_text(text)
    model, report = read_text(text, allow=("limits-out-of-order", "indefinite-inertia"))
    assert (model.bodies[0].joint.limits.lower, model.bodies[0].joint.limits.upper) == (2.0, 1.0)
    assert model.waivers == ("limits-out-of-order",)  # the other one was not needed
    assert [note.text for note in report.of("waived")] == [
        "limits-out-of-order: the lower limit is above the upper limit; the file says '2.0'"
    ]


@pytest.mark.parametrize(
    ("line", "text", "key"),
    [
        (16, "mass = -1.5", "link[1].mass"),
        (7, "mass = -1.5", "base.mass"),
        (25, "parameters = [0.5, 0.0, 0.0, 0.5, 0.0, 0.5, 0.3, 0.0, 0.0, -1.5]", "link[2].parameters"),
    ],
)
def test_negative_masses_need_a_waiver(line, text, key):
    """Refused with the number; where it is waived the numbers stay as they are."""
    said = "the mass -1.5 is negative"
    with pytest.raises(ReadError, match=rf'{said} .*allow=\("negative-mass",\)') as caught:
        read_text(changed(line, text), source="arm.toml", allow="indefinite-inertia")
    assert len(caught.value.faults) == 1
    model, report = read_text(changed(line, text), source="arm.toml", allow="negative-mass")
    assert model.waivers == ("negative-mass",)
    stated = text.partition(" = ")[2]
    assert [str(note) for note in report.of("waived")] == [
        f"waived: arm.toml:{line} {key}: negative-mass: {said}; the file says '{stated}'"
    ]
    inertia = {16: model.bodies[0].inertia, 7: model.base_inertia, 25: model.bodies[1].inertia}[line]
    assert inertia.m == -1.5 and inertia.h.x == (0.3 if line == 25 else 0.0)


def test_a_waived_mass_waives_no_tensor():
    text = changed(16, "mass = -1.5").replace("inertia = [0.1,", "inertia = [-0.1,")
    with pytest.raises(ReadError, match=r"principal moments -0\.1,") as caught:
        read_text(text, allow="negative-mass")
    assert len(caught.value.faults) == 1
    assert set(read_text(text, allow=("negative-mass", "indefinite-inertia"))[0].waivers) == {
        "negative-mass",
        "indefinite-inertia",
    }


def test_first_moments_without_mass_need_a_waiver():
    text = ARM.replace(
        "mass = 1.0\ncom = [0.0, 0.0, 0.1]\ninertia = [0.1, 0.0, 0.0, 0.1, 0.0, 0.1]",
        "parameters = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0]",
    )
    with pytest.raises(ReadError, match="a first moment without a mass"):
        read_text(text)
    assert read_text(text, allow="indefinite-inertia")[1].of("waived")
    with pytest.raises(UnknownName, match="indefinite-inertia"):
        read_text(text, allow=("everything",))


def test_files_that_cannot_be_had(tmp_path):
    for path in (tmp_path / "absent.toml", tmp_path, "a\0b"):
        with pytest.raises(ReadError, match="cannot be read"):
            read(path)


@pytest.mark.parametrize("name", ['"', "a\nb", "<script>", "x" * 65536, "'\\", "\u2028", "{0}%s"])
def test_hostile_names_are_quoted_and_short(name):
    hostile = "".join(f"\\U{ord(c):08x}" for c in name)
    text = ARM.replace('name = "upper"', f'name = "{hostile}"')
    assert read_text(text)[0].bodies[0].name == name
    twice = text.replace('name = "lower"', f'name = "{hostile}"')
    with pytest.raises(ReadError) as caught:
        read_text(twice, source=name)
    assert len(str(caught.value)) < 5000
    assert len(str(caught.value).split("\n")) < 8
    key = ARM.replace("alpha = 0.5", f'"{hostile}" = 0.5')
    with pytest.raises(ReadError, match="unknown key") as caught:
        read_text(key)
    assert len(str(caught.value).split("\n")) == 2 and len(str(caught.value)) < 1000


def test_no_line_is_said_where_a_text_spans_lines():
    text = changed(2, 'name = """\n[[link]]\nmass = 3\n"""').replace("mass = 1.0", "mass = -1.0", 1)
    with pytest.raises(ReadError, match=re.escape("arm.toml link[1].mass")):
        read_text(text, source="arm.toml")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.data())
def test_mutations_never_escape(data):
    """Whatever bytes change, the answer is a model or one of our errors."""
    raw = bytearray(ARM.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        cut = data.draw(st.integers(0, 8))
        new = data.draw(st.one_of(st.binary(max_size=4), st.sampled_from([b"[", b"{", b"1e308", b"-", b"true", b'""'])))
        raw[at : at + cut] = new
    try:
        read_text(bytes(raw))
    except LinkwiseError as error:
        assert str(error)


@pytest.mark.parametrize("joint", ["[]", "{}", "3", "true"])
def test_a_follower_that_is_no_name(joint):
    with pytest.raises(ReadError, match=r"mimic\[2\]\.joint: .*a text in quotes was expected"):
        read_text(ARM + f'\n[[mimic]]\njoint = {joint}\nof = "joint1"\n')


def test_long_keys_are_cut_in_messages():
    with pytest.raises(ReadError) as caught:
        read_text(ARM + f"\n[[frame]]\n{'r' * 70_000} = 1\n")
    assert len(str(caught.value)) < 2000
