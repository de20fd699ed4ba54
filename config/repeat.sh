# Sourced by ./verify: compiles tests and runs them in one JVM per module, once (quick) or many times (stress).
# Expects mvn, java, fail, modules and stress_minutes.

# The folders of all modules with tests.
tested_modules() {
    find . -name target -prune -o \( -path '*/src/test/java' -o -path '*/src/test/kotlin' \) -print -prune \
        | sed 's#^\./##; s#/src/test/[a-z]*$##' | sort
}

# A module may be given by its last folder alone, as node for lock/node.
require_modules() {
    local place module
    for place in "${!modules[@]}"; do
        module="${modules[$place]}"
        [ -d "$module/src/test" ] || module="$(tested_modules | grep "/$module\$" || true)"
        [ -n "$module" ] \
            || fail "'${modules[$place]}' is no module with tests. These are: $(tested_modules | tr '\n' ' ')"
        modules[place]="$module"
    done
}

# Classes only, without checks, into target/quick of each module; and the class path of its tests, into a file there.
compile_tests() {
    local log=target/repeat-compile.log names
    names="$(IFS=, && echo "${modules[*]}")"
    # shellcheck disable=SC2086 # several options in one variable
    "$mvn" -q -B -ntp -Dquick -pl "$names" -am ${QUORATE_MVN_OPTS:-} test-compile dependency:build-classpath \
        -Dmdep.includeScope=test -Dmdep.outputFile=target/quick/test-classpath >"$log" 2>&1 </dev/null || {
        tail -n 30 "$log" >&2
        fail "the build failed. The whole log is in $log"
    }
}

# Becomes the JVM that runs the tests of a module; to be called in a shell of its own. Takes the module and RepeatTests' options.
run_tests() {
    local root="$PWD" module="$1"
    shift
    cd "$module"
    exec "$java" -Xmx1g -Djava.awt.headless=true -Dfile.encoding=UTF-8 -Dquorate.roster.changes=on \
        -Djava.util.logging.config.file="$root/config/test-logging.properties" \
        -cp "$PWD/target/quick/test-classes:$PWD/target/quick/classes:$(cat target/quick/test-classpath)" \
        "$root/config/RepeatTests.java" target/quick/test-classes "$@" </dev/null
}

# Adds up what the JVMs say of each class; takes their logs.
table_of_results() {
    awk '/^RESULT / {
            if (!($2 in times)) order[++count] = $2
            times[$2] += $3; passed[$2] += $4; failed[$2] += $5; wall[$2] += $6; cpu[$2] += $7
        }
        END {
            for (place = 1; place <= count; place++) {
                name = order[place]
                printf "  %-55s %4d times, %6d tests passed, %3d times FAILED, %6.1f s each, %6.1f s of processor time\n", \
                    name, times[name], passed[name], failed[name], wall[name] / (times[name] ? times[name] : 1), cpu[name]
            }
        }' "$@" | sed 's/   0 times FAILED,//'
    grep -h '^FAILED: ' "$@" | sed 's/^/  /' || true
}

quick() {
    local module status=0 log=target/quick.log
    require_modules
    module="${modules[0]}"
    compile_tests
    (run_tests "$module" exclude=long,slow left-out=yes) >"$log" 2>&1 || status=$?
    grep -v '^RESULT \|^FAILED: ' "$log" || true
    table_of_results "$log"
    if [ "$status" -eq 0 ]; then
        echo "verify: the quick tests of $module passed in $SECONDS seconds. Not checked: format, style, other modules."
    else
        echo "verify: the quick tests of $module FAILED after $SECONDS seconds." >&2
    fi
    exit "$status"
}

helpers=() # processes to end with this script

end_helpers() {
    [ "${#helpers[@]}" -eq 0 ] || kill "${helpers[@]}" 2>/dev/null || true
    helpers=()
}

stress() {
    local cores lanes lane module pid status=0 running
    cores="$(getconf _NPROCESSORS_ONLN)"
    lanes=$((cores + 1)) # these tests mostly wait
    [ "${#modules[@]}" -gt 0 ] || mapfile -t modules < <(grep -rl '@Tag("threads")' --include='*.java' --include='*.kt' $(tested_modules) \
        | sed 's#/src/test/[a-z]*/.*##' | grep -v 'house$' | sort -u)
    require_modules
    echo "verify: repeats the tests with threads, sockets or processes of: ${modules[*]}"
    echo "verify: takes up to $stress_minutes minutes, with $((2 * cores)) spinning processes and $lanes JVMs at a time."
    compile_tests
    rm -rf target/stress
    mkdir -p target/stress
    trap end_helpers EXIT
    trap 'exit 130' INT TERM
    for ((lane = 0; lane < 2 * cores; lane++)); do
        (while :; do :; done) &
        helpers+=("$!")
    done
    for module in "${modules[@]}"; do
        running=()
        for ((lane = 1; lane <= lanes; lane++)); do
            run_tests "$module" include=threads exclude=long times=10 times.LeasesTest=200 "lane=$lane/$lanes" \
                "stop=$((stress_minutes * 60 - SECONDS))" >"target/stress/${module//\//-}-$lane.log" 2>&1 &
            running+=("$!")
            helpers+=("$!")
        done
        for pid in "${running[@]}"; do
            wait "$pid" || status=1
        done
        echo "$module, after $SECONDS seconds:"
        table_of_results target/stress/"${module//\//-}"-*.log
    done
    if [ "$status" -eq 0 ]; then
        echo "verify: the stress passed in $SECONDS seconds."
    else
        echo "verify: the stress FAILED after $SECONDS seconds. The logs are in target/stress." >&2
    fi
    say_untested_pages
    exit "$status"
}
