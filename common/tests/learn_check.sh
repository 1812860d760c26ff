#!/usr/bin/env bash
# learn_check.sh LEARN: what ./learn says where it cannot run: one line, and status 3.
set -euo pipefail

learn=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

# expect_refusal WHAT COMMAND...
expect_refusal() {
  local status=0
  "${@:2}" >"$temp/out" 2>"$temp/err" || status=$?
  if ((status != 3)) || [[ -s $temp/out || $(<"$temp/err") != "learn: it needs Linux with bash 4"*"docs/machines.md" ]]; then
    printf '%s: status %s\n' "$1" "$status"
    cat "$temp/out" "$temp/err"
    exit 1
  fi
}

# with NAME: a folder with a stand-in of that name, of what stands on the input, for the front of the PATH.
with() {
  mkdir "$temp/$1"
  cat >"$temp/$1/$1"
  chmod +x "$temp/$1/$1"
}

"$learn" help >/dev/null
expect_refusal "an old bash" bash -c "BASH_VERSION='3.2.57(1)-release'; . '$learn' help"
# shellcheck disable=SC2016 # for the other shell
expect_refusal "another shell" sh -c 'unset BASH_VERSION; . "$1" help' sh "$learn"
expect_refusal "another system" env OSTYPE=darwin23 "$learn" help
with sort <<<'#!/bin/sh
echo "sort: unrecognized option: version-sort" >&2; exit 1'
expect_refusal "other tools" env "PATH=$temp/sort:$PATH" "$learn" help
