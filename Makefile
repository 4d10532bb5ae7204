# Two commands from a fresh clone: `make demo` and `make test`. Each builds .venv from the project's own files first.
PYTHON ?= python3
VENV := .venv
unexport PYTHONDONTWRITEBYTECODE  # tests and CI start many processes, and each would compile what it imports
BIN := $(VENV)/bin

.PHONY: demo test unit lint types golden fuzz bench wheel docs clean

$(VENV)/.made: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/.made
	$(BIN)/pincite demo

test: $(VENV)/.made  # three at a time on two cores: the tests of servers and processes wait
	$(BIN)/python -m pytest -q -n 3 --dist worksteal

unit: $(VENV)/.made  # what needs neither seconds nor servers
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow and not servers"

lint: $(VENV)/.made
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYTHONPATH=typings $(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/bandit --quiet --recursive --configfile pyproject.toml .

types: $(VENV)/.made
	$(BIN)/mypy

golden: $(VENV)/.made
	$(BIN)/pincite eval golden --short

fuzz: $(VENV)/.made
	$(BIN)/python -m pincite.evals.fuzz --corpus examples/corpus --seconds 60

BENCH = $(BIN)/python -m pincite.evals.bench
ADD = --json | $(BENCH).history add
bench: $(VENV)/.made  # the single measures, added to evals/bench/history.jsonl and drawn
	mkdir -p build && rm -rf build/bench
	$(BIN)/pincite ingest --kb build/bench examples/corpus
	$(BENCH).ask --kb build/bench --questions examples/questions.csv $(ADD) ask
	$(BENCH).models --kb build/bench --subject "Hollinbrae Instruments Ltd" --term fee $(ADD) models
	$(BENCH).audit $(ADD) audit
	$(BENCH).verify --kb build/bench --question "What is the day rate?" $(ADD) verify
	$(BENCH).dossier --kb build/bench --question "What is the day rate?" $(ADD) dossier
	$(BENCH).embedding $(ADD) embedding
	$(BENCH).history draw

wheel:  # the built wheel, in an environment of its own, away from the checkout
	rm -rf build/wheel && mkdir -p build/wheel/empty
	$(PYTHON) -m venv build/wheel/venv
	build/wheel/venv/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	build/wheel/venv/bin/pip install --quiet --disable-pip-version-check build/wheel/pincite-*.whl
	cd build/wheel/empty && ../venv/bin/pincite demo | tail -n 1

docs:  # the documentation site, in an environment of its own; a broken link fails it
	$(PYTHON) -m venv build/docs
	build/docs/bin/pip install --quiet --disable-pip-version-check "mkdocs-material>=9.6,<10" "mkdocstrings[python]>=1,<2" "ruff>=0.17,<0.18"
	NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs build --quiet

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
