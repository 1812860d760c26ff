#!/usr/bin/env bash
# clang-tidy, by the checks in .clang-tidy; build/ says with which options the files are compiled.
#   common/tests/tidy.sh FILE...
set -euo pipefail

cd "$(dirname "$(readlink -f "$0")")/../.."
if (($# == 0)); then exit 0; fi
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build --quiet 2>&1 |
  sed '/^[0-9]* warnings\? generated\.$/d'
