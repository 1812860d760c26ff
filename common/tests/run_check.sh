#!/usr/bin/env bash
# run_check.sh LEARN: ./learn run without a name ends with the ladder alone, where all is right; in a folder of its own,
# with stand-ins for the chapters and the ladder.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{build/bin,common,step1_a,step2_b}
touch "$folder"/step{1_a,2_b}/variants.cu
cp "$1" "$folder"
cp -r "$(dirname "$1")/common/learn" "$folder/common"
printf '%s\n' 'set_up() { true; }' 'build() { true; }' >>"$folder/common/learn/run.sh"

# stands_in PROGRAM STATUS LINE...: for what is built; it writes the report that --json asks for.
stands_in() {
  # shellcheck disable=SC2016  # the stand-in's own
  {
    printf '#!/usr/bin/env bash\nif [[ $1 == --json ]]; then echo {} >"$2"; fi\n'
    printf 'echo %q\n' "${@:3}"
    echo "exit $2"
  } >"$folder/build/bin/$1"
  chmod +x "$folder/build/bin/$1"
}

# expect STATUS LINE... -- ARGUMENT...: ./learn run ARGUMENT... ends so, and prints these lines, blank ones left out.
expect() {
  local status=0 said due=() wanted=$1
  shift
  while [[ $1 != -- ]]; do
    due+=("$1")
    shift
  done
  said=$("$folder/learn" run "${@:2}" 2>/dev/null | grep .) || status=$?
  if ((status != wanted)) || [[ $said != "$(printf '%s\n' "${due[@]}")" ]]; then
    printf 'run %s: status %s\n%s\n' "${*:2}" "$status" "$said"
    exit 1
  fi
}

stands_in ladder 0 "the ladder"
stands_in step1_a 0 "step1_a on the emulator (no GPU): a CPU" "table a"
stands_in step2_b 0 "step2_b on the emulator (no GPU): a CPU" "table b"
a=("step1_a on the emulator (no GPU): a CPU" "table a")
b=("step2_b on the emulator (no GPU): a CPU" "table b")
expect 0 "On the emulator (no GPU): the ladder" --
expect 0 "${a[@]}" "${b[@]}" "All variants" "the ladder" -- --each
expect 0 "${b[@]}" "the ladder" -- step2
expect 0 "${a[@]}" "${b[@]}" "All variants" "the ladder" -- -- --rows 5
# Nothing is run, and no report is asked for, where variants are listed.
expect 0 "${b[@]}" -- step2 -- --list
# What columns mean is said once: below the table of all, where there is one.
stands_in step1_a 0 "step1_a on the emulator (no GPU): a CPU" "table a"
# shellcheck disable=SC2016  # the stand-in's own
printf 'echo "notes: ${LADDER_NO_NOTES:+none}"\n' | sed -i '1r /dev/stdin' "$folder/build/bin/step1_a"
expect 0 "notes: " "${a[@]}" "the ladder" -- step1
expect 0 "notes: none" "${a[@]}" "${b[@]}" "All variants" "the ladder" -- --each
# A line that a terminal has broken is one again.
stands_in step1_a 0 "step1_a on the emulator (no GPU: buy" "    one): a CPU" "table a"
expect 0 "On the emulator (no GPU: buy one): the ladder" --
stands_in step1_a 0 "step1_a on the emulator (no GPU): a CPU" "table a"
# A chapter that is wrong shows its table, and which one it is.
stands_in step2_b 1 "step2_b on the emulator (no GPU): a CPU" "WRONG"
expect 1 "${b[0]}" "WRONG" "the ladder" --
# One that has stopped itself is not waited for.
# shellcheck disable=SC2016  # the stand-in's own
printf '#!/bin/sh\nkill -STOP $$\n' >"$folder/build/bin/step2_b"
expect 1 "the ladder" --
