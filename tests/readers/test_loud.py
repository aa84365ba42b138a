"""Nothing is read half-silently: misspellings, settings, impossible tensors, numbers too large or small to use."""

import itertools
import math

import numpy as np
import pytest
from urdf_arm import ARM, changed

import linkwise
from linkwise.calls.direct import ask
from linkwise.errors import NoInertia, NoMass, ReadError
from linkwise.readers import dh, hints, mjcf, screws, urdf
from linkwise.readers.urdf import grammar
from linkwise.robot import Robot

MISSPELT = {
    "element": (changed(L28='<axiss xyz="0 1 0"/>'), "unknown element <axiss> in <joint>: did you mean 'axis'?"),
    "attribute": (changed(L28='<axis xzy="0 1 0"/>'), "attribute xzy of <axis>: did you mean 'xyz'?"),
    "origin": (changed(L25='<orign xyz="0 0 1"/>'), "unknown element <orign> in <joint>: did you mean 'origin'?"),
    "limit": (
        changed(L29='<limit lowr="-1" upper="1" effort="1" velocity="1"/>'),
        "attribute lowr of <limit>: did you mean 'lower'?",
    ),
    "capital": (
        changed(L22='<Dynamics damping="1"/>'),
        "unknown element <Dynamics> in <joint>: did you mean 'dynamics'?",
    ),
    "damping": (changed(L22='<dynamics dampin="1"/>'), "attribute dampin of <dynamics>: did you mean 'damping'?"),
    "multiplier": (changed(L30='<mimic joint="shoulder" multiplyer="2"/>'), "did you mean 'multiplier'?"),
    "inertial": (changed(L11="<inertal>", L14="</inertal>"), "<inertal> in <link>: did you mean 'inertial'?"),
    "misplaced": (
        changed(L15='<origin xyz="0 0 1"/></link>'),
        "<origin> in <link>: it belongs in <inertial> or <joint>",
    ),
}


@pytest.mark.parametrize("kind", MISSPELT)
def test_what_looks_misspelt_is_a_loud_note_and_with_strict_an_error(kind):
    text, says = MISSPELT[kind]
    notes = urdf.read_text(text)[1].of("misspelt")
    assert len(notes) == 1 and says in notes[0].text and notes[0].is_warning
    with pytest.raises(ReadError) as caught:
        urdf.read_text(text, strict=True)
    assert [says in fault.rule for fault in caught.value.faults].count(True) == 1


def test_extensions_are_not_misspelt():
    extensions = (
        '<gazebo/><transmission name="t"/><ros2_control name="c"/><mujoco/><sensor/><drake:joint/><material name="m"/>'
        '<link name="tip" type="x"><gravity/><self_collision_checking/><collision_checking/><visual/></link>'
        '<joint name="t" type="fixed" dont_collapse="1"><parent link="lower"/><child link="tip"/>'
        '<limit effort="1" velocity="1" current="3" gear_velocity="2" drake:acceleration="1"/>'
        '<dynamics K="1" D="2" mu_viscous="1"/><safety_controller k_velocity="1"/><calibration rising="0"/></joint>'
    )
    report = urdf.read_text(ARM.replace("</robot>", extensions + "</robot>"), strict=True)[1]
    assert not report.of("misspelt")


def test_only_so_many_names_are_compared(monkeypatch):
    compared = []
    original = hints.misspelt
    monkeypatch.setattr(grammar, "misspelt", lambda *a: compared.append(a) or original(*a))
    many = "".join(f"<unknown_{i} />" for i in range(3000))
    urdf.read_text(ARM.replace("</robot>", many + "</robot>"))
    assert len(compared) == grammar.MOST_COMPARED


@pytest.mark.parametrize("version", ["9.9", "2.0", "", "one", "1", "1.", "0.9"])
def test_a_version_of_xml_that_does_not_exist_is_refused(version):
    head = f'<?xml version="{version}"?>'
    with pytest.raises(ReadError, match=r"not a version of XML|not XML: "):
        urdf.read_text(head + ARM)
    for good in ('<?xml version="1.0"?>', "<?xml version='1.1'?>"):
        assert urdf.read_text(good + ARM)[0].n == 1


# ---- MJCF ------------------------------------------------------------------------------------------------------------

ONE = '<mujoco>{}<worldbody><body name="b"><joint name="j" {}/><geom size="1"/></body></worldbody>{}</mujoco>'


@pytest.mark.parametrize("step", ["nan", "-0.001", "0", "inf", "fast", "1e400"])
def test_time_steps_that_are_none(step):
    pytest.importorskip("mujoco")
    with pytest.raises(
        ReadError, match=r"line 1 element <option>: .*(time step is not positive|finite decimal number)"
    ):
        mjcf.read_text(ONE.format(f'<option timestep="{step}"/>', "", ""))


def test_settings_of_the_simulation_are_noted():
    pytest.importorskip("mujoco")
    option = '<option timestep="0.005" integrator="RK4" gravity="0 0 -1"/>'
    model, report = mjcf.read_text(ONE.format(option, "", ""))
    said = [note.text for note in report.of("ignored") if "settings" in note.text]
    assert len(said) == 1 and 'timestep="0.005" integrator="RK4";' in said[0] and "gravity" not in said[0]
    assert model.gravity.z == -1.0


LARGE = {
    "mass": ('<default><geom mass="1e21"/></default>', "", "", "in 'mass': a magnitude of at most 1e"),
    "gravity": ('<option gravity="0 0 -1e30"/>', "", "", "in 'gravity': a magnitude of at most 1e"),
    "damping": ("", 'damping="1e25"', "", "in 'damping': a magnitude of at most 1e"),
    "volume": ('<default><geom density="1e15"/></default>', 'pos="1e8 0 0"', "", ""),
    "size": ('<default><geom size="1e15"/></default>', "", "", "lengths beyond 1e"),
    "gear": ("", "", '<actuator><motor joint="j" gear="1e15" armature="1"/></actuator>', "square of their gear"),
}


@pytest.mark.parametrize("kind", LARGE)
def test_mjcf_numbers_too_large_to_compute_with(kind):
    pytest.importorskip("mujoco")
    head, joint, tail, match = LARGE[kind]
    text = ONE.format(head, joint, tail)
    if kind == "size":
        text = text.replace('<geom size="1"/>', "<geom/>")
    if not match:
        assert np.isfinite(Robot(*mjcf.read_text(text)).mass_matrix([0.1])).all()
        return
    with pytest.raises(ReadError, match=match):
        mjcf.read_text(text)


def test_mjcf_limits_too_large_are_none():
    pytest.importorskip("mujoco")
    text = ONE.format("", 'range="-1e30 1e300" actuatorfrcrange="-1e30 1e30"', "")
    model, report = mjcf.read_text(text.replace("<worldbody>", '<compiler angle="radian"/><worldbody>'))
    limits = model.bodies[0].joint.limits
    assert (limits.lower, limits.upper, limits.effort) == (-math.inf, math.inf, math.inf)
    assert sum("no limit" in note.text for note in report.of("converted")) == 3


# ---- numbers ---------------------------------------------------------------------------------------------------------

HEAD = 'format = "linkwise-dh 1"\nname = "arm"\nconvention = "standard"\n'
DH = HEAD + "[[link]]\na = {a}\nmass = {m}\ninertia = [{i}, 0.0, 0.0, {i}, 0.0, {i}]\n[[link]]\na = {a}\nmass = {m}\n"
LINK = (
    '<inertial><origin xyz="{a} 0 0"/><mass value="{m}"/>'
    '<inertia ixx="{i}" iyy="{i}" izz="{i}" ixy="0" ixz="0" iyz="0"/></inertial>'
)
URDF = (
    '<robot name="r"><link name="l0"/><link name="l1">' + LINK + '</link><link name="l2">' + LINK + "</link>"
    '<joint name="j1" type="continuous"><parent link="l0"/><child link="l1"/><axis xyz="0 1 0"/></joint>'
    '<joint name="j2" type="continuous"><parent link="l1"/><child link="l2"/><origin xyz="{a} 0 0"/>'
    '<axis xyz="1 1e-155 0"/></joint></robot>'
)
SIZES = ("1e20", "1.0", "1e-75", "5e-324")
STATE = [0.1, 0.2], [0.3, 0.4], [0.5, 0.6]


@pytest.mark.parametrize(("reader", "text"), [(dh, DH), (urdf, URDF)], ids=["dh", "urdf"])
def test_numbers_of_every_allowed_size_give_finite_dynamics(reader, text):
    finite = 0
    for m, a, i in itertools.product(SIZES, repeat=3):
        tree = Robot(reader.read_text(text.format(m=m, a=a, i=i))[0]).tree
        for question in ("inverse_dynamics", "forward_dynamics"):
            try:
                assert np.isfinite(ask(tree, question, STATE)).all(), (m, a, i)
                finite += 1
            except (NoMass, NoInertia):
                pass
    assert finite > 2 * len(SIZES) ** 3 / 2


@pytest.mark.parametrize("number", ["1.1e20", "-1e21", "1e308", "-1.7976931348623157e308"])
def test_numbers_beyond_are_refused_with_file_line_and_number(number):
    for line, text in (
        (5, f"a = {number}"),
        (6, f"com = [0.0, {number}, 0.0]"),
        (6, f"rotor = {{ inertia = {number} }}"),
    ):
        lines = (HEAD + "[[link]]\nalpha = 0.0\nmass = 1.0").split("\n")
        lines[line - 1] += f"\n{text}" if line == 6 else ""
        lines[line - 1] = text if line == 5 else lines[line - 1]
        with pytest.raises(ReadError) as caught:
            dh.read_text("\n".join(lines), source="arm.toml")
        assert "at most 1e+20" in str(caught.value) or "at least 0" in str(caught.value)
        assert f"{float(number):g}"[:5] in str(caught.value) and "arm.toml:" in str(caught.value)
    for line, tag in ((6, '<mass value="{}"/>'), (17, '<origin xyz="0 {} 0"/>'), (22, '<dynamics friction="{}"/>')):
        with pytest.raises(ReadError, match=rf"arm\.urdf:{line} .*(at most 1e\+20|is negative)"):
            urdf.read_text(changed(**{f"L{line}": tag.format(number)}), source="arm.urdf")


def test_small_numbers_are_read_as_zero_with_a_note():
    model, report = urdf.read_text(changed(L25='<origin xyz="1e-80 0 1"/>', L22='<dynamics damping="5e-324"/>'))
    assert model.bodies[1].placement.p.components == (0.0, 0.0, 1.0)
    assert model.bodies[0].joint.friction.viscous == 0.0
    assert [note.text.endswith("is read as 0: its inverse could overflow") for note in report.of("converted")] == [
        True
    ] * 2
    model, report = dh.read_text(HEAD + "[[link]]\na = 1e-80\nmass = 5e-324")
    assert len(report.of("converted")) == 2 and report.of("massless")


def test_limits_too_large_are_none():
    model, report = dh.read_text(
        HEAD + "[[link]]\nmass = 1.0\nlimits = { upper = 1e300, effort = 3.4e38, velocity = 2.0 }"
    )
    limits = model.bodies[0].joint.limits
    assert (limits.upper, limits.effort, limits.velocity) == (math.inf, math.inf, 2.0)
    assert [note.text for note in report.of("converted")] == [
        "1e+300 is read as no limit",
        "3.4e+38 is read as no limit",
    ]


def test_followers_of_followers_stay_bounded():
    links = "".join(f'[[link]]\njoint = "j{k}"\nmass = 1.0\n' for k in range(4))
    mimics = "".join(f'[[mimic]]\njoint = "j{k}"\nof = "j{k - 1}"\nmultiplier = 1e10\n' for k in (1, 2, 3))
    with pytest.raises(ReadError, match="chain of followers exceed"):
        dh.read_text(HEAD + links + mimics)


# ---- tensors ---------------------------------------------------------------------------------------------------------

SCREWS = 'format = "linkwise-screws 1"\nname = "arm"\n[[link]]\nscrew = [0, 0, 1, 0, 0, 0]\n'
TENSORS = {
    "negative": ("mass = 1.0\ninertia = [1.0, 0, 0, 1.0, 0, -0.1]", "refused"),
    "by products": ("mass = 1.0\ninertia = [1.0, 2.0, 0, 1.0, 0, 1.0]", "refused"),
    "products alone": ("mass = 1.0\ninertia = [0, 0.1, 0, 0, 0, 0]", "refused"),
    "of no mass": ("mass = 0.0\ninertia = [-1.0, 0, 0, 1.0, 0, 1.0]", "refused"),
    "at the origin": ("parameters = [0.1, 0, 0, 0.1, 0, 0.1, 1.0, 0, 0, 1.0]", "refused"),
    "moment without mass": ("parameters = [1.0, 0, 0, 1.0, 0, 1.0, 1.0, 0, 0, 0]", "refused"),
    "triangle": ("mass = 1.0\ninertia = [1.0, 0, 0, 1.0, 0, 3.0]", "triangle"),
    "triangle at the origin": ("parameters = [1.0, 0, 0, 1.0, 0, 3.0, 0, 0, 0, 1.0]", "triangle"),
    "triangle of no mass": ("mass = 0.0\ninertia = [1.0, 0, 0, 1.0, 0, 3.0]", "triangle"),
    "rounded": ("mass = 1.0\ninertia = [1.0, 0, 0, 1.0, 0, -5e-7]", "rounding"),
    "rounded product": ("mass = 1.0\ninertia = [1.0, 0, 5e-4, 1.0, 0, 0]", "rounding"),
    "rounded at the origin": ("parameters = [1.0, 0, 0, 1.0, 0, -1e-6, 0, 0, 0, 1.0]", "rounding"),
    "far away": ("mass = 1.0\ncom = [1e3, 0, 0]\ninertia = [-1e-9, 0, 0, 1e-9, 0, 1e-9]", "rounding"),
    "rounded of no mass": ("mass = 0.0\ninertia = [1.0, 0, 0, 1.0, 0, -5e-7]", "rounding"),
}


@pytest.mark.parametrize("kind", TENSORS)
@pytest.mark.parametrize(("reader", "head"), [(dh, HEAD + "[[link]]\n"), (screws, SCREWS)], ids=["dh", "screws"])
def test_tensors_that_no_body_has_are_refused_or_noted(kind, reader, head):
    text, expected = TENSORS[kind]
    if expected == "refused":
        with pytest.raises(ReadError, match="indefinite-inertia"):
            reader.read_text(head + text)
        assert reader.read_text(head + text, allow="indefinite-inertia")[1].of("waived")
    else:
        assert reader.read_text(head + text)[1].of(expected)


@pytest.mark.parametrize("moments", [(1, 1, -5e-7), (1, 1, 3), (1, 1, -1e-4)])
def test_the_rules_are_those_of_urdf(moments):
    a, b, c = moments
    outcomes = []
    for read in (
        lambda: dh.read_text(HEAD + f"[[link]]\nmass = 2.0\ninertia = [{a}, 0, 0, {b}, 0, {c}]"),
        lambda: urdf.read_text(changed(L7=f'<inertia ixx="{a}" ixy="0" ixz="0" iyy="{b}" iyz="0" izz="{c}"/>')),
    ):
        try:
            outcomes.append([note.kind for note in read()[1].notes if note.kind in ("rounding", "triangle")])
        except ReadError:
            outcomes.append("refused")
    assert outcomes[0] == outcomes[1] != []


def test_a_thin_rod_is_not_noted():
    text = HEAD + "[[link]]\nmass = 1.0\ncom = [0.5, 0, 0]\ninertia = [0, 0, 0, 0.083333, 0, 0.083333]"
    assert not dh.read_text(text)[1].notes


# ---- payloads --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "found", "expected"),
    [
        ({"mass": -1.0}, "mass is -1", "A number ≥ 0"),
        ({"mass": [1.0, 2.0]}, r"mass has shape \(2,\)", "One number"),
        ({"mass": 1.0, "inertia": np.diag([1.0, 1.0, 3.0])}, "inertia has principal moments 1, 1, 3", "A rigid body"),
        ({"mass": 1.0, "inertia": -np.eye(3)}, "inertia has principal moments -1, -1, -1", "A rigid body"),
        (
            {"mass": 1.0, "inertia": [[1, 2, 0], [0, 1, 0], [0, 0, 1]]},
            "inertia differs from its transpose by 2",
            "A symmetric",
        ),
    ],
)
def test_what_is_wrong_with_a_payload_is_not_what_was_expected(given, found, expected):
    with pytest.raises(linkwise.errors.InvalidModel, match=f"the payload's {found}") as caught:
        linkwise.load("planar2r").with_payload(**given)
    assert caught.value.expected.startswith(expected)
    assert not any(word in caught.value.expected for word in ("-1", " 3", "it has"))
