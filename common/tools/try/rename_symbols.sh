#!/usr/bin/env bash
# rename_symbols.sh OBJCOPY READELF FROM TO: copies an object file of emulated kernels. Functions and variables that it
# defines, and that carry no tag of cuda_syntax.hpp, get a name that nvcc's object file does not have.
set -euo pipefail

objcopy=$1 readelf=$2 from=$3 to=$4

# A row each: number, value, size, type, binding, visibility, section, name.
symbols=$("$readelf" --symbols --wide "$from")

awk '$5 == "GLOBAL" && $7 ~ /^[0-9]+$/ && $8 !~ /B8(emulated|constant)/ && $8 !~ /11experimentsEv$/ {
       print $8, $8 ".emulated"
     }' <<<"$symbols" >"$to.names"
"$objcopy" --redefine-syms="$to.names" "$from" "$to"
