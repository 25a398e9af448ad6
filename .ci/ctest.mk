# Included by the Makefile: the tests of the core that are written in C and C++, and the fuzzers. Tests are built as
# NAME=asan, with sanitizers, or as NAME=plain, from the objects of the module itself; fuzzers as NAME=fuzz.

GXX ?= g++
FUZZ_SECONDS ?= 10

C_NAME  := $(if $(filter cov plain,$(NAME)),$(NAME),asan)
C_TESTS := $(patsubst spec/c/%.c,build/$(C_NAME)/c/%,$(sort $(wildcard spec/c/*_test.c)))
FUZZERS := $(patsubst spec/c/%.c,build/fuzz/c/%,$(sort $(wildcard spec/c/fuzz_*.c)))
HOST    := build/$(C_NAME)/c/alloc_host

.PHONY: ctest alloc threads fuzz c-tests c-fuzzers c-host cxx-test

ctest:
	$(submake) NAME=asan c-tests
	@for t in $(C_TESTS); do echo "$$t"; $$t || exit 1; done

alloc:
	$(submake) LUA=5.4 NAME=asan c-host
	@.ci/with-module asan $(HOST) spec/c/alloc_script.lua

threads:
	$(submake) LUA=5.4 NAME=threads build/threads/c/threads_host
	@LUA_PATH='src/?.lua' build/threads/c/threads_host spec/determinism.lua spec/c/threads_script.lua

fuzz:
	$(submake) NAME=fuzz c-fuzzers
	@for t in $(FUZZERS); do .ci/fuzz $$t $(FUZZ_SECONDS) || exit 1; done

c-tests: $(C_TESTS)
c-fuzzers: $(FUZZERS)
c-host: $(HOST)
cxx-test: build/$(C_NAME)/c/cxx_test
	@$<

ifneq ($(filter asan cov fuzz plain threads,$(NAME)),)

C_TEST_FLAGS = $(if $(filter plain,$(NAME)),-O1) -MMD -MP -MT $@ -MF $@.d -Ispec/c -o $@ $< $(CORE_OBJ)

$(B)/c/%_test: spec/c/%_test.c $(CORE_OBJ)
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(C_TEST_FLAGS) $(LDFLAGS) -lm

$(B)/c/%_test: spec/c/%_test.cpp $(CORE_OBJ)
	@mkdir -p $(@D)
	$(call say,c++ $@)
	$(Q)$(GXX) -std=c++11 $(CFLAGS) -Wall -Wextra -Wpedantic -Werror -Isrc/core $(C_TEST_FLAGS) $(LDFLAGS) -lm

$(B)/c/fuzz_%: spec/c/fuzz_%.c $(CORE_OBJ)
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(C_TEST_FLAGS) $(LDFLAGS) -lm

$(B)/c/alloc_host: spec/c/alloc_host.c $(CORE_OBJ) $(LUA_OBJ)
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) -Isrc/lua $(C_TEST_FLAGS) $(LUA_OBJ) $(LDFLAGS) \
	  $(shell .ci/lua-headers --libs $(LUA)) -lm -ldl

$(B)/c/threads_host: spec/c/threads_host.c $(CORE_OBJ) $(LUA_OBJ)
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(LUA_CFLAGS) $(C_TEST_FLAGS) $(LUA_OBJ) $(LDFLAGS) \
	  $(shell .ci/lua-headers --libs $(LUA)) -lm -ldl -pthread

-include $(wildcard $(B)/c/*.d)

endif
