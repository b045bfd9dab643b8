# Callboard: build, try, test. `make help` lists the targets.

SWIFT ?= swift
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
# The Swift runtime goes inside the binary. Each function has a section of its own: those that nothing calls are left out, and those
# in Packaging/order/functions lie together, so that few pages of the file are read at the start (`make order`). Symbols stay outside.
WITH_SYMBOLS := --configuration release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -Xfrontend \
	-Xswiftc -function-sections -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --symbol-ordering-file=$(CURDIR)/Sources/Packaging/order/functions -Xlinker --no-warn-symbol-ordering
RELEASE := $(WITH_SYMBOLS) -Xlinker -s
# `make … ARCH=arm64` builds for a Raspberry Pi on an amd64 Debian 12. Otherwise, and with any ARCH of the environment, what is
# built runs on this machine.
NATIVE := $(shell dpkg --print-architecture)
ifneq ($(origin ARCH),command line)
ARCH := $(NATIVE)
endif
ifeq ($(ARCH),$(NATIVE))
BUILD := $(SWIFT) build $(RELEASE)
BUILT_IN := .build/release
DEB := .build/deb
else ifeq ($(ARCH) on $(NATIVE),arm64 on amd64)
ARM64 := $(CURDIR)/.build/arm64
BUILD := env PKG_CONFIG_SYSROOT_DIR=$(ARM64)/root PKG_CONFIG_PATH=$(ARM64)/root/usr/lib/aarch64-linux-gnu/pkgconfig \
	$(SWIFT) build --scratch-path $(ARM64)/build --swift-sdks-path $(ARM64)/sdks --swift-sdk callboard-arm64 $(RELEASE)
BUILT_IN := .build/arm64/build/release
DEB := .build/deb-arm64
PREPARE := prepare-arm64
else
$(error ARCH=$(ARCH) cannot be built on $(NATIVE): on amd64 that is amd64 or arm64, elsewhere the machine's own)
endif
BINARY := $(BUILT_IN)/callboard
# One line for each step, and all that is printed where one fails.
STEP := V=$(V) Sources/Packaging/step
# What the first compilation takes; later ones compile what has changed.
FIRST_TIME = $(shell [ -e $(BINARY) ] || echo ", some minutes the first time")
# Tests are built without what editors and debuggers want beside the code, with one process for each module, which expands
# the macros of its tests once, and so many at a time that no processor waits.
TESTS := --build-tests --disable-index-store -debug-info-format none --jobs $(shell echo $$(($$(nproc) * 2))) \
	-Xswiftc -driver-batch-count -Xswiftc 1 -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
LINT := Tests/Style/run && Tests/Style/links && Tests/Style/modules --check && Tests/Style/limits && $(SWIFT) format lint --strict --recursive Package.swift Sources Tests
# Swift's own crash reporter and the sanitizers' handlers get in each other's way.
SANITIZED := SWIFT_BACKTRACE=enable=no

# What a build of the bridge needs of Debian beside the Swift toolchain, and what one of everything needs.
BRIDGE_PACKAGES := binutils gcc git libbluetooth-dev libc6-dev libdbus-1-dev libpango1.0-dev \
	libpcre2-dev libsqlite3-dev libstdc++-12-dev
BUILD_PACKAGES := $(BRIDGE_PACKAGES) libmosquitto-dev libpq-dev libqrencode-dev
# The programs beside the bridge, each with a package of its own.
COMPANIONS := $(notdir $(wildcard Sources/Packaging/companions/*))
PROGRAMS := callboard $(addprefix callboard-,draw $(COMPANIONS))
# A release has packages for arm64 as well, where they can be made.
MAKES_ARM64 := $(filter amd64,$(NATIVE))
# The fonts are those of the expected pictures. Debian makes a cluster with each server of PostgreSQL that is
# installed, and starts it, where create_main_cluster in /etc/postgresql-common/createcluster.conf is
# not false; the tests use programs of the package alone.
TEST_PACKAGES := $(BUILD_PACKAGES) chromium dbus fonts-dejavu-core fonts-droid-fallback \
	fonts-noto-color-emoji iproute2 jq lcdproc mosquitto mosquitto-clients openssl pgbouncer playerctl postgresql \
	python3 socat \
	tmux util-linux
# The shims are compiled for a Raspberry Pi, too, whose own compiler has that name there.
ifneq ($(shell uname -m),aarch64)
TEST_PACKAGES += gcc-aarch64-linux-gnu libc6-dev-arm64-cross
endif
FLEET_PACKAGES := $(BUILD_PACKAGES) mosquitto mosquitto-clients postgresql util-linux
BENCH_PACKAGES := $(BUILD_PACKAGES) mosquitto mosquitto-clients python3 python3-venv sqlite3
# A virtual machine with Bluetooth; what it runs comes from a clean Debian of its own.
RADIO_PACKAGES := busybox-static gcc kmod libc6-dev mmdebstrap python3 python3-pip qemu-system-x86

# Every case of the source: its name, or what stands in quotation marks.
FUZZ_TARGETS := $(shell sed -n 's/^    case \([a-z]*\)\( = "\([a-z]*\)"\)\{0,1\}$$/\1 \3/p' \
	Tests/Fuzz/Targets/FuzzTarget.swift | awk '{ print $$NF }')
# What makes the Debian packages, and what proves them.
DEB_PACKAGES := $(BUILD_PACKAGES) dpkg-dev xz-utils
# For arm64: what looks at the programs. Their libraries are not installed.
ARM64_PACKAGES := binutils-aarch64-linux-gnu ca-certificates
RELEASE_PACKAGES := $(DEB_PACKAGES) python3
PACKAGE_PACKAGES := $(DEB_PACKAGES) apt-utils bash fish gnupg groff lintian man-db mmdebstrap openssl python3 strace \
	systemd systemd-container udev util-linux zsh
# A broker, and a clean Debian with Home Assistant from the registry of Python packages.
HOME_PACKAGES := chromium fonts-dejavu-core mmdebstrap mosquitto mosquitto-clients python3 python3-pip util-linux
# Two browsers, the fonts of the expected pictures, and proxies before the wall. Debian starts these two where
# it installs them; the checks use the programs alone.
BROWSER_PACKAGES := $(BRIDGE_PACKAGES) caddy chromium firefox-esr fonts-dejavu-core \
	fonts-droid-fallback fonts-noto-color-emoji lcdproc nginx-light openssl python3 tmux

# Where `make install` puts things: everything but the configuration goes below PREFIX.
PREFIX ?= /usr/local
DESTDIR ?=
# Prints manual pages, completions and the sample configuration; another one than BINARY where that
# is for another machine.
GENERATOR ?= .build/release/callboard

SECONDS ?= 60

.PHONY: help demo build prepare-arm64 build-callboard build-bridge $(COMPANIONS:%=build-%) test tests test-steady prove fleet test-fleet test-radio bench-radio \
	order deb release repository install uninstall test-package test-arm64 test-inputs test-home-assistant test-browser pictures lint format fuzz fuzz-targets mutations tsan asan bench bench-history bench-beacons \
	bench-central bench-mqtt bench-wall prove-history prove-central clean

help: ## List the targets
	@sed -n 's/^\([a-z][a-z0-9-]*\):.*## \(.*\)/make \1|\2/p' Makefile \
		| awk -F '|' '{ printf "  %-26s%s\n", $$1, $$2 }'

# WALL=1 shows them in a browser.
demo: build-callboard $(if $(WALL),build-wall) ## Build, and show notifications of a simulated iPhone
	@$(BINARY) demo $(if $(WALL),--wall)

# V=1 shows what the compiler says as it comes.
build: build-bridge $(COMPANIONS:%=build-%) ## Build all release binaries

prepare-arm64:
	@$(call need,$(BRIDGE_PACKAGES) $(ARM64_PACKAGES))
	@$(STEP) "Preparing Debian's libraries and Swift's runtime for arm64 (600 MB to download the first time)" \
		env SWIFT="$(SWIFT)" RUNTIME="$(RUNTIME)" Sources/Packaging/arm64/prepare $(ARM64)

build-callboard: $(PREPARE)
	@$(call need,$(BRIDGE_PACKAGES))
	@$(STEP) "Compiling callboard$(FIRST_TIME)" $(BUILD) --product callboard

build-bridge: build-callboard ## Build callboard, without the programs beside it
	@$(STEP) "Compiling callboard-draw" $(BUILD) --product callboard-draw

build-mqtt: $(PREPARE) ## Build callboard-mqtt, which talks to an MQTT broker
	@$(call need,$(BRIDGE_PACKAGES) libmosquitto-dev)
	@$(STEP) "Compiling callboard-mqtt" $(BUILD) --product callboard-mqtt

build-desktop: $(PREPARE) ## Build callboard-desktop, which shows on a desktop what phones play
	@$(call need,$(BRIDGE_PACKAGES))
	@$(STEP) "Compiling callboard-desktop" $(BUILD) --product callboard-desktop

build-central: $(PREPARE) ## Build callboard-central, which uploads the history to PostgreSQL
	@$(call need,$(BRIDGE_PACKAGES) libpq-dev)
	@$(STEP) "Compiling callboard-central" $(BUILD) --product callboard-central

build-wall: $(PREPARE) ## Build callboard-wall, which shows notifications in a browser
	@$(call need,$(BRIDGE_PACKAGES) libqrencode-dev)
	@$(STEP) "Compiling callboard-wall" $(BUILD) --product callboard-wall

# Everything is in a folder of its own below /tmp (FLEET=/tmp/other), and gone with it.
fleet: build ## Show one wall of five simulated bridges, with a PostgreSQL and a broker
	@$(call need,$(FLEET_PACKAGES))
	@Sources/Packaging/fleet $(dir $(BINARY))

test-fleet: build ## Watch the fleet as a terminal user does
	@$(call need,$(FLEET_PACKAGES) procps tmux)
	@Tests/Fleet/run $(dir $(BINARY))

# ONLY='regular expressions, one a line' runs the tests that match one of them, with $$ for each $; PATIENCE=n waits n times as
# long before it says that something hangs; SHUFFLE=n begins in another order; BROWSER=no leaves out the browser.
test: ## Run the tests that need no virtual machine and no clean Debian
	@$(call need,$(TEST_PACKAGES))
	@Tests/Shims/run
	@Tests/Proof/run
	@$(MAKE) --no-print-directory tests
	@LINT="$(LINT)" Tests/run

# CONDITIONS="busy half" and ROUNDS=n choose; Tests/steady lists them.
test-steady: ## Run the tests on a machine that is busy, slow, or does so twice at once
	@$(call need,$(TEST_PACKAGES) stress-ng)
	@$(MAKE) --no-print-directory tests
	@SUDO="$(SUDO)" MAKE="$(MAKE)" ROUNDS="$(ROUNDS)" Tests/steady $(CONDITIONS)

# Compiles the tests and the programs that they start.
tests:
	$(SWIFT) build $(TESTS)

# EVERYWHERE=1 runs each scenario of the radio and each check of the packages on both.
prove: ## Run tests, fleet, package and radio on Debian 12 and 13, Home Assistant
	@$(call need,$(sort $(TEST_PACKAGES) $(BROWSER_PACKAGES) $(FLEET_PACKAGES) procps $(PACKAGE_PACKAGES) $(HOME_PACKAGES) $(RADIO_PACKAGES)))
	@MAKE="$(MAKE)" Tests/prove

# ONLY=words runs the scenarios with all these words in their names (@kernel: of the radio without
# bluetoothd), ONLY==this,that those with these names; DEBIAN="12 13" boots these (or testing); SHELL_IN_GUEST=1 opens a shell;
# MEMORY=256 boots guests with as many megabytes; SPREAD=word runs each scenario on one of several Debians, chosen by the word.
test-radio: build-bridge ## Run the scenarios with both radios and a simulated iPhone (DEBIAN=12)
	@$(call need,$(RADIO_PACKAGES))
	@$(SUDO) env PATIENCE="$(PATIENCE)" DEBIAN="$(DEBIAN)" ONLY="$(ONLY)" SHELL_IN_GUEST="$(SHELL_IN_GUEST)" MEMORY="$(MEMORY)" \
		SPREAD="$(SPREAD)" CALLBOARD="$(CALLBOARD)" CALLBOARD_DRAW="$(CALLBOARD_DRAW)" Tests/Radio/run

bench-radio: build-bridge ## Measure from the phone's notification to the line
	@$(call need,$(RADIO_PACKAGES))
	@$(SUDO) env PATIENCE="$(PATIENCE)" PACKAGE=measurements DEBIAN="$(DEBIAN)" ONLY="$(ONLY)" \
		CALLBOARD="$(CALLBOARD)" CALLBOARD_DRAW="$(CALLBOARD_DRAW)" Tests/Radio/run

# Needed where the start of programs has changed much; the list is committed.
order: ## Trace programs, and write which functions the linker puts together
	@$(call need,$(BUILD_PACKAGES) dbus procps valgrind)
	@for program in $(PROGRAMS); do \
		$(STEP) "Linking $$program with its symbols" $(SWIFT) build $(WITH_SYMBOLS) --product $$program || exit 1; done
	@Sources/Packaging/order/record .build/release

# ARCH=arm64 makes those for a Raspberry Pi; manual pages and completions are printed by what runs here.
deb: build ## Make the Debian packages in .build/deb (ARCH=arm64: .build/deb-arm64)
	@$(call need,$(DEB_PACKAGES))
	$(if $(PREPARE),@$(MAKE) --no-print-directory build ARCH=$(NATIVE))
	@ARM64=$(ARM64) Sources/Packaging/package $(DEB) $(BINARY) $(GENERATOR)

# VERSION=x.y.z is newer than the one before, or the same to make its files again.
release: ## Make release VERSION: version, changes, packages, sources, sums, SBOM
	@$(call need,$(RELEASE_PACKAGES))
	@Sources/Packaging/release begin "$(VERSION)"
	@$(MAKE) --no-print-directory deb
	@$(if $(MAKES_ARM64),$(MAKE) --no-print-directory deb ARCH=arm64)
	@RUNTIME="$(RUNTIME)" Sources/Packaging/release files "$(VERSION)" .build/deb/*.deb $(addprefix .build/release/,$(PROGRAMS)) \
		$(if $(MAKES_ARM64),.build/deb-arm64/*.deb $(addprefix .build/arm64/build/release/,$(PROGRAMS)))

# KEY is a secret key of gpg; URL is where hosts will find the folder REPOSITORY. Packages of earlier releases stay in it.
REPOSITORY ?= .build/repository
repository: ## Add release VERSION to a signed repository for apt (KEY=fingerprint URL=https://...)
	@$(call need,apt-utils gnupg xz-utils)
	$(if $(VERSION),,$(error VERSION is missing: the release whose packages are added, as in make repository VERSION=0.2.0 KEY=...))
	@Sources/Packaging/repository "$(REPOSITORY)" "$(KEY)" "$(or $(URL),file:$(abspath $(REPOSITORY)))" \
		$(or $(wildcard .build/release-$(VERSION)/*.deb),$(error VERSION=$(VERSION) has no packages in .build/release-$(VERSION); make release VERSION=$(VERSION) makes them))

# No build here: `sudo make install` should compile nothing as root. What was not built is not installed.
install: ## Install below PREFIX (default /usr/local) and DESTDIR
	@Sources/Packaging/install "$(DESTDIR)" "$(PREFIX)" $(BINARY) $(GENERATOR)

uninstall: ## Remove what install put there; configuration and state stay
	@Sources/Packaging/uninstall "$(DESTDIR)" "$(PREFIX)"

# ONLY=words runs the checks with these words in their names; DEBIAN="12 13" runs them in each of these, and with SPREAD=word each
# in one of these, chosen by the word.
test-package: deb ## Install, upgrade and remove the packages in a clean Debian (DEBIAN=12)
	@$(call need,$(PACKAGE_PACKAGES))
	@$(SUDO) env PATIENCE="$(PATIENCE)" DEBIAN="$(DEBIAN)" ONLY="$(ONLY)" SPREAD="$(SPREAD)" Tests/Package/run

# What boots a system of its own is left out: QEMU emulates programs here, and no machine.
test-arm64: ## Install and use the packages for arm64 in clean, emulated Debians (DEBIAN="12 13")
	@$(MAKE) --no-print-directory deb ARCH=arm64
	@$(call need,$(PACKAGE_PACKAGES) $(ARM64_PACKAGES) qemu-user-static)
	@$(MAKE) --no-print-directory test-inputs ARCH=arm64
	@$(SUDO) env PATIENCE="$(PATIENCE)" DEBIAN="$(or $(DEBIAN),12 13)" ONLY="$(ONLY)" ARCH=arm64 ARM64="$(CURDIR)/.build/arm64" \
		BINARY=.build/arm64/build/release/callboard GENERATOR="$(GENERATOR)" Tests/Machines/emulated Tests/Package/run

# What the tests for fuzzing do, for a machine for which no tests can be compiled (Docs/contributing/testing.md).
test-inputs: $(PREPARE)
	@$(call need,$(BUILD_PACKAGES))
	@$(STEP) "Compiling callboard-fuzz-inputs" $(BUILD) --product callboard-fuzz-inputs
	@$(if $(PREPARE),qemu-aarch64-static -L $(ARM64)/root) $(BUILT_IN)/callboard-fuzz-inputs Tests/FuzzTests/Fixtures

# ONLY=words runs the checks with these words in their names; DEBIAN=testing has a newer Home Assistant.
test-home-assistant: build ## Show callboard-mqtt to a real Home Assistant (DEBIAN=13)
	@$(call need,$(HOME_PACKAGES))
	@$(SUDO) env PATIENCE="$(PATIENCE)" DEBIAN="$(DEBIAN)" ONLY="$(ONLY)" CALLBOARD="$(CALLBOARD)" CALLBOARD_MQTT="$(CALLBOARD_MQTT)" \
		Tests/HomeAssistant/run

# ONLY=words runs the checks with these words in their names; LONG=1 also those that take minutes;
# ACCEPT=1 keeps what is seen as the pictures that are expected.
test-browser: build-bridge build-wall ## Have real browsers look at the wall
	@$(call need,$(BROWSER_PACKAGES))
	@ONLY="$(ONLY)" LONG="$(LONG)" ACCEPT="$(ACCEPT)" CALLBOARD="$(CALLBOARD)" CALLBOARD_WALL="$(CALLBOARD_WALL)" \
		Tests/Browser/run

# Pictures of displays are drawn by tests, all others are what a browser shows of programs. The report of doctor is recorded by its test.
pictures: build-bridge build-mqtt build-wall tests ## Make the pictures of the documents again
	@$(call need,$(sort $(TEST_PACKAGES) $(BROWSER_PACKAGES) $(HOME_PACKAGES)))
	@CALLBOARD_DRAW_PICTURES=1 ONLY='^DrawingTests\.PictureTests/.the documents' Tests/run
	@ONLY=document ACCEPT=1 Tests/Browser/run
	@$(SUDO) env ONLY=document ACCEPT=1 Tests/HomeAssistant/run

lint: ## Check the format, the rules of style and plain words
	@$(call need,$(BUILD_PACKAGES) python3)
	$(LINT)

format: ## Format the sources
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

fuzz-targets:
	@echo $(FUZZ_TARGETS)

fuzz: ## Fuzz each target for SECONDS (default 60)
	@$(call need,$(BUILD_PACKAGES))
	CALLBOARD_FUZZ=1 $(SWIFT) build --configuration release --scratch-path .build/fuzz \
		--sanitize fuzzer --product callboard-fuzz
	@mkdir -p .build/fuzz-corpus
	@for target in $(FUZZ_TARGETS); do \
		mkdir -p .build/fuzz-corpus/$$target Tests/FuzzTests/Fixtures/$$target; \
		echo "Fuzzing $$target for $(SECONDS) s"; \
		CALLBOARD_FUZZ_TARGET=$$target $(SANITIZED) .build/fuzz/release/callboard-fuzz \
			-max_total_time=$(SECONDS) -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
			-print_final_stats=1 -verbosity=0 \
			-artifact_prefix=.build/fuzz-corpus/crash-$$target- \
			.build/fuzz-corpus/$$target Tests/FuzzTests/Fixtures/$$target \
			|| exit 1; \
	done

# MODULE="ANCS ATT" names modules with tests of their own; N=25 changes in each are chosen by SEED=1; ONLY="3 7" looks at these
# again; JOBS=n runs so many tests at once. Tests/Mutations/run says the rest.
mutations: ## Change MODULE in N places, one at a time, and show what no test notices
	@$(call need,$(TEST_PACKAGES))
	@SWIFT="$(SWIFT)" N="$(N)" SEED="$(SEED)" ONLY="$(ONLY)" JOBS="$(JOBS)" Tests/Mutations/run $(MODULE)

tsan: ## Run the tests under the thread sanitizer
	@$(call need,$(TEST_PACKAGES))
	$(SWIFT) build --build-tests --sanitize thread --scratch-path .build/tsan
	@TSAN_OPTIONS=halt_on_error=0 $(SANITIZED) Tests/run .build/tsan/debug

asan: ## Run the tests under the address sanitizer
	@$(call need,$(TEST_PACKAGES))
	$(SWIFT) build --build-tests --sanitize address --scratch-path .build/asan
	# The leak detector does not see pointers that carry a tag, as Swift's do in enumerations.
	@ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) Tests/run .build/asan/debug

bench: build-bridge ## Compare with Bumble and measure the binary
	@$(call need,$(BENCH_PACKAGES))
	$(SWIFT) build $(RELEASE) --product callboard-bench
	@Tests/Benchmarks/run

# N=count takes fewer notifications than a million.
bench-history: ## Compare the history with the sqlite3 command line
	@$(call need,$(BENCH_PACKAGES))
	$(SWIFT) build $(RELEASE) --product callboard-history-bench
	@N="$(N)" Tests/Benchmarks/history

bench-beacons: ## Compare beacon detection with two others
	@$(call need,$(BENCH_PACKAGES))
	$(SWIFT) build $(RELEASE) --product callboard-beacon-bench
	@.build/release/callboard-beacon-bench

# BRIDGES=n and MINUTES=n change the day; DAY, FILL and SEARCH are how many notifications each part has.
bench-central: build-central ## Measure a central database: lag, first fill, search
	@$(call need,$(BENCH_PACKAGES) openssl postgresql)
	$(SWIFT) build $(RELEASE) --product callboard-central-bench
	@.build/release/callboard-central-bench
	@Tests/Benchmarks/CentralSearch/run

bench-mqtt: build-mqtt ## Measure callboard-mqtt: phones, rings, silence
	@$(call need,$(BENCH_PACKAGES))
	$(SWIFT) build $(RELEASE) --product callboard-mqtt-bench
	@.build/release/callboard-mqtt-bench

bench-wall: build-wall ## Measure callboard-wall: a thousand pages, rings
	@$(call need,$(BENCH_PACKAGES))
	$(SWIFT) build $(RELEASE) --product callboard-wall-bench
	@.build/release/callboard-wall-bench

prove-history: ## Kill a writer of the history ROUNDS times (default 1,000)
	@$(call need,$(BENCH_PACKAGES))
	$(SWIFT) build $(RELEASE) --product callboard-history-bench
	@ROUNDS="$(ROUNDS)" Tests/Benchmarks/prove-history

# SEED=n takes another chance; as root the server's disk is full at times as well.
prove-central: build-bridge ## Kill bridge, pusher and server ROUNDS times (default 200)
	@$(call need,$(BENCH_PACKAGES) postgresql)
	@$(STEP) "Compiling callboard-central" $(BUILD) --product callboard-central
	@ROUNDS="$(ROUNDS)" SEED="$(SEED)" Tests/Benchmarks/prove-central

# The clean Debians belong to root.
clean: ## Remove everything that was built
	@rm -rf .build 2>/dev/null || $(SUDO) rm -rf .build

# Sees to it that the Swift toolchain is there and new enough, and that Debian's packages are; says what it installs.
define need
	Sources/Packaging/toolchain "$(SWIFT)" && V=$(V) Sources/Packaging/need "$(SUDO)" $(1)
endef
