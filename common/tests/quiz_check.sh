#!/usr/bin/env bash
# quiz_check.sh LEARN: ./learn run --quiz asks on an empty screen, and nothing else clears it; in a folder of its own, with
# a stand-in for the chapter.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{build/bin,common,step1_mine}
cp "$1" "$folder"
cp -r "$(dirname "$1")/common/learn" "$folder/common"
touch "$folder/step1_mine/variants.cu"
printf '%s\n' 'set_up() { true; }' 'build() { true; }' >>"$folder/common/learn/run.sh"
printf '%s\n' '#!/bin/sh' 'echo asked' >"$folder/build/bin/step1_mine"
chmod +x "$folder/build/bin/step1_mine"

said_on_a_terminal() {
  TERM=xterm script -qec "stty rows 30; '$folder/learn' run step1 $1" /dev/null </dev/null | tr -d '\r'
}

if ! TERM=xterm script -qec true /dev/null </dev/null >/dev/null; then
  echo "skipped: there is no command script"
  exit 77
fi
with=$(said_on_a_terminal --quiz)
without=$(said_on_a_terminal "")
piped=$(TERM=xterm "$folder/learn" run step1 --quiz </dev/null)
empty=$(printf '%30s' "" | tr ' ' '\n')$'\033[H'
[[ $with == *"$empty"asked* ]] || { printf 'the quiz begins without an empty screen: %q\n' "$with" && exit 1; }
[[ $without$piped != *$'\033'* ]] || { printf 'cleared for nothing: %q\n' "$without$piped" && exit 1; }
