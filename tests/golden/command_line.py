"""What scripts rely on: the commands' flags, and the keys of their JSON.

`python -m tests.golden.command_line > tests/golden/command_line.json` writes the file anew.
"""

import json
import sys
import tempfile
from typing import Any

import numpy as np
import typer

import linkwise
from linkwise.cli import app
from linkwise.identify import simulated_log
from tests.cli.command_line import run

WITH_JSON = {
    "list": ["planar2r"],
    "show": ["planar2r"],
    "id": ["planar2r", "--q", "0.1 0.2"],
    "fd": ["planar2r", "--q", "0.1 0.2", "--tau", "0 0"],
    "mass": ["planar2r", "--q", "0.1 0.2"],
    "gravity": ["planar2r", "--q", "0.1 0.2"],
    "count": ["planar2r"],
    "base": ["planar2r"],
    "formulas": ["planar2r"],
    "bounds": ["pendulum"],
    "couplings": ["planar2r", "--q", "0.1 0.2", "--shares", "--decouple"],
    "doctor": ["planar2r"],
    "verify": ["pendulum"],
    "compare": ["planar2r", "--no-time"],
    "linearize": ["planar2r", "--q", "0.1 0.2"],
    "simulate": ["planar2r", "--time", "0.1"],
    "ik": ["ur5", "--pose", "0.4 0.2 0.3 0 0 0"],
    "plan": ["ur5", "--to", "1 1 1 1 1 1"],
    "approximate": ["planar2r"],
    "convert": ["panda", "FOLDER/panda.urdf"],
    "generate": ["planar2r", "--question", "mass_matrix", "--out", "FOLDER/code"],
    "bench": ["pendulum", "--quick"],
    "identify": ["FOLDER/log.csv", "--robot", "pendulum"],
    "payload": ["FOLDER/log.csv", "FOLDER/log.csv", "--robot", "pendulum"],
    "excite": ["planar2r", "--lower", "-2", "--upper", "2", "--velocity", "2", "--harmonics", "2", "--starts", "1"],
    "demo": ["--out", "FOLDER/demo.png"],
}
"""Arguments with which a command answers soon; FOLDER stands for an empty one, or one with a log."""

BY_FORMULATION = {"demo": ("difference", "laws", "refused")}
"""Objects whose keys are names of formulations, of which there may be more."""


def flags() -> dict[str, dict[str, list[str]]]:
    """The names of every argument and option, and the defaults, by command."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return {
        name: {str(p.name): [*p.opts, *p.secondary_opts, repr(p.default)] for p in command.params}
        for name, command in commands.items()
    }


def keys(data: Any) -> Any:
    """The keys of nested data; of a list, those of its first entry."""
    if isinstance(data, dict):
        return {name: keys(value) for name, value in data.items()}
    return [keys(data[0])] if isinstance(data, list) and data else None


def write_log(path: str) -> None:
    """A log of a pendulum."""
    log = simulated_log(linkwise.load("pendulum"), 5.0, noise=0.01)
    table = np.column_stack([log.time, log.q, log.tau])
    np.savetxt(path, table, delimiter=",", header="t,q_joint1,tau_joint1", comments="")


def document(name: str) -> Any:
    """The keys of a command's JSON."""
    with tempfile.TemporaryDirectory() as folder:
        if "FOLDER/log.csv" in WITH_JSON[name]:
            write_log(f"{folder}/log.csv")
        result = run(name, *(word.replace("FOLDER", folder) for word in WITH_JSON[name]), "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    return keys(data | dict.fromkeys(BY_FORMULATION.get(name, ())))


if __name__ == "__main__":
    json.dump(
        {"flags": flags(), "json": {name: document(name) for name in WITH_JSON}},
        sys.stdout,
        indent=1,
        ensure_ascii=False,
    )
