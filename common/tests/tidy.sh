#!/usr/bin/env bash
# clang-tidy, by the checks in .clang-tidy; the preset debug says with which options each file is compiled.
#   common/tests/tidy.sh FILE...
set -euo pipefail

cd "$(dirname "$(readlink -f "$0")")/../.."
if (($# == 0)); then exit 0; fi
cmake --preset debug >/dev/null
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build-debug --quiet 2>&1 |
  sed '/^[0-9]* warnings\? generated\.$/d'
