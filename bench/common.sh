# common.sh: what run and grid share, read by both in the root of the repository. It sets for
# contest.lua, in the environment:
#
#   BENCH_DIR                 where the programs are
#   BENCH_PIN                 a command that keeps what follows it on one core, or nothing
#   BENCH_LUA, BENCH_LUAJIT   what to run these with; nothing where there is none
#
# and expects $core: the core to measure on, or nothing.

export BENCH_DIR=build/bench BENCH_PIN='' BENCH_LUA='' BENCH_LUAJIT=''
mkdir -p $BENCH_DIR
say() { echo "$*" >&2; }

cc=${CC:-cc}
make=${MAKE:-make}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

compile_c() { # program, sources…
    program=$1
    shift
    $cc -std=c99 -O3 -DNDEBUG -ffp-contract=off -fvisibility=hidden -Isrc/core "$@" -o "$BENCH_DIR/$program" -lm
}

# The module is built here too, so that it is the same all through the run.
build_module() { # version → the command that runs it
    $make --no-print-directory -j"$jobs" LUA="$1" NAME="bench/$1" module >&2
    echo ".ci/with-module bench/$1 $(.ci/which-lua "$1")"
}

build_modules() {
    BENCH_LUA=$(build_module 5.4)
    if .ci/which-lua luajit >/dev/null && [ -n "$(.ci/lua-headers luajit)" ]; then
        BENCH_LUAJIT=$(build_module luajit)
    else
        say "no LuaJIT: left out"
    fi
}

choose_core() {
    command -v taskset >/dev/null || return 0
    # The last of the cores that this process may use: "0-3,6" gives 6.
    [ -n "$core" ] || core=$(taskset -pc $$ | sed 's/.*[^0-9]//')
    if taskset -c "$core" true; then BENCH_PIN="taskset -c $core"; fi
}

version_of() { "$@" 2>&1 | head -n 1; }

# The first lines of the report; what follows the Lua versions is given.
say_what_with() {
    echo "Measured on one core of $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), with"
    # shellcheck disable=SC2086
    echo "$(version_of "$cc" --version), $(version_of $BENCH_LUA -e 'print(_VERSION)')$(
        [ -z "$BENCH_LUAJIT" ] || echo ", $($BENCH_LUAJIT -e 'print(jit.version)')")$1."
    echo
}
