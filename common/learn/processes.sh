# The processes that a command has started.
# shellcheck shell=bash

# end_tree PROCESS: ends it, and all that it has started. It stands still meanwhile, and so starts nothing more. Adds them
# to `ended`.
end_tree() {
  local child children=()
  ended+=("$1")
  kill -STOP "$1" 2>/dev/null || true
  { read -ra children <"/proc/$1/task/$1/children"; } 2>/dev/null || true  # no line, and so never all is well
  for child in "${children[@]}"; do end_tree "$child"; done
  kill "$1" 2>/dev/null || true
  kill -CONT "$1" 2>/dev/null || true
}

# tree_of PROCESS: it, and all that it has started, also in sessions of their own.
tree_of() {
  local child children=()
  echo "$1"
  { read -ra children <"/proc/$1/task/$1/children"; } 2>/dev/null || true
  for child in "${children[@]}"; do tree_of "$child"; done
}

# signal_tree SIGNAL PROCESS
signal_tree() { tree_of "$2" | xargs kill -"$1" 2>/dev/null || true; }

# The processes of a program that lies in the temporary folder, also of those that outlive what started them.
left_behind() { find /proc/[0-9]*/exe -maxdepth 0 -lname "$temp/*" 2>/dev/null | cut -d/ -f3 || true; }

# Those that in_session() began, and what they became since, nobody's children though they be: by their environment.
in_sessions() { grep -lsxzF "LADDER_SESSION_OF=$temp" /proc/[0-9]*/environ | cut -d/ -f3 || true; }

# still_run PROCESS...: those of them that have not ended.
still_run() { printf '/proc/%s/status\n' "$@" | xargs grep -ls '^State:.[^ZX]' | cut -d/ -f3 || true; }
