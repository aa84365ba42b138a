"""Meshes: dynamics need none of them; the report tells which are not where the file says."""

import os

from ...errors import listed
from ..packages import resolve
from ..xml import Element
from .findings import Findings

MOST = 500
"""So many different meshes are looked for."""


def note_missing(found: Findings, root: Element, file: str | os.PathLike[str]) -> None:
    """Note the meshes that are not found from where the robot file stands."""
    named = {
        mesh.attributes["filename"]: mesh
        for link in root.of("link")
        for shape in (*link.of("visual"), *link.of("collision"))
        for mesh in shape.everything()
        if mesh.tag == "mesh" and "filename" in mesh.attributes
    }
    looked_for = list(named)[:MOST]
    missing = [uri for uri in looked_for if resolve(uri, file) is None]
    if missing:
        text = f"{len(missing)} of {len(looked_for)} mesh files are not found: {listed(missing)}"
        found.note("ignored", named[missing[0]], text)
