#!/usr/bin/env bash
# refuse.sh PROGRAM COMMAND...: runs the compiler's command for an answer's kernels, unless PROGRAM, which gets the answer
# preprocessed, refuses it. What cannot be preprocessed is left to the compiler.
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../../learn/run_tool.sh"

program=$1
shift
compiler=()
for word in "$@"; do
  case $word in
    -c | -o | -MD | -M[FT] | *.o | *.o.d | *.sh) ;;  # *.sh: the course's own, which run the compiler
    *) compiler+=("$word") ;;
  esac
done
answer=$(mktemp)
trap 'rm "$answer"' EXIT
if run_tool "${compiler[@]}" -DLADDER_PROGRAM -E >"$answer" 2>/dev/null; then
  run_tool "$program" "${0%tools/exercise/refuse.sh}" <"$answer"
fi
run_tool "$@"
