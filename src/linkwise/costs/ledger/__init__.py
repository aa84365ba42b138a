"""The cost ledger: the operations of every formulation, counted for n joints, next to every printed count.

arms, robots     the robots to count on: the sources' general arm, and those they name
primitives       single operations on vectors and tensors
cost, measure    the cost of an answer: as written, as needed, and as a program
book             all measurements, each made once
fit              exact polynomials in n
lines            our counts: a formulation's answer on an arm
printed          the sources' counts: every row of every table
compare          the verdict on a printed row
document, page   the whole ledger, as data and as a page of Markdown
excerpt          the part about one formulation

`python -m linkwise.costs.ledger` writes the document; `linkwise count --ledger` shows it.
"""

from .document import full_ledger, tasks, text
from .excerpt import lines_of
from .page import page

__all__ = ["full_ledger", "lines_of", "page", "tasks", "text"]
