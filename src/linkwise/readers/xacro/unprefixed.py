"""Elements without xacro's prefix, as xacro read them up to ROS Melodic: <property>, <macro>, calls of macros, ….

xacro 1.13 (its branch melodic-devel) defines what they mean; from 1.14 on it leaves them in the URDF.
"""

from typing import Any

from .declared import BARE

WAIVER = "unprefixed-xacro"
"""The rule that all elements of xacro's have its prefix."""


def with_prefixes(document: Any) -> Any:
    """A document whose elements of xacro's all have its prefix; an <include> with elements in it is Gazebo's.

    >>> from xml.dom import minidom
    >>> document = minidom.parseString("<robot><property name='m' value='2'/><include><uri/></include></robot>")
    >>> with_prefixes(document).documentElement.toxml()
    '<robot><xacro:property name="m" value="2"/><include><uri/></include></robot>'
    """
    for name in BARE:
        for element in document.getElementsByTagName(name):
            if name != "include" or not any(child.nodeType == child.ELEMENT_NODE for child in element.childNodes):
                _prefix(element)
    return document


def install(xacro: Any) -> None:
    """Have a copy of xacro expand macros that are called without its prefix."""
    call, resolve = xacro.handle_macro_call, xacro.resolve_macro

    def called(node: Any, macros: Any, symbols: Any) -> Any:
        if not node.tagName.startswith("xacro:"):
            try:
                resolve(node.tagName, macros, symbols)
            except KeyError:
                return False
            _prefix(node)
        return call(node, macros, symbols)

    xacro.handle_macro_call = called


def _prefix(element: Any) -> None:
    element.tagName = element.nodeName = f"xacro:{element.tagName}"
