# Read by .ci/test and .ci/run: runs legs one after the other and counts what they say.
#
#   leg NAME command…    runs a program (no shell function); its output goes to build/log and is shown only if it fails
#   skip NAME why        says that a leg was left out; counts as nothing
#   finish               prints `N passed, N failed`; fails if anything failed or nothing was run
#
# A leg counts as many tests as its output tells of: the last line `N passed, N failed`, else the
# sum of busted's summaries, else 1. A leg that ends with an error has failed at least once,
# and one that succeeds without a single test has failed too.
#
# What is set around it: leg_seconds, the longest that a leg may take; leg_tail, how much of a failing log is shown.

passed=0
failed=0
leg_seconds=${leg_seconds:-900}
leg_child=''
# A program under `timeout` has a process group of its own, which neither Ctrl-C nor a kill from above reaches.
trap '[ -z "$leg_child" ] || kill "$leg_child" 2>/dev/null; exit 130' INT TERM HUP
leg_tail=${leg_tail:-60}
log_dir=${log_dir:-build/log}

count() { # log, exit code → "passed failed"
    awk -v code="$2" '
        /^[0-9]+ passed, [0-9]+ failed$/ { total = 1; p = $1; f = $3 }
        /^[0-9]+ success(es)? \/ [0-9]+ failures? \/ [0-9]+ errors? / { summary = 1; sp += $1; sf += $4 + $7 }
        END {
            if (!total && summary) { p = sp; f = sf }
            else if (!total) { p = (code == 0); f = (code != 0) }
            if (code != 0 && f == 0) f = 1
            if (p + f == 0) f = 1
            print p + 0, f + 0
        }' "$1"
}

leg() {
    leg_name=$1
    shift
    mkdir -p "$log_dir"
    leg_log=$log_dir/$(echo "$leg_name" | tr -c 'A-Za-z0-9._\n-' '_').log
    leg_start=$(date +%s)
    printf '== %s ... ' "$leg_name"
    leg_code=0
    if command -v timeout >/dev/null 2>&1; then set -- timeout -k 10 "$leg_seconds" "$@"; fi
    "$@" >"$leg_log" 2>&1 </dev/null &
    leg_child=$!
    wait "$leg_child" || leg_code=$?
    leg_child=''
    leg_counts=$(count "$leg_log" "$leg_code")
    leg_passed=${leg_counts% *}
    leg_failed=${leg_counts#* }
    passed=$((passed + leg_passed))
    failed=$((failed + leg_failed))
    leg_time=$(($(date +%s) - leg_start))
    if [ "$leg_failed" -eq 0 ]; then
        echo "$leg_passed passed ($leg_time s)"
    else
        leg_end="exit code $leg_code"
        case $leg_code in 124 | 137) [ "$leg_time" -lt "$leg_seconds" ] || leg_end="stopped for taking too long" ;; esac
        echo "$leg_passed passed, $leg_failed FAILED ($leg_end, $leg_time s); see $leg_log:"
        # Busted gives each failure a stack trace, and a tail would hide most of the names.
        grep -A 1 -E '^(Failure|Error) ->' "$leg_log" | grep -vE '^(--|$)' | sed 's/^/   * /'
        # Likewise the one line in which a sanitizer or an assertion says what is wrong.
        grep -oE '[^+*]*(runtime error|ERROR: |Assertion).*' "$leg_log" | head -n 5 | sed 's/^/   * /'
        tail -n "$leg_tail" "$leg_log" | awk '!(/^[+*.-]+$/ && length > 40) { print "   | " substr($0, 1, 300) }'
    fi
}

skip() {
    echo "== $1 ... skipped: $2"
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
