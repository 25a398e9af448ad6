# Builds and tests the Lua module astar. `make help` lists the targets.
#
# Everything made lands in build/<name>/, where <name> is the Lua version (make LUA=luajit)
# or a variant (asan, valgrind, fuzz, work, cov, plain, mingw), so that all of them stand side by side.
# The core knows no Lua: its objects are in build/any for all Lua versions, the benchmark's and the tests' in C, too, and in
# build/any-mingw for MinGW's of 64 bits. Every other variant has its own.

LUA  ?= 5.4
NAME ?= $(LUA)
B    := build/$(NAME)

PREFIX      ?= /usr/local
INST_LIBDIR ?= $(PREFIX)/lib/lua/$(V)
INST_LUADIR ?= $(PREFIX)/share/lua/$(V)
INSTALL     ?= install

# The core's cheap assertions are for the tests: asan, valgrind and fuzz keep them.
CFLAGS ?= -O3 -DNDEBUG
WERROR ?=
SPEC   ?= spec

# LuaJIT looks for its modules where Lua 5.1 does.
V := $(if $(filter luajit,$(LUA)),5.1,$(LUA))

CORE_SRC := $(sort $(wildcard src/core/*/*.c))
LUA_SRC  := $(sort $(wildcard src/lua/*.c))
LUA_TYPES := $(sort $(wildcard src/astar/*.d.lua))
LUA_MODS := $(sort $(filter-out %.d.lua,$(wildcard src/astar/*.lua src/astar/*/*.lua)))

# --- what differs by variant ------------------------------------------------------------------

GCC   ?= gcc
CLANG ?= clang
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined
VALGRIND_FLAGS ?=

EXT := so
PIC := -fPIC
LIBDL := -ldl

# What is done for giant maps only, tests do for all but the smallest.
SMALL_GIANTS := -DAS_DENSE_BLOCKS=4u -DAS_WHOLE_BLOCKS=1u -DAS_WHOLE_CELLS=16u -DAS_PAGE_BITS=6u

ifeq ($(NAME),asan)
  # gcc, because its sanitizer can be preloaded into an interpreter that was built without it. Reports need lines only.
  override CC := $(GCC)
  override CFLAGS := -O1 -g1 -fno-omit-frame-pointer $(SANITIZE) $(SMALL_GIANTS)
else ifeq ($(NAME),valgrind)
  override CFLAGS := -O1 -g -fno-omit-frame-pointer
else ifeq ($(NAME),fuzz)
  override CC := $(CLANG)
  # Graphs of fuzzers are small: a node with few links is a hub already, a block of cells is 2 x 2.
  override CFLAGS := -O1 -g -fno-omit-frame-pointer -fsanitize=fuzzer-no-link $(SANITIZE) -DAS_HUB_CLASS=3u -DAS_PART_BITS=1u $(SMALL_GIANTS)
else ifeq ($(NAME),threads)
  override CC := $(CLANG)
  override CFLAGS := -O1 -g -fsanitize=thread
else ifeq ($(NAME),work)
  # Counts every basic block: see .ci/work_counter.c.
  override CC := $(GCC)
  override CFLAGS := -O1 -g -DNDEBUG -fsanitize-coverage=trace-pc
  LDFLAGS += $(foreach f,memcpy memmove memset memcmp,-Wl,--wrap=$(f))
  COUNTER := $(B)/work_counter.o
else ifeq ($(NAME),cov)
  override CC := $(GCC)
  override CFLAGS := -O0 -g -DNDEBUG --coverage
endif

ifeq ($(shell uname -s),Darwin)
  SHARED := -bundle -undefined dynamic_lookup
else
  SHARED := -shared
endif
# src/lua/pin.c needs dladdr(), which glibc before 2.34 has in a library of its own.
LIBS += -lm $(if $(filter Linux,$(shell uname -s)),$(LIBDL))

# --- where the headers of this Lua are --------------------------------------------------------

# LUA_INCDIR wins; then pkg-config under the names that distributions use; then the usual folders.
ifneq ($(LUA_INCDIR),)
  LUA_CFLAGS := -isystem $(LUA_INCDIR)
else ifneq ($(filter-out help clean setup love love-windows love-test site dist release,$(or $(MAKECMDGOALS),module)),)
  LUA_CFLAGS := $(patsubst -I%,-isystem %,$(shell .ci/lua-headers $(LUA)))
endif

# 32-bit x86 computes in 80 bits unless told otherwise. Asked once, as CFLAGS may name another processor (-m32).
x86_32 = $(eval x86_32 := $(shell echo __i386__ | $(CC) $(CFLAGS) -E -P - 2>/dev/null | grep -x 1))$(x86_32)

# -ffp-contract=off: a fused multiply-add would make costs differ from machine to machine.
ALL_CFLAGS = -std=c99 $(CFLAGS) $(if $(x86_32),-msse2 -mfpmath=sse) -ffp-contract=off -fvisibility=hidden $(PIC) \
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(WERROR) -Isrc/core $(CPPFLAGS)

CORE_B   := $(if $(filter $(LUA) bench/$(LUA) plain,$(NAME)),build/any,$(if $(filter mingw mingw-luajit dist-windows-x64,$(NAME)),build/any-mingw,$(B)))
CORE_OBJ := $(CORE_SRC:src/%.c=$(CORE_B)/%.o)
LUA_OBJ  := $(LUA_SRC:src/%.c=$(B)/%.o)

Q := $(if $(VERBOSE),,@)
say = $(if $(VERBOSE),,@echo '  $(1)')
# With all cores, unless -j says otherwise.
cores   = $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
submake = +@$(MAKE) --no-print-directory $(if $(VERBOSE),,-s) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(cores))

# What only builds does so by itself, too. Other targets run one after the other.
ifeq ($(findstring -j,$(MAKEFLAGS))$(filter-out module objects core-objects binding-objects install,$(or $(MAKECMDGOALS),module)),)
  MAKEFLAGS += -j$(cores)
endif

.DEFAULT_GOAL := module

include .ci/dist.mk
include .ci/mingw.mk
include .ci/ctest.mk
include .ci/web.mk

MODULE := $(B)/astar.$(EXT)

# --- building ---------------------------------------------------------------------------------

.PHONY: module objects core-objects binding-objects help demo pictures site love love-test test check explore bench bench-grid bench-plane bench-armies bench-crowd bench-motion bench-border install uninstall clean
.PHONY: asan valgrind eager work coverage lint FORCE
.SECONDARY:

module: $(MODULE)

objects: $(CORE_OBJ) $(LUA_OBJ)
core-objects: $(CORE_OBJ)
binding-objects: $(LUA_OBJ)

$(MODULE): $(CORE_OBJ) $(LUA_OBJ) $(EXPORTS) $(COUNTER) $(B)/flags
	$(call say,link $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(SHARED) -o $@ $(CORE_OBJ) $(LUA_OBJ) $(EXPORTS) $(COUNTER) $(LIBS)

# Two makes, for two Lua versions, may compile the same file at once: it is there when it is whole.
$(CORE_B)/core/%.o: src/core/%.c $(CORE_B)/core-flags
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)new=$@.$$$$; $(CC) $(ALL_CFLAGS) -MMD -MP -MT $@ -MF $$new.d -c -o $$new $< && \
	  mv -f $$new.d $(@:.o=.d) && mv -f $$new $@ || { rm -f $$new $$new.d; exit 1; }

$(B)/lua/%.o: src/lua/%.c $(B)/flags
	@mkdir -p $(@D)
	@test -n '$(LUA_CFLAGS)' || { .ci/lua-headers --explain $(LUA); exit 1; }
	$(call say,cc $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) -MMD -MP -c -o $@ $<

# They change only when the command lines or the list of sources do: then everything is built anew. Two makes may run at
# once.
$(B)/flags: what = $(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) $(LDFLAGS) $(CORE_SRC) $(LUA_SRC)
$(CORE_B)/core-flags: what = $(CC) $(ALL_CFLAGS)
$(B)/flags $(CORE_B)/core-flags: FORCE
	@mkdir -p $(@D)
	@new=$@.$$$$; printf '%s\n' '$(what)' >$$new; if cmp -s $@ $$new; then rm -f $$new; else mv -f $$new $@; fi

# --- the commands of the README ---------------------------------------------------------------

demo:
	@.ci/setup demo
	$(submake) LUA=5.4 module
	@.ci/lua 5.4 examples/man_and_horse.lua

# Without LuaJIT only what is taken in LÖVE is left out.
pictures:
	@.ci/setup pictures
	$(submake) LUA=5.4 module
	@mkdir -p docs/pictures
	@.ci/lua 5.4 examples/pictures.lua
	$(submake) LUA=luajit module || true
	@.ci/pictures

site:
	@.ci/setup site
	@MAKE='$(MAKE)' .ci/site
	@echo 'build/site is ready. To look at it: python3 -m http.server --directory build/site 8000'
	@echo 'and open http://localhost:8000 (the playground: http://localhost:8000/playground/index.html)'

love:
	@.ci/setup love
	$(submake) LUA=luajit module
	@.ci/love

love-test:
	@.ci/setup love-test
	$(submake) LUA=luajit module
	@.ci/love
	@.ci/love-test

test:
	@.ci/setup test
	@MAKE='$(MAKE)' GCC='$(GCC)' GXX='$(GXX)' .ci/test full

check:
	@MAKE='$(MAKE)' .ci/test check

explore:
	@MAKE='$(MAKE)' .ci/explore $(ARGS)

bench:
	@.ci/setup bench
	@MAKE='$(MAKE)' bench/run $(ARGS)

bench-grid:
	@.ci/setup test
	@MAKE='$(MAKE)' bench/grid $(ARGS)

bench-plane:
	@.ci/setup test
	@MAKE='$(MAKE)' bench/plane $(ARGS)

bench-armies:
	@.ci/setup test
	@MAKE='$(MAKE)' bench/armies $(ARGS)

bench-crowd:
	@.ci/setup test
	@MAKE='$(MAKE)' bench/crowd $(ARGS)

bench-motion:
	@.ci/setup test
	@MAKE='$(MAKE)' bench/motion $(ARGS)

bench-border:
	@.ci/setup test
	@MAKE='$(MAKE)' bench/border $(ARGS)

install: module
	$(INSTALL) -d '$(DESTDIR)$(INST_LIBDIR)'
	$(INSTALL) -m 755 $(MODULE) '$(DESTDIR)$(INST_LIBDIR)/astar.so'
	for folder in $(sort $(dir $(LUA_MODS:src/%=%))); do \
	  $(INSTALL) -d "$(DESTDIR)$(INST_LUADIR)/$$folder" || exit 1; \
	done
	for file in $(LUA_MODS:src/%=%); do \
	  $(INSTALL) -m 644 "src/$$file" "$(DESTDIR)$(INST_LUADIR)/$$file" || exit 1; \
	done
	$(INSTALL) -d '$(DESTDIR)$(PREFIX)/share/astar/types'
	$(INSTALL) -m 644 LICENSE '$(DESTDIR)$(PREFIX)/share/astar'
	$(INSTALL) -m 644 $(LUA_TYPES) '$(DESTDIR)$(PREFIX)/share/astar/types'

# What install puts there; types and licence too, which every Lua shares.
uninstall:
	rm -f '$(DESTDIR)$(INST_LIBDIR)/astar.so'
	rm -rf '$(DESTDIR)$(INST_LUADIR)/astar' '$(DESTDIR)$(PREFIX)/share/astar'

clean:
	rm -rf build

help:
	@echo 'make                 build/$(LUA)/astar.so; LUA=5.1|5.2|5.3|5.4|5.5|luajit for another Lua'
	@echo 'make demo            install what is lacking, build, show examples/man_and_horse.lua'
	@echo 'make love            ... build build/love/astar, the folder for LÖVE games, and put it into the demos'
	@echo 'make love-windows    build/mingw-luajit/astar.dll, for LÖVE on Windows; takes MinGW'
	@echo 'make dist            build/dist: archives for all platforms that can be built for here; installs what it takes;'
	@echo '                     URL=https://... is the address that they name'
	@echo 'make release VERSION=x.y URL=https://...   checks that all is ready for that version, published there; TAG=1 makes'
	@echo '                     the tag, nothing is pushed'
	@echo 'make love-test       ... and play the demos by script, in LÖVE on a display of its own'
	@echo 'make pictures        the pictures of README and docs/: SVG; the film and the screenshots where LÖVE is'
	@echo 'make site            docs/ as a site with search and a playground, build/site; installs what it takes'
	@echo 'make test            install what is lacking, build for every Lua, run all tests'
	@echo 'make check           the quick tests (Lua 5.4, LuaJIT, includes, luacheck); installs nothing'
	@echo 'make explore         the tests that draw at random, with new seeds (ARGS="SEEDS [SPEC...]")'
	@echo 'make bench           install what is lacking, run the benchmark of graphs (ARGS=--quick)'
	@echo 'make bench-grid      ... of grids'
	@echo 'make bench-plane     ... of planes'
	@echo 'make bench-armies    ... of many units'
	@echo 'make bench-crowd     ... of crowds'
	@echo 'make bench-motion    ... of routes that look right'
	@echo 'make bench-border    ... of single calls from Lua'
	@echo 'make install         PREFIX, DESTDIR, LUA, LUA_INCDIR, INST_LIBDIR, INST_LUADIR'
	@echo 'make uninstall       removes what install has put there, with the same variables'
	@echo 'make clean           remove build/'
	@echo
	@echo 'Thorough tests (.ci/run runs them all, and all random cases); SPEC=spec/grid/jump_spec.lua picks one spec, SPEC=spec/grid a folder:'
	@echo 'make asan            the specs under the address and undefined behaviour sanitizers'
	@echo 'make valgrind        the specs under valgrind'
	@echo 'make eager           the specs with the collector at its most eager'
	@echo 'make work            the specs that count work: how the cost of each call grows with its input'
	@echo 'make coverage        which lines and branches of the core the tests reach, as a page: build/coverage/index.html'
	@echo 'make ctest           the tests of the core, written in C'
	@echo 'make alloc           every allocation fails in turn'
	@echo 'make threads         several Lua states in threads of their own, under the thread sanitizer'
	@echo 'make fuzz            FUZZ_SECONDS=$(FUZZ_SECONDS) for each fuzzer'
	@echo 'make lint            all warnings of gcc and clang as errors, the order of includes, luacheck'
	@echo 'make mingw           build/mingw/astar.dll for Lua 5.4 on Windows'
	@echo
	@echo 'CC, CFLAGS, CPPFLAGS, LDFLAGS, LIBS and LUA_INCDIR are honoured; VERBOSE=1 shows commands.'

# --- thorough tests ---------------------------------------------------------------------------

asan:
	$(submake) LUA=5.4 NAME=asan module build/asan/keep_loaded.so
	@.ci/spec asan $(SPEC)

valgrind:
	$(submake) LUA=5.4 NAME=valgrind module build/valgrind/keep_loaded.so
	@VALGRIND_FLAGS='$(VALGRIND_FLAGS)' .ci/spec valgrind $(SPEC)

eager:
	$(submake) LUA=5.4 module
	$(submake) LUA=luajit module
	@.ci/spec eager $(SPEC)
	@.ci/spec generational $(SPEC)
	@.ci/spec eagerjit $(SPEC)

# Lua unloads the module before leaks are reported, and the reports then lack its function names.
$(B)/keep_loaded.so: .ci/keep_loaded.c
	@mkdir -p $(@D)
	$(Q)$(GCC) -shared -fPIC -o $@ $<

$(B)/work_counter.o: .ci/work_counter.c $(B)/flags
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c99 -O1 -g -Wall -Wextra $(WERROR) -fPIC -fvisibility=hidden $(LUA_CFLAGS) -c -o $@ $<

work:
	$(submake) LUA=5.4 NAME=work module
	@.ci/spec work

coverage:
	@.ci/setup coverage
	@MAKE='$(MAKE)' .ci/coverage

lint:
	@MAKE='$(MAKE)' GCC='$(GCC)' CLANG='$(CLANG)' GXX='$(GXX)' .ci/lint

-include $(CORE_OBJ:.o=.d) $(LUA_OBJ:.o=.d)
