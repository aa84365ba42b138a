"""The files of the live page: one document, one script, one style sheet."""

from __future__ import annotations

from importlib.resources import files

from ..errors import LinkwiseError

DOCUMENT = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>linkwise studio</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="studio.css">
</head>
<body>
<noscript>The studio needs JavaScript.</noscript>
<script src="studio.js"></script>
</body>
</html>
"""
"""The page: everything else is made by its script."""

KINDS = {"studio.js": "text/javascript", "studio.css": "text/css"}
"""What the bundle has for it."""


def page_files() -> dict[str, tuple[str, bytes]]:
    """The kind and the content of each file by its name; "" is the page itself."""
    bundle = files(__package__) / "bundle"
    found = {"": ("text/html", DOCUMENT.encode())}
    for name, kind in KINDS.items():
        file = bundle / name
        if not file.is_file():
            raise LinkwiseError(
                "the pages of the studio have not been built.",
                f"{name} was expected beside the sources: wheels contain it, a copy of the repository does not.",
                "make studio builds them.",
            )
        found[name] = (kind, file.read_bytes())
    return found
