"""Texts meant to exhaust a reader, by format. `python hostile.py NAME …` reads them and prints what became of each."""

import json
import resource
import sys
import time
from importlib import import_module
from pathlib import Path

MB = 2**20
ONE = "<body><joint/><geom size='1'/></body>"
SELF = "<attach body='b{}' prefix='x'/>"
DH = 'format = "linkwise-dh 1"\nname = "arm"\nconvention = "khalil"\n'


def urdf(inside: str) -> str:
    return f'<robot name="r">{inside}</robot>'


def mjcf(inside: str, head: str = "", tail: str = "") -> str:
    return f"<mujoco>{head}<worldbody>{inside}</worldbody>{tail}</mujoco>"


def chain(links: int) -> str:
    tensor = '<inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.1" iyz="0" izz="0.1"/>'
    inertial = f'<inertial><origin xyz="0.1 0 0" rpy="0 0 1"/><mass value="1.5"/>{tensor}</inertial>'
    joint = '<joint name="j{0}" type="continuous"><parent link="l{1}"/><child link="l{0}"/><axis xyz="0 1 1"/></joint>'
    links_text = "".join(f'<link name="l{i}">{inertial}</link>' for i in range(links))
    return urdf(links_text + "".join(joint.format(i, i - 1) for i in range(1, links)))


def nested(tag: str, count: int, inside: str) -> str:
    return f"<{tag}>" * count + inside + f"</{tag.split()[0]}>" * count


TEXTS = {
    "urdf elements": lambda: urdf("<link/>" * 8_000_000),
    "urdf text": lambda: urdf("x" * (60 * MB)),
    "urdf comment": lambda: urdf(f"<!--{'x' * (60 * MB)}-->"),
    "urdf instruction": lambda: urdf(f"<?x {'x' * (60 * MB)}?>"),
    "urdf attribute value": lambda: f'<robot name="{"x" * (60 * MB)}"/>',
    "urdf attribute name": lambda: f'<robot {"x" * (60 * MB)}="r"/>',
    "urdf tag": lambda: f"<{'x' * (60 * MB)}/>",
    "urdf million attributes": lambda: "<robot " + " ".join(f'a{i}="1"' for i in range(1_000_000)) + "/>",
    "urdf attributes everywhere": lambda: urdf("<link a='' b='' c='' d='' e='' f='' g='' h='' i=''/>" * 200_000),
    "urdf depth": lambda: urdf("<a>" * 10_000_000),
    "urdf nul": lambda: b"\0" * (60 * MB),
    "urdf utf-16": lambda: urdf("<link/>" * 4_000_000).encode("utf-16"),
    "urdf laughs": lambda: (
        '<!DOCTYPE r [<!ENTITY a0 "ha">'
        + "".join(f'<!ENTITY a{i} "&a{i - 1};&a{i - 1};&a{i - 1};">' for i in range(1, 30))
        + ']><robot name="&a29;"/>'
    ),
    "urdf too large": lambda: b" " * (65 * MB),
    "dh too large": lambda: b"a" * (9 * MB),
    "dh digits": lambda: DH + "x = " + "1" * (2 * MB),
    "dh parts": lambda: DH + ".".join("a" * MB) + " = 1",
    "dh depth": lambda: DH + "x = " + "[" * MB,
    "dh links": lambda: DH + "[[link]]\n" * 300_000,
    "dh drives": lambda: (
        DH + "[[link]]\nmass = 1.0\n" * 3000 + '[[drive]]\nname = "d"\nratios = { joint1 = 1.0 }\n' * 15_000
    ),
    "dh points": lambda: DH + '[[link]]\nfriction = { law = "piecewise", points = [' + "[1.0, 1.0]," * 250_000 + "] }",
    "mjcf elements": lambda: mjcf("<geom size='1'/>" * 3_000_000),
    "mjcf geoms": lambda: mjcf("<geom size='1'/>" * 100_000),
    "mjcf replicas": lambda: mjcf(nested("replicate count='1000000'", 1, "<geom size='1'/>")),
    "mjcf nested replicas": lambda: mjcf(nested("replicate count='1000'", 5, "<geom size='1'/>")),
    "mjcf many replicas": lambda: mjcf(nested("replicate count='4000'", 1, "<site/>") * 100),
    "mjcf self-attached": lambda: mjcf(
        "".join(f"<body name='b{i}'>{SELF.format(i - 1) * 2}</body>" for i in range(1, 30))
    ),
    "mjcf memory": lambda: mjcf(ONE, "<size memory='1000000G'/>"),
    "mjcf keyframes": lambda: mjcf(ONE * 3000, tail=f"<keyframe>{'<key/>' * 9000}</keyframe>"),
    "mjcf user data": lambda: mjcf(ONE * 5000, "<size nuser_body='1000' nkey='10000' nuserdata='10000000'/>"),
    "mjcf textures": lambda: mjcf(
        ONE, "<asset>" + "<texture type='skybox' builtin='flat' width='16000' height='16000'/>" * 50 + "</asset>"
    ),
    "mjcf height fields": lambda: mjcf(
        ONE, "<asset>" + "<hfield name='h' size='1 1 1 1' nrow='4000' ncol='4000'/>" * 9 + "</asset>"
    ),
}
"""Texts that are refused, or cost nothing."""

LARGEST = {
    "urdf links": lambda: chain(20_000),
    "urdf elements": lambda: urdf('<link name="a"/>' + "<gazebo/>" * 240_000),
    "dh links": lambda: DH + "[[link]]\nmass = 1.0\n" * 20_000,
    "dh list": lambda: DH + "x = [" + "1," * 1_500_000 + "]",
    "dh keys": lambda: DH + "".join(f"k{i} = 1\n" for i in range(200_000)),
    "mjcf bodies": lambda: mjcf(ONE * 8000),
    "mjcf replicas": lambda: mjcf(nested("replicate count='1200' offset='1 0 0'", 1, ONE)),
    "mjcf chain": lambda: mjcf("<body pos='0 0 1'><joint/><geom size='1'/>" * 490 + "</body>" * 490),
    "mjcf keyframes": lambda: mjcf(ONE * 600, tail=f"<keyframe>{'<key/>' * 600}</keyframe>"),
}
"""Texts as large as the limits allow."""


def read(name: str, texts: dict) -> dict[str, object]:
    """The outcome, and processor time and the most memory so far in megabytes."""
    text = texts[name]()
    reader = import_module(f"linkwise.readers.{name.split()[0]}")
    if "mjcf" in name:
        import_module("mujoco")
    start = time.process_time()
    try:
        model, _ = reader.read_text(text)
        outcome = f"read: {len(model.bodies)} bodies"
    except Exception as error:
        outcome = f"{type(error).__name__}: {str(error)[:2000]}"
    seconds = time.process_time() - start
    return {"outcome": outcome, "seconds": seconds, "MB": most_memory()}


def most_memory() -> float:
    """The most memory of this process so far, in megabytes.

    From Linux itself where it tells: to `getrusage` the memory of the process that started this one counts as well.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    kind = {"texts": TEXTS, "largest": LARGEST}[sys.argv[1]]
    for each in sys.argv[2:]:
        print(json.dumps({"name": each, **read(each, kind)}), flush=True)
