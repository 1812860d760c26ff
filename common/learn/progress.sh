#: ./learn progress
#:     Checks all exercises, and shows which pass now, and which is next.
#:     Example: ./learn progress
# shellcheck shell=bash

# What is to be said of an exercise, in one line.
state_of() {
  local status=0
  if is_unreadable "$1"; then echo "exercise.cuh is no file that can be read" && return; fi
  (build "$1_exercise") &>/dev/null || status=$?
  if ((status == 3)); then die 3 "the exercises could not be built: try ./learn exercise $1"; fi
  if ((status != 0)); then echo "does not compile" && return; fi
  await "$build/bin/$1_exercise" --brief || true
}

progress() {
  local name state passed=0 bar='' next=''
  choose_exercises "$@"
  if (($# > 0)); then die 2 "progress shows all exercises: it takes no chapter"; fi
  set_up
  for name in "${chapters[@]}"; do
    state=$(state_of "$name")
    printf '%-22s %s\n' "$name" "$state" | fitted 1
    if [[ $state == passes ]]; then
      passed=$((passed + 1)) bar=#$bar
    else
      next=${next:-$name} bar+=.
    fi
  done
  printf '\n%s %d of %d pass\n' "$bar" $passed ${#chapters[@]}
  if [[ -n $next ]]; then printf 'Next: ./learn exercise %s (./learn hint %s)\n' "$next" "$next"; fi
}
