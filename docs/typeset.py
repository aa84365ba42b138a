"""Equations of docstrings, written with the letters one can type, as LaTeX: `ω̇_{i+1} = Aᵀ ω̇_i` and the like."""

import re
import unicodedata
from collections.abc import Iterator

ACCENTS = {"\u0307": "dot", "\u0308": "ddot", "\u0304": "bar", "\u0303": "tilde", "\u0302": "hat"}
RAISED = dict(
    zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀᶜⁱʲ′″", [*"0123456789", "-", "+", r"\mathsf{T}", "c", "i", "j", "'", "''"], strict=True)
)
SIGNS = {
    "×": r"\times ",
    "·": r"\cdot ",
    "−": "-",
    "≥": r"\ge ",
    "≤": r"\le ",
    "…": r"\ldots ",
    "∂": r"\partial ",
    "Σ": r"\sum ",
    "Π": r"\prod ",
    "∫": r"\int ",
    "⊗": r"\otimes ",
    "←": r"\leftarrow ",
    "√": r"\surd ",
    "½": r"\tfrac{1}{2}",
    "₂": "_2",
    "𝕁": r"\mathbb{J}",
    "𝕂": r"\mathbb{K}",
    "𝕋": r"\mathbb{T}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    '"': "''",
}
"""Signs that are not written as they are."""

OPERATORS = {"Ad", "ad", "atan2", "cos", "det", "diag", "dual", "exp", "log", "max", "min", "sin", "tilde", "tr"}
"""Names of functions, which stand upright."""

SHORT_WORDS = {"an", "as", "at", "by", "if", "in", "is", "it", "of", "on", "or", "so", "to"}
"""Two letters that are no name of a quantity."""

GAP = "\u00a0"
"""A space that is one in an equation, too."""

NUMBER = re.compile(r"\s{2,}((?:[(\[](?:\d|A\.)[^()\[\]]*[)\]](?:, )?)+)$")
"""The equation's number in its book, at the end of a line."""

LABELS = ("Symbols:", "Differs from", "Printed misprints:", "Cost as printed:", "Forward", "Backward")
"""What begins a paragraph of its own."""


def docstring(text: str) -> str:
    """A docstring of prose and indented equations as Markdown with typeset equations."""
    parts: list[tuple[bool, list[str]]] = []
    for line in text.split("\n"):
        indented = line.startswith("    ")
        fresh = not line.strip() or line.startswith(LABELS)
        if not parts or fresh or parts[-1][0] != indented:
            parts.append((indented, []))
        parts[-1][1].append(line)
    shown = [block(lines) if indented else _paragraph(lines) for indented, lines in parts]
    return "\n\n".join(part for part in shown if part)


def _paragraph(lines: list[str]) -> str:
    prose = re.sub(r"([*_<>\[\]|])", r"\\\1", " ".join(" ".join(lines).split()))
    return re.sub(r"(?<!\S)(Symbols:|Differs from the \w+:|Printed misprints:|Cost as printed:)", r"**\1**", prose)


def block(lines: list[str]) -> str:
    """Lines of equations as one block of LaTeX: equals signs and numbers below one another."""
    outer = min(len(line) - len(line.lstrip()) for line in lines)
    rows = [row(line[outer:]) for line in lines]
    return "```math\n\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}\n```"


def row(line: str) -> str:
    """One line: what stands before the equals sign, what follows it, the number."""
    number = NUMBER.search(line)
    text = (line[: number.start()] if number else line).replace("`", "")
    left, equals, right = text.partition(" = ")
    continued = line.startswith(" ")
    if continued or not equals or len(left) > 40 or left.count("(") != left.count(")"):
        body = (r"&\quad " if continued else "&") + latex(text.strip())
    else:
        body = f"{latex(left.strip())} &= {latex(right.strip())}"
    return body + (rf" && \text{{{number[1].replace('−', '-')}}}" if number else "")


def latex(text: str) -> str:
    """An expression as LaTeX."""
    atoms = "".join(_atoms(unicodedata.normalize("NFD", text))).strip()
    together = re.sub(rf"{GAP}\}} *\\text\{{{GAP}", GAP, atoms)  # words that follow one another
    return re.sub(r" (?=[_^}])|(?<= ) +", "", together)


def _atoms(text: str) -> Iterator[str]:
    """Its letters, words and signs, each with its accents, indices and exponents."""
    at = 0
    while at < len(text):
        spaces = re.match(r" +", text[at:])
        if spaces:
            yield r"\quad " if len(spaces[0]) > 2 else " "
            at += len(spaces[0])
            continue
        base, at = _base(text, at)
        scripts, at = _scripts(text, at)
        yield base + scripts


def _base(text: str, at: int) -> tuple[str, int]:
    """What indices and exponents are attached to, and where it ends."""
    if text[at] in RAISED:
        return "{}", at  # ʲω: raised before its letter
    word = re.match(r"[A-Za-z]{2,}", text[at:])
    length = len(word[0]) if word else 0
    if length and text[at + length : at + length + 1] in ACCENTS:
        length -= 1  # the last letter has an accent, and stands by itself
    if length > 1:
        return _word(text[at : at + length]), at + length
    base, at = _sign(text[at]), at + 1
    while at < len(text) and text[at] in ACCENTS:
        base, at = rf"\{ACCENTS[text[at]]}{{{base.strip()}}}", at + 1
    return base, at


def _word(word: str) -> str:
    if word in OPERATORS:
        return rf"\operatorname{{{word}}}"
    is_name = word.isupper() or (len(word) == 2 and word not in SHORT_WORDS)
    return rf"\mathit{{{word}}}" if is_name else f"\\text{{{GAP}{word}{GAP}}}"


def _sign(sign: str) -> str:
    name = unicodedata.name(sign, "")
    greek = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER (\w+)", name)
    if sign in SIGNS or not greek:
        plain = sign.isascii() or sign.isalpha()
        return SIGNS.get(sign, sign if plain else rf"\text{{{sign}}}")
    letter = greek[2].lower().replace("lamda", "lambda")
    return f"\\{letter.capitalize() if greek[1] == 'CAPITAL' else letter} "


def _scripts(text: str, at: int) -> tuple[str, int]:
    """The indices and exponents that follow, together, and where they end."""
    scripts = {"_": "", "^": ""}
    while at < len(text):
        if text[at] in RAISED:
            scripts["^"] += RAISED[text[at]]
            at += 1
        elif text[at] == "*":
            scripts["^"] += "*"
            at += 1
        elif text[at] in "_^" and at + 1 < len(text):
            script, end = _script(text, at + 1)
            scripts[text[at]] += script
            at = end
        else:
            break
    return "".join(f"{mark}{{{script}}}" for mark, script in scripts.items() if script), at


def _script(text: str, at: int) -> tuple[str, int]:
    """What follows an underscore or a caret: a group in braces, or letters and digits."""
    if text[at] == "{":
        end, depth = at + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        return latex(text[at + 1 : end - 1]), end
    run = re.match(r"[A-Za-z0-9]+|.", text[at:])
    content = run[0] if run else ""
    return (rf"\text{{{content}}}" if len(content) > 2 and content.isalpha() else content), at + len(content)
