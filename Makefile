# Each target sets up what it needs in a virtual environment (.venv), given Python >= 3.11, make and gcc.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test test-slow fuzz soak oracle lowest lint docs bench clean

demo: .venv/demo-ready
	$(BIN)/linkwise demo --out linkwise-demo.png

test: .venv/test-ready lint
	$(BIN)/python -m pytest -n auto -m "not slow and not soak"

test-slow: .venv/test-ready
	$(BIN)/python -m pytest -n auto -m "slow and not soak"

soak: .venv/test-ready  # the extremes: seeded faults, races, leaks, kills, other processors; docs/reliability.md has the figures
	$(BIN)/python -m pytest -n auto -m soak

LOWEST := $(addprefix tests/, algebra model program readers backends calls kernels rollouts verify view cli) tests/sweep/test_cluster.py tests/sweep/test_result.py tests/linearize/test_lqr.py
lowest: .venv/lowest/ready  # the oldest versions that pyproject.toml promises; what they themselves call may be deprecated
	.venv/lowest/bin/python -m pytest -n auto -m "not slow and not soak" -W default::DeprecationWarning $(LOWEST)

.venv/lowest/ready: .venv/bin/python pyproject.toml
	$(PIP) uv
	$(BIN)/uv venv --quiet --allow-existing --python $(BIN)/python .venv/lowest
	$(BIN)/uv pip install --quiet --python .venv/lowest/bin/python --resolution lowest-direct --editable ".[test]"
	touch $@

lint: .venv/test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "linkwise needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

.venv/demo-ready: .venv/bin/python pyproject.toml
	$(PIP) --editable ".[plot]"
	touch $@

.venv/test-ready: .venv/bin/python pyproject.toml
	$(PIP) --editable ".[test]"
	touch $@

docs: .venv/test-ready  # the ledger's pinned counts (slow) and page, the gallery of formulations, the picture of the layers
	$(BIN)/python -m linkwise.costs.ledger > build-ledger.json && mv build-ledger.json tests/counts/ledger.json
	$(BIN)/python -m linkwise.costs.ledger --page tests/counts/ledger.json > docs/ledger.md
	$(BIN)/python docs/gallery.py
	$(BIN)/python docs/layers.py

bench: .venv/bench-ready
	$(BIN)/python -m bench
	$(BIN)/python bench/long_chains.py

.venv/bench-ready: .venv/test-ready  # Eigen's headers, for the C++ loop that times Pinocchio
	$(PIP) "cmeel-eigen>=3.4.1,<4"
	touch $@

clean:
	rm -rf .venv build dist linkwise-demo.png
