"""The names that object code needs from elsewhere, read from ELF and Mach-O files of 64-bit little-endian machines."""

import struct


def undefined(code: bytes) -> set[str]:
    """The undefined symbols of an object file, as C spells them."""
    if code[:4] == b"\x7fELF":
        return _undefined_in_elf(code)
    assert code[:4] == b"\xcf\xfa\xed\xfe", "neither ELF nor Mach-O"
    return _undefined_in_mach_o(code)


def _undefined_in_elf(code: bytes) -> set[str]:
    (start,) = struct.unpack_from("<Q", code, 0x28)
    size, count = struct.unpack_from("<HH", code, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + k * size) for k in range(count)]
    names = set()
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind == 2:  # a table of symbols; `link` is the section of their names
            for at in range(offset, offset + length, 24):
                name, _, _, section, _, _ = struct.unpack_from("<IBBHQQ", code, at)
                if name and not section:
                    names.add(_text(code, sections[link][4] + name))
    return names


def _undefined_in_mach_o(code: bytes) -> set[str]:
    (count,) = struct.unpack_from("<I", code, 16)
    at, names = 32, set()
    for _ in range(count):
        kind, length = struct.unpack_from("<II", code, at)
        if kind == 2:  # LC_SYMTAB
            symbols, many, strings, _ = struct.unpack_from("<IIII", code, at + 8)
            for k in range(many):
                name, flags, _, _, _ = struct.unpack_from("<IBBHQ", code, symbols + 16 * k)
                if flags & 0x0E == 0 and flags & 0x01:  # external, in no section
                    names.add(_text(code, strings + name).removeprefix("_"))
        at += length
    return names


def _text(code: bytes, at: int) -> str:
    return code[at : code.index(b"\0", at)].decode()
