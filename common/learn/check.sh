#: ./learn check [CHAPTER...] [--verbose]
#:     Builds and runs the checks of these chapters, or all that there are.
#:     A line for each thing that is wrong, as ./learn run says it; of each variant
#:     at the first size that shows it. All that checks the course itself runs
#:     behind that, where no chapter is named and all are right.
#:     --verbose     all that the checks have to say, as ctest shows it; so does
#:                   LADDER_VERBOSE=1
#:     Example: ./learn check step1
# shellcheck shell=bash

# say_findings CHAPTER: the findings of its checks. Files are named from the root, as an editor can jump to them.
say_findings() {
  "$build/bin/$1_checks" --reporter findings | sed -E "s#^([a-z_0-9]+\.(cuh|cu|cpp):[0-9]+: )#$1/\1#"
}

check() {
  local argument chapter labels names=() verbose=${LADDER_VERBOSE:-} wrong=()
  for argument in "$@"; do
    if [[ $argument == --verbose ]]; then verbose=1; else names+=("$argument"); fi
  done
  known=(common)
  choose_from_all "${names[@]}"
  set_up
  if ((${#names[@]} > 0)); then build "${chapters[@]/%/_checks}"; else build all; fi
  labels=$(IFS='|' && echo "${chapters[*]%%_*}")
  if [[ -n $verbose ]]; then
    if ((${#names[@]} > 0)); then run_tests -L "^($labels)\$"; else run_tests; fi
    return
  fi
  for chapter in "${chapters[@]}"; do
    if [[ $chapter == common ]]; then continue; fi
    if say_findings "$chapter"; then say "$chapter: all is right"; else wrong+=("$chapter"); fi
  done
  if ((${#wrong[@]} > 0)); then die 1 "wrong: ${wrong[*]} (--verbose says more)"; fi
  if ((${#names[@]} == 0)); then run_tests -LE "^(${labels/|common/})\$"; fi
  if [[ " ${names[*]} " == *" common "* ]]; then run_tests -L '^common$'; fi
}

run_tests() { ctest --test-dir "$build" --output-on-failure --no-tests=error -j"$(nproc)" "$@" || exit 1; }
