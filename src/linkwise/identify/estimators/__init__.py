"""Ways to estimate parameters; `ESTIMATORS` lists them by name.

problem         what an estimator is given and returns
least_squares   ordinary, weighted by joint, reweighted by sample (Huber, Tukey)
essential       without parameters whose removal costs nothing held out
physical        parameters that bodies can have, near a prior
"""

from functools import partial

from .essential import essential
from .least_squares import huber, ols, reweighted, tukey, wls
from .physical import physical
from .problem import Estimate, Estimator, Problem

ESTIMATORS: dict[str, Estimator] = {
    "ols": ols,
    "wls": wls,
    "irls-huber": partial(reweighted, rule=huber),
    "irls-tukey": partial(reweighted, rule=tukey),
    "essential": essential,
    "physical": physical,
}
"""The estimators by name."""

__all__ = ["ESTIMATORS", "Estimate", "Estimator", "Problem"]
