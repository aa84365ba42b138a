"""Is linkwise sound on this machine? `linkwise doctor --self`, or `examine_installation()`.

examination     `examine_installation`: all of it, each part on its own, so that one that fails does not hide the others
result          what comes back: the parts as data, the troubles with their remedies, a verdict; text and table
trouble         what is wrong or degraded, and what to do
surroundings    versions, extras, processor, cores, backends
code_cache      the folder of compiled code
answers         answers of every backend against known ones
known_numbers   these known answers
speed           the first compilation; nanoseconds against the operations and the core's peak
"""

from .examination import examine_installation
from .result import InstallationReport
from .trouble import Trouble

__all__ = ["InstallationReport", "Trouble", "examine_installation"]
