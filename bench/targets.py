"""What the Panda arm is to reach on one core with AVX-512. Ratios in one run count: seconds vary with the day."""

RATIOS: dict[str, dict[str, float]] = {
    "tau": {"linkwise_rows": 30.0},
    "M": {"linkwise_rows": 6.0, "linkwise_columns": 20.0},
    "qdd": {"linkwise_rows": 40.0},
    "dtau": {"linkwise_rows": 15.0, "linkwise_columns": 25.0},
    "C": {"linkwise_rows": 15.0},
    "g": {"linkwise_rows": 30.0},
}
"""How many states at least while Pinocchio's C++ loop does one."""

CALL_RATIO = 5.0
"""How many calls from Python at least while Pinocchio's Python call does one."""

PEAK_SHARE = 0.5
"""Of the measured peak of fused multiply-adds, for τ in the cache."""

FIRST_CALL: dict[str, dict[str, float]] = {
    "import": {"cold": 0.3},
    **{key: {"cold": 0.15, "cached": 0.01} for key in ("tau", "M", "qdd", "g")},
    "dtau": {"cold": 0.6, "cached": 0.01},
}
"""Seconds at most."""
