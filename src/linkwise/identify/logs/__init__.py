"""Logs of real robots: read, checked, simulated.

log         times, positions, torques, and what else was measured
reading     files: tables and recordings
table, csv_table, binary_tables    columns of .csv, .npz, .parquet files
words, headers, matching, recognised, given, places, locating   which quantity of which joint a column is
bags        recordings of ROS 2
checks      what would spoil a fit, by name; `FAULTS` lists the kinds
times, signals, against_velocity, against_model    the checks
lag         by how much torques come later than positions
simulated   a log of a simulated robot, for examples and tests
"""

from .checks import FAULTS, check_log, check_logs
from .fault import LogFault
from .lag import estimate_lag
from .log import Log
from .reading import read_log
from .simulated import simulated_log

__all__ = ["FAULTS", "Log", "LogFault", "check_log", "check_logs", "estimate_lag", "read_log", "simulated_log"]
