"""Reads URDF: text or a file in, a model and a load report out, or one error that lists every fault."""

import os
from collections.abc import Collection, Sequence
from dataclasses import replace

from ...algebra import Transform
from ...errors import label, plain, shown
from ...model import BASE, Body, Coordinates, Model
from .. import xml
from ..files import LINKS, check_text, content, name_of
from ..findings import Findings
from ..folders import Folders, Named
from ..report import LoadReport
from ..several import Several, fixed, freed
from ..shapes import ShapeSource
from ..waivers import DECLARATION, SHARED, Waivers
from ..xml_tree import Element
from . import grammar, physical
from .composite import composites_of, note_merged
from .fields import text_of
from .joints import edges_of
from .links import INCOMPLETE, Link, links_of
from .meshes import note_missing
from .mimic import coordinates_of
from .placeholder import note_placeholders
from .tip import tip_of
from .tree import Tree, imply_world, tree_of

WAIVERS = SHARED | {
    "missing-limit": "a revolute or prismatic joint without <limit>, or a limit without effort or velocity: unlimited",
    "negative-limit": "an effort or velocity limit below 0: unlimited",
    "duplicate-element": "an element that may occur once occurs again: only the first counts",
    INCOMPLETE: "an <inertial> without <inertia>: a point mass; without <mass>: left out",
    "leftover-xacro": "an unexpanded xacro element: left out",
    "implied-world": "joints that name a link 'world' that the file does not have: a link without mass",
    "mimic-of-nothing": "a joint that mimics one that the file does not have: it moves on its own",
    DECLARATION: "blank space before <?xml …?>, or a version of XML that does not exist: skipped",
}
"""What `allow` can name: rules that real vendors' files break and that dynamics can live without."""

_OWNERS = ("link", "joint", "transmission")


def read(
    source: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = (), folders: Named = ()
) -> tuple[Model, LoadReport]:
    """The model in a URDF file, and its load report.

    With `strict`, moving links without mass and impossible principal moments are faults too. `allow` names rules to
    waive, each recorded in the model's `waivers`: see `linkwise.readers.urdf.WAIVERS`. Meshes are read when the robot
    is first viewed; the report names those that are missing, and looks for `package://` ones in `folders` too.

    >>> read("nowhere.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.urdf' was refused: 1 fault.
      nowhere.urdf: cannot be read: No such file or directory
    """
    text, name = content(source), name_of(source)
    return _model(text, name, name, strict, allow, Folders(name, folders).named)


def read_text(
    text: str | bytes,
    *,
    source: str = "<string>",
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    file: str = "",
) -> tuple[Model, LoadReport]:
    """The model in a URDF text, and its load report; messages call the text `source`.

    Meshes are looked for in `folders`, and from the robot file `file` if there is one; with neither, nowhere.

    >>> model, report = read_text('<robot name="post"><link name="ground"/></robot>')
    >>> model.name, model.base, model.n
    ('post', 'ground', 0)
    """
    check_text(text, source)
    return _model(text, source, file, strict, allow, Folders(None, folders).named)


def _model(
    text: str | bytes, source: str, file: str, strict: bool, allow: Collection[str], folders: Sequence[str] = ()
) -> tuple[Model, LoadReport]:
    """The model; `file` is the robot file that meshes are looked for from, "" if the text is not from a file."""
    findings = _findings(source, strict, allow)
    root = xml.parse(text, source, waivers=findings.waivers)
    findings.note_declaration(root)
    if root.tag != "robot":
        findings.fault(root, f"<{root.tag}>", "the outermost element is not <robot>", "is this a URDF file?")
        findings.refuse_if_faulty()
    for tag in ("link", "joint"):
        if len(root.of(tag)) > LINKS:
            findings.fault(root.of(tag)[LINKS], "", f"more than {LINKS} {tag}s", "is this the right file?")
            findings.refuse_if_faulty()
    name = text_of(findings, root, "name")
    grammar.check(findings, root)
    links, edges = links_of(findings, root), edges_of(findings, root)
    imply_world(findings, links, edges)
    tree = tree_of(findings, links, edges)
    coordinates = coordinates_of(findings, tree.edges if tree else edges)
    if tree is not None:
        bodies = composites_of(tree)
        physical.check(findings, links, tree, bodies)
        note_merged(findings, links, bodies)
        note_placeholders(findings, links, tree, bodies)
    else:  # which links move is unknown, but bad inertias should be reported along with the bad tree
        for link in links.values():
            physical.check_moments(findings, link)
    tip = tip_of(findings, root, links, tree.tip if tree else "")
    findings.note_unused({"<transmission>": grammar.drive_remark(root)})
    findings.refuse_if_faulty()
    assert tree is not None and name is not None
    if file or folders:
        note_missing(findings, root, file, folders)
    model = Model(
        name,
        fixed(_bodies(links, tree)),
        base=tree.base,
        base_inertia=links[tree.base].inertia,
        coordinates=coordinates or Coordinates.own(_of_one_degree(tree)),
        tip=tip,
        waivers=findings.waivers.used,
    )
    report = replace(findings.report, shapes=(ShapeSource("urdf", text, file, tuple(folders)),))
    return freed(model, (edge.joint for edge in tree.edges)), report


def _of_one_degree(tree: Tree) -> list[str]:
    return [edge.name for edge in tree.edges if edge.moves and not isinstance(edge.joint, Several)]


def _findings(source: str, strict: bool, allow: Collection[str]) -> Findings[Element]:
    def where(element: Element) -> str:
        """File, line and element, and the link or joint it belongs to."""
        place = f"{label(source)}:{element.line} element <{plain(element.tag, 40)}>"
        if "name" in element.attributes:
            place += f" {shown(element.attributes['name'], 40)}"
        owner = element.parent if element.tag not in _OWNERS else None
        while owner is not None and owner.tag not in _OWNERS:
            owner = owner.parent
        if owner is not None:
            place += f" of {owner.tag} {shown(owner.attributes.get('name', ''), 40)}"
        return place

    waivers = Waivers("the URDF reader", WAIVERS, allow)
    return Findings(source, "urdf", waivers, strict, where=where, line=lambda element: element.line)


def _bodies(links: dict[str, Link], tree: Tree) -> tuple[Body, ...]:
    index = {tree.base: BASE}
    bodies: list[Body] = []
    for edge in tree.edges:
        assert edge.parent is not None and edge.child is not None and edge.joint is not None
        R, p = edge.pose
        placement = Transform(R.tagged(edge.parent, edge.child), p.seen_from(edge.parent))
        index[edge.child] = len(bodies)
        bodies.append(Body(edge.child, index[edge.parent], placement, edge.joint, links[edge.child].inertia))
    return tuple(bodies)
