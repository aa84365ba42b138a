"""What the xacro command itself makes of a file. `python -m bench.census_xacro arm.xacro folder` prints the URDF.

Outside ROS its `$(find …)` finds nothing. Here it finds the packages below a folder, as if a workspace held them: by
the name in their package.xml, else by their folder's; what is neither is found where linkwise finds it.
"""

import subprocess
import sys
import types
from pathlib import Path

import xacro  # type: ignore[import-untyped, unused-ignore]

from linkwise.readers import xml
from linkwise.readers.xacro.packages import PackageNotFound, Packages

SECONDS = 60
HERE = Path(__file__).parents[1]


def expanded(path: Path, root: Path) -> tuple[str, str]:
    """The URDF text, "" if the command refuses the file; then what it says."""
    words = [sys.executable, "-m", "bench.census_xacro", str(path), str(root)]
    try:
        told = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, cwd=HERE)
    except subprocess.TimeoutExpired:
        return "", f"takes longer than {SECONDS} s"
    return (told.stdout, "") if told.returncode == 0 else ("", " ".join(told.stderr.split())[-300:] or "no message")


def main() -> None:
    """The xacro command, for the file and the folder named on the command line."""
    path, root = sys.argv[1:]
    packages, own = types.ModuleType("ament_index_python.packages"), Packages(path)

    def share(name: str) -> str:
        folders = [file.parent for file in sorted(Path(root).rglob("package.xml")) if _name(file) == name]
        folders += [] if folders else [each for each in sorted(Path(root).rglob(name)) if each.is_dir()]
        try:
            return str(folders[0]) if folders else own.find(name)
        except PackageNotFound as error:
            raise LookupError(str(error)) from None

    packages.get_package_share_directory = share  # type: ignore[attr-defined]
    sys.modules |= {"ament_index_python": types.ModuleType("ament_index_python"), packages.__name__: packages}
    sys.argv = ["xacro", path]
    xacro.main()


def _name(file: Path) -> str:
    names = xml.parse(file.read_bytes(), str(file), quote=False).of("name")
    return names[0].text if names else ""


if __name__ == "__main__":
    main()
