"""Switches of MuJoCo's compiler that make inertias others than those the file says."""

from ..numbers import number
from ..xml import Element
from .findings import Findings

SWITCHES = {
    "balanceinertia": "principal moments that no rigid body has are replaced by their mean",
    "boundmass": "smaller masses are raised to it",
    "boundinertia": "smaller principal moments are raised to it",
    "settotalmass": "all masses and inertias are scaled to this total mass",
    "inertiafromgeom": "inertias come from the geoms, whatever <inertial> says",
    "inertiagrouprange": "only geoms of these groups have a mass",
}
"""The attribute of <compiler>, and what it does to masses and inertias."""

_OFF = ("false", "auto")


def note_switches(found: Findings, place: str, compiler: Element) -> None:
    """Note each switch that is on: the model has the inertias that MuJoCo makes of the file's."""
    for name, effect in SWITCHES.items():
        value = compiler.attributes.get(name, "false")
        size = number(value)
        if value not in _OFF and (size is None or size > 0.0):
            found.note("converted", place, f'{name}="{value[:40]}": {effect}')
