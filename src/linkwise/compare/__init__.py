"""All formulations on one robot: whether they agree, how many operations they take, how long they run.

comparing      `compare`: the whole comparison
tracing        programs traced with limits on their length and on time
programs       the programs of all formulations, and their answers
agreement      how far apart answers are, and how far apart they may be
cost           nanoseconds per state of compiled programs, within a budget
comparison     the result
meaning        the numbers explained in words
tables         the result as tables for notebooks
page           the result as an HTML page with bars and tables
chart          the bars as a picture, by matplotlib
"""

from .comparing import MAIN, compare
from .comparison import Comparison, LeftOut, QuestionComparison, Row

__all__ = ["MAIN", "Comparison", "LeftOut", "QuestionComparison", "Row", "compare"]
