# Everything happens in .venv; `make play` and `make test` set it up themselves.

BIN := .venv/bin
# Packages are looked for once, when pyproject.toml or the locks change; later runs need no network.
READY := .venv/.ready
TOOLS := .venv/.tools
SITE := .venv/.site
# Two processes, each with tests that stand together: what a file of tests shares is made once.
TEST := $(BIN)/pytest -n 2 --dist worksteal
# Every file that is installed has to have one of the hashes in the locks.
INSTALL := $(BIN)/python locks/install.py
# The first Python that is new enough and can make a virtual environment.
PYTHON = $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
NO_PYTHON = nyhavn needs Python 3.11 or newer with venv (on Debian: apt-get install python3 python3-venv)

# Python keeps what it has compiled, whatever the environment says: otherwise every process that the tests or the server
# start compiles more than a thousand modules again, which takes longer than all else that it does.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test check verify bench setup compile client pictures docs packages lint audit locks clean
.NOTPARALLEL:

help:
	@echo 'make play     set everything up and start the game in the browser'
	@echo 'make test     set everything up, then lint, types, layers and all tests but the long ones'
	@echo 'make check    the same with the fast tests only, under two minutes'
	@echo 'make verify   the long tests, and a check of packages for known vulnerabilities'
	@echo 'make bench    measure the speed (ANCHOR=file.c to run a C program beside it)'
	@echo 'make setup    only set everything up: .venv with all extras, and everything compiled'
	@echo 'make compile  only what playing needs: .venv and the compiled rules and bots'
	@echo 'make client   only build the browser client'
	@echo 'make pictures photograph the screens of the client for the documentation'
	@echo 'make docs     build the documentation as a searchable site, in build/site'
	@echo 'make lint     only lint, types and import layers'
	@echo 'make audit    only check packages for known vulnerabilities'
	@echo 'make locks    rewrite the lock files from constraints.txt and client/package.json'
	@echo 'make clean    remove .venv and everything else that was made'

# The rules are compiled while the page is open already, and says so.
play: client
	@$(BIN)/nyhavn

test: packages setup client lint
	$(TEST)

check: packages setup client lint
	$(TEST) -m 'not slow and not long'

verify: packages setup client audit
	$(TEST) -m long

bench: compile
	$(BIN)/nyhavn bench $(if $(ANCHOR),--anchor '$(ANCHOR)')

setup: $(TOOLS)
	@$(BIN)/nyhavn compile --envs

compile: $(READY)
	@$(BIN)/nyhavn compile

client: $(READY)
	@$(BIN)/python client/build.py

pictures: setup client
	@$(BIN)/python docs/pictures/make.py
	@$(BIN)/python docs/rules.py
	@$(BIN)/python docs/pictures/screens.py

docs: $(SITE)
	@$(BIN)/python docs/site/build.py

packages:
	@tests/system-packages

audit: $(READY)
	@$(BIN)/python locks/audit.py

locks: $(READY)
	@$(INSTALL) uv
	@$(BIN)/python locks/renew.py

lint: $(TOOLS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

$(READY): pyproject.toml locks/install.py locks/build.txt locks/server.txt
	$(eval PYTHON := $(PYTHON))$(if $(PYTHON),,$(error $(NO_PYTHON)))
	@echo 'Making .venv with $(PYTHON) ...'
	@$(PYTHON) -m venv .venv
	@echo 'Installing nyhavn and what its client is built with into .venv (some seconds the first time) ...'
	@$(INSTALL) build server
	@touch $@

$(TOOLS): $(READY) locks/dev.txt
	@echo 'Installing what the tests need into .venv (half a minute the first time) ...'
	@$(INSTALL) dev
	@touch $@

# Hashes of what the site is built with are in the same lock as those of the tests.
$(SITE): $(TOOLS)
	@touch $@

clean:
	rm -rf .venv client/node_modules src/nyhavn/server/static .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find src tests -name __pycache__ -prune -exec rm -rf {} +
