#!/usr/bin/env bash
# spaces_check.sh LEARN: in a path with spaces the course is configured, and kernels are compiled.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(dirname "$1")" "$folder/a course"
cd "$folder/a course"
log="$folder/log"
{
  cmake -S "$PWD" -B "$folder/a build" -DLADDER_CUDA=OFF -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Release &&
    cmake --build "$folder/a build" --target ladder_compiler_probe
} >"$log" 2>&1 || { cat "$log" && exit 1; }
