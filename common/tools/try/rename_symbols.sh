#!/usr/bin/env bash
# rename_symbols.sh OBJCOPY READELF FROM TO: copies an object file of emulated kernels. Arrays of dynamic shared memory,
# which it only declares, all become dynamic_shared; functions and variables that it defines, and that carry no tag of
# cuda_syntax.hpp, get a name that nvcc's object file does not have.
set -euo pipefail

objcopy=$1 readelf=$2 from=$3 to=$4

# A row each: number, value, size, type, binding, visibility, section, name.
symbols=$("$readelf" --symbols --wide "$from")

awk '$5 == "GLOBAL" && $7 ~ /^[0-9]+$/ && $8 !~ /B8(emulated|constant)/ && $8 !~ /11experimentsEv$/ {
       print $8, $8 ".emulated"
     }' <<<"$symbols" >"$to.names"
"$objcopy" --redefine-syms="$to.names" "$from" "$to"
# One by one: objcopy gives several symbols the same name only in several runs.
while read -r array; do
  "$objcopy" --redefine-sym "$array=dynamic_shared" "$to"
done < <(awk '$4 == "TLS" && $7 == "UND" { print $8 }' <<<"$symbols")
