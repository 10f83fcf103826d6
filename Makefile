# minevis: `make` lists what can be made. Everything lives in .venv and out/.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VENV := .venv
BIN := $(VENV)/bin
# Python caches our bytecode; otherwise all test processes compile it again.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --disable-pip-version-check install
NEEDS := requirements.txt pyproject.toml
# To choose a Python: make demo PYTHON=python3.13
PYTHON := $(shell for python in python3.11 python3; do \
  $$python -c "" 2>/dev/null && break; done; echo $$python)

.PHONY: help demo test test-js check fuzz mutants versions wheel coverage lint lint-python lint-js format hooks notebook tutorial tutorial-html
.PHONY: bench derived hero site control fingerprints types clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

demo: $(VENV)/with-base ## solve the expert board of seed 10 and film it: out/expert.mp4
	@mkdir -p out
	@echo "Solving the expert board of seed 10 and filming it: about twenty seconds"
	@$(BIN)/python -m minevis solve --level expert --seed 10 --video out/expert.mp4
	@echo
	@echo "Next: open out/expert.mp4"
	@echo "      make tutorial          how it works, in JupyterLab"
	@echo "      $(BIN)/python -m minevis    all commands"

test: $(VENV)/with-base ## check style and types, then run all tests
	@$(MAKE) --no-print-directory -j2 lint test-js $(VENV)/with-kernels # a compiler leaves a core idle
	@$(BIN)/python tests/browser/browsers.py
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --durations=10 $(COVERAGE)

# One more than cores: the worker with the notebooks mostly waits.
WORKERS = $$($(BIN)/python -c "import os; print(os.cpu_count() + 1)")

test-js: ## run the tests of the scripts, with Node
	@if node --version > /dev/null 2>&1; then node --test tests/js/*.test.mjs; \
	  else echo "Node is not installed: skipping the tests in tests/js"; fi

check: ## check style and types, then run the quick tests
	@$(MAKE) --no-print-directory -j2 lint test-js
	$(BIN)/python -m pytest -n auto --dist loadgroup --ignore tests/browser -m "not long"

coverage: COVERAGE := --cov=minevis --cov-report=term-missing:skip-covered
coverage: test ## run all tests and list untested lines (except in compiled kernels)

lint: lint-python lint-js ## check style and types

lint-python: $(VENV)/with-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-js: # check style and types of scripts
	@if $(MAKE) --silent node_modules/made > /dev/null 2>&1; \
	  then npx prettier --check "minevis/**/*.{js,ts,css}" "tests/js/*.mjs" && npx tsc; \
	  else echo "Node or its packages are not available: skipping the checks of scripts"; fi

node_modules/made: package.json
	@npm install --silent --no-package-lock && touch $@

format: $(VENV)/with-test ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

hooks: $(VENV)/with-test ## let git check the style and types of what a commit touches
	$(BIN)/pre-commit install

notebook: $(VENV)/with-notebook ## open the first notebook in JupyterLab
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) notebooks/first_solve.ipynb

tutorial: $(VENV)/with-notebook ## open the tutorial live, in JupyterLab
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) notebooks/solving_minesweeper.ipynb

tutorial-html: $(VENV)/with-notebook ## write the tutorial as one page that works offline: out/tutorial.html
	@$(BIN)/python -m notebooks.make html solving_minesweeper out/tutorial.html

site: $(VENV)/with-site ## build the site, which works offline: site/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Next: open site/index.html"

bench: $(VENV)/with-kernels ## measure speed and memory
	$(BIN)/python benchmarks/run.py

derived: hero control fingerprints types $(VENV)/with-notebook ## renew all derived files that have changed: some minutes
	@for each in tiles card ladder; do $(BIN)/python -m assets.draw_$$each; done
	@$(BIN)/python -m notebooks.make run
	@$(MAKE) --no-print-directory site # with the gallery
	@git status --short

hero: $(VENV)/with-base ## film the picture of the README: assets/solving.gif
	@$(BIN)/python -m assets.film_hero

fuzz: $(VENV)/with-test $(VENV)/with-kernels ## search for inputs that crash or give wrong answers: some minutes
	HYPOTHESIS_PROFILE=explore $(BIN)/python -m pytest -n auto tests/hostile tests/game tests/utils \
	  tests/engine
	MINEVIS_FUZZ=1000 $(BIN)/python -m pytest tests/replays -k damaged_files -n auto

mutants: $(VENV)/with-test ## put 60 faults into a copy, one by one: do tests find them?
	$(BIN)/python tests/mutants.py

versions: $(VENV)/with-release $(VENV)/with-test ## test the lowest and the newest dependencies, and long runs whole
	MINEVIS_WHOLE=1 $(BIN)/python -m pytest -n auto --dist loadgroup tests/test_notebooks.py \
	  tests/test_guides.py tests/test_gallery.py tests/engine/test_engine.py tests/research
	$(BIN)/python tests/versions.py lowest
	$(BIN)/python tests/versions.py newest

wheel: $(VENV)/with-base ## build the wheel and test it in a fresh environment
	$(BIN)/python tests/wheel.py

control: $(VENV)/with-test ## renew the tests' control images; look at changed ones before you commit
	MINEVIS_RENEW=1 $(BIN)/python -m pytest tests/render/test_control.py

fingerprints: $(VENV)/with-test ## renew the hashes of games, captions, frames and trials
	MINEVIS_RENEW=1 $(BIN)/python -m pytest -n 0 tests/test_fingerprints.py

types: $(VENV)/with-test ## renew the scripts' declarations of data from Python
	MINEVIS_RENEW=1 $(BIN)/python -m pytest -n 0 tests/web/test_types.py

clean: ## remove .venv, out and caches
	rm -rf $(VENV) out site dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +

# Stamp files in .venv avoid a second installation.

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "minevis needs Python 3.11 or later, and $(PYTHON) is not." \
	    "Install it (Debian: apt install python3.11) or say make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  version=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "$(PYTHON) cannot make a virtual environment: its modules venv and ensurepip are" \
	    "missing. On Debian: apt install python$$version-venv" >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# Show the output of a step only if it fails.
define quietly
log=$$(mktemp); trap 'rm -f "$$log"' EXIT; $(1) > "$$log" 2>&1 || { cat "$$log" >&2; exit 1; }
endef

$(VENV)/with-base: $(VENV)/made $(NEEDS)
	@echo "Installing minevis and its dependencies into $(VENV): once, about a minute"
	@$(call quietly,$(PIP) --editable .)
	@touch $@

# Kernels are compiled again when their text changes. Tests also play with the effort "hard".
$(VENV)/with-kernels: $(VENV)/with-base $(wildcard minevis/engine/*.py minevis/engine/*/*.py)
	@$(BIN)/python -m minevis warm-up
	@$(BIN)/python -c "from minevis.engine.kernels import warm_up; from minevis.players import best_with; \
	  warm_up(best_with('hard'))"
	@touch $@

$(VENV)/with-%: $(VENV)/with-base
	@echo "Installing the dependencies for $* into $(VENV): once, about a minute"
	@$(call quietly,$(PIP) --editable '.[$*]')
	@touch $@
