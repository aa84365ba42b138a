"""From a xacro file or text to URDF text and to a model."""

import os
from collections.abc import Collection, Mapping
from dataclasses import replace

from ...errors import ReadError, label, plain
from ...model import Model
from .. import urdf
from ..arguments import Value
from ..files import check_text, content, name_of
from ..folders import Named
from ..given_text import NAME
from ..mass import NO_MASS, has_mass
from ..report import LoadReport, Note
from ..waivers import Waivers
from .expansion import Expansion
from .faults import prefix_hint
from .unprefixed import WAIVER

WAIVERS = urdf.WAIVERS | {
    WAIVER: "elements of xacro's without its prefix: <property>, <macro>, calls of macros: read as xacro 1.13 did",
}
"""What `allow` can name: the rules of URDF, and one of xacro's own."""


def read(
    path: str | os.PathLike[str],
    *,
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    arguments: Mapping[str, Value] | None = None,
) -> tuple[Model, LoadReport]:
    """The model in a xacro file, and its load report; line numbers in messages are those of the expanded URDF."""
    file = name_of(path)
    waivers = Waivers("the xacro reader", WAIVERS, allow)
    return _model(Expansion(content(path), file, file, folders, arguments, waivers.allows(WAIVER)), strict, waivers)


def read_text(
    text: str | bytes,
    *,
    source: str = NAME,
    strict: bool = False,
    allow: Collection[str] = (),
    folders: Named = (),
    arguments: Mapping[str, Value] | None = None,
) -> tuple[Model, LoadReport]:
    """The model in a xacro text, and its load report; it includes files, and finds packages, only below `folders`.

    >>> text = '''<robot name="post" xmlns:xacro="http://www.ros.org/wiki/xacro">
    ... <xacro:arg name="base" default="ground"/><link name="$(arg base)"/></robot>'''
    >>> read_text(text, arguments={"base": "floor"})[0].base
    'floor'
    """
    check_text(text, source)
    waivers = Waivers("the xacro reader", WAIVERS, allow)
    return _model(Expansion(text, source, "", folders, arguments, waivers.allows(WAIVER)), strict, waivers)


def expand(path: str | os.PathLike[str], arguments: Mapping[str, Value] | None = None, *, folders: Named = ()) -> str:
    """The URDF text that a xacro file expands to; `arguments` are the values of its <xacro:arg> elements.

    Files are read below the file's own folder, its ROS package, `folders`, and the packages it finds with `$(find …)`.

    >>> expand("nowhere.xacro")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.xacro' was refused: 1 fault.
      nowhere.xacro: cannot be read: No such file or directory
    """
    file = name_of(path)
    return Expansion(content(path), file, file, folders, arguments).text()


def _model(expansion: Expansion, strict: bool, waivers: Waivers) -> tuple[Model, LoadReport]:
    """The model, and what xacro warned about in the report."""
    text, name = expansion.text(), expansion.name
    try:
        model, report = urdf.read_text(text, source=name, strict=strict, allow=waivers.allowed - {WAIVER})
    except ReadError as error:
        if expansion.unprefixed or not expansion.declared.bare:
            raise
        raise ReadError(error.source, error.faults, f"{prefix_hint(expansion.declared)}.") from None
    notes = [Note("ignored", label(name), f"xacro warns: {plain(each, 400)}") for each in expansion.warned]
    notes += [Note("ignored", label(name), plain(each, 600)) for each in expansion.packages.remarks]
    first = []
    if model.n and not has_mass(model):
        first = [Note("no-mass", label(name), f"{NO_MASS}{expansion.what_brings_mass()}")]
    if expansion.declared.bare and waivers.grants(WAIVER):
        kinds = ", ".join(f"<{tag}>" for tag in expansion.declared.bare)
        first.append(Note("waived", label(name), f"{WAIVER}: {kinds}: read as xacro did before version 1.14"))
        model = replace(model, waivers=(*model.waivers, WAIVER))
    shapes = tuple(replace(each, file=expansion.file, folders=expansion.mesh_folders) for each in report.shapes)
    return model, replace(report, notes=(*first, *report.notes, *notes), shapes=shapes)
