# Builds astar.so with Android's NDK, as a module for LÖVE for Android 11.4 or later or for a host of your own.
# Not run: written after LÖVE's description of its folder lua-modules, and tried only as far as make reads it.
#
# For LÖVE: copy this folder, with astar_all.c in it, to love/src/jni/lua-modules/astar in the sources of LÖVE for Android.
# For another host: put the name of its Lua's or LuaJIT's library in place of liblove.
# (LÖVE turns this file into one for CMake and reads no conditions, so there are none here.)
LOCAL_PATH := $(call my-dir)
include $(CLEAR_VARS)

LOCAL_MODULE := astar
# Without this line the file would be libastar.so, which `require` does not look for.
LOCAL_MODULE_FILENAME := astar
LOCAL_SRC_FILES := astar_all.c
# ASTAR_SHARED: a library of its own. No fused multiply-add, so that paths are the same as on every machine.
LOCAL_CFLAGS := -std=c99 -O3 -DNDEBUG -DASTAR_SHARED -ffp-contract=off -fno-math-errno -fvisibility=hidden
LOCAL_SHARED_LIBRARIES := liblove

include $(BUILD_SHARED_LIBRARY)
