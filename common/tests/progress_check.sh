#!/usr/bin/env bash
# Checks what is said of a build that is under way.   progress_check.sh LEARN BIN
set -euo pipefail

# shellcheck source=/dev/null
source "$(dirname "$1")/common/learn/build.sh"

# expect WORDS COUNTER SECONDS
expect() {
  local said
  said=$(how_far "$2" "$3")
  if [[ $said != "$1" ]]; then echo "$2 after $3 s: '$said', not '$1'" && exit 1; fi
}

expect "[10/40], about 30 s left" "[10/40]" 10
expect "[40/40], about 0 s left" "[40/40]" 60
expect "[1/40]" "[1/40]" 2    # too soon to tell
expect "[0/40]" "[0/40]" 9
expect "[ 25%]" "[ 25%]" 30   # make's counter
