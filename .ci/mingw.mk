# Included by the Makefile: what cross builds for Windows take, NAME=mingw for Lua 5.4, NAME=mingw-luajit,
# and those of dist.mk.

MINGW ?= x86_64-w64-mingw32

# The DLL of that Lua on Windows, if that is what it is built for.
WINDOWS_LUA := $(if $(filter mingw,$(NAME)),lua54)$(if $(filter mingw-luajit dist-windows-%,$(NAME)),lua51)

.PHONY: mingw love-windows

mingw:
	$(submake) LUA=5.4 NAME=mingw module

love-windows:
	$(submake) LUA=luajit NAME=mingw-luajit module

ifneq ($(WINDOWS_LUA),)

override CC := $(MINGW)-gcc
EXT := dll
# MinGW's isnan is a macro that seems to convert its argument.
PIC := -Wno-float-conversion
# Private: else the file of flags, which they need, would have these too whenever make came to it by them.
$(LUA_OBJ): private PIC += -DLUA_BUILD_AS_DLL -I$(B)/include
SHARED := $(if $(DIST_TARGET),$(SHARED)) -shared -static-libgcc
LIBDL :=
EXPORTS := $(B)/astar.def $(B)/lib$(WINDOWS_LUA).a

# The headers' own list of functions gives the import library, so no Windows Lua is needed to link.
$(B)/astar.def: $(B)/flags
	@printf 'EXPORTS\n  luaopen_astar\n' >$@

MINGW_INC = $(patsubst -isystem,,$(LUA_CFLAGS))

$(B)/lib$(WINDOWS_LUA).a: $(B)/flags
	@{ echo 'EXPORTS'; sed -n 's/^LUA[LIB]*_API.*[^A-Za-z_]\(luaL\{0,1\}_[A-Za-z_]*\))\{0,1\} *(.*$$/  \1/p' \
	  $(addsuffix /lua.h,$(MINGW_INC)) $(addsuffix /lauxlib.h,$(MINGW_INC)); } >$(B)/$(WINDOWS_LUA).def
	@$(MINGW)-dlltool -D $(WINDOWS_LUA).dll -d $(B)/$(WINDOWS_LUA).def -l $@

# Debian's luaconf.h includes a file that only its own compilers find.
$(B)/include/lua5.4-deb-multiarch.h:
	@mkdir -p $(@D)
	@echo '#define DEB_HOST_MULTIARCH ""' >$@

$(LUA_OBJ): $(B)/include/lua5.4-deb-multiarch.h

endif
