#: ./learn exercise [NAME...]
#:     Checks what you wrote into exercise.cuh.
#:     NAME is one exercise, such as reduction or reduction_2, or a label for all of a
#:     chapter, such as step1. Without one, all are checked. Of several, those whose
#:     blank is empty are not started: they are named, and do not count.
#:     Exit status: 0 all that is started passes; 1 something does not, or nothing is
#:     started.
#:     Example: ./learn exercise step1
# shellcheck shell=bash

exercise() {
  local name status passed=() failed=() not_started=() of_several=()
  choose_exercises "$@"
  set_up
  build "${chapters[@]/%/_exercise}"
  if ((${#chapters[@]} > 1)); then of_several=(--if-started); fi
  for name in "${chapters[@]}"; do
    status=0
    "$build/bin/${name}_exercise" "${of_several[@]}" || status=$?
    case $status in
      0) passed+=("$name") ;;
      1) failed+=("$name") ;;
      4) not_started+=("$name") ;;
      *) die 1 "the check of $name broke off with status $status" ;;
    esac
    if ((status == 4 && ${#of_several[@]} > 0)); then continue; fi
    if ((status != 0)); then printf 'For a hint: ./learn hint %s\n' "$name"; fi
    echo
  done
  if ((${#not_started[@]} > 0 && ${#of_several[@]} > 0)); then echo "Not started: ${not_started[*]}"; fi
  if ((${#failed[@]} > 0 || ${#passed[@]} == 0)); then exit 1; fi
}
