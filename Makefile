SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr
DESTDIR ?=
# For scripts in packaging.
PLACE = DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)'

# With this variable, Package.swift also optimises some targets in debug builds.
export RUBATO_OPTIMISED := 1

# The Swift runtime is linked in, so that the machine that runs the service needs no Swift. Debug information would be
# stripped. Two equal builds must give equal programs, so the compiler writes zeros in place of a hash in each object,
# which is only for incremental builds, and generates code in one thread.
RELEASE := -c release --static-swift-stdlib -debug-info-format none \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xswiftc -num-threads -Xswiftc 1
# The compiler orders a few instructions by addresses in its memory. These are random by default, and also depend on
# how the threads of the compiler take turns. A container can forbid setarch.
FIXED_ADDRESSES := $(shell setarch --addr-no-randomize true 2>/dev/null && echo setarch --addr-no-randomize)
BINARIES := .build/release
# The installed programs, and the program that writes their manual.
INSTALLED := rubatod rubatoctl rubato-lab rubato-supervise rubato-observe rubato-transfer rubato-notify manual
MANUAL := .build/manual
COMPLETIONS := .build/completions
VERSION := $(shell sed -n 's/.*text = "\(.*\)".*/\1/p' Sources/Protocol/Control/Version.swift)

# Debian packages for each purpose. The toolchain links with Debian's C and C++ libraries. git fetches over HTTPS.
BUILD_PACKAGES := binutils ca-certificates gcc git libc6-dev libsqlite3-dev libstdc++-12-dev libsystemd-dev libyaml-dev lowdown pkg-config
TEST_PACKAGES := curl dbus jq python3-dbusmock
E2E_PACKAGES := debootstrap systemd-container
DEB_PACKAGES := build-essential debhelper jq lintian man-db
CERTIFICATION_PACKAGES := python3 python3-venv
SLURM_PACKAGES := jq munge python3 slurm-wlm
BENCH_PACKAGES := at cron curl python3
# poppler-utils reads the printed PDF. The font makes the pictures equal on every machine.
BROWSER_PACKAGES := chromium fonts-inter poppler-utils python3
PACKAGES := $(BUILD_PACKAGES)

SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
# The directory of systemd if an installation changes this running machine; otherwise empty.
LIVE := $(if $(DESTDIR),,$(wildcard /run/systemd/system))
# need_root TARGET: fails unless it runs as root. For targets that change this machine.
need_root = [[ -n '$(DESTDIR)' || $$EUID == 0 ]] || \
	{ echo "make $(1) needs root; run: $(strip sudo make $(1) $(MAKEOVERRIDES))" >&2; exit 1; }

.PHONY: help
help: ## List the targets
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/^([a-z0-9-]+):.*## */\1\t/' | expand -t 16

.PHONY: packages
packages: ## Install the Debian packages that a build needs and this machine lacks
	@SUDO='$(SUDO)' packaging/packages.sh $(PACKAGES)

.PHONY: build
build: packages ## Build for development
	@swift build

.PHONY: release
release: packages ## Build the installed programs: optimised, with the Swift runtime linked in
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
	  # The shell reads this file itself, so the line that names an interpreter is removed.
	  $(BINARIES)/rubatoctl --generate-completion-script $$shell | sed '1{/^#!/d}' >$(COMPLETIONS)/$$shell
	done

.PHONY: test-build
test-build: PACKAGES += $(TEST_PACKAGES)
test-build: packages
	@swift build --build-tests

.PHONY: test
test: test-build ## Run all tests except the end-to-end test
	@Tests/parallel.sh

ROUNDS ?= 3

.PHONY: stress
stress: test-build ## Run all tests ROUNDS=3 times, under a load of two busy processes for each processor
	@Tests/stress.sh $(ROUNDS)

.PHONY: demo
demo: release ## Play a commuter's day with real commands, in less than a minute
	@etc/demo/run.sh

.PHONY: e2e
e2e: deb e2e-apps test-build ## Boot a Debian container with the installed service and test it there (needs root)
	@$(MAKE) e2e-packages e2e-desk e2e-service e2e-tests

# Apps that the end-to-end checks install.
.PHONY: e2e-apps
e2e-apps: example
	@swift build $(RELEASE) --product life-app
	@swift build $(RELEASE) --product task-app

# These targets build nothing, so a build can run at the same time. e2e-packages and e2e-desk need the results of deb,
# e2e-service the results of release and e2e-apps, and e2e-tests the results of release and test-build.
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
e2e-upgrade: packages ## Upgrade earlier packages in OLD=DIRECTORY to those of `make deb`, in a Debian container (needs root)
	@[[ -n "$(OLD)" ]] || { echo "no directory of earlier packages; run: make e2e-upgrade OLD=DIRECTORY" >&2; exit 2; }
	$(SUDO) env RUBATO_E2E_DEBS="$(CURDIR)/.build/deb" RUBATO_E2E_OLD="$(abspath $(OLD))" Tests/EndToEnd/run.sh EndToEnd/upgrade.sh

KILLS ?= 500

.PHONY: kills
kills: PACKAGES += $(BUILD_PACKAGES) python3
kills: release ## Kill the daemon under load, KILLS=500 times: no request is lost, none runs twice at the same time
	@Tests/Checks/Kills/kills.py $(BINARIES) --kills $(KILLS)

.PHONY: certification
certification: PACKAGES += $(CERTIFICATION_PACKAGES)
certification: build ## Test our Varlink client and server with those of another project
	@Tests/Checks/Certification/run.sh .build/debug/varlink-certification

.PHONY: determinism
determinism: release swarm-build ## Simulate the same seeds with different builds and settings: the output must be identical
	@swift build --product rubatoctl
	swift build --product rubato-lab
	Tests/Checks/Determinism/run.sh .build/debug/rubatoctl $(BINARIES)/rubatoctl $(BINARIES)/rubato-swarm

.PHONY: slurm
slurm: PACKAGES += $(SLURM_PACKAGES)
slurm: packages release ## Simulate a population on Slurm, with a killed and requeued task: output as from one process
	@Tests/Checks/Slurm/run.sh $(BINARIES)

COMMIT ?= HEAD

.PHONY: same-as
same-as: packages ## Compare decisions with those of COMMIT=HEAD: simulations, traces, SEEDS=10000 of the swarm
	@RUBATO_TRACES='$(TRACES)' Tests/Checks/SameAs/run.sh '$(COMMIT)' $(SEEDS)

.PHONY: api-check
api-check: PACKAGES += python3
api-check: packages ## Compare the libraries for apps with tables of Apple's API, and compile samples of app code
	@Tests/Checks/API/run.sh

.PHONY: mac-check
mac-check: packages release ## Type-check the parts of a bench on a Mac against a stand-in for Darwin's C library
	@Tests/Checks/Darwin/run.sh $(BINARIES)/Modules

.PHONY: conformance
conformance: PACKAGES += python3
conformance: packages ## Regenerate docs/conformance.md from the tables and the libraries
	@Tests/Checks/API/run.sh --write

.PHONY: example
example: packages ## Build the example app outside this repository, without the libraries of the daemon
	@Tests/Checks/Examples/run.sh .build/example

.PHONY: examples
examples: PACKAGES += python3 python3-venv
examples: example ## Build all examples outside this repository, and run their tests on the bench
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
docc: packages ## Check that the libraries are documented, and write the pages to .build/docc
	@Tests/Checks/API/docc.sh BackgroundTasks .build/docc/BackgroundTasks.doccarchive
	@Tests/Checks/API/docc.sh AppLifecycle .build/docc/AppLifecycle.doccarchive
	@Tests/Checks/API/docc.sh AppLogging .build/docc/AppLogging.doccarchive
	@Tests/Checks/API/docc.sh BackgroundTransfers .build/docc/BackgroundTransfers.doccarchive
	@Tests/Checks/API/docc.sh BackgroundWork .build/docc/BackgroundWork.doccarchive
	@Tests/Checks/API/docc.sh ZIPArchive .build/docc/ZIPArchive.doccarchive
	@Tests/Checks/API/docc.sh BackgroundTasksTesting .build/docc/BackgroundTasksTesting.doccarchive

.PHONY: report-test
report-test: PACKAGES += $(BROWSER_PACKAGES)
report-test: packages release ## Test the report page of a simulation in a headless browser
	@python3 Tests/Checks/Report/report_test.py $(BINARIES)/rubatoctl

.PHONY: report-screenshots
report-screenshots: PACKAGES += $(BROWSER_PACKAGES)
report-screenshots: release ## Take the screenshots of the report for the documentation
	@python3 Tests/Checks/Report/screenshots.py $(BINARIES)/rubatoctl docs/images

.PHONY: scenarios
scenarios: release ## Check the expectations of the scenarios in etc/scenarios, with all their seeds
	@for file in etc/scenarios/*.yaml; do
	  echo "$$file"
	  $(BINARIES)/rubatoctl simulate "$$file" --expect "$$file"
	done

.PHONY: bench
bench: PACKAGES += $(BENCH_PACKAGES)
bench: release ## Measure, also with other schedulers: submits, start of a command, lateness, idle cost, scale
	@swift build $(RELEASE)
	Tests/Benchmarks/Bench/run.sh

.PHONY: sanitize
sanitize: PACKAGES += $(TEST_PACKAGES)
sanitize: packages ## Run the tests under ThreadSanitizer and AddressSanitizer
	@Tests/Checks/Sanitize/run.sh

.PHONY: idle-check
idle-check: PACKAGES += $(BUILD_PACKAGES) python3
idle-check: packages release ## Check that a daemon with callers and watchers sleeps until an event
	@python3 Tests/Checks/Idle/idle.py $(BINARIES)

.PHONY: install-check
install-check: PACKAGES += $(DEB_PACKAGES) libarchive-tools makepkg rpm rpmlint
install-check: packages ## Check that install, uninstall and the packages follow the list of files
	@Tests/Checks/Install/run.sh

MINUTES ?= 60

.PHONY: soak
soak: PACKAGES += $(E2E_PACKAGES)
soak: release ## Check that no resource grows in MINUTES=60 minutes of use and in eight simulated months (needs root)
	@$(SUDO) RUBATO_E2E_LIMIT=3h Tests/EndToEnd/run.sh EndToEnd/soak.sh $(MINUTES)

SEEDS ?= 10000
BUG ?=

.PHONY: fuzz
fuzz: PACKAGES += $(BUILD_PACKAGES) python3
fuzz: release ## Send random calls, files and damaged databases to the daemon and rubatoctl (minutes)
	@python3 Tests/Checks/Fuzz/fuzz.py $(BINARIES) --calls 200000 --files 4000 --databases 2000

.PHONY: fuzz-check
fuzz-check: PACKAGES += $(BUILD_PACKAGES) python3
fuzz-check: packages release ## Fuzz as `make fuzz` does, in half a minute
	@python3 Tests/Checks/Fuzz/fuzz.py $(BINARIES) --calls 24000 --files 80 --databases 120

.PHONY: calendar-check
calendar-check: PACKAGES += $(BUILD_PACKAGES) python3 systemd tzdata
calendar-check: packages release ## Compare 2,000 calendar events with systemd-analyze
	@Tests/Checks/Calendar/compare.py $(BINARIES)/rubatoctl 2000

SECONDS_EACH ?= 60

.PHONY: fuzz-coverage
fuzz-coverage: PACKAGES += $(BUILD_PACKAGES) python3
fuzz-coverage: packages ## Search with libFuzzer for inputs that reach new code, SECONDS_EACH=60 for each reader
	@Tests/Checks/Fuzz/coverage.sh $(SECONDS_EACH)

.PHONY: swarm-build
swarm-build: packages
	@swift build $(RELEASE) --product rubato-swarm

.PHONY: swarm
swarm: swarm-build ## Simulate faults with the daemon's own step, SEEDS=10000 seeds
	@$(BINARIES)/rubato-swarm --seeds '0..<$(SEEDS)' $(if $(BUG),--inject-bug '$(BUG)')

.PHONY: swarm-check
swarm-check: swarm-build ## Run the swarm with a thousand seeds, and find each injected bug
	@$(BINARIES)/rubato-swarm --seeds '0..<1000'
	$(BINARIES)/rubato-swarm --seeds '0..<1000' --inject-bugs

TRACES ?= $(RUBATO_TRACES)

.PHONY: habits
habits: packages ## Measure the predictions of app use on the traces in TRACES=DIRECTORY
	@[[ -n '$(TRACES)' ]] || { echo 'no directory of traces; run: make habits TRACES=DIRECTORY' >&2; exit 2; }
	swift build $(RELEASE) --product habit-judge
	$(BINARIES)/habit-judge '$(TRACES)'

.PHONY: quality
quality: PACKAGES += $(CERTIFICATION_PACKAGES)
quality: packages ## Measure the quality of decisions on the traces in TRACES=DIRECTORY and on laptops
	@swift build $(RELEASE) --product rubatoctl
	@swift build $(RELEASE) --product rubato-lab
	@Tests/Benchmarks/Quality/run.sh $(BINARIES)/rubatoctl '$(TRACES)'

.PHONY: fortnight
fortnight: PACKAGES += $(BROWSER_PACKAGES)
fortnight: release ## Regenerate the figures of decision 28 from the traces in TRACES=DIRECTORY
	@[[ -n '$(TRACES)' ]] || { echo 'no directory of traces; run: make fortnight TRACES=DIRECTORY' >&2; exit 2; }
	python3 Tests/Checks/Report/fortnight.py $(BINARIES)/rubatoctl '$(TRACES)' docs

.PHONY: generate
generate: packages ## Regenerate the sources and documents that follow from the options and the interface
	@swift run generate

.PHONY: lint
lint: ## Check the format of the Swift sources
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples

.PHONY: format
format: ## Format the Swift sources
	@swift format --in-place --recursive --parallel Package.swift Sources Tests Examples

# Under sudo, the user who called it builds: root's PATH often has no swift, and files of root in .build would break
# that user's next build. Without swift, this target uses the existing build.
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
	  echo "Nothing has been built, and swift is not in the PATH of $${SUDO_USER:-root};" >&2
	  echo "run 'make release' with swift in the PATH, then 'sudo make install' again." >&2
	  exit 1
	fi

.PHONY: install
install: install-build ## Install the service (PREFIX=/usr; DESTDIR= installs into another root directory)
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
deb: release ## Build Debian packages in .build/deb, and check them with lintian
	@packaging/linked.sh
	for page in $(MANUAL)/man*/*.[158]; do
	  said=$$(cd $(MANUAL) && LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings --local-file "$(CURDIR)/$$page" 2>&1 >/dev/null)
	  [[ -z "$$said" ]] || { echo "$$page: $$said" >&2; exit 1; }
	done
	packaging/deb.sh $(VERSION) .build/deb
	lintian --fail-on error,warning .build/deb/*.changes

.PHONY: release-check
release-check: PACKAGES += $(DEB_PACKAGES)
release-check: packages ## Check that the last commit can be released: changelog, .ci/run, two equal builds; print the tag
	@packaging/release-check.sh $(VERSION)

.PHONY: uninstall
uninstall: ## Stop the service, remove the installed files, and list the data that remains
	@$(call need_root,uninstall)
	$(PLACE) FORCE='$(FORCE)' packaging/uninstall.sh

.PHONY: shape
shape: ## Print the size of the parts of Sources, and the number of files that each type of change touches
	@python3 Tests/Checks/Shape/shape.py

.PHONY: clean
clean: ## Remove all build results
	@swift package clean
	rm -rf .build/api .build/docc .build/deb $(MANUAL) $(COMPLETIONS)
