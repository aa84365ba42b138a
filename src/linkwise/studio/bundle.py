"""The built scripts and styles of the pages, as `make studio` or a wheel's build puts them beside this file."""

from functools import cache
from importlib.resources import files

from ..errors import LinkwiseError


def built() -> bool:
    """Whether the pages have been built.

    >>> isinstance(built(), bool)
    True
    """
    return (files(__package__) / "bundle" / "page.js").is_file()


@cache
def script(name: str) -> str:
    """The script of a page: "page" of one posture or motion, "studio" of the live studio."""
    return _text(f"{name}.js")


@cache
def style(name: str) -> str:
    """The style of a page."""
    return _text(f"{name}.css")


def _text(file: str) -> str:
    try:
        return (files(__package__) / "bundle" / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise LinkwiseError(
            "the pages of this installation have not been built.",
            "Wheels contain them; in a copy of the repository they are built once.",
            "`make studio` builds them. Pictures, .gif and .mp4 need none.",
        ) from None
