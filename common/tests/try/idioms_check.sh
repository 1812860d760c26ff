#!/usr/bin/env bash
# idioms_check.sh LEARN PROGRAM.cu: what programs write in public, small enough to see: ./learn try PROGRAM.cu. Lines of
# the program that begin with `// says: ` have to be in the report or in what the compiler's side says, those that begin
# with `// never: ` must not. The program has to end with status 0 and nothing wrong; `// status: N` names another status.
set -euo pipefail

learn=$1 program=$2
status=$(sed -n 's#^// status: ##p' "$program")
ended=0
output=$("$learn" try "$program" 2>&1) || ended=$?

# The output does not do what the words say.
fail() {
  echo "$1; it said:"
  echo "$output"
  exit 1
}

if ((ended != ${status:-0})); then fail "status $ended, not ${status:-0}"; fi
while IFS= read -r line; do
  words=${line#*: }
  case $line in
    "// says: "*) if [[ $output != *"$words"* ]]; then fail "it does not say '$words'"; fi ;;
    "// never: "*) if [[ $output == *"$words"* ]]; then fail "it says '$words'"; fi ;;
  esac
done <"$program"
