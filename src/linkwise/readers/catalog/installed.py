"""The robots of an installed example-robot-data: their files, where they come from, on what terms, how many joints."""

import re
from pathlib import Path, PurePosixPath

from ...errors import Fault, ReadError

DATA = "example-robot-data"
"""The Python distribution with further robots."""

REFUSED = {
    "alex_description:alex_psyonic_hands": "eight joints mimic joints that the file does not have, such as 'index_q1'",
    "romeo_description:romeo_laas_small": "two moments of inertia are negative; it loads with "
    "allow=('indefinite-inertia',)",
    "ur_description:ur3": "the file holds no robot; ur3_robot is the arm",
}
"""The files of example-robot-data 6 that do not load as they are, and why; a test loads all the others."""

COORDINATES = {"revolute": 1, "continuous": 1, "prismatic": 1, "planar": 3, "floating": 6}
"""How many coordinates a URDF's joint has."""


def files() -> dict[str, Path]:
    """The URDF files of example-robot-data by "folder:stem"; none if it is not installed.

    >>> all(path.suffix == ".urdf" for path in files().values())
    True
    """
    from importlib import metadata  # here: it imports Python's mail library

    try:
        every = metadata.files(DATA) or []
    except metadata.PackageNotFoundError:
        return {}
    robots = {}
    for file in every:
        parts = PurePosixPath(file).with_suffix("").parts
        if file.suffix == ".urdf" and "robots" in parts:
            robots[f"{parts[parts.index('robots') + 1]}:{parts[-1]}"] = Path(str(file.locate()))
    return robots


def joints(path: Path) -> int:
    """How many coordinates a URDF has: its moving joints but those that mimic another. Reads nothing else.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "arm.urdf"
    >>> _ = file.write_text('<robot><joint type="revolute"/><joint type="prismatic"><mimic/></joint></robot>')
    >>> joints(file)
    1
    """
    from xml.parsers import expat

    open_tags: list[str] = []
    count = last = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count, last
        if len(open_tags) == 1 and tag == "joint":
            last = COORDINATES.get(attributes.get("type", ""), 0)
            count += last
        elif len(open_tags) == 2 and tag == "mimic" and open_tags[1] == "joint":
            count, last = count - last, 0
        open_tags.append(tag)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: open_tags.pop()
    try:
        parser.Parse(path.read_bytes(), True)
    except (OSError, expat.ExpatError) as error:
        raise ReadError(str(path), [Fault(path.name, "", f"the file cannot be read: {error}")]) from None
    return count


def source_and_licence(name: str, path: Path) -> tuple[str, str]:
    """Where a robot comes from and its licence, as the README of its folder says; empty where it does not.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "robots" / "arm_description"
    >>> folder.mkdir(parents=True)
    >>> _ = (folder / "README.md").write_text("# Arm\\nupstream: [Arm](https://arm.org/urdf)\\nlicense: BSD\\n")
    >>> source_and_licence("arm_description:arm", folder / "urdf" / "arm.urdf")
    ('https://arm.org/urdf', 'BSD')
    """
    top = name.partition(":")[0]
    folder = next((above for above in path.parents if above.name == top and above.parent.name == "robots"), path)
    try:
        text = (folder / "README.md").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "", ""
    stated = re.search(r"^(?:upstream|source)\s*:\s*(.+)$", text, re.MULTILINE | re.IGNORECASE)
    said = stated[1].strip() if stated else text
    link = re.search(r"https?://[^\s()\]]+", said)
    licence = re.search(r"^licen[cs]e\s*:\s*(.+)$", text, re.MULTILINE | re.IGNORECASE)
    return link[0] if link else said if stated else "", licence[1].strip() if licence else ""
