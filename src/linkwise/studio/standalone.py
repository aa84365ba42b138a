"""A page that needs nothing but itself: script, style and data are in it, and it may load or send nothing."""

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

from ..errors import plain
from .bundle import script, style

LONGEST = 80
"""Characters of a title."""


def page(scene: dict[str, Any], motion: dict[str, Any]) -> str:
    """The page of a scene and its motion; one instant is a posture."""
    code, look = script("page"), style("page")
    title = escape(plain(scene["robot"], LONGEST))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(code, look)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>{look}</style>
</head>
<body>
<noscript>This page draws with JavaScript, which is switched off here.</noscript>
<script type="application/json" id="linkwise-data">{inert({"scene": scene, "motion": motion})}</script>
<script>{code}</script>
</body>
</html>
"""


def policy(code: str, look: str) -> str:
    """What the page may do: run its own script, use its own style, and reach nothing.

    >>> policy("", "").split(";")[0]
    "default-src 'none'"
    """
    run, use = (f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (code, look))
    return f"default-src 'none'; script-src {run}; style-src {use}; img-src data:; font-src data:; form-action 'none'"


def inert(data: Any) -> str:
    """JSON that cannot end the element it stands in, whatever the names in it are.

    >>> inert("</script><b>")
    '"\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e"'
    """
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
