"""Programs as people read them: customised models, one named variable per line, in text, LaTeX, Python, C and MATLAB.

listing                      makes a listing of a program
arguments                    checks its arguments other than the program
roles, angles                which values have a name already: inputs, sines and cosines, labels, outputs
cutting, expression          which values become lines, and the expressions on them
order                        the order of the lines, and their sections
naming, symbols, letters, ports
                             names in ASCII and LaTeX
legend                       what the names mean
page                         all of that together, ready to be written
text, latex, python, c, matlab
                             the page in each language
spelling                     expressions, as four of these write them
comment, flow, tex           comments, long lists, text within LaTeX
"""

from .listing import Listing, listing
from .page import Line

__all__ = ["Line", "Listing", "listing"]
