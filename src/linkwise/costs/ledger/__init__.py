"""The cost ledger: every formulation's operations, counted for n joints, beside every printed count.

arms, robots     whom is counted on: the sources' general arm, and the robots they name
cost, measure    what is counted: an answer as written, as needed, and as a program
fit              exact polynomials in n
lines            ours: a formulation's answer on an arm
printed          theirs: every row of every table
compare          the verdict on a row
document, page   all of it, as data and as a page
excerpt          what it has of one formulation

`python -m linkwise.costs.ledger` writes the document; `linkwise count --ledger` shows it.
"""

from .document import made, tasks, text
from .excerpt import lines_of
from .page import page

__all__ = ["lines_of", "made", "page", "tasks", "text"]
