#!/usr/bin/env bash
# build.sh FILE.wasm: the memory model as a WebAssembly module without imports, about 19 kB.
#
# By Debian 12's clang-14, lld-14, libc++-14-dev-wasm32 and wasi-libc: another version makes other bytes of it, and the
# pages that are kept here would no longer be what a new build gives.
set -euo pipefail

module=$(readlink -f "$1")
cd "$(dirname "$(readlink -f "$0")")"
common=$(readlink -f ../../..)
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

for source in "$common"/ladder/model/{memory_model,atomics}.cpp page_model.cpp; do
  clang++-14 --target=wasm32-wasi -std=c++20 -Oz -fno-exceptions -fno-rtti -ffunction-sections -I"$common" \
    -c "$source" -o "$objects/$(basename "$source").o"
done
wasm-ld-14 --no-entry --gc-sections --strip-all "$objects"/*.o /usr/lib/wasm32-wasi/libc.a -o "$module"
