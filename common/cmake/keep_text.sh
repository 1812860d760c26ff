#!/usr/bin/env bash
# keep_text.sh KEPT COMPILER COMMAND...: runs the command, in which COMPILER compiles a student's file, and keeps how to
# preprocess the file, with the hash of the text that was compiled: tell_contents.sh compares it with that of a later one.
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../learn/run_tool.sh"

kept=$1 compiler=$2
shift 2
command=("$@")
export CCACHE_NODIRECT=1  # which keeps what it compiled though __has_include now finds a file
while [[ $1 != "$compiler" ]]; do shift; done
words=()
for word in "$@"; do
  case $word in
    -c | -o | -MD | -M[FT] | *.o | *.o.d) ;;
    *) words+=("$word") ;;
  esac
done
hash=$("${words[@]}" -E 2>/dev/null | sha256sum) || true  # what cannot be read, the command tells
run_tool "${command[@]}"
printf '%s\ncd %q && %s\n' "$hash" "$PWD" "${words[*]@Q} -E" >"$kept"
