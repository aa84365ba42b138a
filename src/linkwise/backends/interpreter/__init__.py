"""The meaning of programs, loops, rollouts and iterations: each step in turn. All other backends are checked against
this one."""

from .iteration import run_iterations
from .loop import run_loop
from .program import run
from .rollout import run_rollouts

__all__ = ["run", "run_iterations", "run_loop", "run_rollouts"]
