"""How many of the files that must be refused do other libraries refuse? `python -m tests.readers.refusals` prints it.

Each library runs in processes of its own, since a bad file may crash it. One that is not installed beside the tests
is left out, or found by its interpreter: `python -m tests.readers.refusals drake=/path/to/its/venv/bin/python`.
"""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from select import select

sys.path.insert(0, str(Path(__file__).parent))  # as under pytest

from urdf_arm import ARM
from urdf_refused import GROUPS, OWN, Refused

SECONDS = 30.0
"""How long a library may take for one small file; what takes longer counts as a crash."""

LOOP = """
import sys
{imports}
for path in sys.stdin:
    path = path.strip()
    try:
        {read}
        answer = "accepted"
    except Exception:
        answer = "refused"
    print(answer, flush=True)
"""

LIBRARIES = {
    "linkwise": ("linkwise", "import linkwise", "linkwise.load(path)"),
    "pinocchio": ("pinocchio", "import pinocchio", "pinocchio.buildModelFromUrdf(path)"),
    "mujoco": ("mujoco", "import mujoco", "mujoco.MjModel.from_xml_path(path)"),
    "drake": (
        "pydrake",
        "from pydrake.all import MultibodyPlant, Parser",
        "plant = MultibodyPlant(0.0); Parser(plant).AddModels(path); plant.Finalize()",
    ),
}
"""Each library: its module, and how it reads the file at `path`."""


class Library:
    """A library in a process, which is started again after a crash."""

    def __init__(self, name: str, interpreter: str = sys.executable):
        _, imports, read = LIBRARIES[name]
        self._command = [interpreter, "-c", LOOP.format(imports=imports, read=read)]
        self._process: subprocess.Popen[str] | None = None

    def verdict(self, path: Path) -> str:
        """ "accepted", "refused" or "crashed"."""
        if self._process is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            where = path.parent  # MuJoCo writes its warnings to a file in the working folder
            self._process = subprocess.Popen(self._command, **pipes, cwd=where, text=True)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        answered = select([self._process.stdout], [], [], SECONDS)[0]
        answer = self._process.stdout.readline().strip() if answered else ""
        if not answer:
            self.close()
        return answer or "crashed"

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        self._process = None


def verdicts(name: str, cases: list[Refused], interpreter: str = sys.executable) -> dict[str, str]:
    """What a library makes of each file, by the file's name; the unspoiled file, which it must accept, comes first."""
    library = Library(name, interpreter)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for case in [Refused("sound", ARM, 0, ""), *cases]:
            path = Path(folder) / f"{case.name}.urdf"
            path.write_bytes(case.text if isinstance(case.text, bytes) else case.text.encode())
            found[case.name] = library.verdict(path)
    library.close()
    return found


def corpus() -> dict[str, list[Refused]]:
    """The files that any careful reader must refuse, by what is wrong with them."""
    return {group: [case for case in cases if case.name not in OWN] for group, cases in GROUPS.items()}


def main(interpreters: dict[str, str]) -> None:
    """Print how many files of each group each library refuses, and which ones it crashes on."""
    groups = corpus()
    every = [case for cases in groups.values() for case in cases]
    names = [name for name, (module, _, _) in LIBRARIES.items() if name in interpreters or find_spec(module)]
    found = {name: verdicts(name, every, interpreters.get(name, sys.executable)) for name in names}
    print("| what is wrong | files |", " | ".join(names), "|")
    print("|---|---|" + "---|" * len(names))
    for group, cases in {**groups, "all": every}.items():
        counts = [sum(found[name][case.name] == "refused" for case in cases) for name in names]
        print(f"| {group} | {len(cases)} |", " | ".join(map(str, counts)), "|")
    for name in names:
        assert found[name]["sound"] == "accepted", f"{name} does not read the unspoiled file"
        print(f"{name} crashes on:", [case for case, verdict in found[name].items() if verdict == "crashed"])
        print(f"{name} accepts:", [case for case, verdict in found[name].items() if verdict == "accepted"][1:])


if __name__ == "__main__":
    main(dict(argument.split("=", 1) for argument in sys.argv[1:]))
