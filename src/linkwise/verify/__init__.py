"""The laws of manipulator dynamics on a user's own model, and a certificate of what came out.

laws           the table: each law, who measures it, how far it may be off
inertia, velocity, solving, derivatives, parameters, kinematics, agreement, running
               the laws by subject
bounds         how far they may be off, and why
law            what a law is, and what is measured of it
sample         a robot at random states: its answers, and sizes
relative       errors by those sizes
states         which states
complex_step   derivatives that none of our formulas took part in
verifying      all together, for one robot
certificate    what came out
writing        the same as text
"""

from .certificate import Certificate, Verdict
from .laws import LAWS
from .states import sampled
from .verifying import verify

__all__ = ["LAWS", "Certificate", "Verdict", "sampled", "verify"]
