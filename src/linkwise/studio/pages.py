"""The files of the live page: one document, one script, one style sheet."""

from __future__ import annotations

from .bundle import script, style

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
<noscript>The studio needs JavaScript, which is switched off here.</noscript>
<script src="studio.js"></script>
</body>
</html>
"""
"""The page: everything else is made by its script."""


def page_files() -> dict[str, tuple[str, bytes]]:
    """The kind and the content of each file by its name; "" is the page itself."""
    return {
        "": ("text/html", DOCUMENT.encode()),
        "studio.js": ("text/javascript", script("studio").encode()),
        "studio.css": ("text/css", style("studio").encode()),
    }
