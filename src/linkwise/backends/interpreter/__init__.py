"""The meaning of programs, loops, rollouts, iterations and integrations: each step in turn. All other backends are
checked against this one."""

from .integration import run_integration, run_rates
from .iteration import run_iterations
from .loop import run_loop
from .program import run
from .rollout import run_rollouts

__all__ = ["run", "run_integration", "run_iterations", "run_loop", "run_rates", "run_rollouts"]
