#!/bin/sh
# Speaks GTP or NBoard until it has to move, then fails in the requested way.
# usage: sh broken.sh gtp|nboard crash|silent|illegal|nonsense|flood|long|deaf|stubborn|resign|closed|family [SECONDS]
protocol=$1
way=$2
# Sleep of leftover processes: identifies them in the process list.
seconds=${3:-1000}

fail() {
  case $way in
    crash) echo "out of luck" >&2; exit 3 ;;
    silent) sleep "$seconds" ;;
    illegal) [ "$protocol" = gtp ] && printf '= A1\n\n' || echo '=== A1/1.00/0.5' ;;
    nonsense) [ "$protocol" = gtp ] && echo 'what do you mean?' || echo '=== the corner' ;;
    flood) while :; do echo 'status still thinking'; done ;;
    long) while :; do printf 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'; done ;;
    stubborn) printf '? not in the mood\n\n' ;;
    resign) printf '= resign\n\n' ;;
    closed) exec 1>&-; sleep "$seconds" ;;
    # The child holds the output open and would outlive the program.
    family) sleep "$seconds" & exit 4 ;;
  esac
}

if [ "$way" = deaf ]; then
  sleep "$seconds"
fi
while read -r line; do
  case $protocol:$line in
    gtp:protocol_version) printf '= 2\n\n' ;;
    gtp:list_commands) printf '= play\ngenmove\n\n' ;;
    gtp:genmove*) fail ;;
    gtp:quit) printf '=\n\n'; exit ;;
    gtp:*) printf '=\n\n' ;;
    nboard:ping*) echo "pong ${line#ping }" ;;
    nboard:go) fail ;;
    nboard:quit) exit ;;
  esac
done
