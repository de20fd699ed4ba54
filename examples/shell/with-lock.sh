#!/usr/bin/env bash
# Runs a command while a lock of a Quorate cluster is held, over HTTP: bash and curl, nothing else.
#
#   with-lock.sh http://localhost:7480 orders/42 -- ./nightly-report
#
# The command finds the fencing token in QUORATE_FENCE. It gets TERM when the lock is lost, and the exit code is then 75.
# QUORATE_TOKEN: a bearer token, if the server asks for one. QUORATE_TIMEOUT: seconds to wait for the lock; without it, for ever.
set -euo pipefail

if [ $# -lt 4 ] || [ "$3" != "--" ]; then
    echo "Usage: with-lock.sh URL LOCK -- COMMAND..." >&2
    exit 2
fi
url="${1%/}" lock="$2"
shift 3

# Every answer is one line of JSON. Its fields stand side by side, so sed is enough.
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
detail() { sed -nE 's/.*"detail":"(([^"\\]|\\.)*)".*/\1/p' | sed 's/\\\(.\)/\1/g'; } # words, with quotes in them

call() { # method, path, seconds, body
    local options=(--silent --show-error --max-time "$3" --request "$1" --header "Content-Type: application/json")
    [ $# -lt 4 ] || options+=(--data "$4")
    # The token is no argument: everybody on this machine can read those.
    printf '%s' "${QUORATE_TOKEN:+header = \"Authorization: Bearer $QUORATE_TOKEN\"}" | curl "${options[@]}" --config - "$url$2"
}

milliseconds() { # by a clock that nobody sets
    local seconds rest
    read -r seconds rest </proc/uptime
    seconds="${seconds/./}"
    echo $((10#$seconds * 10))
}

quoted() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }

session="$(call POST /v1/sessions 10 '{"ttlMillis": 15000}' | field session)"
[ -n "$session" ] || { echo "The server at $url opens no session." >&2; exit 69; }
command=""
deadline=0
finish() { # the command ends before its lock is given back
    if [ -n "$command" ]; then
        kill "$command" 2>/dev/null || true
        while kill -0 "$command" 2>/dev/null && [ "$(milliseconds)" -lt "$deadline" ]; do sleep 0.1; done
        kill -KILL "$command" 2>/dev/null || true
        wait "$command" 2>/dev/null || true
    fi
    call DELETE "/v1/sessions/$session" 5 >/dev/null 2>&1 || true
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT HUP

claim="shell-$$"
wanted="{\"lock\": \"$(quoted "$lock")\", \"claim\": \"$claim\", \"waitMillis\": 7000"
[ -z "${QUORATE_TIMEOUT:-}" ] || wanted+=", \"timeoutMillis\": $((QUORATE_TIMEOUT * 1000))"
sent="$(milliseconds)"
answer="$(call POST "/v1/sessions/$session/claims" 20 "$wanted}")"
while [ "$(field state <<<"$answer")" = waiting ]; do
    sent="$(milliseconds)"
    answer="$(call GET "/v1/sessions/$session/claims/$claim?waitMillis=7000" 20)"
done
if [ "$(field state <<<"$answer")" != held ]; then
    echo "The lock was not had: $(detail <<<"$answer")" >&2
    exit 75
fi
QUORATE_FENCE="$(field fence <<<"$answer")"
export QUORATE_FENCE

# The answer may be to a question that waited for long: a short one tells how long the lock is valid from now on.
sent="$(milliseconds)"
answer="$(call GET "/v1/sessions/$session/claims/$claim" 5)"
deadline=$((sent + $(field validForMillis <<<"$answer" | grep -E '^[0-9]+$' || echo 0)))
if [ "$(milliseconds)" -ge "$deadline" ]; then
    echo "The lock was lost before the command began: the server has not confirmed it in time." >&2
    exit 75
fi

"$@" &
command=$!
while kill -0 "$command" 2>/dev/null; do
    sent="$(milliseconds)"
    if answer="$(call GET "/v1/sessions/$session/claims/$claim" 1 2>/dev/null)"; then
        if [ "$(field state <<<"$answer")" = held ]; then
            deadline=$((sent + $(field validForMillis <<<"$answer")))
        else
            deadline=0 # the server says so
        fi
    fi
    if [ "$(milliseconds)" -ge "$deadline" ]; then
        echo "The lock was lost: the command is ended. Treat what it did as unprotected." >&2
        exit 75 # finish ends the command
    fi
    sleep 0.5
done
status=0
wait "$command" || status=$?
command=""
exit "$status"
