"""What a copy of xacro does through our checks: reading files, finding packages, loading YAML, printing."""

import os
import re
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.dom import minidom

from .. import xml
from ..files import content
from . import unprefixed
from .faults import YamlTrouble
from .guard import Forbidden

if TYPE_CHECKING:
    from .expansion import Expansion

MOST_WARNINGS = 100
"""How many warnings of xacro are kept; a macro may repeat one any number of times."""

_COLOUR = re.compile(r"\x1b\[\d+m")


def install(xacro: Any, expansion: "Expansion", warned: list[str]) -> None:
    """Have a copy of xacro read files, find packages and load YAML through our checks, and print nothing."""
    yaml = import_module("yaml")
    loader: Any = type("Loader", (yaml.SafeLoader,), {})  # xacro would teach everybody's units
    for unit in xacro.ConstructUnits:
        loader.add_constructor(unit.value.tag, unit.constructor)
    parse, extension, locate = xacro.parse, xacro.eval_extension, xacro.abs_filename_spec

    def checked_parse(text: Any, filename: str | None = None) -> Any:
        if text is not None or filename is None:
            return parse(text, filename)
        if not expansion.folders.hold(filename):
            raise Forbidden(f"open {filename!r:.200}")
        source = expansion.source(filename)
        if not os.path.exists(source):
            return parse(text, filename)  # complains, unless the file is optional
        data = content(source)
        expansion.declared.add(xml.parse(data, filename, quote=False), filename)
        return parsed(data, expansion.unprefixed)

    def checked_extension(text: str) -> Any:
        words = text[2:-1].split()
        if words[:1] == ["find-pkg-share"]:  # as ROS 2's launch files say
            text = text.replace("find-pkg-share", "find", 1)
        xacro.substitution_args_context["filename"] = xacro.filestack[-1]  # for $(dirname)
        return extension(text)

    def located(name: str) -> str:
        if expansion.file or os.path.isabs(name) or xacro.filestack[-1] != expansion.name:
            return str(locate(name))
        paths = [os.path.join(folder, name) for folder in expansion.folders.named]
        for path in paths:
            if os.path.exists(path):
                return path
        raise Forbidden(f"open {name!r:.200}")

    def load_yaml(name: str) -> Any:
        path = expansion.source(xacro.abs_filename_spec(name))
        try:
            with open(path, encoding="utf-8") as file:
                return xacro.YamlListWrapper.wrap(yaml.load(file, loader))
        except Forbidden:
            raise
        except Exception as error:
            raise YamlTrouble(path, error) from None

    def collect(*words: object, **_: object) -> None:
        if len(warned) < MOST_WARNINGS:
            warned.append(_COLOUR.sub("", " ".join(map(str, words))))

    xacro.parse, xacro.eval_extension, xacro.abs_filename_spec = checked_parse, checked_extension, located
    xacro.load_yaml, xacro._global_symbols = load_yaml, None
    if arguments := getattr(xacro, "substitution_args", None):
        arguments._eval_find = arguments._eval_dict["find"] = expansion.found
    xacro.color.print = collect  # comes before the built-in one
    xacro.print = lambda *_, **__: None  # where xacro is, after each warning
    xacro._global_symbols = xacro.create_global_symbols()
    if expansion.unprefixed:
        unprefixed.install(xacro)


def parsed(data: str | bytes, without_prefixes: bool = False) -> Any:
    """The document; arguments without a default, which xacro refuses even if they are given, are only declared."""
    document: Any = minidom.parseString(data)
    if without_prefixes:
        document = unprefixed.with_prefixes(document)
    for element in document.getElementsByTagName("xacro:arg"):
        if element.hasAttribute("name") and not element.hasAttribute("default"):
            element.parentNode.removeChild(element)
    return document
