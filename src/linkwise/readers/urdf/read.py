"""Reads URDF: from text or file to a model and a report, or to one error that lists every fault."""

import os
from collections.abc import Collection

from ...algebra import Transform
from ...model import BASE, Body, Model
from .. import xml
from ..files import check_text, content, name_of
from ..report import LoadReport
from . import grammar, physical
from .composite import composites_of, note_merged
from .fields import text_of
from .findings import Findings
from .joints import arrows_of
from .links import Link, links_of
from .meshes import note_missing
from .mimic import coordinates_of
from .placeholder import note_placeholders
from .tip import tip_of
from .tree import Tree, tree_of


def read(
    source: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The model in a URDF file, and what is noteworthy about it.

    With `strict`, links without mass and impossible principal moments are faults too. `allow` names rules to let pass,
    each recorded in the model's `waivers`: see `linkwise.readers.urdf.WAIVERS`.

    >>> read("nowhere.urdf")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.urdf' was refused: 1 fault.
      nowhere.urdf: cannot be read: No such file or directory
    """
    text = content(source)
    return _model(text, name_of(source), name_of(source), strict, allow)


def read_text(
    text: str | bytes, *, source: str = "<string>", strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The model in a URDF text; `source` is what messages call it.

    >>> model, report = read_text('<robot name="post"><link name="ground"/></robot>')
    >>> model.name, model.base, model.n
    ('post', 'ground', 0)
    """
    check_text(text, source)
    return _model(text, source, "", strict, allow)


def _model(text: str | bytes, source: str, file: str, strict: bool, allow: Collection[str]) -> tuple[Model, LoadReport]:
    found = Findings(source, strict, allow)
    root = xml.parse(text, source)
    if root.tag != "robot":
        found.fault(root, f"<{root.tag}>", "the outermost element is not <robot>", "is this a URDF file?")
        found.refuse_if_faulty()
    name = text_of(found, root, "name")
    grammar.check(found, root)
    links, arrows = links_of(found, root), arrows_of(found, root)
    tree = tree_of(found, links, arrows)
    coordinates = coordinates_of(found, tree.arrows if tree else arrows)
    if tree is not None:
        bodies = composites_of(tree)
        physical.check(found, links, tree, bodies)
        note_merged(found, links, bodies)
        note_placeholders(found, links, tree, bodies)
    else:  # nobody can tell which links move: whoever mends the tree wants to know of their inertias too
        for link in links.values():
            physical.check_moments(found, link)
    tip = tip_of(found, root, links, tree.tip if tree else "")
    found.note_unused({"<transmission>": grammar.drives(root)})
    found.refuse_if_faulty()
    assert tree is not None and name is not None
    if file:
        note_missing(found, root, file)
    model = Model(
        name,
        _bodies(links, tree),
        base=tree.base,
        base_inertia=links[tree.base].inertia,
        coordinates=coordinates,  # type: ignore[arg-type]  # None: each joint its own
        tip=tip,
        waivers=found.waivers.used,
    )
    return model, found.report


def _bodies(links: dict[str, Link], tree: Tree) -> tuple[Body, ...]:
    index = {tree.base: BASE}
    bodies: list[Body] = []
    for arrow in tree.arrows:
        assert arrow.parent is not None and arrow.child is not None and arrow.joint is not None
        R, p = arrow.pose
        placement = Transform(R.tagged(arrow.parent, arrow.child), p.seen_from(arrow.parent))
        index[arrow.child] = len(bodies)
        bodies.append(Body(arrow.child, index[arrow.parent], placement, arrow.joint, links[arrow.child].inertia))
    return tuple(bodies)
