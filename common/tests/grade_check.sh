#!/usr/bin/env bash
# grade_check.sh LEARN PROGRAMS: what ./learn grade gives, in a folder of its own: solutions in the place of what students
# hand in, and stand-ins for programs that do not end well.
set -euo pipefail

programs=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$(dirname "$1")
mkdir -p "$folder"/{build/bin,common}
cp "$1" "$folder"
cp -r "$root/common/learn" "$folder/common"
ln -s "$programs"/ladder "$folder/build/bin"
# What cannot be compiled is named in $folder/broken.
cat >>"$folder/common/learn/grade.sh" <<'END'
set_up() { true; }
build() { true; }
compile() { if grep -qxF -- "$1" "$root/broken"; then why="it does not compile: x.cuh:3:1: error: no" && return 1; fi; }
END
touch "$folder/broken"

fail() {
  printf '%s\n' "$@"
  exit 1
}

# expect SCORE MOST [ARGUMENT...]: ./learn grade ARGUMENT... gives so many points of so many, in words and in JSON.
expect() {
  local said
  said=$("$folder/learn" grade "${@:3}" --json "$folder/results.json" 2>&1) || fail "grade ${*:3} ends with $?" "$said"
  [[ $said == *$'\n'"$1 of $2 points" ]] || fail "grade ${*:3}: expected $1 of $2 points:" "$said"
  grep -q "^  \"score\": $1,$" "$folder/results.json" || fail "grade ${*:3}: results.json has another score than $1"
}

# stands_in NAME TEXT: a program of that name.
stands_in() {
  rm -f "$folder/build/bin/$1"
  printf '#!/bin/sh\n%s\n' "$2" >"$folder/build/bin/$1"
  chmod +x "$folder/build/bin/$1"
}

count=0
for solution in "$programs"/*_solution; do
  name=$(basename "$solution" _solution)
  chapter=${name%_[0-9]}
  if [[ $chapter == first_steps ]]; then chapter=docs/first_steps; fi
  mkdir -p "$folder/$chapter/exercise${name#"${chapter#docs/}"}"
  if [[ $chapter != docs/* ]]; then touch "$folder/$chapter/variants.cu"; fi
  ln -s "$solution" "$folder/build/bin/${name}_exercise"
  count=$((count + 1))
done
((count > 0)) || fail "there are no solutions"
expect $((10 * count)) $((10 * count))
cp "$folder/results.json" "$folder/first.json"
expect $((10 * count)) $((10 * count))
cmp "$folder/first.json" "$folder/results.json" || fail "the same answers have other grades"

expect 10 10 step1_naive
echo step1_naive_exercise >"$folder/broken"
expect 0 10 step1_naive
grep -q "it does not compile" "$folder/results.json" || fail "the reason is missing"
: >"$folder/broken"
stands_in step1_naive_exercise 'sleep 20'
LADDER_GRADE_SECONDS=1 expect 0 10 step1_naive
grep -q "stopped after 1 seconds" "$folder/results.json" || fail "the time limit is not named"
stands_in step1_naive_exercise 'kill -SEGV $$'
expect 0 10 step1_naive
grep -q "ended with signal SEGV" "$folder/results.json" || fail "the signal is not named"
stands_in step1_naive_exercise 'kill -KILL $$'
expect 0 10 step1_naive
grep -q "was killed" "$folder/results.json" || fail "a kill is taken for a limit of time"
# shellcheck disable=SC2016  # it is the stand-in's own argument
stands_in step1_naive_exercise 'echo "{\"exercise\":" >"$2"'  # which no parser takes
expect 10 20 step1_naive step2_coalesced
grep -q "gave no verdict" "$folder/results.json" || fail "half a verdict is not named"
# shellcheck disable=SC2016  # it is the stand-in's own name
stands_in step1_naive_exercise 'head -c 100000000 /dev/zero >"$0.large"; exit 0'
expect 0 10 step1_naive
[[ $(stat -c %s "$folder/build/bin/step1_naive_exercise.large") -le 67108864 ]] || fail "it wrote a larger file"
# shellcheck disable=SC2016
for other in 'mkfifo "$2"' 'ln -s /dev/zero "$2"' 'mkdir "$2"' 'head -c 2000000 /dev/zero >"$2"'; do
  stands_in step1_naive_exercise "$other"
  expect 10 20 step1_naive step2_coalesced
done

# A signal ends the grading at once, and what it has started.
# shellcheck disable=SC2016
stands_in step1_naive_exercise 'echo $$ >"$0.process"; exec sleep 100'
"$folder/learn" grade step1_naive &>/dev/null &
grading=$!
for ((i = 0; i < 100; ++i)); do
  if [[ -s $folder/build/bin/step1_naive_exercise.process ]]; then break; fi
  sleep 0.1
done
begin=$SECONDS
kill -TERM $grading
wait $grading && fail "an interrupted grading ends with 0"
((SECONDS - begin < 5)) || fail "an interrupted grading goes on for $((SECONDS - begin)) s"
if kill -0 "$(<"$folder/build/bin/step1_naive_exercise.process")" 2>/dev/null; then fail "what was graded runs on"; fi
