"""The arguments that a xacro file declares, in itself and in what it includes, as errors list them."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ...errors import plain
from ..xml_tree import Element

MOST = 40
"""The most arguments that a message lists."""

BARE = ("property", "macro", "include", "arg", "if", "unless", "insert_block")
"""Elements that xacro expanded without its prefix up to ROS Melodic; URDF has none of these names."""

_ARG = re.compile(r"\$\(arg\s+([^\s()]+)\s*\)")
_CALL = re.compile(r"""\barg\(\s*['"]([^'"]+)['"]\s*\)""")


@dataclass
class Declared:
    """The arguments of the files that were parsed: those declared, each with its default, and those only used.

    >>> from linkwise.readers.xml import parse
    >>> declared = Declared()
    >>> declared.add(parse("<robot name='$(arg name)'><xacro:arg name='hand' default='false'/></robot>"), "arm.xacro")
    >>> declared.text()
    "hand='false', name (no default)"
    """

    defaults: dict[str, str | None] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    includes: list[tuple[str, str]] = field(default_factory=list)
    files: set[str] = field(default_factory=set)
    bare: dict[str, None] = field(default_factory=dict)
    """Elements of xacro's without its prefix, as old files have them."""

    def add(self, root: Element, file: str) -> None:
        """Note what a file declares, uses and includes."""
        if file in self.files:
            return
        self.files.add(file)
        for element in root.everything():
            for text in (*element.attributes.values(), element.text):
                if "arg" in text:
                    self.used.update(dict.fromkeys([*_ARG.findall(text), *_CALL.findall(text)]))
            name = element.attributes.get("name", "")
            if element.tag in BARE:
                self.bare[element.tag] = None
            if element.tag == "xacro:arg" and name:
                self.defaults.setdefault(name, element.attributes.get("default"))
            elif element.tag == "xacro:include":
                self.includes.append((element.attributes.get("filename", ""), file))

    def follow(self, parsed: Callable[[str, str], tuple[str, Element] | None]) -> None:
        """Add the files that are included, as far as their names can be seen; `parsed` reads one, given its name and
        the file that includes it."""
        while self.includes and len(self.files) < 200:
            name, by = self.includes.pop(0)
            found = parsed(self.resolved(name), by) if name else None
            if found is not None:
                self.add(found[1], found[0])

    def resolved(self, text: str) -> str:
        """A text with the defaults of arguments put in."""
        return _ARG.sub(lambda match: self.defaults.get(match[1]) or match[0], text)

    @property
    def names(self) -> list[str]:
        """Every argument that may be given."""
        return list(dict.fromkeys([*self.defaults, *self.used]))

    def switches(self) -> dict[str, str]:
        """The arguments whose default is true or false, with the other value."""
        other = {"true": "false", "false": "true", "1": "0", "0": "1"}
        return {name: other[value.lower()] for name, value in self.defaults.items() if value and value.lower() in other}

    def text(self) -> str:
        """The arguments with their defaults, for a message; those without one say so. "" if there are none."""
        each = []
        for name in self.names:
            default = self.defaults.get(name)
            each.append(plain(name, 40) + (" (no default)" if default is None else f"='{plain(default, 60)}'"))
        more = f", … ({len(each)} in all)" if len(each) > MOST else ""
        return ", ".join(each[:MOST]) + more


def beside(name: str, file: str) -> str:
    """A relative path as seen from the folder of a file."""
    return name if os.path.isabs(name) else os.path.join(os.path.dirname(file), name)
