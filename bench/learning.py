"""Functions of PyTorch, beside kernels on NumPy's arrays, and beside adam.

    python -m bench.learning [cpu] [cuda]

States a second of a Panda's torques, accelerations and mass matrix, alone and with the gradient of a weighted sum: on
one core, and on an NVIDIA GPU where there is one. adam (`pip install adam-robotics[pytorch]`) is mapped by
torch.func.vmap, its gradients are PyTorch's; its torques are M q̈ + h.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch

import linkwise
from linkwise import Robot
from linkwise.readers import writer

from . import recorded

QUESTIONS = ("inverse_dynamics", "forward_dynamics", "mass_matrix")
STATES = {"cpu": 2**17, "cuda": 2**21}
FEW = 2**10
"""States for adam, whose gradients would need much memory for more."""

SECONDS = 1.0


def rate(call: Callable[[], Any], states: int, device: str) -> float:
    """Millions of states a second, the best of some calls."""
    best, end = np.inf, time.perf_counter() + SECONDS
    call()
    while best == np.inf or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        if device == "cuda":
            torch.cuda.synchronize()
        best = min(best, time.perf_counter() - begin)
    return 1e-6 * states / best


def both(function: Callable[..., Any], given: list[torch.Tensor]) -> Iterator[Callable[[], Any]]:
    """The answer alone, and with the gradients of a weighted sum."""
    wanted = [x.clone().requires_grad_() for x in given]
    weights = torch.randn_like(function(*given))
    yield lambda: function(*given)
    yield lambda: torch.autograd.grad(function(*wanted), wanted, weights)


def adams(robot: Robot) -> dict[str, Callable[..., Any]]:
    """Functions of batches by adam; empty if it is not installed."""
    try:
        from adam.pytorch import KinDynComputations
    except ImportError:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arm.urdf"
        path.write_text(writer(".urdf")(robot.model, lossy=True), encoding="utf-8")
        model = KinDynComputations(str(path), list(robot.joint_names))
    base, still = torch.eye(4), torch.zeros(6)  # its numbers are floats

    def M(q: torch.Tensor) -> torch.Tensor:
        return model.mass_matrix(base, q)[6:, 6:]

    def h(q: torch.Tensor, qd: torch.Tensor) -> torch.Tensor:
        return model.bias_force(base, q, still, qd)[6:]

    found = {
        "inverse_dynamics": lambda q, qd, qdd: M(q) @ qdd + h(q, qd),
        "forward_dynamics": lambda q, qd, tau: torch.linalg.solve(M(q), tau - h(q, qd)),
        "mass_matrix": M,
    }
    return {name: torch.func.vmap(function) for name, function in found.items()}


def states(question: str, robot: Robot, count: int, dtype: torch.dtype, device: str) -> list[torch.Tensor]:
    """Random ones."""
    rng, takes = np.random.default_rng(0), robot.compile(question).signature.takes
    return [torch.tensor(rng.uniform(-1.0, 1.0, (count, *port.shape)), dtype=dtype, device=device) for port in takes]


def measured(robot: Robot, device: str) -> Iterator[list[str]]:
    """A row for each question and precision."""
    peers = adams(robot) if device == "cpu" else {}
    for question in QUESTIONS:
        function = robot.torch(question, threads=1)
        for dtype in (torch.float64, torch.float32):
            given = states(question, robot, STATES[device], dtype, device)
            alone, gradient = (rate(call, STATES[device], device) for call in both(function, given))
            row = [question, str(dtype).removeprefix("torch."), device, f"{alone:.3g}", f"{gradient:.3g}"]
            if device == "cpu":
                kernel, arrays = robot.compile(question, threads=1), [x.numpy() for x in given]
                row.append(f"{alone / rate(lambda: kernel(*arrays), STATES[device], device):.2f}")  # noqa: B023
            if question in peers and dtype == torch.float32:
                few = [x[:FEW] for x in given]
                theirs = [rate(call, FEW, device) for call in both(peers[question], few)]
                row += [f"{alone / theirs[0]:.0f}", f"{gradient / theirs[1]:.0f}"]
            yield row + [""] * (8 - len(row))


def main() -> None:
    """Measure, and keep the table."""
    parser = recorded.options(__doc__)
    parser.add_argument("devices", nargs="*", default=["cpu", *(["cuda"] if torch.cuda.is_available() else [])])
    asked = parser.parse_args()
    torch.set_num_threads(1)
    robot = linkwise.load("panda").without_friction()
    heads = ["", "", "", "M/s", "with gradients", "of the kernel's", "times adam's", "times its gradients"]
    rows = [row for device in asked.devices for row in measured(robot, device)]
    recorded.keep("learning", "python -m bench.learning", {"learning": recorded.Table(heads, rows)}, asked)


if __name__ == "__main__":
    main()
