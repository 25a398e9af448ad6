# Included by the Makefile: Lua and the module for the browser, build/web/astar.js and astar.wasm, made by emscripten,
# and modules.json, the modules in Lua that few programs take: they are downloaded when one does.
# NAME=web is a variant like the others; .ci/site fetches the source of Lua and calls it.

EMCC ?= emcc
WEB_LUA ?= build/lua5.4-source/src

.PHONY: web

web:
	$(submake) LUA=5.4 NAME=web LUA_INCDIR='$(WEB_LUA)' build/web/astar.js build/web/modules.json

ifeq ($(NAME),web)

override CC := $(EMCC)
override CFLAGS := -Oz -DNDEBUG
PIC :=


# Where Debian keeps the modules of node that emscripten needs; a node that is not Debian's looks elsewhere.
export NODE_PATH := /usr/share/nodejs$(if $(NODE_PATH),:$(NODE_PATH))

# What a program cannot be given: files, processes, other modules, the debug library.
WEB_LUA_SRC := $(filter-out %/lua.c %/luac.c %/linit.c %/loadlib.c %/liolib.c %/loslib.c %/ldblib.c, \
  $(sort $(wildcard $(WEB_LUA)/*.c)))
WEB_LUA_OBJ := $(WEB_LUA_SRC:$(WEB_LUA)/%.c=$(B)/puc/%.o)
WEB_MODS    := $(filter-out %/draw.lua %/love_canvas.lua,$(LUA_MODS)) src/web/playground.lua
WEB_LATER   := $(filter-out %/datatext.lua,$(filter src/astar/tiled.lua src/astar/tiled/%,$(WEB_MODS)))
web_names    = $(foreach f,$(1),$(subst /,.,$(patsubst src/%.lua,%,$(f:src/web/%=src/%)))=$(f))

# The page compiles the module by itself, once for all workers. Memory can grow up to what playground.c allows, and some.
WEB_LINK := -Oz -sMODULARIZE -sEXPORT_NAME=createAstar -sENVIRONMENT=worker,node -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH \
  -sINITIAL_MEMORY=16MB -sMAXIMUM_MEMORY=256MB -sTOTAL_STACK=1MB -sSUPPORT_LONGJMP=emscripten -sINVOKE_RUN=0 \
  -sINCOMING_MODULE_JS_API=instantiateWasm,say,textOfModule -sEXPORTED_FUNCTIONS=_playground_run,_malloc,_free --no-entry

$(B)/puc/%.o: $(WEB_LUA)/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)$(CC) $(CFLAGS) -ffp-contract=off -MMD -MP -c -o $@ $<

$(B)/web/playground.o: src/web/playground.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,cc $@)
	$(Q)$(CC) $(filter-out -std=c99 -Wpedantic,$(ALL_CFLAGS)) -std=gnu99 -I.ci $(LUA_CFLAGS) -MMD -MP -c -o $@ $<

$(B)/modules.c: $(WEB_MODS) .ci/embed .ci/web.mk
	@mkdir -p $(@D)
	@.ci/lua 5.4 .ci/embed $(call web_names,$(filter-out $(WEB_LATER),$(WEB_MODS))) >$@

$(B)/modules.json: $(WEB_LATER) .ci/embed
	@mkdir -p $(@D)
	@.ci/lua 5.4 .ci/embed --json $(call web_names,$(WEB_LATER)) >$@

$(B)/modules.o: $(B)/modules.c
	$(Q)$(CC) $(CFLAGS) -I.ci -c -o $@ $<

$(B)/astar.js: $(CORE_OBJ) $(LUA_OBJ) $(WEB_LUA_OBJ) $(B)/web/playground.o $(B)/modules.o
	$(call say,link $@)
	$(Q)$(CC) $(WEB_LINK) -o $@ $^

-include $(WEB_LUA_OBJ:.o=.d) $(B)/web/playground.d

endif
