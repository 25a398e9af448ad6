# shellcheck shell=sh
# Read by scripts that run many programs: runs them side by side and counts what they say.
#
#   leg NAME command…     runs a program (no shell function) as soon as one of $leg_slots slots is free
#   alone NAME command…   the same while no other leg runs: what measures time, or uses all cores by itself
#   await                 waits for all legs
#   skip NAME why         says that a leg is left out; counts as nothing
#   finish                waits, prints `N passed, N failed`; fails if anything failed or nothing passed
#
# A leg prints one line when it ends. Its output goes to $log_dir and is shown only if it fails; a test in it that
# was skipped is always named, with the reason. A leg counts as many tests as its output tells of: the last line
# `N passed, N failed`, else the sum of busted's summaries, else 1. A leg that ends with an error has failed at
# least once, and one that succeeds without a single test has failed too, unless its tests were skipped.
#
# Legs draw the same random cases each time, so that a failure tells of a change; ASTAR_SEED=n draws others.
#
# Set around it:
#   LEGS          a pattern: only the legs whose names match; not handed on to what a leg runs
#   JOBS          how many legs run at once; as many as there are cores if not given
#   leg_seconds   the longest that a leg may take
#   leg_tail      how much of a failing log is shown

export ASTAR_SEED="${ASTAR_SEED:-20261120}"

passed=0
failed=0
log_dir=${log_dir:-build/log}
leg_pattern=${LEGS:-*}
unset LEGS
leg_seconds=${leg_seconds:-900}
leg_tail=${leg_tail:-60}
leg_cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
leg_slots=${JOBS:-$leg_cores}
leg_number=0
leg_count=0    # of those that run
leg_children='' # number=process of each

# Each leg reports its end through a pipe. It is open both ways here, so that opening it does not wait.
leg_pipe=$(mktemp -d) && mkfifo "$leg_pipe/ends" && exec 3<>"$leg_pipe/ends" && rm -r "$leg_pipe" || exit 1

trap 'for leg_child in $leg_children; do kill "${leg_child#*=}" 2>/dev/null; done; exit 130' INT TERM HUP

# Log and exit code → "passed failed skipped".
leg_count_tests() {
    awk -v code="$2" '
        /^[0-9]+ passed, [0-9]+ failed$/ { total = 1; p = $1; f = $3 }
        /^[0-9]+ success(es)? \/ [0-9]+ failures? \/ [0-9]+ errors? \/ [0-9]+ pending/ {
            summary = 1; sp += $1; sf += $4 + $7; s += $10
        }
        /^== .* \.\.\. skipped: / { s++ }
        END {
            if (!total && summary) { p = sp; f = sf }
            else if (!total) { p = (code == 0 && s == 0); f = (code != 0) }
            if (code != 0 && f == 0) f = 1
            if (p + f + s == 0) f = 1
            print p + 0, f + 0, s + 0
        }' "$1"
}

# What busted calls pending, and what legs within the leg have skipped.
leg_show_skipped() { # log
    awk '
        /^Pending ->/ { pending = 1; line = ""; next }
        pending && NF { line = line (line == "" ? "" : ": ") $0; next }
        pending { pending = 0; if (!seen[line]++) print "   skipped: " line }
        /^   skipped: / && !seen[$0]++ { print }
        /^== .* \.\.\. skipped: / { sub(/^== /, ""); sub(/ \.\.\. skipped/, ""); if (!seen[$0]++) print "   skipped: " $0 }
        END { if (pending && !seen[line]++) print "   skipped: " line }' "$1"
}

leg_show_failure() { # log
    # Busted gives each failure a stack trace, and a tail would hide most of the names.
    grep -A 1 -E '^(Failure|Error) ->' "$1" | grep -vE '^(--|$)' | sed 's/^/   * /'
    # For the same reason the one line in which a sanitizer or an assertion says what is wrong.
    grep -oE '[^+*]*(runtime error|ERROR: |Assertion).*' "$1" | head -n 5 | sed 's/^/   * /'
    tail -n "$leg_tail" "$1" | awk '!(/^[+*.-]+$/ && length > 40) { print "   | " substr($0, 1, 300) }'
}

leg_log() { # name
    echo "$log_dir/$(echo "$1" | tr -c 'A-Za-z0-9._\n-' '_').log"
}

# The background process of a leg. A program under `timeout` has a process group of its own, which neither Ctrl-C
# nor a kill from above reaches.
leg_run() { # number, name, command…
    leg_this=$1 leg_name=$2
    shift 2
    leg_child=''
    trap '[ -z "$leg_child" ] || kill "$leg_child" 2>/dev/null; exit 130' TERM
    leg_start=$(date +%s)
    leg_code=0
    if command -v timeout >/dev/null 2>&1; then set -- timeout -k 10 "$leg_seconds" "$@"; fi
    "$@" >"$(leg_log "$leg_name")" 2>&1 </dev/null 3>&- &
    leg_child=$!
    wait "$leg_child" || leg_code=$?
    echo "$leg_this $leg_code $(($(date +%s) - leg_start)) $leg_seconds $leg_name" >&3
}

# Waits for the end of one leg and reports it.
leg_reap() {
    read -r leg_this leg_code leg_time leg_most leg_name <&3 || return
    leg_count=$((leg_count - 1))
    leg_rest=''
    for leg_child in $leg_children; do
        [ "${leg_child%%=*}" = "$leg_this" ] || leg_rest="$leg_rest $leg_child"
    done
    leg_children=$leg_rest
    leg_file=$(leg_log "$leg_name")
    # shellcheck disable=SC2046
    set -- $(leg_count_tests "$leg_file" "$leg_code")
    passed=$((passed + $1))
    failed=$((failed + $2))
    leg_says="$1 passed"
    [ "$3" -eq 0 ] || leg_says="$leg_says, $3 skipped"
    if [ "$2" -eq 0 ]; then
        echo "== $leg_name ... $leg_says ($leg_time s)"
    else
        leg_end="exit code $leg_code"
        case $leg_code in 124 | 137) [ "$leg_time" -lt "$leg_most" ] || leg_end="stopped for taking too long" ;; esac
        echo "== $leg_name ... $leg_says, $2 FAILED ($leg_end, $leg_time s); see $leg_file:"
        leg_show_failure "$leg_file"
    fi
    leg_show_skipped "$leg_file"
}

leg() { # name, command…
    # shellcheck disable=SC2254
    case $1 in $leg_pattern) ;; *) return 0 ;; esac
    while [ "$leg_count" -ge "$leg_slots" ]; do leg_reap; done
    mkdir -p "$log_dir"
    leg_number=$((leg_number + 1))
    leg_run "$leg_number" "$@" &
    leg_children="$leg_children $leg_number=$!"
    leg_count=$((leg_count + 1))
}

await() {
    while [ "$leg_count" -gt 0 ]; do leg_reap; done
}

alone() { # name, command…
    await
    leg "$@"
    await
}

skip() { # name, why
    # shellcheck disable=SC2254
    case $1 in $leg_pattern) echo "== $1 ... skipped: $2" ;; esac
}

finish() {
    await
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
