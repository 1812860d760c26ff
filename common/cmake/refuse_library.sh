#!/usr/bin/env bash
# refuse_library.sh OBJCOPY READELF LD OBJECT KERNELS: what a kernel of the object file calls, by whatever way, though nvcc
# would not let it: "mm.cu:12: rand: of the host's library, which no kernel can use", and status 2. The emulator could not
# see what such a function loads and stores. The linker tells what kernels reach, as each function and variable is a
# section. KERNELS: a pattern of their names; those that are `static` are known by it alone.
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../learn/run_tool.sh"

# What they may: the emulated CUDA, all C++ names but the library's; what compilers put in; CUDA's part of the C library.
allowed='_Z(T|[0-9]|N[rKV]*[0-9]|St[0-9]+__(throw|glibcxx_assert)|St9terminate|NSt8ios_base4Init|[dn][alw]).*|dynamic_shared'
allowed+='|(__(tsan|sanitizer|ubsan|gxx|stack_chk|tls|dso)|_Unwind|_GLOBAL_OFFSET|ladder)_.*|__cxa_[^d].*|__[a-z]+([sdtxh][ifc])+[234]?'
allowed+='|mem(cpy|move|set)|(__)?printf(_chk)?|putchar|puts|clock|__assert_fail'
# (Those with pointers: find_hidden() sees to it that what they store is seen.)
math='a?(sin|cos|tan)h?|sincos|frexp|modf|remquo|atan2|exp(2|10|m1)?|log(2|10|1p|b)?|pow|sqrt|cbrt|hypot|erfc?|[lt]gamma|[jy][01n]|ceil|floor|trunc'
math+='|l?l?r(ound|int)|nearbyint|fmod|remainder|ldexp|scalbl?n|ilogb|fabs|f(ma|min|max|dim)|copysign|next(after|toward)|nan'

objcopy=$1 readelf=$2 ld=$3 object=$4.reached kernels=$5
mapfile -t roots < <("$readelf" --symbols --wide "$4" | awk -v kernels="$kernels" '
  $4 == "FUNC" && $7 != "UND" && ($6 == "PROTECTED" || $8 ~ kernels) { print $8 }')
if ((${#roots[@]} == 0)); then exit; fi
printf '%s\n' "${roots[@]}" >"$object.names"
# What the host's static objects do before main() is no kernel's.
run_tool "$objcopy" --wildcard --remove-section='.init_array*' --globalize-symbols="$object.names" "$4" "$object"
# The linker names the place of each function that the object file does not have, one of the emulator's at the least. The
# program's own file is told rather than one of the library's that leads there.
status=0
found=$({ LC_ALL=C run_tool "$ld" --gc-sections --entry=0 --no-demangle -z muldefs "${roots[@]/#/--undefined=}" "$object" -o /dev/null 2>&1 || true; } |
  awk -v allowed="^($allowed|($math)[fl]?)\$" '
    { last = $0 }
    sub(/: undefined reference to ./, " ") && ((name = substr($NF, 1, length($NF) - 1)) !~ allowed || name ~ /^_Z[0-9]+cudaMem/) {
      sub(/^[^ ]*ld[^ ]*: /, "")
      sub(/ [^ ]*$/, "")
      sub(/:\(\.[^)]*\)/, "")  # that newer linkers say as well
      if (found == "" || found ~ "^/usr/") found = $0 ": " name ": of the host\047s library, which no kernel can use"
    }
    name != "" { last = "" }
    END {
      print found != "" ? found : last
      exit found != "" ? 2 : last != ""
    }') || status=$?
rm "$object" "$object.names"
if ((status > 0)); then c++filt <<<"$found" 2>/dev/null || printf '%s\n' "$found"; fi
exit $status
