#: ./learn profile [CHAPTER...] [-- OPTIONS]
#: ./learn profile [-I DIR] [-D NAME] FILE.cu... [-- ARGUMENTS]
#:     On a GPU, by Nsight Compute: its counters beside the emulator's.
#:     For these chapters, or for all. common is the probe: single warps beside the
#:     memory model, and copies of structs. docs/profiling.md says more.
#:     -- OPTIONS    --all: every counter; --record DIR: as files; --ncu PATH
#:     FILE.cu       a program, as ./learn try takes it: built by nvcc, too, and
#:                   the counters of each kernel compared
#:     Example: ./learn profile step3 -- --all
# shellcheck shell=bash

names_a_program() {
  local argument
  for argument in "$@"; do
    if [[ $argument == -- ]]; then return 1; fi
    if [[ $argument == *.cu ]]; then return 0; fi
  done
  return 1
}

# The program of these files and options: on the emulator, and by nvcc on the GPU.
profile_program() {
  # shellcheck source=/dev/null
  source "$root/common/learn/try.sh"
  parse_try "$@"
  have nvcc || die 3 "profile: there is no nvcc on the PATH"
  set_up
  build profile_program
  build_program
  wishes=(--observe inf --report "$temp/report" --json "$temp/emulated.json")
  read_machine_code native
  (run_program) || true
  if [[ ! -f $temp/emulated.json ]]; then die 1 "profile: the program did not come to its end on the emulator"; fi
  nvcc -O3 -arch=native "${flags[@]}" -o "$temp/program" "${files[@]}" || exit 1
  run_tool "$build/bin/profile_program" "$temp/emulated.json" -- "$temp/program" "${arguments[@]}" || exit $?
}

profile() {
  local names=() options=() executables=()
  if names_a_program "$@"; then
    nvidia-smi -L >/dev/null 2>&1 || die 3 "profile needs a GPU, and nvidia-smi finds none here"
    profile_program "$@"
    return
  fi
  while (($# > 0)); do
    if [[ $1 == -- ]]; then options=("${@:2}") && break; fi
    names+=("$1")
    shift
  done
  known=(common)
  choose_from_all "${names[@]}"
  executables=("${chapters[@]/#common/probe}")
  nvidia-smi -L >/dev/null 2>&1 || die 3 "profile needs a GPU, and nvidia-smi finds none here"
  set_up
  build profile
  if ! grep -q '^CMAKE_CUDA_COMPILER:[A-Z]*=/' "$build/CMakeCache.txt"; then
    die 3 "profile needs nvcc, and CMake found none (set CUDACXX to its path, and remove $build)"
  fi
  build profile "${executables[@]}"
  [[ " ${executables[*]} " != *" probe "* ]] || executables+=(copies)
  run_tool "$build/bin/profile" "${executables[@]}" "${options[@]}" || exit $?
}
