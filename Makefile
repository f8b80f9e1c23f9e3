SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr
DESTDIR ?=
# For scripts in packaging.
PLACE = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)'

# Package.swift names the targets that are optimised in debug builds, too.
export RUBATO_OPTIMISED := 1

# The Swift runtime is linked in, so that the machine that runs the service needs no Swift. Debug information would be
# stripped. The hash in each object, which an incremental build compares, can differ between equal builds, and the build id
# depends on it: the last option writes zeros instead.
RELEASE := -c release --static-swift-stdlib -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# The compiler orders a few instructions by addresses in its memory, which are random by default. A container can forbid setarch.
FIXED_ADDRESSES := $(shell setarch --addr-no-randomize true 2>/dev/null && echo setarch --addr-no-randomize)
BINARIES := .build/release
# The installed programs, and the one that writes their manual.
INSTALLED := rubatod rubatoctl rubato-lab rubato-supervise rubato-observe rubato-transfer rubato-notify manual
MANUAL := .build/manual
COMPLETIONS := .build/completions
VERSION := $(shell sed -n 's/.*text = "\(.*\)".*/\1/p' Sources/Protocol/Control/Version.swift)

# Debian packages, by what needs them. The toolchain links with Debian's C and C++ libraries. git fetches over HTTPS.
BUILD_PACKAGES := binutils ca-certificates gcc git libc6-dev libsqlite3-dev libstdc++-12-dev libsystemd-dev libyaml-dev lowdown pkg-config
TEST_PACKAGES := curl dbus jq python3-dbusmock
E2E_PACKAGES := debootstrap systemd-container
DEB_PACKAGES := build-essential debhelper jq lintian man-db
CERTIFICATION_PACKAGES := python3 python3-venv
SLURM_PACKAGES := jq munge python3 slurm-wlm
BENCH_PACKAGES := at cron curl python3
# poppler-utils reads what was printed; a font makes the pictures look the same everywhere.
BROWSER_PACKAGES := chromium fonts-inter poppler-utils python3
PACKAGES := $(BUILD_PACKAGES)

SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
# Whether units and users of this very machine are to be told of an installation.
LIVE := $(if $(DESTDIR),,$(wildcard /run/systemd/system))
# need_root TARGET: for what changes this very machine.
need_root = [[ -n '$(DESTDIR)' || $$EUID == 0 ]] || \
	{ echo "make $(1) needs root; run: $(strip sudo make $(1) $(MAKEOVERRIDES))" >&2; exit 1; }

.PHONY: help
help: ## List the targets
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/^([a-z0-9-]+):.*## */\1\t/' | expand -t 16

.PHONY: packages
packages: ## Install the Debian packages that a build needs and this machine lacks
	@mkdir --parents .build
	# One after the other, where several targets are made at once.
	SUDO='$(SUDO)' flock .build/packages.lock packaging/packages.sh $(PACKAGES)

.PHONY: build
build: packages ## Build for development
	@swift build

.PHONY: release
release: packages ## Build what is installed: optimised, the Swift runtime linked in
	@mkdir -p .build/static
	ln -sf "$$(gcc -print-file-name=libstdc++.a)" .build/static/
	RUBATO_ONLY='$(INSTALLED)' $(FIXED_ADDRESSES) swift build $(RELEASE)
	rm -rf $(MANUAL)
	mkdir -p $(MANUAL)/man5 $(MANUAL)/man7
	for program in rubatoctl rubatod; do
	  $(BINARIES)/$$program --experimental-dump-help >$(MANUAL)/$$program.json
	done
	$(BINARIES)/manual $(VERSION) $(MANUAL) 1:$(MANUAL)/rubatoctl.json 8:$(MANUAL)/rubatod.json
	rm $(MANUAL)/*.json
	echo '.so man1/rubatoctl.1' >$(MANUAL)/man1/rubato-lab.1
	for page in tasks policy; do
	  packaging/page.sh $$page $(VERSION) >$(MANUAL)/man5/rubato-$$page.5
	done
	sed 's/@VERSION@/$(VERSION)/' packaging/rubato.7 >$(MANUAL)/man7/rubato.7
	mkdir -p $(COMPLETIONS)
	for shell in bash zsh fish; do
	  # A file that a shell reads has no first line that names the shell.
	  $(BINARIES)/rubatoctl --generate-completion-script $$shell | sed '1{/^#!/d}' >$(COMPLETIONS)/$$shell
	done

.PHONY: test-build
test-build: PACKAGES += $(TEST_PACKAGES)
test-build: packages
	@swift build --build-tests

.PHONY: test
test: test-build ## Run all tests but the end-to-end test
	@Tests/parallel.sh

ROUNDS ?= 3

.PHONY: stress
stress: test-build ## Run all tests ROUNDS=3 times, beside a load of twice the processors
	@Tests/stress.sh $(ROUNDS)

.PHONY: demo
demo: release ## Play a commuter's day against real commands, in under a minute
	@etc/demo/run.sh

.PHONY: e2e
e2e: deb e2e-apps test-build ## Boot a Debian with the installed service and test it there (needs root)
	@$(MAKE) e2e-packages e2e-desk e2e-service e2e-tests

# The apps that the checks install.
.PHONY: e2e-apps
e2e-apps: example
	@swift build $(RELEASE) --product life-app
	@swift build $(RELEASE) --product task-app

# Builds nothing, so that a build may run beside it: e2e-packages and e2e-desk need what deb makes, e2e-service what release and
# e2e-apps make, and e2e-tests what release and test-build make.
.PHONY: e2e-packages e2e-desk e2e-service e2e-tests
e2e-packages e2e-desk e2e-service e2e-tests: PACKAGES := $(E2E_PACKAGES)
e2e-packages: packages
	@$(SUDO) env RUBATO_E2E_DEBS="$(CURDIR)/.build/deb" Tests/EndToEnd/run.sh EndToEnd/packages.sh
e2e-desk: packages
	@$(SUDO) env RUBATO_E2E_DEBS="$(CURDIR)/.build/deb" Tests/EndToEnd/run.sh EndToEnd/desk.sh
e2e-service: packages
	@$(SUDO) Tests/EndToEnd/run.sh
e2e-tests: packages
	@$(SUDO) Tests/EndToEnd/run.sh EndToEnd/tests.sh

# Not in .ci/run, which has no earlier packages.
.PHONY: e2e-upgrade
e2e-upgrade: PACKAGES := $(E2E_PACKAGES)
e2e-upgrade: packages ## Upgrade the earlier packages in OLD=DIRECTORY to those of `make deb`, in a booted Debian (needs root)
	@[[ -n "$(OLD)" ]] || { echo "make e2e-upgrade needs earlier packages, as in: make e2e-upgrade OLD=/srv/rubato-0.1.0" >&2; exit 2; }
	$(SUDO) env RUBATO_E2E_DEBS="$(CURDIR)/.build/deb" RUBATO_E2E_OLD="$(abspath $(OLD))" Tests/EndToEnd/run.sh EndToEnd/upgrade.sh

KILLS ?= 500

.PHONY: kills
kills: PACKAGES += $(BUILD_PACKAGES) python3
kills: release ## Kill the daemon under load, KILLS=500 times: nothing lost, nothing twice at once
	@Tests/Checks/Kills/kills.py $(BINARIES) --kills $(KILLS)

.PHONY: certification
certification: PACKAGES += $(CERTIFICATION_PACKAGES)
certification: build ## Have someone else's Varlink client and server talk to ours
	@Tests/Checks/Certification/run.sh .build/debug/varlink-certification

.PHONY: determinism
determinism: release swarm-build ## Simulate with the same seed in many ways: the bytes must be the same
	@swift build --product rubatoctl
	swift build --product rubato-lab
	Tests/Checks/Determinism/run.sh .build/debug/rubatoctl $(BINARIES)/rubatoctl $(BINARIES)/rubato-swarm

.PHONY: slurm
slurm: PACKAGES += $(SLURM_PACKAGES)
slurm: packages release ## Run a population on Slurm, with a killed and requeued task: the bytes of one process
	@Tests/Checks/Slurm/run.sh $(BINARIES)

COMMIT ?= HEAD

.PHONY: same-as
same-as: packages ## See that this tree decides as COMMIT=HEAD did: simulations, traces, SEEDS=10000 of the swarm
	@RUBATO_TRACES='$(TRACES)' Tests/Checks/SameAs/run.sh '$(COMMIT)' $(SEEDS)

.PHONY: api-check
api-check: PACKAGES += python3
api-check: packages ## Compare the libraries for apps with tables of Apple's API, and compile what apps write
	@Tests/Checks/API/run.sh

.PHONY: mac-check
mac-check: packages release ## Type-check the parts of a bench on a Mac against a stand-in for Darwin's C library
	@Tests/Checks/Darwin/run.sh $(BINARIES)/Modules

.PHONY: conformance
conformance: PACKAGES += python3
conformance: packages ## Write docs/conformance.md again from the tables and the libraries
	@Tests/Checks/API/run.sh --write

.PHONY: example
example: packages ## Build the example app as somebody else would: nothing that only the daemon needs
	@Tests/Checks/Examples/run.sh .build/example

.PHONY: examples
examples: PACKAGES += python3 python3-venv
examples: example ## Build all examples as somebody else would, and run their tests on the bench
	@Tests/Checks/Examples/bench.sh news-prefetch
	@Tests/Checks/Examples/bench.sh photo-backup
	@Tests/Checks/Examples/bench.sh health-sync
	@Tests/Checks/Examples/bench.sh faulty-handlers
	@Tests/Checks/Examples/bench.sh shared-app

.PHONY: workflow-check
workflow-check: PACKAGES += python3 python3-venv
workflow-check: packages ## Check workflow files with GitHub's schema, and the Xcode project of an example
	@Tests/Checks/Workflows/run.sh

.PHONY: docc
docc: PACKAGES += python3
docc: packages ## See that the libraries are documented; the pages go to .build/docc
	@Tests/Checks/API/docc.sh BackgroundTasks .build/docc/BackgroundTasks.doccarchive
	@Tests/Checks/API/docc.sh AppLifecycle .build/docc/AppLifecycle.doccarchive
	@Tests/Checks/API/docc.sh AppLogging .build/docc/AppLogging.doccarchive
	@Tests/Checks/API/docc.sh BackgroundTransfers .build/docc/BackgroundTransfers.doccarchive
	@Tests/Checks/API/docc.sh BackgroundWork .build/docc/BackgroundWork.doccarchive
	@Tests/Checks/API/docc.sh ZIPArchive .build/docc/ZIPArchive.doccarchive
	@Tests/Checks/API/docc.sh BackgroundTasksTesting .build/docc/BackgroundTasksTesting.doccarchive

.PHONY: report-test
report-test: PACKAGES += $(BROWSER_PACKAGES)
report-test: packages release ## Look at the report of a simulation in a headless browser
	@python3 Tests/Checks/Report/report_test.py $(BINARIES)/rubatoctl

.PHONY: report-screenshots
report-screenshots: PACKAGES += $(BROWSER_PACKAGES)
report-screenshots: release ## Take the pictures of the report that the documentation shows
	@python3 Tests/Checks/Report/screenshots.py $(BINARIES)/rubatoctl docs/images

.PHONY: scenarios
scenarios: release ## Check what the scenarios of the library promise, in all their seeds
	@for file in etc/scenarios/*.yaml; do
	  echo "$$file"
	  $(BINARIES)/rubatoctl simulate "$$file" --expect "$$file"
	done

.PHONY: bench
bench: PACKAGES += $(BENCH_PACKAGES)
bench: release ## Measure beside peers: submits, start of a command, lateness, idle cost, scale, a year
	@swift build $(RELEASE)
	Tests/Benchmarks/Bench/run.sh

.PHONY: sanitize
sanitize: PACKAGES += $(TEST_PACKAGES)
sanitize: packages ## Run the tests under ThreadSanitizer and AddressSanitizer
	@Tests/Checks/Sanitize/run.sh

.PHONY: idle-check
idle-check: PACKAGES += $(BUILD_PACKAGES) python3
idle-check: packages release ## See that a daemon that has been asked and watched sleeps until something happens
	@python3 Tests/Checks/Idle/idle.py $(BINARIES)

.PHONY: install-check
install-check: PACKAGES += $(DEB_PACKAGES) libarchive-tools makepkg rpm rpmlint
install-check: packages ## See that install, uninstall and the packages follow the list of files, in seconds
	@Tests/Checks/Install/run.sh

MINUTES ?= 60

.PHONY: soak
soak: PACKAGES += $(E2E_PACKAGES)
soak: release ## See that nothing grows in an hour of use, nor in eight simulated months (needs root)
	@$(SUDO) RUBATO_E2E_LIMIT=3h Tests/EndToEnd/run.sh EndToEnd/soak.sh $(MINUTES)

SEEDS ?= 10000
BUG ?=

.PHONY: fuzz
fuzz: PACKAGES += $(BUILD_PACKAGES) python3
fuzz: release ## Give the daemon and rubatoctl what nobody means: calls, files, damaged databases (minutes)
	@python3 Tests/Checks/Fuzz/fuzz.py $(BINARIES) --calls 200000 --files 4000 --databases 2000

.PHONY: fuzz-check
fuzz-check: PACKAGES += $(BUILD_PACKAGES) python3
fuzz-check: packages release ## The same in half a minute
	@python3 Tests/Checks/Fuzz/fuzz.py $(BINARIES) --calls 24000 --files 80 --databases 120

.PHONY: calendar-check
calendar-check: PACKAGES += $(BUILD_PACKAGES) python3 systemd tzdata
calendar-check: packages release ## Compare 2,000 calendar events with systemd-analyze
	@Tests/Checks/Calendar/compare.py $(BINARIES)/rubatoctl 2000

SECONDS_EACH ?= 60

.PHONY: fuzz-coverage
fuzz-coverage: PACKAGES += $(BUILD_PACKAGES) python3
fuzz-coverage: packages ## Let libFuzzer find inputs that reach new code, SECONDS_EACH=60 for each reader
	@Tests/Checks/Fuzz/coverage.sh $(SECONDS_EACH)

.PHONY: swarm-build
swarm-build: packages
	@swift build $(RELEASE) --product rubato-swarm

.PHONY: swarm
swarm: swarm-build ## Simulate faults with the daemon's own step, SEEDS=10000 seeds
	@$(BINARIES)/rubato-swarm --seeds '0..<$(SEEDS)' $(if $(BUG),--inject-bug '$(BUG)')

.PHONY: swarm-check
swarm-check: swarm-build ## The same for a thousand seeds, and find each injected bug
	@$(BINARIES)/rubato-swarm --seeds '0..<1000'
	$(BINARIES)/rubato-swarm --seeds '0..<1000' --inject-bugs

TRACES ?= $(RUBATO_TRACES)

.PHONY: habits
habits: packages ## Judge the habits of apps on the traces in TRACES=DIRECTORY
	@[[ -n '$(TRACES)' ]] || { echo 'Say where the traces are: make habits TRACES=DIRECTORY' >&2; exit 2; }
	swift build $(RELEASE) --product habit-judge
	$(BINARIES)/habit-judge '$(TRACES)'

.PHONY: quality
quality: PACKAGES += $(CERTIFICATION_PACKAGES)
quality: packages ## Print what decisions are worth, on the traces in TRACES=DIRECTORY and on laptops
	@swift build $(RELEASE) --product rubatoctl
	@swift build $(RELEASE) --product rubato-lab
	@Tests/Benchmarks/Quality/run.sh $(BINARIES)/rubatoctl '$(TRACES)'

.PHONY: fortnight
fortnight: PACKAGES += $(BROWSER_PACKAGES)
fortnight: release ## Make decision 28 again from the traces in TRACES=DIRECTORY
	@[[ -n '$(TRACES)' ]] || { echo 'Say where the traces are: make fortnight TRACES=DIRECTORY' >&2; exit 2; }
	python3 Tests/Checks/Report/fortnight.py $(BINARIES)/rubatoctl '$(TRACES)' docs

.PHONY: generate
generate: packages ## Write again what follows from the options and the interface
	@swift run generate

.PHONY: lint
lint: ## Check the format of the Swift sources
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples

.PHONY: format
format: ## Format the Swift sources
	@swift format --in-place --recursive --parallel Package.swift Sources Tests Examples

# Under sudo the build belongs to whoever called it: root's PATH often has no swift, and files of
# root in .build would break that user's next build. Without swift, what is built gets installed.
.PHONY: install-build
install-build:
	@$(call need_root,install)
	if [[ -n "$${SUDO_USER:-}" && "$${SUDO_USER:-}" != root ]]; then
	  as_builder=(sudo --user="$$SUDO_USER" --set-home bash --login)
	else
	  as_builder=(bash)
	fi
	if "$${as_builder[@]}" -c 'command -v swift' >/dev/null; then
	  "$${as_builder[@]}" -c 'cd "$$1" && make release' - "$(CURDIR)"
	elif [[ -n "$$(packaging/files.sh missing)" ]]; then
	  echo "There is nothing to install yet, and no swift in the PATH of $${SUDO_USER:-root}." >&2
	  echo "Run 'make release' where swift is at hand, then 'sudo make install' again." >&2
	  exit 1
	fi

.PHONY: install
install: install-build ## Install the service (PREFIX=/usr, DESTDIR= for a tree elsewhere)
	@$(PLACE) packaging/files.sh install
	if [[ -n "$(LIVE)" ]]; then
	  systemd-sysusers '$(PREFIX)/lib/sysusers.d/rubato.conf'
	  journalctl --update-catalog
	  systemctl daemon-reload
	  echo "Installed: rubatod, rubatoctl, rubato-lab, units, completions and manual pages, below $(PREFIX)."
	  echo "Start it with: sudo systemctl enable --now rubatod.socket rubatod"
	  echo "Then: rubatoctl status, and man rubatoctl"
	fi

.PHONY: deb
deb: PACKAGES += $(DEB_PACKAGES)
deb: release ## Make Debian packages in .build/deb, and check them with lintian
	@packaging/linked.sh
	for page in $(MANUAL)/man*/*.[158]; do
	  said=$$(cd $(MANUAL) && LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings --local-file "$(CURDIR)/$$page" 2>&1 >/dev/null)
	  [[ -z "$$said" ]] || { echo "$$page: $$said" >&2; exit 1; }
	done
	packaging/deb.sh $(VERSION) .build/deb
	lintian --fail-on error,warning .build/deb/*.changes

.PHONY: release-check
release-check: PACKAGES += $(DEB_PACKAGES)
release-check: packages ## See that the last commit can be released: changelog, .ci/run, two equal builds; print the tag
	@packaging/release-check.sh $(VERSION)

.PHONY: uninstall
uninstall: ## Stop the service and remove what install put there; name the data that stays
	@$(call need_root,uninstall)
	$(PLACE) FORCE='$(FORCE)' packaging/uninstall.sh

.PHONY: shape
shape: ## Count how large the parts of Sources are, and in how many files one change of each sort lands
	@python3 Tests/Checks/Shape/shape.py

.PHONY: clean
clean: ## Remove everything that was built
	@swift package clean
	rm -rf .build/api .build/docc .build/deb $(MANUAL) $(COMPLETIONS)
