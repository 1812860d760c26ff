#!/usr/bin/env bash
# compile_kernels.sh OBJCOPY READELF LD COMMAND...: runs the compiler's command for a file of emulated kernels. Arrays of
# dynamic shared memory, which the object file only declares, all become dynamic_shared. Functions of the C++ library get
# names of their own: they tell the emulator of what they load and store, and must not be what the linker gives it.
# A kernel that is extern "C", which g++ cannot tag, becomes local to the file.
# Where g++ cannot make a device function part of its kernel, as it calls itself, it stays a function: recursion.hpp.
# What is said of kernels names their files and lines: a #line, which gives them other names, is an error, but for a
# whole program (which has no -MF), and planted bugs, which are to be found in the lines of the kernel that they are in.
set -euo pipefail

# shellcheck source=common/learn/run_tool.sh
source "${0%/*}/../learn/run_tool.sh"

# refuse_names DEPENDENCIES: an error where a .cuh file of these, which the compiler wrote, has a #line, however written.
# (Behind a comment of several lines, its number is too small.)
refuse_names() {
  local file line
  sed -e 's/\\ /\x1f/g' -e 's/[ \\]\+/\n/g' "$1" | tr '\037' ' ' |
    { grep '\.cuh$' | grep -v '/planted_[^/]*$' || true; } | while IFS= read -r file; do
    line=$(sed -Ez 's/\\\n//g; s#/\*([^*]|\*+[^*/])*\*+/# #g' "$file" |
      grep -anEm1 '^[[:space:]]*(#|%:)[[:space:]]*(line\>|[0-9])' | cut -d: -f1) || true
    if [[ -n $line ]]; then
      echo "$file:$line:1: error: #line is not taken: what is said of a line would name another" >&2
      return 1
    fi
  done
}

# compile COMMAND...
compile() {
  local said status=0
  said=$(run_tool "$@" 2>&1) || status=$?
  if ((status > 0)) && [[ $said == *abi_tag*'extern "C"'* ]]; then
    status=0 tagged=none kernels=.  # that is, all functions
    set -- "$@" -DLADDER_C_LINKAGE
    said=$(run_tool "$@" 2>&1) || status=$?
  fi
  if ((status > 0)) && [[ $said == *always_inline* ]]; then
    status=0
    said=$(run_tool "$@" -include ladder/emulator/cuda/recursion.hpp 2>&1) || status=$?
  fi
  printf '%s' "${said:+$said$'\n'}" | sed -e 's/exception handling disabled, use .* to enable/a GPU has no exceptions/' \
    -e 's/.abi_tag. attribute applied to extern "C" declaration \(.*\)/extern "C" is not taken: the emulator knows \1 by its C++ name/' >&2
  return $status
}

objcopy=$1 readelf=$2 ld=$3
tagged='^_Z' kernels='^_Z.*B6kernel'  # kernels that a tag in their names keeps apart from nvcc's, see cuda_syntax.hpp
shift 3
compile "$@"
while [[ $1 != -o ]]; do
  if [[ $1 == -MF ]]; then
    refuse_names "$2"
    read=$2
  fi
  shift
done
object=$2
symbols=$(run_tool "$readelf" --symbols --wide "$object")
counted=()  # as the library's own are not
if [[ -v read ]]; then
  for name in memcpy memmove memset; do counted+=(--redefine-sym "$name=__tsan_$name"); done
fi
arrays=$(awk '$4 == "TLS" && $7 == "UND" && $8 ~ /B6shared/ { print $8 }' <<<"$symbols")
if [[ -v read ]] && ! found=$("${0%/*}/refuse_library.sh" "$objcopy" "$readelf" "$ld" "$object" "$kernels"); then
  echo "${found/: /: error: }" >&2
  rm "$object"
  exit 1
fi
# One by one: objcopy gives several symbols the same name only in several runs.
for array in $arrays; do run_tool "$objcopy" --redefine-sym "$array=dynamic_shared" "$object"; done

own=$(awk -v tagged="$tagged" \
  '$4 == "FUNC" && $5 == "GLOBAL" && $6 == "PROTECTED" && $8 !~ tagged { print "--localize-symbol=" $8 }' <<<"$symbols")
names=$object.names
awk '$4 ~ /^(FUNC|NOTYPE)$/ && $5 != "GLOBAL" && $7 != "UND" &&
  $8 ~ /^_Z(N?K?St|NK?9__gnu_cxx)/ { print $8, $8 ".of_kernels" }' <<<"$symbols" | sort --unique >"$names"
# shellcheck disable=SC2086  # an option for each
run_tool "$objcopy" $own "${counted[@]}" --redefine-syms="$names" "$object"
rm "$names"
