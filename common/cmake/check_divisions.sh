#!/usr/bin/env bash
# check_divisions.sh COMMAND...: runs the compiler's command for a file of emulated kernels. ARM's processors refuse no
# division of an integer by 0, as those of x86-64 do: the result is 0. So a trap is put before each division, in the
# assembly code, where it adds no basic block. The emulator knows the trap by its number (interrupted_thread.hpp).
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../learn/run_tool.sh"

command=() dependencies=()
while (($# > 0)); do
  case $1 in
    -c) source=$2 && shift 2 ;;
    -o) object=$2 && shift 2 ;;
    -MD) dependencies+=("$1") && shift ;;
    -MT | -MF) dependencies+=("$1" "$2") && shift 2 ;;
    *) command+=("$1") && shift ;;
  esac
done
run_tool "${command[@]}" "${dependencies[@]}" -S "$source" -o "$object.s"
sed -i -E 's/^\t[su]div\t[wx][0-9]+, [wx][0-9]+, ([wx][0-9]+|[wx]zr)$/\tcbnz\t\1, . + 8\n\tbrk\t0xd\n&/' "$object.s"
run_tool "${command[@]}" -c "$object.s" -o "$object"
