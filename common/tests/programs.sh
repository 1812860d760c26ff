#!/usr/bin/env bash
# programs.sh FILE...: compiles and links each file as a program of its own, with nvcc, and keeps none of them.
set -euo pipefail

if (($# == 0)); then exit; fi
nvcc --version | sed -n '/release/p'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
place=0
# shellcheck disable=SC2016  # for the other shell
for file in "$@"; do printf '%s\0%s\0' "$folder/$((place++))" "$file"; done |
  xargs -0 -P "$(nproc)" -n 2 sh -c 'nvcc -std=c++17 -arch=sm_90 -o "$0" "$1"'
printf 'Compiled: %s\n' "$*"
