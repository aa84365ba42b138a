"""What programs, loops and rollouts mean: every step done in turn. Every other backend is held to this one."""

from .loop import run_loop
from .program import run
from .rollout import run_rollouts

__all__ = ["run", "run_loop", "run_rollouts"]
