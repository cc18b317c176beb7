# fleet: README.md describes the program, CONTRIBUTING.md the code.

SHELL    := /bin/bash
PREFIX   ?= /usr/local
ARGS     ?= list --color red
SERVE_ARGS ?=
FUZZ_TIME ?= 600
SOAK_HOURS ?= 24
BENCHES  ?= $(shell sed -n 's/^    case //p' Benchmarks/Sources/fleet-benchmarks/Benchmarks/Benchmark.swift)
SUDO     := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
# Static linking on Linux: faster start-up, and no Swift needed on the target machine. Nothing needs the exported
# symbols, which the runtime searches at every start, nor libraries in the program's own folder, nor the debug
# information of C libraries, which takes a sixth of their compile time.
STATIC   := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib --disable-local-rpath \
            -Xlinker --no-export-dynamic -Xcc -g0)
# Flags of the builds without optimisation, which take half the time. `run`, `serve` and `test` share all objects, because
# their flags are the same. Nothing reads debug information, which takes a sixth of the time.
QUICK    := -debug-info-format none
# The commit and the versions of the Swift packages are arguments of the compiler for one C file, so that new ones build
# in seconds.
VERSIONS  = FLEET_COMMIT="$$(.ci/commit hash)" FLEET_PACKAGES="$$(.ci/versions fleet)" \
            FLEET_SERVER_PACKAGES="$$(.ci/versions fleet-server)"
BUILD     = .ci/web-files && $(VERSIONS) swift build $(QUICK)
# The optimized programs share the data of ICU, which is in no program (Sources/CProgram/ICUData.c).
SHARED   := .build/share/fleet
OPTIMIZE  = .ci/web-files && icu=$$(.ci/icu-data $(SHARED)) && FLEET_ICU=$$icu $(VERSIONS) swift build -c release $(STATIC) --product
RELEASE   = $(OPTIMIZE) fleet && $(OPTIMIZE) fleet-server
PYTHON   := .build/oracles/bin/python3
DATASETTE := .build/bench/bin/datasette
# The map library of the web pages; without it, maps are pictures.
MAP      := .build/web/maplibre-gl.js

# A package whose name differs between systems has all its names (.ci/packages).
# Programs of the build and, for a Swift that was only unpacked, the libraries that the toolchain loads.
TOOL_PACKAGES  := g++ git ca-certificates python3-venv libcurl4|libcurl4t64 libncurses6 libsqlite3-0 libxml2
# Libraries linked at build time, libraries loaded at run time for labels (pango, zbar, a font), photos and
# icons (turbojpeg, webp, rsvg-convert), signed tokens (ssl), compression (brotli) and print queues (cups), and the terminal
# descriptions with 24-bit colors.
BUILD_PACKAGES := libqrencode-dev libpng-dev libre2-dev libsimdjson-dev libsodium-dev libsqlite3-dev zlib1g-dev \
                  libexpat1-dev libncurses-dev ncurses-term libpangocairo-1.0-0 libzbar0|libzbar0t64 fonts-dejavu-core \
                  libturbojpeg0|libturbojpeg libwebp7 librsvg2-bin libssl3|libssl3t64 libbrotli1 libcups2|libcups2t64
TEST_PACKAGES  := zbar-tools qrencode poppler-utils qpdf jq sqlite3 openssl curl util-linux procps tmux zsh fish \
                  tzdata postgresql libpq5 pgbouncer brotli cups-ipp-utils dbus
DEB_PACKAGES   := dpkg-dev lintian
RELEASE_PACKAGES := mmdebstrap patchelf
# For the benchmarks of the server only; Debian starts the service of nginx.
SERVE_PACKAGES := wrk nginx-light
BREW_BUILD     := qrencode libpng re2 simdjson libsodium expat ncurses pango zbar jpeg-turbo webp librsvg \
                  openssl@3 brotli
BREW_TEST      := python3 poppler qpdf jq tmux fish postgresql@15 libpq pgbouncer
BREW_SERVE     := wrk nginx

# Homebrew's headers and libraries are outside clang's default search paths.
ifneq ($(shell uname -s),Linux)
BREW := $(shell brew --prefix 2>/dev/null)
export CPATH := $(BREW)/opt/ncurses/include:$(BREW)/opt/expat/include:$(BREW)/include
export LIBRARY_PATH := $(BREW)/opt/ncurses/lib:$(BREW)/opt/expat/lib:$(BREW)/lib
endif

.PHONY: run serve test test-browser built-tests pictures record-release check format fuzz sanitize soak bench install deb release release-twice swift packages deb-packages test-packages serve-packages oracles browser recipes

run: packages  ## build without optimisation, and list the red vehicles of the simulated fleet
	$(BUILD) --product fleet
	@echo
	@.build/debug/fleet $(ARGS)
	@echo "built without optimisation; \`make install PREFIX=~/.local\` builds the fast program"

serve: packages  ## build without optimisation, and start the team's server on the simulated fleet
	$(BUILD) --product fleet
	$(BUILD) --product fleet-server
	@.ci/map-library $(MAP) || echo "warning: the map library could not be downloaded; maps are pictures" >&2
	@.build/debug/fleet serve $(SERVE_ARGS)

test: built-tests  ## build and run all tests but those in a browser
	.ci/tests process commands

test-browser: built-tests browser  ## build the tests, and run those in a browser
	.ci/tests browser

built-tests: test-packages oracles $(MAP)
	$(BUILD) --build-tests --explicit-target-dependency-import-check error

pictures: test-packages browser $(MAP)  ## take the pictures of the README from the simulated fleet
	$(BUILD) --product fleet
	$(BUILD) --product fleet-server
	.ci/pictures .build/debug/fleet "$(CURDIR)/$(PYTHON)"

record-release: test-packages oracles  ## record the home and the database of release VERSION, which later versions must open
	@[ -n "$(VERSION)" ] || { echo "error: name the version: make record-release VERSION=0.1.0" >&2; exit 1; }
	rm -rf Fixtures/releases/$(VERSION)
	$(BUILD) --build-tests
	FLEET_PYTHON="$(CURDIR)/$(PYTHON)" FLEET_RECORD_RELEASE=$(VERSION) swift test --skip-build --filter ReleaseRecording

# Modules whose folders depend on each other in one direction only.
LAYERED := FleetClient FleetCommandLine FleetCore FleetOutput FleetRuntime FleetService FleetSettings FleetSQLite Pictures Printing QRCode Spreadsheets fleet

check:  ## check the format, circles of folders, and what is generated or documented
	.ci/folders $(addprefix Sources/,$(LAYERED))
	.ci/dependencies "$(BUILD_PACKAGES)"
	.ci/web-files --check
	swift format lint --strict --configuration .swift-format --recursive Package.swift Sources Tests Benchmarks

recipes: packages  ## make the changes of CONTRIBUTING's recipes in a copy, compile them, and count their files
	.ci/recipes $(RECIPES)

format:  ## format all sources
	swift format --in-place --configuration .swift-format --recursive Package.swift Sources Tests Benchmarks

fuzz: packages  ## feed mutated input to the parsers for FUZZ_TIME seconds
	@find "$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/.." -name 'libclang_rt.fuzzer*' | grep -q . || { \
	    echo "error: this Swift toolchain has no libFuzzer (libclang_rt.fuzzer)" >&2; \
	    echo "hint: install the toolchain for this system from https://swift.org/install" >&2; exit 1; }
	swift build --package-path Tests/Fuzz -c release --sanitize fuzzer -Xswiftc -enable-testing
	Tests/Fuzz/fuzz Tests/Fuzz/.build/release/fleet-fuzz $(FUZZ_TIME)

# The tests run one after another, because together they would be too slow for their time limits; those of commands,
# most of which start programs and wait for them, would take an hour.
sanitize: test-packages oracles  ## run the tests in process with the thread and the address sanitizer
	.ci/map-library .build/thread/web/maplibre-gl.js
	.ci/map-library .build/address/web/maplibre-gl.js
	FLEET_PYTHON="$(CURDIR)/$(PYTHON)" TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Sanitizers/thread.txt" \
	    swift test --no-parallel --sanitize=thread --scratch-path .build/thread --skip FleetCommandTests
	FLEET_PYTHON="$(CURDIR)/$(PYTHON)" ASAN_OPTIONS=detect_leaks=0 \
	    swift test --no-parallel --sanitize=address --scratch-path .build/address --skip FleetCommandTests

soak: test-packages oracles  ## run watch, browse and refreshes against a faulty service for SOAK_HOURS simulated hours
	$(BUILD) --build-tests
	FLEET_PYTHON="$(CURDIR)/$(PYTHON)" FLEET_SOAK=$(SOAK_HOURS) swift test --skip-build --filter SoakTests

bench: test-packages oracles $(if $(filter serve,$(BENCHES)),serve-packages)  ## measure the speed and memory of BENCHES
	$(RELEASE)
	FLEET_PYTHON="$(CURDIR)/$(PYTHON)" FLEET_DATASETTE="$(CURDIR)/$(DATASETTE)" \
	    swift run --package-path Benchmarks -c release fleet-benchmarks .build/release/fleet $(addprefix --only ,$(BENCHES))

# Folder for zsh completions below PREFIX; Debian has one of its own for packages.
ZSH_COMPLETIONS ?= share/zsh/site-functions

# Folder for systemd units below PREFIX.
UNITS ?= lib/systemd/system

install: packages  ## install fleet, its completions, manual pages and systemd unit under PREFIX
	$(RELEASE)
	$(OPTIMIZE) generate-manual
	rm -rf .build/manual .build/completions
	mkdir -p .build/manual .build/completions
	.build/release/generate-manual .build/release/fleet --output-directory .build/manual --multi-page \
	    --date "$$(.ci/commit date | grep . || date +%F)"
	.ci/manual .build/manual
	for shell in bash zsh fish; do \
	    .build/release/fleet --generate-completion-script $$shell | sed '1{/^#!/d;}' \
	        > .build/completions/$$shell || exit; \
	done
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/libexec/fleet" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	    "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	    "$(DESTDIR)$(PREFIX)/$(ZSH_COMPLETIONS)" \
	    "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 .build/release/fleet "$(DESTDIR)$(PREFIX)/bin/fleet"
	install -m 755 .build/release/fleet-server "$(DESTDIR)$(PREFIX)/libexec/fleet/fleet-server"
	.ci/strip "$(DESTDIR)$(PREFIX)/bin/fleet"
	.ci/strip "$(DESTDIR)$(PREFIX)/libexec/fleet/fleet-server"
	install -m 644 .build/manual/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	install -m 644 .build/completions/bash \
	    "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/fleet"
	install -m 644 .build/completions/zsh "$(DESTDIR)$(PREFIX)/$(ZSH_COMPLETIONS)/_fleet"
	install -m 644 .build/completions/fish \
	    "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/fleet.fish"
	@.ci/map-library $(MAP) || echo "warning: the map library could not be downloaded; maps are pictures" >&2
	install -d "$(DESTDIR)$(PREFIX)/share/fleet" "$(DESTDIR)$(PREFIX)/share/doc/fleet"
	for file in $(MAP) $(SHARED)/icudt*.dat; do \
	    [ ! -e "$$file" ] || install -m 644 "$$file" "$(DESTDIR)$(PREFIX)/share/fleet/" || exit; done
	cp -R README.md Documentation "$(DESTDIR)$(PREFIX)/share/doc/fleet/"
	install -d "$(DESTDIR)$(PREFIX)/$(UNITS)"
	for unit in fleet.service fleet-backup.service fleet-backup.timer; do \
	    sed 's|@PREFIX@|$(PREFIX)|' Packaging/systemd/$$unit > "$(DESTDIR)$(PREFIX)/$(UNITS)/$$unit" || exit; \
	    chmod 644 "$(DESTDIR)$(PREFIX)/$(UNITS)/$$unit"; \
	done
	install -d "$(DESTDIR)$(PREFIX)/sbin" "$(DESTDIR)$(PREFIX)/share/man/man8"
	sed 's|@PREFIX@|$(PREFIX)|' Packaging/systemd/fleet-admin > "$(DESTDIR)$(PREFIX)/sbin/fleet-admin"
	chmod 755 "$(DESTDIR)$(PREFIX)/sbin/fleet-admin"
	sed "s|@DATE@|$$(.ci/commit date | grep . || date +%F)|" Packaging/systemd/fleet-admin.8 \
	    > "$(DESTDIR)$(PREFIX)/share/man/man8/fleet-admin.8"
	chmod 644 "$(DESTDIR)$(PREFIX)/share/man/man8/fleet-admin.8"

deb: deb-packages  ## build a Debian package in .build/deb and check it with lintian
	rm -rf .build/deb
	$(MAKE) install DESTDIR="$(CURDIR)/.build/deb/root" PREFIX=/usr \
	    ZSH_COMPLETIONS=share/zsh/vendor-completions
	.ci/debian/build .build/deb

release: deb-packages  ## make the files of release VERSION from the last commit in .build/release-VERSION
	@[ -n "$(VERSION)" ] || { echo "error: name the version: make release VERSION=0.1.0" >&2; exit 1; }
	@.ci/packages "$(SUDO)" "$(RELEASE_PACKAGES)" ""
	.ci/release/build "$(VERSION)" .build/release-$(VERSION)

release-twice: deb-packages  ## make the files of release VERSION two times, and compare them byte for byte
	@[ -n "$(VERSION)" ] || { echo "error: name the version: make release-twice VERSION=0.1.0" >&2; exit 1; }
	@.ci/packages "$(SUDO)" "$(RELEASE_PACKAGES)" ""
	.ci/release/twice "$(VERSION)" .build/release-$(VERSION)

# Before anything is installed.
swift:
	@.ci/swift "$(SUDO)" "$(TOOL_PACKAGES)"

packages: swift
	@.ci/packages "$(SUDO)" "$(TOOL_PACKAGES) $(BUILD_PACKAGES)" "$(BREW_BUILD)"

deb-packages: swift
	@command -v dpkg >/dev/null || { \
	    echo "error: a Debian package can only be built on Debian or Ubuntu" >&2; \
	    echo "hint: make install PREFIX=FOLDER installs the program on this system" >&2; exit 1; }
	@.ci/packages "$(SUDO)" "$(TOOL_PACKAGES) $(BUILD_PACKAGES) $(DEB_PACKAGES)" ""

test-packages: swift
	@.ci/packages "$(SUDO)" "$(TOOL_PACKAGES) $(BUILD_PACKAGES) $(TEST_PACKAGES)" "$(BREW_BUILD) $(BREW_TEST)"

$(MAP):
	.ci/map-library $(MAP)

serve-packages: $(DATASETTE)
	@.ci/packages "$(SUDO)" "$(SERVE_PACKAGES)" "$(BREW_SERVE)"

$(DATASETTE): Makefile
	rm -rf .build/bench
	python3 -m venv .build/bench
	.build/bench/bin/pip install --quiet --disable-pip-version-check 'datasette>=0.65,<0.66'
	@touch $@

# Third-party decoders and validators for the tests, in a virtual environment.
oracles: $(PYTHON)

browser: oracles
	@.ci/browser "$(SUDO)" $(PYTHON)

$(PYTHON): .ci/oracles.txt
	rm -rf .build/oracles
	python3 -m venv .build/oracles
	.build/oracles/bin/pip install --quiet --disable-pip-version-check -r .ci/oracles.txt
	@touch $@
