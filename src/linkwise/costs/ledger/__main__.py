"""`python -m linkwise.costs.ledger > tests/counts/ledger.json` counts everything; `--page FILE` writes its page."""

import json
import sys
from pathlib import Path

from .document import full_ledger, text
from .page import page

if __name__ == "__main__":
    if sys.argv[1:2] == ["--page"] and len(sys.argv) == 3:
        sys.stdout.write(page(json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))))
    else:
        sys.stdout.write(text(full_ledger(progress=True)) + "\n")
