#: ./learn check [CHAPTER...]
#:     Builds and runs the checks of these chapters, or all that there are.
#:     Example: ./learn check step1
# shellcheck shell=bash

check() {
  local labels targets=(all) choice=()
  known=(common)
  choose_from_all "$@"
  if (($# > 0)); then
    targets=("${chapters[@]/%/_checks}")
    labels=$(IFS='|' && echo "${chapters[*]%%_*}")
    choice=(-L "^($labels)\$")
  fi
  set_up
  build "${targets[@]}"
  ctest --test-dir "$build" --output-on-failure --no-tests=error -j"$(nproc)" "${choice[@]}" || exit 1
}
