# Called by .ci/cross: a program with Lua and the module inside, and the tests of the core in C, in the folder B.
# .ci/cross sets all variables: CC and FLAGS, the compiler; LUA, the folder of Lua's sources; SYSTEM, flags for these and the tests.

DEPENDS := $(if $(filter tcc,$(CC)),,-MMD)

CORE  := $(wildcard src/core/*/*.c)
OWN   := $(wildcard src/lua/*.c)
PUC   := $(filter-out $(LUA)/lua.c $(LUA)/luac.c,$(wildcard $(LUA)/*.c))
TESTS := $(patsubst spec/c/%.c,$(B)/%$(SUFFIX),$(wildcard spec/c/*_test.c))

CORE_OBJ := $(CORE:%.c=$(B)/%.o)
OBJ      := $(CORE_OBJ) $(OWN:%.c=$(B)/%.o) $(PUC:$(LUA)/%.c=$(B)/puc/%.o) $(B)/host.o $(B)/modules.o

all: $(B)/lua$(SUFFIX)
tests: $(TESTS)
.PHONY: all tests
.SECONDARY:

$(B)/lua$(SUFFIX): $(OBJ)
	$(CC) $(FLAGS) -o $@ $^ $(LIBS)

$(B)/src/core/%.o: src/core/%.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -DNDEBUG -Isrc/core $(DEPENDS) -c -o $@ $<

$(B)/src/lua/%.o: src/lua/%.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -DNDEBUG -Isrc/core -I$(LUA) $(DEPENDS) -c -o $@ $<

$(B)/puc/%.o: $(LUA)/%.c
	@mkdir -p $(@D)
	$(CC) $(FLAGS) $(SYSTEM) -c -o $@ $<

$(B)/host.o: spec/c/static_host.c .ci/embedded.h
	$(CC) $(FLAGS) -I.ci -I$(LUA) -c -o $@ $<

MODULES := $(filter-out %.d.lua,$(wildcard src/astar/*.lua src/astar/*/*.lua))

$(B)/modules.c: $(MODULES) .ci/embed
	.ci/lua 5.4 .ci/embed $(foreach f,$(MODULES),$(subst /,.,$(f:src/%.lua=%))=$f) >$@

$(B)/modules.o: $(B)/modules.c
	$(CC) $(FLAGS) -I.ci -c -o $@ $<

$(B)/%_test$(SUFFIX): spec/c/%_test.c $(CORE_OBJ)
	$(CC) $(FLAGS) $(SYSTEM) -Isrc/core -Ispec/c -o $@ $< $(CORE_OBJ) $(LIBS)

-include $(wildcard $(B)/src/*/*.d $(B)/src/*/*/*.d)
