"""Odd but legal files load, with the right numbers and the right notes."""

import math

import pytest
from tests.tolerances import ROUNDING
from urdf_arm import ARM, chain, changed

from linkwise.errors import ReadError
from linkwise.model import Continuous, Fixed, Friction, Limits, Prismatic, Revolute
from linkwise.readers.urdf import read_text

_TENSOR = '<inertia ixx="{}" ixy="0" ixz="0" iyy="{}" iyz="0" izz="{}"/>'


def notes(text, kind, **options):
    return [note.text for note in read_text(text, **options)[1].of(kind)]


def test_the_arm_to_the_last_number():
    model, report = read_text(ARM)
    assert (model.name, model.base, model.tip, model.joint_names) == ("arm", "base", "lower", ("shoulder",))
    upper, lower = model.bodies
    assert (upper.name, upper.parent, lower.name, lower.parent) == ("upper", -1, "lower", 0)
    assert isinstance(upper.joint, Revolute)
    assert upper.joint.axis.components == (0.0, 1.0, 0.0)
    assert upper.joint.limits == Limits(-2.0, 2.0, 3.0, 50.0)
    assert upper.joint.friction == Friction(0.1, 0.2)
    assert upper.placement.p.components == (0.0, 0.0, 0.1)
    assert (upper.placement.to, upper.placement.of) == ("base", "upper")
    assert upper.inertia.parameters == (0.04 + 2 * 0.25**2, 0, 0, 0.04 + 2 * 0.25**2, 0, 0.004, 0, 0, 0.5, 2.0)
    assert model.coordinates.positions([2.0]) == [2.0, 1.0]
    assert report.source == "<string>" and report.format == "urdf"


def test_bytes_and_encodings():
    for data in (
        ARM.encode(),
        b"\xef\xbb\xbf" + ARM.encode(),
        ARM.encode("utf-16"),
        b'<?xml version="1.0" encoding="ISO-8859-1"?>' + ARM.replace("arm", "bras ferm\u00e9").encode("latin-1"),
        bytearray(ARM.encode()),
    ):
        assert read_text(data)[0].n == 1
    assert (
        read_text(b'<?xml version="1.0" encoding="latin-1"?><robot name="\xe9"><link name="a"/></robot>')[0].name == "é"
    )


def test_only_a_base():
    model, report = read_text('<robot name="r"><link name="a"/></robot>')
    assert (model.n, model.bodies, model.tip, report.notes) == (0, (), "a", ())


def test_numbers_in_every_spelling():
    model, _ = read_text(changed(L17='<origin xyz="  1e-1\t+.5 \n -2. "/>', L6='<mass value=" 2E0 "/>'))
    assert model.bodies[0].placement.p.components == (0.1, 0.5, -2.0)
    assert model.bodies[0].inertia.m == 2.0


def test_defaults_are_the_formats_own_and_are_told():
    text = changed(L20="", L29='<limit effort="1" velocity="1"/>', L25="")
    model, report = read_text(text)
    assert model.bodies[0].joint.axis.components == (1.0, 0.0, 0.0)
    assert model.bodies[1].joint.limits == Limits(0.0, 0.0, 1.0, 1.0)
    assert model.bodies[1].placement.p.components == (0.0, 0.0, 0.0)
    assert [note.text for note in report.of("default")] == [
        "no axis given: the format's default is (1, 0, 0)",
        "lower and upper not given: the format's default is 0",
    ]


@pytest.mark.parametrize(
    ("axis", "unit", "length"),
    [
        ("0 0 -2", (0, 0, -1), "2"),
        ("3 0 4", (0.6, 0, 0.8), "5"),
        ("1e-200 0 0", (1, 0, 0), "1e-200"),
        ("1e308 1e308 0", (math.sqrt(0.5), math.sqrt(0.5), 0), "1.41421e+308"),
        ("0 5e-324 0", (0, 1, 0), "4.94066e-324"),
    ],
)
def test_axes_become_unit_vectors(axis, unit, length):
    text = changed(L20=f'<axis xyz="{axis}"/>')
    assert read_text(text)[0].bodies[0].joint.axis.components == pytest.approx(unit, abs=ROUNDING)
    assert notes(text, "converted") == [f"the axis has length {length}: scaled to a unit vector"]


def test_an_axis_rounded_to_six_digits_is_no_news():
    text = changed(L20='<axis xyz="0.707107 0 0.707107"/>')
    assert notes(text, "converted") == []
    x, y, z = read_text(text)[0].bodies[0].joint.axis.components
    assert (x, y) == (z, 0.0) and abs(x * x + z * z - 1.0) < ROUNDING


def test_kinds_of_joints():
    continuous = changed(L16='<joint name="shoulder" type="continuous">', L21="")
    assert type(read_text(continuous)[0].bodies[0].joint) is Continuous
    assert read_text(continuous)[0].bodies[0].joint.limits == Limits()
    limited = changed(L16='<joint name="shoulder" type="continuous">')
    assert read_text(limited)[0].bodies[0].joint.limits == Limits(velocity=3.0, effort=50.0)
    assert "1 × position limits of a continuous joint" in notes(limited, "ignored")
    slide = changed(L16='<joint name="shoulder" type="prismatic">')
    assert type(read_text(slide)[0].bodies[0].joint) is Prismatic
    fixed = changed(L24='<joint name="elbow" type="fixed">')
    model, report = read_text(fixed)
    assert type(model.bodies[1].joint) is Fixed and model.n == 1
    assert [note.text for note in report.of("merged")] == ["one rigid body with 'lower'"]
    assert [note.text for note in report.of("ignored")] == [
        f"1 × <{tag}> of a fixed joint" for tag in ("axis", "limit", "mimic")
    ]


def test_a_turned_inertial_frame():
    model, _ = read_text(changed(L5='<origin xyz="0 0 0" rpy="0 1.5707963267948966 0"/>'))
    XX, XY, XZ, YY, YZ, ZZ = model.bodies[0].inertia.I.components
    assert (XX, XY, XZ, YY, YZ, ZZ) == (0.004, 0.0, 0.0, 0.04, 0.0, 0.04)


def test_joints_before_links_and_children_before_parents():
    lines = ARM.strip().split("\n")
    model, _ = read_text("\n".join([lines[0], *lines[23:31], *lines[15:23], *lines[1:15], lines[-1]]))
    assert [body.name for body in model.bodies] == ["upper", "lower"]


def test_siblings_keep_the_order_of_the_joint_elements():
    joints = "".join(
        f'<joint name="{name}" type="continuous"><parent link="{parent}"/><child link="{name}"/></joint>'
        for name, parent in (("z", "base"), ("a", "base"), ("y", "z"), ("b", "z"), ("c", "a"))
    )
    links = "".join(f'<link name="{name}"/>' for name in ("a", "b", "base", "c", "y", "z"))
    model, _ = read_text(f'<robot name="tree">{links}{joints}</robot>')
    assert model.joint_names == ("z", "y", "b", "a", "c")
    assert model.tip == ""


def test_unused_things_are_counted():
    text = changed(
        L9="<visual/><visual/><collision/></link>",
        L15='</link><gazebo/><material name="m"/><sonar/>',
        L22='<dynamics damping="1" armature="0.1"/><calibration rising="0"/><safety_controller k_velocity="1"/>',
        L31='</joint>words<transmission name="t"><actuator name="m"><mechanicalReduction>50</mechanicalReduction>'
        "</actuator></transmission>",
    )
    found = notes(text, "ignored")
    for count, what in [
        (2, "<visual>"),
        (1, "<collision>"),
        (1, "<gazebo>"),
        (1, "<material>"),
        (1, "<calibration>"),
        (1, "<safety_controller>"),
        (1, "unknown element <sonar> in <robot>"),
        (1, "text in <robot>"),
        (1, "attribute armature of <dynamics>"),
    ]:
        assert f"{count} × {what}" in found
    assert any("1 × <transmission> with 'mechanicalReduction 50': no rotor inertia" in note for note in found)


def test_chains_of_mimics_and_a_leader_that_comes_later():
    chained = (
        '</joint><link name="tip"/><joint name="wrist" type="prismatic"><parent link="lower"/><child link="tip"/>'
        '<limit effort="1" velocity="1"/><mimic joint="elbow" multiplier="-2" offset="0.25"/></joint>'
    )
    model, report = read_text(changed(L30='<mimic joint="shoulder" multiplier="0.5" offset="1"/>', L31=chained))
    assert model.coordinates.positions([2.0]) == [2.0, 2.0, -3.75]
    assert model.coordinates.velocities([1.0]) == [1.0, 0.5, -1.0]
    assert len(report.of("mimic")) == 2
    late, _ = read_text(changed(L22='<mimic joint="elbow" multiplier="3"/>', L30=""))
    assert late.joint_names == ("elbow",)
    assert late.coordinates.positions([2.0]) == [6.0, 2.0]


def test_a_mimic_that_stands_still():
    text = changed(L30='<mimic joint="shoulder" multiplier="0" offset="0.5"/>')
    assert read_text(text)[0].coordinates.positions([3.0]) == [3.0, 0.5]
    assert notes(text, "mimic") == ["a multiplier of 0: the joint stays at 0.5"]


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        ("triangle", changed(L7=_TENSOR.format(1, 1, 3)), "principal moments 1, 1, 3: no rigid body has these"),
        ("massless", changed(L12='<mass value="0"/>', L13=_TENSOR.format(0, 0, 0)), "a moving link with zero mass"),
        (
            "massless",
            changed(L12='<mass value="0"/>'),
            "a moving link with zero mass, though it has moments of inertia",
        ),
        ("massless", changed(L6='<mass value="0"/>', L7=_TENSOR.format(0, 0, 0)), "a moving link with zero mass"),
        ("no-inertial", changed(L11="", L12="", L13="", L14=""), "a moving link without <inertial>, and no link"),
    ],
)
def test_what_dynamics_survive_is_loud_and_refused_by_strict(kind, text, says):
    _, report = read_text(text)
    assert [note.kind for note in report.warnings] == [kind]
    assert report.warnings[0].text.startswith(says)
    with pytest.raises(ReadError, match="without strict=True it loads with a note"):
        read_text(text, strict=True)


def test_mass_on_a_fixed_child_will_do():
    joint = '</joint><joint name="weld" type="fixed"><parent link="upper"/><child link="ballast"/></joint>'
    ballast = '</link><link name="ballast"><inertial><mass value="3"/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" '
    bare = {f"L{i}": "" for i in range(4, 9)}
    _, report = read_text(changed(**bare, L15=ballast + 'izz="1.5"/></inertial></link>', L31=joint), strict=True)
    assert [note.text for note in report.warnings] == [
        "a moving link without <inertial>; the links fixed to it provide its mass"
    ]


def test_the_base_may_hold_any_tensor_for_dynamics_never_meet_it():
    base = f'<link name="base"><inertial><mass value="1"/>{_TENSOR.format(-1, 1, 1)}</inertial></link>'
    model, report = read_text(changed(L2=base), strict=True)
    assert model.base_inertia.parameters == (-1.0, 0, 0, 1.0, 0, 1.0, 0, 0, 0, 1.0)
    assert "does not affect the dynamics" in report.of("indefinite")[0].text
    assert report.of("indefinite")[0].is_warning and not report.of("triangle")


@pytest.mark.parametrize("tensor", [(1, 1, 0), (1, 1, 2), (1, 1, 2.000001), (1, 1, -1e-7), (0, 0, 0)])
def test_rods_plates_and_point_masses_are_bodies(tensor):
    _, report = read_text(changed(L7=_TENSOR.format(*tensor)), strict=True)
    assert not report.warnings


def test_noise_of_a_tensor_moved_to_the_centre_of_mass_is_no_fault():
    noise = '<inertia ixx="0" ixy="0" ixz="1.4e-20" iyy="0" iyz="0" izz="0"/>'
    assert not read_text(changed(L7=noise), strict=True)[1].warnings


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (changed(L6='<mass value="1"/>', L7=_TENSOR.format(1, 1, 1)), "the inertia is the unit tensor: 'upper'"),
        (
            changed(L6='<mass value="0.1"/>', L7=_TENSOR.format(0.001, 0.001, 0.001)),
            "mass 0.1 and inertia 0.001 times the unit tensor: 'upper'",
        ),
        (
            chain(4, f'<inertial><mass value="0.3"/>{_TENSOR.format(0.1, 0.2, 0.2)}</inertial>'),
            "mass 0.3 and all other inertial data the same: 'l1', 'l2', 'l3'",
        ),
    ],
)
def test_placeholders(text, says):
    assert notes(text, "placeholder") == [says]


def test_no_placeholder_in_an_honest_file():
    assert notes(ARM, "placeholder") == []
    inertial = f'<inertial><mass value="0.3"/>{_TENSOR.format(0.1, 0.2, 0.2)}</inertial>'
    fingers = "".join(
        f'<link name="f{i}">{inertial}</link>'
        f'<joint name="j{i}" type="continuous"><parent link="palm"/><child link="f{i}"/></joint>'
        for i in range(5)
    )
    assert notes(f'<robot name="hand"><link name="palm"/>{fingers}</robot>', "placeholder") == []


@pytest.mark.parametrize(
    ("waiver", "text"),
    [
        ("indefinite-inertia", changed(L7=_TENSOR.format(-0.01, 1, 1))),
        ("negative-mass", changed(L6='<mass value="-2"/>')),
        ("limits-out-of-order", changed(L29='<limit lower="1" upper="-1" effort="1" velocity="1"/>')),
        ("missing-limit", changed(L29="")),
        ("missing-limit", changed(L29='<limit lower="-1" upper="1" velocity="1"/>')),
    ],
)
def test_opt_outs_are_recorded(waiver, text):
    with pytest.raises(ReadError, match=waiver):
        read_text(text)
    for allow in ((waiver,), waiver, {waiver, "missing-limit"}):
        model, report = read_text(text, allow=allow)
        assert model.waivers == (waiver,)
        assert [note.text.partition(":")[0] for note in report.of("waived")] == [waiver]
    assert read_text(ARM, allow=(waiver,))[0].waivers == ()


def test_what_is_waived_keeps_the_files_numbers():
    upper = read_text(changed(L6='<mass value="-2"/>'), allow=("negative-mass",))[0].bodies[0].inertia
    assert (upper.m, upper.h.z, upper.I.xx) == (-2.0, -0.5, 0.04 - 2.0 * 0.25**2)
    swapped = changed(L29='<limit lower="1" upper="-1" effort="1" velocity="1"/>')
    assert read_text(swapped, allow=("limits-out-of-order",))[0].bodies[1].joint.limits == Limits(1.0, -1.0, 1.0, 1.0)
    bare = changed(L29='<limit lower="-1" upper="1" velocity="1"/>')
    assert read_text(bare, allow=("missing-limit",))[0].bodies[1].joint.limits == Limits(-1.0, 1.0, 1.0, math.inf)


def test_a_waived_mass_says_its_link_and_number_and_waives_nothing_else():
    _, report = read_text(changed(L6='<mass value="-2"/>'), source="arm.urdf", allow="negative-mass")
    assert [str(note) for note in report.of("waived")] == [
        "waived: arm.urdf:6 element <mass> of link 'upper': "
        "negative-mass: the mass is negative; the file says 'value=\"-2\"'"
    ]
    with pytest.raises(ReadError, match="indefinite-inertia") as caught:
        read_text(changed(L6='<mass value="-2"/>', L7=_TENSOR.format(-1, 1, 1)), allow="negative-mass")
    assert len(caught.value.faults) == 1
    with pytest.raises(ReadError, match="damping is negative"):
        read_text(changed(L6='<mass value="-2"/>', L22='<dynamics damping="-1"/>'), allow="negative-mass")


@pytest.mark.parametrize("name", ["x" * 65_536, "&#10;&#9;", "&lt;b&gt;", "it's", "名前", " "])
def test_hostile_names_survive(name):
    model, report = read_text(
        changed(L10=f'<link name="{name}">', L27=f'<child link="{name}"/>', L12='<mass value="0"/>')
    )
    plain = name.replace("&#10;", "\n").replace("&#9;", "\t").replace("&lt;", "<").replace("&gt;", ">")
    assert model.bodies[1].name == plain
    for line in str(report).splitlines():
        assert line.isprintable() and len(line) < 300
