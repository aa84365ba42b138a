"""The meaning of programs, loops and rollouts: each step in turn. All other backends are checked against this one."""

from .loop import run_loop
from .program import run
from .rollout import run_rollouts

__all__ = ["run", "run_loop", "run_rollouts"]
