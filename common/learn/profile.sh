#: ./learn profile [CHAPTER...] [-- OPTIONS]
#:     On a GPU, by Nsight Compute: its own counters beside the emulator's.
#:     For these chapters, or for all. common is the probe: single warps beside the
#:     memory model, and copies of structs. docs/profiling.md says more.
#:     -- OPTIONS    --all: every counter; --record DIR: as files; --ncu PATH
#:     Example: ./learn profile step3 -- --all
# shellcheck shell=bash

profile() {
  local names=() options=() executables=()
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
  "$build/bin/profile" "${executables[@]}" "${options[@]}" || exit $?
}
