"""The laws of mechanics put to the test on a user's own model, with a certificate of the results.

verifying      every law on one robot
laws           the table: each law, the function that measures it, how far it may be off and why
inertia, velocity, solving, derivatives, parameters, kinematics, agreement, running
               the measurements, by subject
law            what a law, a bound and a measurement are
sample         a robot at random states: its answers there, and the sizes that errors are compared with
relative       relative errors, one size for each state
complex_step   derivatives that do not use our own derivative formulas
certificate    the verdicts, and all of them together
writing        a certificate as text and as a table for notebooks
"""

from .certificate import Certificate, Verdict
from .laws import LAWS
from .sample import sampled
from .verifying import verify

__all__ = ["LAWS", "Certificate", "Verdict", "sampled", "verify"]
