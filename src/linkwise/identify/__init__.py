"""From logs of a real robot to a model one can trust.

    fit = robot.identify(["a.csv", "b.csv"], validate="c.csv")
    print(fit); fit.robot, fit.values, fit.sigma, fit.predict(q, qd, qdd); fit.save("arm.urdf")

identifying    `robot.identify`
logs/          logs: read, checked, simulated
processing/    filters, derivatives, windows
columns/       what can be estimated: base parameters, friction, drives, the tilt of the base
accumulation/  long logs as small matrices
estimators/    a table of them: least squares, plain, weighted, reweighted, and among bodies that can exist
deviations     standard deviations under residuals that are correlated in time
validation     errors on training data, held-out blocks, other logs; motions: whether these repeat the training
residuals      what a fit leaves over, its spectrum and its correlation in time
resuming       long fits that can be interrupted
settling       what is not linear: gains, tilt, Stribeck's speeds (speeds), known payloads (payloads)
didim          at simulated positions
suggestions    what would have predicted better
excitation/    `robot.excitation`: motions that show all parameters
payload/       `robot.identify_payload`: what a robot carries
fit            the result; robots, printing, saving, notes: its parts
"""

from .columns import KINDS
from .didim import Loop
from .estimators import ESTIMATORS
from .excitation import CRITERIA, Excitation
from .fit import Fit
from .identifying import identify
from .logs import FAULTS, Log, LogFault, check_log, estimate_lag, read_log, simulated_log
from .payload import Payload
from .processing import Filter
from .residuals import Residuals, Spectrum
from .validation import Errors

__all__ = [
    "CRITERIA",
    "ESTIMATORS",
    "FAULTS",
    "KINDS",
    "Errors",
    "Excitation",
    "Filter",
    "Fit",
    "Log",
    "LogFault",
    "Loop",
    "Payload",
    "Residuals",
    "Spectrum",
    "check_log",
    "estimate_lag",
    "identify",
    "read_log",
    "simulated_log",
]
