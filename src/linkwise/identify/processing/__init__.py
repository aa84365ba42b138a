"""From what a log holds to what a fit compares.

filter        every choice, as one value
evenly        even sampling intervals
low_pass      a Butterworth filter that runs forwards and backwards
derivatives   the ways to differentiate
windows       a log in windows with margins: states, and the parallel filter of what is computed from them
"""

from .filter import Filter
from .windows import Window, windows

__all__ = ["Filter", "Window", "windows"]
