"""The documentation site: `make docs` builds it into build/docs, readable from disk without a network."""

import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))
import reference_pages  # noqa: E402
from sphinx.application import Sphinx  # noqa: E402

import linkwise  # noqa: E402
from linkwise.backends.source_digest import source_digest  # noqa: E402

project = "linkwise"
author = copyright = "The linkwise authors"
version = release = linkwise.__version__

extensions = ["myst_nb", "mathml"]
myst_enable_extensions = ["deflist", "dollarmath"]
myst_fence_as_directive = ["math"]
myst_heading_anchors = 4
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_execution_cache_path = str(ROOT / "build" / "tutorials" / source_digest()[:16])  # they run anew with new code
nb_merge_streams = True

QUIET = ROOT / "build" / "ipython" / "profile_default" / "ipython_kernel_config.py"
"""Tutorials run with this configuration alone, not the user's; a kernel would warn of how it is connected."""

QUIET.parent.mkdir(parents=True, exist_ok=True)
QUIET.write_text("get_config().IPKernelApp.log_level = 40\n", encoding="utf-8")
os.environ["IPYTHONDIR"] = str(QUIET.parents[1])

exclude_patterns = ["data"]
html_theme = "furo"
html_title = "linkwise"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_math_renderer = "mathml"
templates_path = []
pygments_style = "friendly"
suppress_warnings = ["mystnb.unknown_mime_type"]

FRONT = ("CONVENTIONS", "ERRATA", "CHANGELOG", "SECURITY", "CONTRIBUTING")
"""The pages beside README.md that are pages of the site too."""


def project_pages(app: Sphinx) -> None:
    """Write the pages that are read from elsewhere: the reference, and those of the repository's front."""
    reference_pages.write(HERE / "reference")
    (HERE / "project").mkdir(exist_ok=True)
    for name in FRONT:
        text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
        path = HERE / "project" / f"{name.lower()}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def site_links(app: Sphinx, page: str, source: list[str]) -> None:
    """Lead links to files outside of docs/ to their pages of the site; what has none keeps its words."""
    here = ROOT if page.startswith("project/") else (HERE / page).parent

    def to_site(link: re.Match[str]) -> str:
        text, target, anchor = link[1], link[2], link[3] or ""
        file = (here / target).resolve()
        if not file.exists() or (file.is_relative_to(HERE.resolve()) and here != ROOT):
            return link[0]
        up = "../" * page.count("/")
        if file.is_relative_to(HERE.resolve()):
            return f"[{text}]({up}{file.relative_to(HERE.resolve()).as_posix()}{anchor})"
        if file.stem in FRONT:
            return f"[{text}]({up}project/{file.stem.lower()}.md{anchor})"
        return text

    source[0] = re.sub(r"\[([^\]]*)\]\(([\w./-]+)(#[\w-]+)?\)", to_site, source[0])


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("builder-inited", project_pages)
    app.connect("source-read", site_links)
