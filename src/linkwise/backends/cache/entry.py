"""What one file of the store holds.

    b"linkwise"   8 bytes
    format        4 bytes, little endian
    key          32 bytes: the file's own name, so that a renamed file is noticed
    length        8 bytes, little endian: of the payload
    digest       32 bytes: SHA-256 of all of the above and the payload
    payload

Every bit of a file counts: if any one changes, the digest no longer matches, or the length does not match the file's.
"""

import re
import struct
from hashlib import sha256

from ...errors import LinkwiseError, shown

FORMAT = 1
"""The format's number, also part of each file's name, so that releases with different formats can share a folder."""

HEADER = 84
"""Bytes before the payload."""

_HEAD = struct.Struct("<8sI32sQ")
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


def key(*parts: str | bytes) -> str:
    """The name of what is made from these parts: their SHA-256, each part with its kind and length before it.

    >>> key("panda", "mass_matrix")[:16]
    'cd231f26f82a9523'
    >>> key("ab", "c") == key("a", "bc"), key("a") == key(b"a")
    (False, False)
    """
    digest = sha256()
    for part in parts:
        kind, data = (b"s", part.encode("utf-8", "surrogatepass")) if isinstance(part, str) else (b"b", part)
        digest.update(kind + struct.pack("<Q", len(data)))
        digest.update(data)
    return digest.hexdigest()


def file_name(key: str) -> str:
    """The name of the file that holds an entry; only a valid key becomes part of a path.

    >>> file_name("../secret")
    Traceback (most recent call last):
    linkwise.errors.LinkwiseError: '../secret' is not a key of the store.
      A key has 64 hexadecimal digits.
      Hint: make it with linkwise.backends.cache.key(…).
    """
    if not isinstance(key, str) or _KEY.fullmatch(key) is None:
        raise LinkwiseError(
            f"{shown(key)} is not a key of the store.",
            "A key has 64 hexadecimal digits.",
            "make it with linkwise.backends.cache.key(…).",
        )
    return f"{key}.lw{FORMAT}"


def header(key: str, payload: bytes) -> bytes:
    """The bytes before the payload.

    >>> len(header(key("a"), b"payload")) == HEADER
    True
    """
    head = _HEAD.pack(b"linkwise", FORMAT, bytes.fromhex(key), len(payload))
    return head + _digest(head, payload)


def header_error(key: str, head: bytes, size: int) -> str:
    """What is wrong with the header of a file of this size; empty if it fits. Checked before the payload is read.

    >>> header_error(key("a"), header(key("a"), b"payload"), HEADER + 7)
    ''
    >>> header_error(key("b"), header(key("a"), b"payload"), HEADER + 7)
    'it holds another entry'
    """
    if len(head) != HEADER:
        return "it is cut short"
    magic, form, held, length = _HEAD.unpack_from(head)
    if magic != b"linkwise" or form != FORMAT:
        return "it is not an entry"
    if held != bytes.fromhex(key):
        return "it holds another entry"
    return "" if size == HEADER + length else "its length is wrong"


def sealed(head: bytes, payload: bytes) -> bool:
    """Whether header and payload are those that were written together.

    >>> head = header(key("a"), b"payload")
    >>> sealed(head, b"payload"), sealed(head, b"Payload")
    (True, False)
    """
    return head[_HEAD.size :] == _digest(head[: _HEAD.size], payload)


def _digest(head: bytes, payload: bytes) -> bytes:
    digest = sha256(head)
    digest.update(payload)
    return digest.digest()
