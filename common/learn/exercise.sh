#: ./learn exercise [CHAPTER...]
#:     Checks what you wrote into exercise.cuh, in these chapters or all.
#:     Example: ./learn exercise step1
# shellcheck shell=bash

exercise() {
  local name status worst=0
  choose_exercises "$@"
  set_up
  build "${chapters[@]/%/_exercise}"
  for name in "${chapters[@]}"; do
    status=0
    "$build/bin/${name}_exercise" || status=$?
    if ((status > 1)); then die 1 "the check of $name broke off with status $status"; fi
    if ((status == 1)); then
      worst=1
      printf 'For a hint: ./learn hint %s\n' "$name"
    fi
    echo
  done
  exit $worst
}
