"""URDF, MJCF and xacro: elements and attributes dropped, doubled, swapped, renamed, misspelt, re-parented."""

import random
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from lxml import etree

from . import tokens

REFERENCES = tokens.words("name link joint joint1 joint2 body site class childclass type parent child")
"""Attributes that hold a name."""

TRICKS = (
    b'<!DOCTYPE r [<!ENTITY x "1">]>',
    b'<!DOCTYPE r [<!ENTITY a "1111111111"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>',
    b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
    b'<!DOCTYPE r SYSTEM "http://127.0.0.1:9/r.dtd">',
    b'<?xml version="1.1"?>',
    b'<?xml version="2.0"?>',
    b'<?xml version="1.0" encoding="utf-16"?>',
    b'<?xml version="1.0" encoding="iso-8859-1"?>',
    b'<?xml version="1.0" encoding="cp037"?>',
    b'<?xml version="1.0" encoding="utf-7"?>',
    b'<?xml version="1.0" encoding="rot13"?>',
    b'<?xml-stylesheet href="a.xsl"?>',
    b"<!-- a -- b -->",
    b"<!-- fine -->",
    b"\xef\xbb\xbf",
    b"  \n",
)
"""What can come before the outermost element."""


MOST_ELEMENTS = 1000
"""A text with more elements is not changed further."""


@dataclass(slots=True, eq=False)
class Node:
    """An element that can be wrong: attributes are pairs, so that one can occur twice.

    A node equals only itself: removing a copy of it in its place would leave it below one of its own children.
    """

    tag: str
    attributes: list[tuple[str, str]]
    children: "list[Node]" = field(default_factory=list)
    text: str = ""

    def copy(self) -> "Node":
        return Node(self.tag, list(self.attributes), [child.copy() for child in self.children], self.text)

    def below(self) -> "list[tuple[Node, Node]]":
        """Every parent and child."""
        pairs: list[tuple[Node, Node]] = []
        pending = [self]
        while pending:
            parent = pending.pop()
            pairs += [(parent, child) for child in parent.children]
            pending += parent.children
        return pairs

    def write(self, out: list[str]) -> None:
        pairs = "".join(f" {key}={_quoted(value)}" for key, value in self.attributes)
        if not self.children and not self.text:
            out.append(f"<{self.tag}{pairs}/>")
            return
        out.append(f"<{self.tag}{pairs}>{escape(self.text)}\n")
        for child in self.children:
            child.write(out)
        out.append(f"</{self.tag}>\n")


def _quoted(value: str) -> str:
    return '"' + escape(value, {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}) + '"'


def tree(data: bytes) -> Node | None:
    """The elements of a text; None if it is not XML."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        return _node(etree.fromstring(data, parser), {None: ""})
    except (etree.XMLSyntaxError, ValueError, RecursionError):
        return None


def _node(element: etree._Element, outer: dict[str | None, str]) -> Node:
    attributes = [(f"xmlns:{prefix}", uri) for prefix, uri in element.nsmap.items() if prefix and prefix not in outer]
    attributes += [(_plain(element, key), value) for key, value in element.items()]
    inside = {**outer, **element.nsmap}
    children = [_node(child, inside) for child in element if isinstance(child.tag, str)]
    return Node(_plain(element, element.tag), attributes, children, (element.text or "").strip())


def _plain(element: etree._Element, name: str) -> str:
    """A name with its prefix, as files write it."""
    if not name.startswith("{"):
        return name
    uri, _, local = name[1:].partition("}")
    prefix = next((prefix for prefix, known in element.nsmap.items() if known == uri), None)
    return f"{prefix}:{local}" if prefix else local


def mutate(rng: random.Random, data: bytes, times: int) -> bytes:
    """A text with so many things changed."""
    root = tree(data)
    if root is None or times == 0:
        return data if times == 0 else tokens.bytes_changed(rng, data)
    for _ in range(times):
        if len(root.below()) < MOST_ELEMENTS:  # copies of copies of copies fill the memory
            _change(rng, root)
    out: list[str] = []
    try:
        root.write(out)
    except RecursionError:
        return data
    text = "".join(out).encode("utf-8", "surrogatepass")
    if rng.random() < 0.06:
        text = rng.choice(TRICKS) + text
        if rng.random() < 0.3:
            text = text.replace(b'="0', rng.choice((b'="&x;', b'="&c;', b'="&#0;', b'="&#x110000;')), 1)
    return tokens.bytes_changed(rng, text) if rng.random() < 0.1 else text


def _change(rng: random.Random, root: Node) -> None:
    pairs = root.below()
    if not pairs:
        root.children.append(Node("link", [("name", "a")]))
        return
    parent, node = rng.choice(pairs)
    rng.choices(_CHANGES, _WEIGHTS)[0](rng, root, parent, node)


def _drop(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    parent.children.remove(node)


def _double(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    parent.children.insert(rng.randrange(len(parent.children) + 1), node.copy())


def _swap(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    """Two children of one element: order rarely matters, and then it must not."""
    other = rng.randrange(len(parent.children))
    at = parent.children.index(node)
    parent.children[at], parent.children[other] = parent.children[other], node


def _move(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    """Below another element, which may be one of its own."""
    target = rng.choice([child for _, child in root.below()])
    parent.children.remove(node)
    target.children.append(node if target is not node else node.copy())


def _rename(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    others = [child.tag for _, child in root.below()]
    node.tag = tokens.misspelt(rng, node.tag) if rng.random() < 0.7 else rng.choice(others)


def _attribute_lost(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    if node.attributes:
        node.attributes.pop(rng.randrange(len(node.attributes)))


def _attribute_renamed(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    if node.attributes:
        at = rng.randrange(len(node.attributes))
        key, value = node.attributes[at]
        node.attributes[at] = tokens.misspelt(rng, key), value


def _attribute_doubled(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    if node.attributes:
        key, value = rng.choice(node.attributes)
        node.attributes.append((key if rng.random() < 0.3 else f"{key}2", value))


def _attributes_swapped(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    if len(node.attributes) > 1:
        i, j = rng.sample(range(len(node.attributes)), 2)
        (a, x), (b, y) = node.attributes[i], node.attributes[j]
        node.attributes[i], node.attributes[j] = (a, y), (b, x)


def _value(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    """Another number or name in place of the one that is there."""
    if not node.attributes:
        return
    at = rng.randrange(len(node.attributes))
    key, value = node.attributes[at]
    if key in REFERENCES:
        known = [text for _, child in root.below() for other, text in child.attributes if other in REFERENCES]
        node.attributes[at] = key, tokens.name(rng, known)
        return
    words = value.split()
    kind = rng.random()
    if not words or kind < 0.05:
        words = [tokens.name(rng, [value])]
    elif kind < 0.85:
        k = rng.randrange(len(words))
        words[k] = tokens.number(rng, words[k])
    elif kind < 0.9:
        words.append(tokens.number(rng))
    elif kind < 0.95:
        words.pop()
    else:
        rng.shuffle(words)
    node.attributes[at] = key, rng.choice((" ", " ", " ", " ", "  ", "\n", ",", "\u00a0")).join(words)


def _scale(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    """Every number of an element by one factor: what units got wrong do."""
    factor = rng.choice((1e-3, 1e3, 1e-6, 1e6, -1.0, 1e-30, 1e30, 1e-150, 1e150))
    for at, (key, value) in enumerate(node.attributes):
        try:
            node.attributes[at] = key, " ".join(repr(float(word) * factor) for word in value.split())
        except ValueError:
            continue


def _text(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    node.text = tokens.name(rng, ["0.5", "motor", "<!-- -->", "]]>"])


def _nest(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    """The element inside itself, many times."""
    for _ in range(rng.choice((1, 2, 10, 99, 150))):
        node.children = [Node(node.tag, list(node.attributes), node.children)]


def _grow(rng: random.Random, root: Node, parent: Node, node: Node) -> None:
    """Many copies, each with names of its own."""
    for k in range(rng.choice((2, 5, 30))):
        copy = node.copy()
        copy.attributes = [(key, f"{value}{k}" if key == "name" else value) for key, value in copy.attributes]
        parent.children.append(copy)


_CHANGES = (
    *(_drop, _double, _swap, _move, _rename, _attribute_lost, _attribute_renamed, _attribute_doubled),
    *(_attributes_swapped, _value, _scale, _text, _nest, _grow),
)
_WEIGHTS = (6, 5, 8, 6, 7, 6, 7, 2, 4, 40, 4, 2, 1, 1)
