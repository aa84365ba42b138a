"""Words that mean something already in one of the languages a listing is written in."""

from ..c.reserved import RESERVED as OF_C
from ..python.source import RESERVED as OF_PYTHON

_WORDS = """
    break case catch classdef continue else elseif end endfor endfunction endif endwhile enumeration events for
    function global if methods otherwise parfor persistent properties return spmd switch try until unwind_protect
    while ans beta cell char clear close det diag disp double e eig eps error eye feval figure find gamma i I inf Inf
    inv J j length logical max min mod nan NaN NA norm numel ones pi plot prod rank real realmax realmin rem repmat
    reshape single size sort struct sum trace zeros permute
"""

MATLAB = frozenset(_WORDS.split())
"""Of MATLAB and Octave: keywords, and functions that a variable would hide from who reads on."""

FUNCTIONS = frozenset(["sin", "cos", "sqrt", "sign", "exp", "log", "minimum", "maximum"])
"""What a listing calls."""

RESERVED = OF_C | OF_PYTHON | MATLAB | FUNCTIONS
"""Everything a name in a listing must not be."""
