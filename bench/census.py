"""Which robot files load, and do they mean what Pinocchio and MuJoCo read in them? `python -m bench.census [folder …]`

Without folders it reads the files of the installed packages named in census_files.PACKAGES. A file that is refused is
loaded again with the waivers and folders that its error names.
"""

import argparse
import contextlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.tolerances import AGREEMENT

import linkwise
from linkwise.errors import LinkwiseError
from linkwise.readers.xacro.expansion import Expansion
from linkwise.readers.xacro.unprefixed import WAIVER

from .census_files import PACKAGES, RobotFile, robot_files
from .census_peers import Compared, with_mujoco, with_pinocchio
from .census_xacro import expanded
from .machine import machine
from .recorded import Table

RESULTS = Path(__file__).with_name("results")
SECONDS = 120
"""How long one file may take, the peer included."""

ROUNDS = 4
"""How often a refused file is loaded again with what its error names."""

XACRO = "the xacro command"
"""Begins what is said of a file that this refuses."""

_ALLOW = re.compile(r'allow=\(("[^)]*)\)')
_FOLDERS = re.compile(r"folders=\('([^']*)',\)")
_NAMES = re.compile(r"'[^']*'|\"[^\"]*\"|[-\d.]+(?:e-?\d+)?")

Row = dict[str, Any]


def main() -> None:
    """Read the options, look at every file, print and write the tables."""
    options = _options()
    files = list(robot_files(options.folders, tuple(options.packages.split(","))))
    if not files:
        sys.exit("no robot files: name folders that hold some, or install a package such as example-robot-data")
    start, rows = time.perf_counter(), []
    for row in rows_of(files):
        rows.append(row)
        if options.verbose or row.get("off", 0.0) > AGREEMENT:
            print(row, file=sys.stderr)
    text = markdown(rows)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "census.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False), encoding="utf-8")
    (options.out / "census.md").write_text(text, encoding="utf-8")
    print(text)
    print(f"{len(rows)} files, {time.perf_counter() - start:.0f} s; tables are in {options.out}", file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.census", description="which robot files load")
    parser.add_argument("folders", nargs="*", type=Path, help="folders with robot files, instead of packages")
    parser.add_argument("--packages", default=",".join(PACKAGES), help="of installed packages, these")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder that census.md and census.json go to")
    parser.add_argument("--verbose", action="store_true", help="print each file's row")
    options = parser.parse_args()
    if missing := [str(folder) for folder in options.folders if not folder.is_dir()]:
        parser.error(f"no folder {', '.join(missing)}")
    return options


def rows_of(files: list[RobotFile]) -> Any:
    """What became of each file; a process of its own reads them, and a new one if a peer brings it down."""
    pool = None
    for file in files:
        pool = pool or ProcessPoolExecutor(1, get_context("fork"))
        row = {"package": file.package, "format": file.format, "file": str(file.path)}
        try:
            yield row | pool.submit(row_of, file).result(SECONDS)
        except (BrokenProcessPool, TimeoutError) as error:
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
            pool = None
            yield row | {"refused": f"{type(error).__name__}: the process ended or took longer than {SECONDS} s"}
    if pool:
        pool.shutdown()


def row_of(file: RobotFile) -> Row:
    """What linkwise and the peer make of one file."""
    robot, row = _loaded(file.path)
    with contextlib.chdir(file.path.parent):
        said = _peer(file, robot)
    row |= {"peer_refused": said.refused, "joints": said.joints, "off": said.off, "what": said.what}
    if robot is not None and not said.joints:
        row["joints"] = 0 if file.format == "urdf" and not said.refused else robot.n
    return row


def _loaded(path: Path) -> tuple[linkwise.Robot | None, Row]:
    allow: set[str] = set()
    folders: set[str] = set()
    refused = ""
    for _ in range(ROUNDS):
        try:
            robot = linkwise.load(path, allow=tuple(allow), folders=tuple(folders))
            return robot, {"refused": refused, "loaded": True, "allow": sorted(allow), "folders": sorted(folders)}
        except LinkwiseError as error:
            refused = refused or str(error)
            more = {name for found in _ALLOW.findall(str(error)) for name in re.findall(r'"([^"]+)"', found)} - allow
            further = {folder for folder in _FOLDERS.findall(str(error)) if Path(folder).is_dir()} - folders
            if not more and not further:
                return None, {"refused": str(error), "loaded": False, "first": refused}
            allow |= more
            folders |= further
    return None, {"refused": refused, "loaded": False}


def _peer(file: RobotFile, robot: linkwise.Robot | None) -> Compared:
    try:
        if file.format == "mjcf":
            return with_mujoco(file.path, robot)
        if file.format == "urdf":
            return with_pinocchio(file.path.read_text(encoding="utf-8", errors="replace"), robot)
        text, said = expanded(file.path, file.root)
        if said and robot is not None:  # linkwise expands what the command does not: that is what Pinocchio is shown
            text = _expanded(file, robot)
        if not text:
            return Compared(f"{XACRO}: {said}")
        found = with_pinocchio(text, robot)
        return found._replace(what=f"{XACRO}: {said}; {found.what}") if said else found
    except ImportError as error:
        return Compared(f"not installed: {error.name}")


def _expanded(file: RobotFile, robot: linkwise.Robot) -> str:
    """The URDF that linkwise makes of a xacro file."""
    return Expansion(
        file.path.read_bytes(), str(file.path), str(file.path), (), None, WAIVER in robot.model.waivers
    ).text()


def counted(row: Row) -> bool:
    """Whether a file is one that should load: it has joints, and the peer reads it.

    Of xacro files all count that are robots with joints, or might be: also those that nothing can expand.
    """
    if row["format"] == "xacro":
        return "the robot has no links" not in row.get("refused", "") and (
            row.get("joints", 0) > 0 or not row["loaded"]
        )
    return not row.get("peer_refused", "") and row.get("joints", 0) > 0


def expands(row: Row) -> bool:
    """Whether the xacro command expands a file."""
    return counted(row) and XACRO not in row.get("peer_refused", "") + row.get("what", "")


def is_a_tree(row: Row) -> bool:
    """Whether what the xacro command expands a file to is a URDF that Pinocchio reads."""
    return expands(row) and not row.get("peer_refused", "")


def markdown(rows: list[Row]) -> str:
    """The tables: by package and format, the disagreements, the refusals with their reasons."""
    at = machine()
    head = f"{at['processor']}, {at['system']}, {at['date']}; linkwise {at['linkwise']}, Pinocchio {at['pin']}, "
    head += f"MuJoCo {at['mujoco']}, Python {at['python']}."
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["package"], row["format"]), []).append(row)
    lines = [_counts(*key, group) for key, group in groups.items()]
    for format in ("urdf", "xacro", "mjcf"):
        if every := [row for row in rows if row["format"] == format]:
            lines.append(_counts("**all**", format, every))
            if format == "xacro":
                lines.append(_counts("those that the xacro command expands", format, every, expands))
                lines.append(_counts("… to a URDF that Pinocchio reads", format, every, is_a_tree))
    header = ["package", "format", "files", "should load", "as they are", "with folders named", "with waivers", "%"]
    header += ["agree", "differ"]
    parts = ["# Census of robot files", head, str(Table(header, lines))]
    wrong = [row for row in rows if row.get("off", 0.0) > AGREEMENT]
    if wrong:
        found = [[f"`{_short(row)}`", f"{row['off']:.1e}", row["what"]] for row in wrong]
        parts += ["## Differences", str(Table(["file", "largest, relative", "where"], found))]
    for title, chosen in (
        ("Refused, though it counts", [row for row in rows if counted(row) and not row.get("loaded")]),
        ("Loads with waivers", [row for row in rows if row.get("loaded") and row.get("refused")]),
        ("Refused, as the peer does or without joints", [r for r in rows if not counted(r) and not r.get("loaded")]),
        ("Loads, though the peer refuses it", [r for r in rows if r.get("loaded") and r.get("peer_refused")]),
    ):
        if chosen:
            parts += [f"## {title}", _reasons(chosen, peer=title.startswith("Loads, though"))]
    return "\n\n".join(parts) + "\n"


def _counts(package: str, format: str, rows: list[Row], which: Callable[[Row], bool] = counted) -> list[str]:
    should = [row for row in rows if which(row)]
    plain = [row for row in should if row.get("loaded") and not row["refused"]]
    loaded = [row for row in should if row.get("loaded")]
    with_folders = [row for row in loaded if not row["allow"]]
    agree = [row for row in loaded if row["off"] <= AGREEMENT]
    differ = [row for row in loaded if row["off"] > AGREEMENT]
    share = f"{100 * len(loaded) / len(should):.1f}" if should else ""
    figures = (len(rows), len(should), len(plain), len(with_folders), len(loaded))
    return [package, format, *map(str, figures), share, str(len(agree)), str(len(differ))]


def _reasons(rows: list[Row], peer: bool) -> str:
    """How often each reason occurs, names and numbers left out, with one file that has it."""
    example: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for row in rows:
        text = row["peer_refused"] if peer else row["refused"]
        lines = [line.strip() for line in text.splitlines()]
        said = lines[0] if len(lines) < 2 else lines[1]
        _, _, rule = said.partition(": ")
        reason = _NAMES.sub("…", rule if rule and not peer else said).replace("|", "/").replace("\n", " ")[:160]
        counts[reason] += 1
        example.setdefault(reason, _short(row))
    found = [[str(count), reason, f"`{example[reason]}`"] for reason, count in counts.most_common()]
    return str(Table(["files", "reason", "for example"], found))


def _short(row: Row) -> str:
    return "/".join(Path(row["file"]).parts[-3:])


if __name__ == "__main__":
    main()
