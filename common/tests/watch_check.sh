#!/usr/bin/env bash
# watch_check.sh LEARN: ./learn watch in a folder of its own, with a stand-in for the checks that only counts.
set -euo pipefail

learn=$1
folder=$(mktemp -d)
chapter=$folder/step1_mine
mkdir -p "$folder/common" "$chapter"
cp "$learn" "$folder"
cp -r "$(dirname "$learn")/common/learn" "$folder/common"
# shellcheck disable=SC2016
echo 'check() { echo "$1" >>"$root/checked"; }' >"$folder/common/learn/check.sh"
touch "$chapter/variants.cu" "$folder/checked" "$folder/messages"

"$folder/learn" watch step1 2>>"$folder/messages" &
watching=$!
trap 'kill "$watching" 2>/dev/null || true; rm -rf "$folder"' EXIT

# checked_times N: the chapter has been checked so often, after at most 20 seconds.
checked_times() {
  local tries
  for ((tries = 0; tries < 200; ++tries)); do
    if (($(grep -c step1_mine "$folder/checked") == $1 && $(grep -c Watching "$folder/messages") == $1)); then return; fi
    sleep 0.1
  done
  echo "not checked $1 times, but:"
  cat "$folder/checked" "$folder/messages"
  exit 1
}

checked_times 1
echo "// changed" >>"$chapter/variants.cu"
checked_times 2
echo "// new" >"$chapter/kernel.cuh"
checked_times 3
touch "$chapter/.kernel.cuh.swp" "$chapter/kernel.cuh~" # an editor's own
sleep 2
checked_times 3
rm "$chapter/kernel.cuh"
checked_times 4
kill "$watching"
status=0
wait "$watching" || status=$?
if ((status != 143)); then
  echo "ended with $status"
  exit 1
fi
