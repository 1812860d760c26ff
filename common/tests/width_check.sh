#!/usr/bin/env bash
# width_check.sh LEARN PROGRAMS: on a terminal of 80 columns no line is wider. PROGRAMS: the folder of those that are run.
set -euo pipefail

learn=$1 programs=$2
if ! TERM=xterm script -qec true /dev/null </dev/null >/dev/null; then
  echo "skipped: there is no command script"
  exit 77
fi
root=$(dirname "$learn")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{build/bin,common,step1_naive/exercise,step2_coalesced}
touch "$folder"/step{1_naive,2_coalesced}/variants.cu "$folder/step1_naive/exercise/exercise.cuh"
cp "$learn" "$folder"
cp -r "$root/common/learn" "$folder/common"
printf '%s\n' 'set_up() { true; }' 'build() { true; }' >>"$folder/common/learn/progress.sh"
# shellcheck disable=SC2016  # the stand-in's own
printf '#!/bin/sh\nfor i in $(seq 20); do printf "a long message "; done\n' >"$folder/build/bin/step1_naive_exercise"
chmod +x "$folder/build/bin/step1_naive_exercise"

# fits COMMAND: on such a terminal; colours take no room, and what a carriage return took back does not stay.
fits() {
  TERM=xterm script -qec "stty cols 80; $1" "$folder/said" </dev/null >/dev/null || true
  sed -i '1d; $d; s/\r*$//; s/.*\r//; s/\x1b\[[0-9;]*[A-Za-z]//g' "$folder/said"
  if [[ ! -s $folder/said ]] || (($(wc -L <"$folder/said") > 80)); then
    printf '%s:\n' "$1"
    grep -E '.{81}' "$folder/said" || echo "it says nothing"
    exit 1
  fi
}

for program in step6_small_elements reduction many_gpus profile profile_program step1_naive_solution "ladder table" "ladder grade" \
  "ladder verdict" "ladder page"; do
  fits "$programs/$program --help"
done
for chapter in step3_padded reduction many_gpus; do
  fits "$programs/$chapter --explain --limits --json $folder/$chapter.json"
  fits "yes '' | $programs/$chapter --quiz"
done
fits "$programs/step1_naive --json $folder/longest.json"
fits "$programs/ladder table --no-table --measured $root/docs/measured $folder/longest.json"
fits "$programs/many_gpus --list"
fits "$programs/step5_register_tile --records $root/docs/measured/h200/bench.json"
fits "$programs/step6_small_elements --variant nothing"
fits "$programs/ladder table --measured $root/docs/measured $folder/*.json"
fits "$programs/ladder table --brief --measured $root/docs/measured $folder/*.json"
fits "$programs/ladder grade $folder --exercise step1_naive --chapter step5_register_tile"
fits "$programs/step1_naive_solution"
fits "$programs/wrong_chapter"
fits "$programs/without_barrier_checks --reporter findings"
if grep -q "holds in" "$folder/said"; then echo "what a race makes wrong is told once more" && exit 1; fi
fits "$programs/try_transpose_template"
TERM=xterm script -qec "$programs/try_transpose_template" "$folder/said" </dev/null >/dev/null
grep -q $'^\x1b\\[2msectors: ' "$folder/said" || { echo "its notes are not dim" && exit 1; }
fits "$folder/learn progress"
fits "$folder/learn run step1 --variant copy"
grep -q '^    [^ ]' "$folder/said" || { cat "$folder/said" && exit 1; }  # what goes on is indented
