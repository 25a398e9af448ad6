# common.sh: what run, grid and plane share, read by them in the root of the repository. It reads their options,
# which it takes from their arguments:
#
#   $mode     full, or quick for --quick
#   $core     of --core: the core to measure on, or nothing
#   $data     of --data: where MovingAI's maps are
#   $base     of --base: the astar.so of another version, for Lua 5.4, or nothing
#   $names    all else
#
# --peer is for bench/grid, see there.
#
# and sets for contest.lua, in the environment:
#
#   BENCH_DIR                 where the programs are
#   BENCH_PIN                 a command that keeps what follows it on one core, or nothing
#   BENCH_LUA, BENCH_LUAJIT   what to run these with; nothing where there is none
#   BENCH_BASE                what to run Lua 5.4 with the other version with, or nothing
#   BENCH_PEER                of --peer, or nothing

bench=bench/$(basename "$0")
mode=full
core=''
base=''
peer=''
data=../shared/data/movingai
names=''
while [ $# -gt 0 ]; do
    case $1 in
    --quick) mode=quick ;;
    --core) core=$2; shift ;;
    --data) data=$2; shift ;;
    --base) base=$2; shift ;;
    --peer) peer=$2; shift ;;
    --help | -h) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$bench"; exit 0 ;;
    -* | '' | *[!A-Za-z0-9_-]*) echo "$bench: unknown option $1 (try --help)" >&2; exit 2 ;;
    *) names="$names $1" ;;
    esac
    shift
done

export BENCH_DIR=build/bench BENCH_PIN='' BENCH_LUA='' BENCH_LUAJIT='' BENCH_BASE='' BENCH_PEER="$peer"
maps=$BENCH_DIR/maps
mkdir -p $maps
say() { echo "$*" >&2; }

cc=${CC:-cc}
make=${MAKE:-make}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

compile="$cc -std=c99 -O3 -DNDEBUG -ffp-contract=off -fvisibility=hidden -Isrc/core"
compile_c() { # program, sources…
    program=$1
    shift
    $compile "$@" -o "$BENCH_DIR/$program" -lm
}

# The core is compiled once, for all programs that use it. It is no library here, so not PIC.
compile_core() {
    $make --no-print-directory -j"$jobs" CC="$cc" NAME=bench/objects CFLAGS="-O3 -DNDEBUG" PIC= core-objects >&2
}
compile_with_core() { # program, sources…
    program=$1
    shift
    # shellcheck disable=SC2046
    compile_c "$program" "$@" $(for source in src/core/*/*.c; do echo "$BENCH_DIR/objects/${source#src/}"; done | sed 's/c$/o/')
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
    [ -n "$base" ] || return 0
    # Copied, so that it is the same all through the run.
    mkdir -p $BENCH_DIR/base
    cat "$base" >$BENCH_DIR/base/astar.so
    BENCH_BASE=".ci/with-module bench/base $(.ci/which-lua 5.4)"
}

choose_core() {
    command -v taskset >/dev/null || return 0
    # The last of the cores that this process may use: "0-3,6" gives 6.
    [ -n "$core" ] || core=$(taskset -pc $$ | sed 's/.*[^0-9]//')
    if taskset -c "$core" true; then BENCH_PIN="taskset -c $core"; fi
}

make_map() { # name, side, problems → $map $scen
    map=$maps/$1-$2.map scen=$maps/$1-$2.map.scen
    $BENCH_DIR/grid_maps "$1" "$2" "$3" "$map"
}

# MovingAI's map of that name if it is in $data, else one that is made.
find_map() { # name, side, problems → $found, "yes" or nothing; $map $scen
    found=''
    if [ ! -f "$data/$1.map" ]; then
        make_map "$@"
        return
    fi
    found=yes map=$maps/$1.map scen=$maps/$1.scen
    cat "$data/$1.map" >"$map"
    $BENCH_DIR/grid_maps sample "$3" <"$data/$1.map.scen" >"$scen"
}

give_credit() {
    echo 'Maps that are not made here are from N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012.'
    echo
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
