#!/usr/bin/env bash
# refuse.sh PROGRAM COMMAND...: runs the compiler's command for an answer's kernels, unless PROGRAM, which gets the answer
# preprocessed, refuses it. What cannot be preprocessed is left to the compiler; where that can, its directives ask who
# reads them, and it is refused. An answer that takes text from a solution, or from another answer, is refused by what the
# compiler has read.
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../../learn/run_tool.sh"

program=$1
shift
compiler=() previous='' read=/dev/null
for word in "$@"; do
  if [[ $previous == -MF ]]; then read=$word; fi
  previous=$word
  case $word in
    -c | -o | -MD | -M[FT] | *.o | *.o.d | *.sh) ;;  # *.sh: the course's own, which run the compiler
    *) compiler+=("$word") ;;
  esac
done
# The words that only the compiler knows as macros: what is asked of them has one answer.
words=(-D__global__=__global__ -D__device__=__device__ -D__host__=__host__)
answer=$(mktemp)
trap 'rm "$answer"' EXIT

is_read=yes
run_tool "${compiler[@]}" -DLADDER_PROGRAM "${words[@]}" -E >"$answer" 2>/dev/null || is_read=
if [[ -n $is_read ]]; then
  run_tool "$program" "${0%tools/exercise/refuse.sh}" <"$answer"
  # The emulator's headers that the answer includes come before its macros, as any name may be one of these.
  mapfile -t headers < <(sed -nE 's#^. [0-9]+ "(.*/cuda(/|_)headers/.*)" 1.*#-include\1#p' "$answer" | sort -u)
  set -- "$@" "${headers[@]}"
fi
run_tool "$@"
if [[ -z $is_read ]]; then
  echo "$(grep -oE '[^ ]*exercise\.cuh' "$read" | head -n 1):1: error: its directives ask who reads them: that cannot be judged" >&2
  exit 1
fi
# The first is the answer itself.
other=$(grep -oE '[^ ]*(solution|exercise)\.cuh' "$read" | sed 1d | head -n 1) || true
if [[ -n $other ]]; then
  echo "$other:1: error: an answer is to be written, not included" >&2
  exit 1
fi
