"""Files that must be refused: each with the line of the fault, what the message must say, and the number of faults.

ACCEPTED are files that one could refuse and linkwise does not: each with the note it gets, and the reason.
"""

from typing import NamedTuple

from urdf_arm import ARM, changed


class Refused(NamedTuple):
    name: str
    text: str | bytes
    line: int
    says: str
    faults: int = 1


def _numbers() -> list[Refused]:
    """Every way to misspell a number, in a mass."""
    wrong = {
        "comma": "1,5",
        "unit": "1.5kg",
        "hexadecimal": "0x10",
        "overflow": "1e400",
        "nan": "nan",
        "inf": "inf",
        "minus-inf": "-Infinity",
        "empty": "",
        "blank": "  ",
        "word": "heavy",
        "two": "1 2",
        "underscore": "1_000",
        "complex": "1j",
        "fraction": "1/2",
        "xacro": "${m}",
        "arabic-digits": "٣",
        "hex-float": "0x1p3",
        "exponent-alone": "1e",
        "two-points": "1.2.3",
        "sign-alone": "-",
        "python-none": "None",
        "percent": "50%",
        "very-long": "1" * 500,
        "fortran": "1d0",
        "full-width": "１",
        "minus-sign": "−1",
        "underflow": "1e-400",
        "no-break-space": "&#160;2",
    }
    says = "value is not a finite decimal number"
    return [Refused(f"mass-{name}", changed(L6=f'<mass value="{text}"/>'), 6, says) for name, text in wrong.items()]


_TENSOR = '<inertia ixx="{}" ixy="{}" ixz="0" iyy="{}" iyz="0" izz="{}"/>'
_PAIR = '<parent link="{}"/>'

XML = [
    Refused("empty", "", 1, "no element found"),
    Refused("blank", "  \n ", 2, "no element found"),
    Refused("truncated", ARM[:400], 15, "not XML"),
    Refused("cut-in-attribute", ARM[: ARM.index("shoulder") + 3], 16, "unclosed token"),
    Refused("mismatched-tag", changed(L8="</intertial>"), 8, "mismatched tag"),
    Refused("second-root", ARM + "<robot/>", 33, "junk after document element"),
    Refused("trailing-text", ARM + "x", 33, "junk after document element"),
    Refused("nul", ARM.replace("arm", "a\0m", 1), 1, "invalid token"),
    Refused("control-character", ARM.replace("arm", "a\x01m", 1), 1, "invalid token"),
    Refused("nul-reference", ARM.replace("arm", "a&#0;m", 1), 1, "reference to invalid character number"),
    Refused("bare-ampersand", changed(L2='<link name="a & b"/>'), 2, "invalid token"),
    Refused("less-than-in-attribute", changed(L2='<link name="<base>"/>'), 2, "invalid token"),
    Refused("attribute-without-quotes", changed(L6="<mass value=2/>"), 6, "invalid token"),
    Refused("duplicate-attribute", changed(L6='<mass value="2" value="3"/>'), 6, "duplicate attribute"),
    Refused("undefined-entity", changed(L6='<mass value="&m;"/>'), 6, "undefined entity"),
    Refused("text-before-declaration", ' <?xml version="1.0"?>' + ARM, 1, "declaration not at start"),
    Refused("binary", bytes(range(256)) * 8, 1, "not XML"),
    Refused("png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, "not XML"),
    Refused("gzip", b"\x1f\x8b\x08\0\0\0\0\0", 1, "not XML"),
    Refused("latin-1-called-utf-8", b'<robot name="\xe9"/>', 1, "invalid token"),
    Refused("unknown-encoding", b'<?xml version="1.0" encoding="klingon"?><robot/>', 1, "encoding"),
    Refused("multi-byte-encoding", b'<?xml version="1.0" encoding="shift_jis"?><robot/>', 1, "encoding"),
    Refused("utf-16-called-utf-8", ('<?xml version="1.0" encoding="utf-8"?>' + ARM).encode("utf-16"), 1, "not XML"),
    Refused("version-of-xml", '<?xml version="9.9"?>\n' + ARM, 1, "not a version of XML"),
    Refused("nul-at-the-end", ARM + "\0", 33, "not XML"),
    Refused("utf-16-cut", ARM.encode("utf-16")[:101], 3, "not XML"),
    Refused("lone-surrogate", '<robot name="\ud800"/>', 1, "lone surrogate"),
    Refused("json", '{"robot": "arm"}', 1, "not XML"),
    Refused("doctype", "<!DOCTYPE robot>\n" + ARM, 1, "a document type is not allowed"),
    Refused(
        "entity-bomb",
        '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\n<robot name="&b;"/>',
        1,
        "a document type is not allowed",
    ),
    Refused(
        "external-entity",
        '<?xml version="1.0"?>\n<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n<robot name="r">&x;</robot>',
        2,
        "a document type is not allowed",
    ),
    Refused(
        "external-type", '<!DOCTYPE r SYSTEM "http://localhost/r.dtd"><robot/>', 1, "a document type is not allowed"
    ),
    Refused("parameter-entity", '<!DOCTYPE r [<!ENTITY % p "x"> %p;]><robot/>', 1, "a document type is not allowed"),
    Refused("deep", "<robot>" + "<a>" * 10_000 + "</a>" * 10_000 + "</robot>", 1, "more than 100 nested elements"),
    Refused("long-name", f'<robot name="{"a" * 65_537}"/>', 1, "longer than 65536 characters"),
    Refused("long-tag", f"<{'r' * 65_537}/>", 1, "longer than 65536 characters"),
]

DOCUMENT = [
    Refused("other-root", "<mujoco/>", 1, "the outermost element is not <robot>"),
    Refused("sdf", '<sdf version="1.7"><model name="m"/></sdf>', 1, "the outermost element is not <robot>"),
    Refused("capital-root", '<Robot name="r"/>', 1, "the outermost element is not <robot>"),
    Refused("no-links", '<robot name="r"/>', 1, "the robot has no links"),
    Refused("no-robot-name", changed(L1="<robot>"), 1, "the attribute name is missing"),
    Refused("empty-robot-name", changed(L1='<robot name="">'), 1, "the attribute name is empty"),
    Refused("xacro", changed(L2='<link name="base"/><xacro:arm/>'), 2, "an unexpanded xacro element"),
]

LINKS = [
    Refused("link-without-name", changed(L15="</link><link/>"), 15, "the attribute name is missing"),
    Refused("link-of-empty-name", changed(L15='</link><link name=""/>'), 15, "the attribute name is empty"),
    Refused("two-links-of-one-name", changed(L15='</link><link name="base"/>'), 15, "a second link of this name"),
    Refused("two-inertials", changed(L9="<inertial/></link>"), 9, "a second <inertial> in one <link>"),
    Refused("two-masses", changed(L6='<mass value="2"/><mass value="2"/>'), 6, "a second <mass> in one <inertial>"),
    Refused("two-tensors", changed(L6='<mass value="2"/><inertia/>'), 7, "a second <inertia>", 7),
    Refused("two-origins", changed(L6='<mass value="2"/><origin/>'), 6, "a second <origin> in one <inertial>"),
    Refused("inertial-without-mass", changed(L6=""), 4, "<mass> is missing"),
    Refused("inertial-without-tensor", changed(L7=""), 4, "<inertia> is missing"),
    Refused("mass-without-value", changed(L6="<mass/>"), 6, "the attribute value is missing"),
    Refused("mass-as-text", changed(L6="<mass>2</mass>"), 6, "the attribute value is missing"),
    Refused("negative-mass", changed(L6='<mass value="-2"/>'), 6, "the mass is negative"),
    Refused(
        "negative-mass-of-the-base",
        changed(
            L2='<link name="base"><inertial><mass value="-1"/>'
            '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>'
        ),
        2,
        "the mass is negative",
    ),
    Refused("tensor-without-izz", changed(L7=_TENSOR.format(1, 0, 1, 1).replace(' izz="1"', "")), 7, "izz is missing"),
    Refused("tensor-without-ixy", changed(L7=_TENSOR.format(1, 0, 1, 1).replace(' ixy="0"', "")), 7, "ixy is missing"),
    Refused("tensor-of-zeros-without-mass-value", changed(L6='<mass kg="2"/>'), 6, "the attribute value is missing"),
    Refused("tensor-with-nan", changed(L7=_TENSOR.format("nan", 0, 1, 1)), 7, "ixx is not a finite decimal number"),
    Refused("negative-moment", changed(L7=_TENSOR.format(-1, 0, 1, 1)), 4, "kinetic energy negative"),
    Refused("negative-definite", changed(L7=_TENSOR.format(-1, 0, -1, -1)), 4, "principal moments -1, -1, -1"),
    Refused("indefinite-by-product", changed(L7=_TENSOR.format(1, 2, 1, 1)), 4, "principal moments -1, 1, 3"),
    Refused("slightly-indefinite", changed(L7=_TENSOR.format(1, 0, 1, -1e-5)), 4, "principal moments -1e-05, 1, 1"),
    Refused("mass-of-1e200", changed(L6='<mass value="1e200"/>'), 6, "a magnitude of at most 1e+20"),
    Refused("moment-of-1e300", changed(L7=_TENSOR.format(1e300, 0, 1e300, 1e300)), 7, "a magnitude of at most", 3),
    Refused("com-at-1e200", changed(L5='<origin xyz="1e200 0 0"/>'), 5, "a magnitude of at most 1e+20"),
    Refused("com-at-1e308", changed(L5='<origin xyz="0 0 -1.7e308"/>'), 5, "a magnitude of at most 1e+20"),
    Refused("com-of-two-numbers", changed(L5='<origin xyz="0 0"/>'), 5, "xyz is not three numbers"),
    Refused("com-of-four-numbers", changed(L5='<origin xyz="0 0 0 0"/>'), 5, "xyz is not three numbers"),
    Refused("com-with-commas", changed(L5='<origin xyz="0, 0, 0"/>'), 5, "xyz is not three numbers"),
    Refused("com-with-no-break-spaces", changed(L5='<origin xyz="0.1&#160;0&#160;0"/>'), 5, "xyz is not three numbers"),
    Refused("com-with-em-spaces", changed(L5='<origin xyz="0.1 0&#8195;0 0"/>'), 5, "xyz is not three numbers"),
    Refused("com-with-underflow", changed(L5='<origin xyz="0 0 1e-400"/>'), 5, "xyz is not three numbers"),
    Refused("com-with-nan", changed(L5='<origin xyz="0 nan 0"/>'), 5, "xyz is not three numbers"),
    Refused("empty-xyz", changed(L5='<origin xyz=""/>'), 5, "xyz is not three numbers"),
    Refused("rpy-in-words", changed(L5='<origin rpy="0 0 pi"/>'), 5, "rpy is not three numbers"),
]

JOINTS = [
    Refused("joint-without-name", changed(L24='<joint type="revolute">'), 24, "the attribute name is missing"),
    Refused("joint-without-type", changed(L24='<joint name="elbow">'), 24, "the attribute type is missing"),
    Refused(
        "two-joints-of-one-name", changed(L24='<joint name="shoulder" type="fixed">'), 24, "a second joint of this"
    ),
    Refused("unknown-type", changed(L24='<joint name="e" type="ball">'), 24, "not a joint type"),
    Refused("capital-type", changed(L24='<joint name="e" type="Revolute">'), 24, "not a joint type"),
    Refused("empty-type", changed(L24='<joint name="e" type="">'), 24, "the attribute type is empty"),
    Refused("no-parent", changed(L26=""), 24, "<parent> is missing"),
    Refused("no-child", changed(L27=""), 24, "<child> is missing"),
    Refused("parent-without-link", changed(L26="<parent/>"), 26, "the attribute link is missing"),
    Refused("two-parents-elements", changed(L26=_PAIR.format("upper") * 2), 26, "a second <parent> in one <joint>"),
    Refused("two-children-elements", changed(L27='<child link="lower"/>' * 2), 27, "a second <child> in one <joint>"),
    Refused("two-joint-origins", changed(L25='<origin xyz="0 0 1"/><origin/>'), 25, "a second <origin> in one <joint>"),
    Refused("two-axes", changed(L28='<axis xyz="0 1 0"/><axis xyz="0 0 1"/>'), 28, "a second <axis>"),
    Refused("two-limits", changed(L30='<limit effort="1" velocity="1"/>'), 30, "a second <limit>"),
    Refused("two-dynamics", changed(L22='<dynamics damping="1"/>' * 2), 22, "a second <dynamics>"),
    Refused("two-mimics", changed(L30='<mimic joint="shoulder"/>' * 2), 30, "a second <mimic>"),
    Refused("two-safety-controllers", changed(L22="<safety_controller/>" * 2), 22, "a second <safety_controller>"),
    Refused("zero-axis", changed(L28='<axis xyz="0 0 0"/>'), 28, "the axis has length zero"),
    Refused("axis-of-two-numbers", changed(L28='<axis xyz="0 1"/>'), 28, "xyz is not three numbers"),
    Refused("axis-with-inf", changed(L28='<axis xyz="0 inf 0"/>'), 28, "xyz is not three numbers"),
    Refused("axis-named", changed(L28='<axis xyz="z"/>'), 28, "xyz is not three numbers"),
    Refused("origin-with-nan", changed(L25='<origin xyz="0 0 nan"/>'), 25, "xyz is not three numbers"),
    Refused("origin-with-degrees", changed(L25='<origin rpy="0 0 90°"/>'), 25, "rpy is not three numbers"),
    Refused("no-limit", changed(L29=""), 24, "a revolute joint without <limit>"),
    Refused("slide-without-limit", changed(L24='<joint name="e" type="prismatic">', L29=""), 24, "without <limit>"),
    Refused("no-effort", changed(L29='<limit lower="-1" upper="1" velocity="1"/>'), 29, "effort is missing"),
    Refused("no-velocity", changed(L29='<limit lower="-1" upper="1" effort="1"/>'), 29, "velocity is missing"),
    Refused(
        "limits-swapped",
        changed(L29='<limit lower="1" upper="-1" effort="1" velocity="1"/>'),
        29,
        "the lower limit is above the upper limit",
    ),
    Refused(
        "lower-above-default",
        changed(L29='<limit lower="1" effort="1" velocity="1"/>'),
        29,
        "the lower limit is above the upper limit",
    ),
    Refused("lower-nan", changed(L29='<limit lower="nan" upper="1" effort="1" velocity="1"/>'), 29, "lower is not"),
    Refused("upper-inf", changed(L29='<limit lower="0" upper="inf" effort="1" velocity="1"/>'), 29, "upper is not"),
    Refused("negative-effort", changed(L29='<limit effort="-1" velocity="1"/>'), 29, "effort is negative"),
    Refused("negative-velocity", changed(L29='<limit effort="1" velocity="-1"/>'), 29, "velocity is negative"),
    Refused("negative-damping", changed(L22='<dynamics damping="-1"/>'), 22, "damping is negative"),
    Refused("negative-friction", changed(L22='<dynamics friction="-1"/>'), 22, "friction is negative"),
    Refused("damping-in-words", changed(L22='<dynamics damping="some"/>'), 22, "damping is not"),
    Refused(
        "fixed-with-bad-axis", changed(L24='<joint name="e" type="fixed">', L28='<axis xyz="1"/>'), 28, "xyz is not"
    ),
    Refused(
        "fixed-with-bad-limit", changed(L24='<joint name="e" type="fixed">', L29='<limit lower="x"/>'), 29, "lower is"
    ),
]

_BAD = _TENSOR.format(-1, 0, 1, 1)

TREES = [
    Refused("no-tree-and-bad-inertia", changed(L7=_BAD, L26=_PAIR.format("uper")), 4, "kinetic energy negative", 2),
    Refused("two-roots-and-bad-inertia", changed(L7=_BAD, L15='</link><link name="t"/>'), 4, "kinetic energy", 2),
    Refused("circle-and-bad-inertia", changed(L7=_BAD, L18=_PAIR.format("lower")), 4, "kinetic energy negative", 2),
    Refused("missing-parent", changed(L26=_PAIR.format("uper")), 26, "the parent is not a link of the robot"),
    Refused("missing-child", changed(L27='<child link="lower "/>'), 27, "the child is not a link of the robot"),
    Refused("two-roots", changed(L15='</link><link name="table"/>'), 15, "2 links are not the child of any joint"),
    Refused(
        "only-links",
        '<robot name="r">\n<link name="a"/>\n<link name="b"/></robot>',
        3,
        "2 links are not the child of any joint",
    ),
    Refused(
        "two-parents",
        changed(L31='</joint><joint name="x" type="fixed"><parent link="base"/><child link="lower"/></joint>'),
        31,
        "the link has two parents",
    ),
    Refused("to-itself", changed(L26=_PAIR.format("lower")), 24, "the joint connects a link to itself"),
    Refused(
        "circle-of-all",
        changed(L31='</joint><joint name="x" type="fixed"><parent link="lower"/><child link="base"/></joint>'),
        31,
        "the joints form a loop",
    ),
    Refused("circle-aside", changed(L18=_PAIR.format("lower")), 24, "the joints form a loop"),
]

MIMICS = [
    Refused("mimic-without-joint", changed(L30="<mimic/>"), 30, "the attribute joint is missing"),
    Refused("mimic-of-unknown", changed(L30='<mimic joint="sholder"/>'), 30, "no joint has this name"),
    Refused("mimic-of-itself", changed(L30='<mimic joint="elbow"/>'), 30, "joints mimic one another in a circle"),
    Refused("mimic-circle", changed(L22='<mimic joint="elbow"/>'), 22, "joints mimic one another in a circle"),
    Refused("mimic-of-fixed", changed(L16='<joint name="shoulder" type="fixed">'), 30, "the joint to mimic is fixed"),
    Refused("mimic-nan", changed(L30='<mimic joint="shoulder" multiplier="nan"/>'), 30, "multiplier is not"),
    Refused(
        "mimic-of-a-fixed-joint",
        changed(L24='<joint name="elbow" type="fixed">', L30='<mimic joint="shoulder" multiplier="x"/>'),
        30,
        "multiplier is not",
    ),
    Refused(
        "mimic-of-a-fixed-joint-offset",
        changed(L24='<joint name="elbow" type="fixed">', L30='<mimic joint="shoulder" offset="1e400"/>'),
        30,
        "offset is not",
    ),
    Refused(
        "mimic-of-a-fixed-joint-without-joint",
        changed(L24='<joint name="elbow" type="fixed">', L30="<mimic/>"),
        30,
        "the attribute joint is missing",
    ),
    Refused(
        "mimic-of-an-unknown-kind",
        changed(L24='<joint name="elbow" type="ball">', L30='<mimic joint="shoulder" multiplier="x"/>'),
        30,
        "multiplier is not",
        2,
    ),
    Refused("mimic-offset", changed(L30='<mimic joint="shoulder" offset="1,0"/>'), 30, "offset is not"),
]

TIPS = [
    Refused("tip-of-no-link", changed(L15='</link><linkwise tip="hand"/>'), 15, "the tip is not a link of the robot"),
    Refused("two-tips", changed(L15='</link><linkwise tip="lower"/><linkwise tip="base"/>'), 15, "a second <linkwise>"),
]

OWN = {
    *("doctype", "external-type", "deep", "long-name", "long-tag", "lone-surrogate"),  # limits of a reader
    *("xacro", "other-root", "sdf"),  # files for another program
    *(case.name for case in TIPS),  # an element of our own
}
"""Files that only our own rules refuse: a careful reader may well read them."""


class Accepted(NamedTuple):
    name: str
    text: str
    note: str
    strict: bool
    reason: str


ACCEPTED = [
    Accepted(
        "triangle-inequality",
        changed(L7=_TENSOR.format(1, 0, 1, 3)),
        "triangle",
        True,
        "many vendors' files have such tensors, and dynamics is well defined",
    ),
    Accepted(
        "moving-link-without-mass",
        changed(L12='<mass value="0"/>', L13=_TENSOR.format(0, 0, 0, 0)),
        "massless",
        True,
        "kinematics needs none; dynamics refuses it where a joint then moves no inertia",
    ),
    Accepted(
        "moving-link-without-inertial",
        changed(L11="", L12="", L13="", L14=""),
        "no-inertial",
        True,
        "the same: `<inertial>` is optional in the format",
    ),
    Accepted(
        "negative-moment-on-the-base",
        changed(L2=f'<link name="base"><inertial><mass value="1"/>{_TENSOR.format(-1, 0, 1, 1)}</inertial></link>'),
        "indefinite",
        False,
        "the base does not move: its inertia has no effect",
    ),
    Accepted(
        "moment-negative-by-rounding",
        changed(L7=_TENSOR.format(0.04, 0, 0.04, -1e-9)),
        "rounding",
        False,
        "less than 1e-6 of the others: files print six digits",
    ),
    Accepted(
        "misspelt-element",
        changed(L28='<axiss xyz="0 1 0"/>'),
        "misspelt",
        True,
        "the format allows unknown elements as extensions; the ones that look like known ones get a warning",
    ),
    Accepted(
        "misspelt-attribute",
        changed(L29='<limit lowr="-2" upper="2" effort="20" velocity="3"/>'),
        "misspelt",
        True,
        "the same for attributes",
    ),
    Accepted(
        "joint-without-axis",
        changed(L28=""),
        "default",
        False,
        "the format's default is (1, 0, 0)",
    ),
    Accepted(
        "axis-not-of-unit-length",
        changed(L28='<axis xyz="0 2 0"/>'),
        "converted",
        False,
        "the direction is what counts: scaled to unit length",
    ),
    Accepted(
        "limits-on-a-continuous-joint",
        changed(L24='<joint name="elbow" type="continuous">'),
        "ignored",
        False,
        "the format says that a continuous joint has none; the limits of effort and velocity count",
    ),
    Accepted(
        "limit-of-1e308",
        changed(L29='<limit lower="-1e308" upper="1e308" effort="1e308" velocity="1e308"/>'),
        "converted",
        False,
        "the format has no text for infinity: from 1e20 on it is read as no limit",
    ),
    Accepted(
        "subnormal-number",
        changed(L25='<origin xyz="5e-324 0 0.5"/>'),
        "converted",
        False,
        "below 1e-75 it is read as 0, so that nothing overflows when it is inverted",
    ),
    Accepted(
        "missing-mesh",
        changed(L15='<visual><geometry><mesh filename="package://nowhere/a.stl"/></geometry></visual></link>'),
        "ignored",
        False,
        "dynamics needs no mesh, and none is opened",
    ),
]
"""Files that one could refuse; `strict` says whether strict=True does."""

GROUPS = {
    "XML": XML,
    "the document": DOCUMENT,
    "numbers": _numbers(),
    "links": LINKS,
    "joints": JOINTS,
    "the tree": TREES,
    "mimics": MIMICS,
}
"""The corpus by what is wrong, for the comparison with other libraries."""

REFUSED = [*XML, *DOCUMENT, *LINKS, *_numbers(), *JOINTS, *TREES, *MIMICS, *TIPS]
