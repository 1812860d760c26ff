#: ./learn exercise [NAME...]
#:     Checks what you wrote into exercise.cuh.
#:     NAME is one exercise, such as reduction or reduction_2, or a label for all
#:     of a chapter, such as step1. Without one, all are checked. Of several, those
#:     whose blank is empty are not started: they are counted, and do not fail. One
#:     that does not compile is named, and the others are checked all the same.
#:     Exit status: 0 all that is started passes; 1 something does not, or nothing
#:     is started.
#:     Example: ./learn exercise step1
# shellcheck shell=bash

# Where several are asked for, those that do not compile go from `chapters` to `broken`. The first failure shows errors.
build_exercises() {
  local name status=0 compiled=()
  if ((${#chapters[@]} == 1)); then build "${chapters[0]}_exercise" && return; fi
  await build "${chapters[@]/%/_exercise}" || status=$?
  if ((status == 0)); then return; elif ((status != 1)); then exit $status; fi
  for name in "${chapters[@]}"; do
    if await build "${name}_exercise" 2>/dev/null; then compiled+=("$name"); else broken+=("$name"); fi
  done
  chapters=("${compiled[@]}")
}

exercise() {
  local name status broken=() passed=() failed=() not_started=() of_several=()
  choose_exercises "$@"
  for name in "${chapters[@]}"; do
    if is_unreadable "$name"; then die 2 "$(exercise_folder "$name")/exercise.cuh is no file that can be read"; fi
  done
  set_up
  if ((${#chapters[@]} > 1)); then of_several=(--if-started); fi
  build_exercises
  for name in "${chapters[@]}"; do
    status=0
    await_program in_session "$build/bin/${name}_exercise" "${of_several[@]}" || status=$?
    case $status in
      0) passed+=("$name") ;;
      1) failed+=("$name") ;;
      4) not_started+=("$name") ;;
      *)
        need_addresses
        die 1 "the check of $name broke off with status $status"
        ;;
    esac
    if ((status == 4 && ${#of_several[@]} > 0)); then continue; fi
    if ((status == 1)); then remark_unset "$(exercise_folder "$name")" "${name}_exercise"; fi
    if ((status != 0)); then printf 'For a hint: ./learn hint %s\n' "$name"; fi
    echo
  done
  if ((${#not_started[@]} > 0 && ${#of_several[@]} > 0)); then echo "Not started: ${not_started[*]}" | fold -s -w 80; fi
  if ((${#broken[@]} > 0)); then echo "Does not compile: ${broken[*]} (the errors: ./learn exercise NAME)"; fi
  if ((${#failed[@]} + ${#broken[@]} > 0 || ${#passed[@]} == 0)); then exit 1; fi
}
