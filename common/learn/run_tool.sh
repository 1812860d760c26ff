# shellcheck shell=bash

# run_tool COMMAND...: COMMAND; where a signal ends it, says so in a line of ours, not in bash's words, with status 1.
run_tool() {
  local status=0
  { "$@" 2>&4 4>&-; } 4>&2 2>/dev/null || status=$?  # 2: bash's own
  if ((status <= 128)); then return $status; fi
  echo "error: ${1##*/} ended with signal $(kill -l $((status & 127))): a limit, or too little memory?" >&2
  return 1
}
