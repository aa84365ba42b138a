"""All formulations on one robot: whether they agree, what they cost, how long they take.

states         random states of a robot, within its joints' limits
affordable     programs that are short enough to be written down
writing        the programs of all questions, and their answers
agreement      how far answers are apart, and how far they may be
cost           nanoseconds per state of compiled programs, within a budget
comparison     what is found out
comparing      all together, for one robot
chart          bars as a picture, by matplotlib
page           bars and tables as a page of their own, by nothing
meaning        what the numbers are, in words
telling        how far things are, for whoever looks
"""

from .comparing import MAIN, compare
from .comparison import Answered, Comparison, LeftOut, Row

__all__ = ["MAIN", "Answered", "Comparison", "LeftOut", "Row", "compare"]
