"""`python -m tests.oracle`: the golden file anew, checked against the library's formulations on 50 digits."""

import sys

from . import golden
from .formulations import disagreements
from .robots import cases
from .textbook import answers

AGREE = 1e-30
"""Fifty digits, less what conditioning and moving everything to the base's origin take from them."""

truths, digests = [], []
for case in cases():
    truths.append(golden.truth(case.model, case.states()))
    digests.append(case.digest)
    first = tuple(part[0] for part in case.states())
    for what, apart in disagreements(case.model, first, answers(case.model, *first)):
        if apart > AGREE:
            sys.exit(f"{case.model.name}: {what} is {apart:.1e} from the textbook")
    print(f"{len(truths):3d} {case.model.name}", flush=True)
golden.save(truths, digests)
print(f"{golden.FILE.name}: {golden.FILE.stat().st_size / 1e6:.2f} MB")
