#!/usr/bin/env bash
# watcher.sh: cleans up behind ./learn, however that ends; no signal of the terminal reaches it. Makes a temporary folder,
# and prints its path, with a zero byte; empty: there can be none. Reads the number of the process that does the work, and
# waits for the end of its input, which is that of ./learn. Then it ends what still runs, and removes the folder.
set -euo pipefail

# shellcheck source=common/learn/processes.sh
source "$(dirname "$0")/processes.sh"

temp=$(mktemp -d) && temp=$(readlink -f "$temp") || temp=
printf '%s\0' "$temp" || true  # ./learn may have ended already
read -r worker || true
read -r || true
[[ -n $temp ]] || exit

ended=()
if [[ -n $worker && -n $(still_run "$worker") ]]; then
  end_tree "$worker"
else
  for process in $(in_sessions); do end_tree "$process"; done  # as where `timeout ./learn` has ended all of its group
fi
for ((tries = 0; tries < 120; ++tries)); do  # a program that is tried has 10 seconds for its report
  [[ -n $(still_run "${ended[@]}") ]] || break
  sleep 0.1
done
{ still_run "${ended[@]}" && left_behind && in_sessions; } | xargs -r kill -KILL || true
rm -rf "$temp"
