# `make play` needs Python 3.11 or newer and nothing else; whatever more a target needs, it brings into .venv.
# Written for GNU make 4.3. Stamps in .venv are touched only after success, so a broken install is done again.

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

HOST ?= 0.0.0.0
PORT ?= 8000
export HOST PORT

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --requirement
LOCKING := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"
JS_AND_CSS := "static/**/*.{js,css}" "tests/js/**/*.js" "tests/bench/peer/*.js"
# Other words for pytest, as in: make test PYTEST="tests/rules -x"
PYTEST ?=
# One worker per core; tests that share something costly stay together.
WORKERS := -n auto --dist loadgroup
# Pages wait more than they work: three keep two cores busy.
BROWSERS := -n 3
# More words for the audit, as in: make audit AUDIT="--runs 1 --page home"
AUDIT ?=
# More words for the benchmark, as in: make bench BENCH="--prove 0 --beside 0 --json bench.json"
BENCH ?=
# More words for the chaos test, as in: make bench-chaos CHAOS="--workers 3 --rooms 20 --json chaos.json"
CHAOS ?=
# More words for the goals of the server, as in: make bench-load LOAD="--goal L1 --goal L5 --json load.json"
LOAD ?=
# More words for the comparison, as in: make bench-peer PEER="--rounds 5 --plain --json peer.json"
PEER ?=
# More words for the soak, as in: make bench-soak SOAK="--minutes 60 --cluster --json soak.json"
SOAK ?=
# More words for the goals of the bots, as in: make bench-bots STRENGTH="--goal B3 --deals 200 --json strength.json"
STRENGTH ?=
# More words for what bots promise, as in: make bench-blind BLIND="--positions 100 --level master"
BLIND ?=
# As in: make bench-exact EXACT="--endgames 50 --positions 100"
EXACT ?=
# As in: make bench-solving SOLVING="--games 50 --level master"
SOLVING ?=
# As in: make bench-endings ENDINGS="--first 4711 --games 1 --jobs 1"
ENDINGS ?=
# Other words for the training, as in: make train TRAIN="--rules transfer --games 4000000 --folder training"
TRAIN ?=
# Words of the names of scenes, as in: make shots SHOTS="result 'text 200'"
SHOTS ?=

.PHONY: help play test bench bench-chaos bench-load bench-peer bench-soak bench-bots bench-blind bench-endings bench-exact bench-solving train shots audit advisories icons mutation webkit lint format i18n lock wheel clean

help: ## Show what there is to make.
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.play ## Start the game, for this machine and everybody on its network. PORT=8000 HOST=0.0.0.0
	@exec $(BIN)/python -m web.cli serve

test: $(VENV)/.dev ## Run every test: rules, server, browser.
	@node=$$($(BIN)/python -m tools.node --install); \
		$(BIN)/python -m tools.chromium --install; \
		$(BIN)/python -m tools.nginx --install; \
		find tests/js -name '*.test.js' | grep -q . || { echo "There is no test in tests/js." >&2; exit 1; }; \
		find tests/js -name '*.test.js' -exec "$$node" --test {} +
ifdef PYTEST
	$(BIN)/python -m pytest $(PYTEST)
else
	$(BIN)/python -m pytest $(WORKERS) --ignore tests/browser
	$(BIN)/python -m pytest $(BROWSERS) tests/browser
endif

bench: $(VENV)/.dev ## Measure rules engine, table and server, and prove the rules on very many games. Takes many minutes.
	@$(BIN)/python -m tools.node --install >/dev/null; $(BIN)/python -m tools.chromium --install
	$(BIN)/python -m tests.bench $(BENCH)
	$(BIN)/python -m tests.bench.chaos $(CHAOS)
	$(BIN)/python -m tests.bench.load $(LOAD)

bench-chaos: $(VENV)/.dev ## Let everything go wrong at once, for one process and for three. Takes six minutes.
	$(BIN)/python -m tests.bench.chaos $(CHAOS)

bench-load: $(VENV)/.dev ## Measure what the server bears, beside its goals. Takes twenty-five minutes.
	$(BIN)/python -m tests.bench.load $(LOAD)

bench-peer: $(VENV)/.dev tests/bench/peer/node_modules/.package-lock.json ## Measure boardgame.io beside this server, under the same load. Takes a quarter of an hour.
	$(BIN)/python -m tests.bench.peer $(PEER)

bench-soak: $(VENV)/.dev ## Let people come and go for ten minutes, and see that the server does not grow. SOAK="--minutes 60"
	$(BIN)/python -m tests.bench.soak $(SOAK)

bench-bots: $(VENV)/.dev ## Measure how strong the bots are, beside their goals. Takes hours.
	$(BIN)/python -m tests.bench.strength $(STRENGTH)

bench-blind: $(VENV)/.dev ## Ask every bot in two thousand positions, twice, with other cards hidden. Takes half an hour.
	$(BIN)/python -m tests.bench.blind $(BLIND)

bench-endings: $(VENV)/.dev ## Let bots of all levels play twenty thousand games by any rules, to their end. Takes half an hour.
	$(BIN)/python -m tests.bench.endings $(ENDINGS)

bench-exact: $(VENV)/.dev ## Compare what bots reckon with, in five thousand positions, with the engine. Takes minutes.
	$(BIN)/python -m tests.bench.exact $(EXACT)

bench-solving: $(VENV)/.dev ## Measure how long endgames of good players take to solve. Takes minutes.
	$(BIN)/python -m tests.bench.solving $(SOLVING)

audit: $(VENV)/.dev tests/audit/node_modules/.package-lock.json ## Ask Lighthouse about every page that may be found, room and table. Takes half an hour.
	@$(BIN)/python -m tools.chromium --install >/dev/null
	$(BIN)/python -m tests.audit $(AUDIT)

icons: $(VENV)/.dev ## Draw the PNG icons anew from static/img/*.svg, and the pictures of shared links.
	$(BIN)/python -m tools.icons

# Goes on where it was stopped. A mutant that never ends may fill the memory, so there is a limit where that is known.
mutation: $(VENV)/.mutation ## Change the rules engine in a thousand ways, and show what no test notices. Takes long.
	@ulimit -v 4000000 2>/dev/null || true; $(BIN)/mutmut run
	@$(BIN)/mutmut results | sed -n 's/^ *\(.*\): .*/\1/p' | \
		while read -r mutant; do $(BIN)/mutmut show "$$mutant"; done

webkit: $(VENV)/.webkit ## Play a little in WebKitGTK, Safari's engine as far as Linux has it.
	@$(BIN)/python -m tools.webkit --install
	$(BIN)/python -m pytest tests/webkit $(PYTEST)

train: $(VENV)/.train ## Let a net teach itself the game, or go on where that stopped. Takes hours; stop it at any time.
	$(BIN)/python -m tools.training $(TRAIN)

shots: $(VENV)/.dev ## Photograph the game in every size, and lay the pictures on one sheet, shots/index.html.
	@$(BIN)/python -m tools.node --install >/dev/null; $(BIN)/python -m tools.chromium --install
	$(BIN)/python -m tests.browser.shots $(SHOTS)

lint: $(VENV)/.dev node_modules/.package-lock.json ## Check style, types, the direction of dependencies, and every page's HTML.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@node=$$($(BIN)/python -m tools.node --install); set -x; \
		"$$node" node_modules/typescript/bin/tsc --project tsconfig.json; \
		"$$node" node_modules/typescript/bin/tsc --project tsconfig.tests.json; \
		"$$node" node_modules/prettier/bin/prettier.cjs --check $(JS_AND_CSS)
	@pages=$$(mktemp -d); trap 'rm -rf "$$pages"' EXIT; node=$$($(BIN)/python -m tools.node); set -x; \
		$(BIN)/python -m tools.pages "$$pages"; \
		"$$node" node_modules/html-validate/bin/html-validate.mjs --config .htmlvalidate.json "$$pages"

format: $(VENV)/.dev node_modules/.package-lock.json ## Put code into its proper form.
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format
	@node=$$($(BIN)/python -m tools.node --install); set -x; \
		"$$node" node_modules/prettier/bin/prettier.cjs --write --log-level warn $(JS_AND_CSS)

i18n: $(VENV)/.dev ## Renew the catalogues in web/locales from the texts in pages, scripts, server. ADD=de adds one.
	$(BIN)/python -m tools.catalogues $(if $(ADD),--add $(ADD))

lock: $(VENV)/.dev ## Renew all lock files with the newest versions that pyproject.toml and package.json allow.
	$(LOCKING) --upgrade pyproject.toml --output-file requirements/play.txt
	$(LOCKING) --upgrade pyproject.toml --group dev --constraints requirements/play.txt \
		--output-file requirements/dev.txt
	$(LOCKING) --upgrade --group build --constraints requirements/dev.txt --output-file requirements/build.txt
	$(LOCKING) --upgrade --group node --output-file requirements/node.txt
	$(LOCKING) --upgrade --group mutation --constraints requirements/dev.txt --output-file requirements/mutation.txt
	$(LOCKING) --upgrade --group advisories --constraints requirements/dev.txt --output-file requirements/advisories.txt
	$(LOCKING) --upgrade --group webkit --constraints requirements/dev.txt --output-file requirements/webkit.txt
	$(LOCKING) --upgrade pyproject.toml --extra train --constraints requirements/dev.txt \
		--output-file requirements/train.txt
	@npm=$$($(BIN)/python -m tools.node --npm --install); PATH="$${npm%/*}:$$PATH"; set -x; \
		"$$npm" update --package-lock-only

# Strict: who could not be reached has not said that all is well.
advisories: $(VENV)/.advisories ## Ask for known holes in what the server is made of, and list it in dist/sbom.json. Needs the internet.
	@mkdir -p dist
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements/play.txt \
		--format cyclonedx-json --output dist/sbom.json

wheel: $(VENV)/.dev ## Build dist/durak-….whl, which carries pages, scripts and migrations.
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

clean: ## Remove what was installed and made here. The database stays.
	rm -rf $(VENV) node_modules tests/audit/node_modules tests/bench/peer/node_modules dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis mutants \
		tests/browser/out tests/webkit/out shots

# --- environments ----------------------------------------------------------------------------------------------

# `python3` may be too old, or only a name that a version switcher answers with a complaint: each is tried. Some
# locked packages have no wheels yet for Python 3.15 and newer, so that is taken only where there is nothing else.
$(BIN)/python:
	@for newest in 14 99; do \
		for python in $${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do \
			if "$$python" -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, $$newest))" 2>/dev/null; then \
				exec "$$python" tools/venv.py $(VENV); \
			fi; \
		done; \
	done; \
	echo "Durak needs Python 3.11 or newer, and none was found. Install it, or name it: make play PYTHON=/path" >&2; \
	exit 1

$(VENV)/.play: requirements/play.txt $(BIN)/python
	@echo "Installing what the server needs; this happens once." >&2
	@$(PIP_INSTALL) requirements/play.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(BIN)/python
	@echo "Installing what tests and checks need; this happens once." >&2
	@$(PIP_INSTALL) requirements/dev.txt
	@touch $@

$(VENV)/.mutation: requirements/mutation.txt $(VENV)/.dev
	@echo "Installing what changes the engine; this happens once." >&2
	@$(PIP_INSTALL) requirements/mutation.txt
	@touch $@

$(VENV)/.advisories: requirements/advisories.txt $(VENV)/.dev
	@echo "Installing what asks for known holes; this happens once." >&2
	@$(PIP_INSTALL) requirements/advisories.txt
	@touch $@

$(VENV)/.webkit: requirements/webkit.txt $(VENV)/.dev
	@echo "Installing what drives WebKit; this happens once." >&2
	@$(PIP_INSTALL) requirements/webkit.txt
	@touch $@

$(VENV)/.train: requirements/train.txt $(BIN)/python
	@echo "Installing what trains nets; this happens once." >&2
	@$(PIP_INSTALL) requirements/train.txt
	@touch $@

# npm writes this file last.
node_modules/.package-lock.json: package-lock.json $(VENV)/.dev
	@npm=$$($(BIN)/python -m tools.node --npm --install); PATH="$${npm%/*}:$$PATH" "$$npm" ci --loglevel error --no-progress
	@touch $@

# Lighthouse, which nothing but the audit needs.
tests/audit/node_modules/.package-lock.json: tests/audit/package-lock.json $(VENV)/.dev
	@npm=$$($(BIN)/python -m tools.node --npm --install); PATH="$${npm%/*}:$$PATH" \
		"$$npm" ci --prefix tests/audit --loglevel error --no-progress
	@touch $@

# boardgame.io, which nothing but the comparison needs.
tests/bench/peer/node_modules/.package-lock.json: tests/bench/peer/package-lock.json $(VENV)/.dev
	@npm=$$($(BIN)/python -m tools.node --npm --install); PATH="$${npm%/*}:$$PATH" \
		"$$npm" ci --prefix tests/bench/peer --loglevel error --no-progress
	@touch $@
