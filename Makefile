# Two commands do everything on a fresh machine: `make play` and `make test`.
# Python 3.11 or newer with its venv module, and make, are enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help play test test-engine test-server soak load lint types golden mutants bench bench-peers strength clean

help:  ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/made-%: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.11 ..."; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.$(EXTRA)'
	@touch $@

$(VENV)/made-dev: EXTRA := [dev]
$(VENV)/made-play: EXTRA :=

play: $(VENV)/made-play  ## a game of RISE in the terminal against two bots
	$(BIN)/tafelrunde play rise --players 3 --bots greedy,greedy

test: test-engine test-server  ## everything: style, types, all tests, rule coverage

test-engine: lint types  ## the engine, the games, the terminal
	$(BIN)/python -m pytest -n $(JOBS) --rule-coverage --ignore=tests/server
	$(BIN)/tafelrunde rules --coverage --strict

test-server: $(VENV)/made-dev  ## the server, on SQLite files and a real PostgreSQL
	$(BIN)/python -m pytest -n $(JOBS) tests/server

soak: $(VENV)/made-dev  ## kill the server 300 times on each database while people play; goes on where it was stopped
	$(BIN)/python -m tests.server.crash --kills 300 --db both

load: $(VENV)/made-dev  ## 500 tables, 2,000 sockets, 250 moves a second, then as fast as it goes; build/load.png
	$(BIN)/python -m tests.server.load

lint: $(VENV)/made-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/made-dev
	$(BIN)/mypy

golden: $(VENV)/made-dev  ## write the golden games anew, after a change that was meant
	$(BIN)/python -m tests.contract.golden

# `make mutants rise`: the word after the target is the game
ifeq (mutants,$(firstword $(MAKECMDGOALS)))
GAME := $(or $(word 2,$(MAKECMDGOALS)),rise)
.PHONY: $(GAME)
$(GAME): ; @:
endif

mutants: $(VENV)/made-dev  ## switch off 30 rules one at a time and see whether the tests notice
	$(BIN)/python tools/mutants.py $(GAME) --jobs $(JOBS)

bench: $(VENV)/made-play  ## decisions a second, cost of a clone
	$(BIN)/tafelrunde bench

strength: $(VENV)/made-play  ## how strong the bots are; takes hours, goes on where it was stopped
	$(BIN)/python tools/strength.py --workers $(JOBS)
	$(BIN)/python tools/city.py --workers $(JOBS)

$(VENV)/peers/made: tools/bench_peers.py
	@$(PYTHON) -m venv $(VENV)/peers
	@$(VENV)/peers/bin/python -m pip install --quiet --disable-pip-version-check catanatron==3.2.1 --editable .
	@touch $@

bench-peers: $(VENV)/made-play $(VENV)/peers/made  ## the same beside catanatron, in one run
	$(VENV)/peers/bin/python tools/bench_peers.py

clean:  ## remove what was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
