#!/usr/bin/env bash
# tell_indices.sh COMMAND...: runs clang++'s command for a file of emulated kernels, so that the index of each array is
# told to the emulator. The compiler's own check of it (-fsanitize=array-bounds) is a branch around a call; here the call
# is made for each index, with the bound, and the emulator compares: no basic block is added, and no comparison.
# `inaccessiblememonly`: the call changes nothing that the kernel sees, so loads are saved as without it.
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../learn/run_tool.sh"

command=() dependencies=()
while (($# > 0)); do
  case $1 in
    -c | -S) mode=$1 source=$2 && shift 2 ;;
    -o) object=$2 && shift 2 ;;
    -MD) dependencies+=("$1") && shift ;;
    -MT | -MF) dependencies+=("$1" "$2") && shift 2 ;;
    *) command+=("$1") && shift ;;
  esac
done
[[ $source == *.s ]] && exec "${command[@]}" "$mode" "$source" -o "$object"
run_tool "${command[@]}" "${dependencies[@]}" -fsanitize=array-bounds -fsanitize-recover=array-bounds -fno-discard-value-names \
  -Xclang -disable-llvm-passes -S -emit-llvm "$source" -o "$object.ll"
awk '
  $3 == "icmp" && ($4 == "ult" || $4 == "ule") && $7 ~ /^[0-9]+,$/ && /!nosanitize/ {
    index_of[$1] = $6
    bound[$1] = $7 + ($4 == "ule")
  }
  /^}/ { split("", bound) }
  /br i1 .* label %handler\.out_of_bounds/ && (substr($3, 1, length($3) - 1) in bound) {
    condition = substr($3, 1, length($3) - 1)
    sub(/br i1 [^ ]* label [^ ]* label/, "br label")
    sub(/, !prof ![0-9]+/, "")
  }
  /call void @__ubsan_handle_out_of_bounds\(/ && condition != "" {
    sub(/@__ubsan_handle_out_of_bounds/, "@ladder_tell_index")
    at = match($0, /, i64 [^ )]*\)/)
    $0 = substr($0, 1, at - 1) ", i64 " index_of[condition] " i64 " bound[condition] substr($0, at + RLENGTH - 1)
    condition = ""
  }
  /^declare void @__ubsan_handle_out_of_bounds\(/ {
    sub(/\).*/, ") inaccessiblememonly nounwind willreturn")
    told = $0
    sub(/@__ubsan_handle_out_of_bounds/, "@ladder_tell_index", told)
    sub(/i64\)/, "i64, i64)", told)
    print told
  }
  { print }' "$object.ll" >"$object.told.ll"
run_tool "${command[@]}" "$mode" "$object.told.ll" -o "$object"
rm "$object.ll" "$object.told.ll"
