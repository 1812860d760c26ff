#!/usr/bin/env bash
# compile.sh BUILD OUTPUT FLAG... -- FILE.cu...: compiles a program's files as the emulator needs them, into the one
# object file OUTPUT. What the compiler has to say goes to stderr. Exit status 2: a file uses what the emulator does not
# have, or is not there, or there is no main(); 1: it does not compile.
set -euo pipefail

build=$(readlink -f "$1") output=$2
shift 2
standard=-std=c++17  # an older one is taken as this one
user_flags=()
while [[ $1 != -- ]]; do
  case $1 in
    -std=*++2?) standard=$1 ;;
    -std=*) ;;
    *) user_flags+=("$1") ;;
  esac
  shift
done
shift
root=$(readlink -f "$(dirname "$(readlink -f "$0")")/../../..")
# shellcheck source=/dev/null
source "$build/try/settings.sh"
# shellcheck source=common/learn/run_tool.sh
source "$root/common/learn/run_tool.sh"
# shellcheck source=common/learn/unset.sh
source "$root/common/learn/unset.sh"
work=$(mktemp -d)
ulimit -S -d 4194304 2>/dev/null || true  # KiB, of a compiler; there may be less
trap 'rm -rf "$work"' EXIT

libraries='cublas[LX]|cufft|cusparse|cusolver|curand|cudnn|nccl_device|nvml|npp|cuda/|cutlass|cute/|cuda_fp4|cuda_gl|cudaGL|nvrtc'

no_thrust="Thrust and CUB are those of the system's packages, of version 1, and there are none, or they lack this: install libthrust-dev and libcub-dev (Debian, Ubuntu)"

# One of the headers that the vendor's samples bring along.
samples='helper_|exception\.h|nvrtc_helper'

# missing_header NAMES REMARK LOG: where the compiler's log says that one of these is not there. (g++: "NAME: No such file",
# clang++: "'NAME' file not found".)
missing_header() {
  sed -nE "s#^(.*/)?([^/:]*:[0-9]+):[0-9]*:? fatal error: '?(($1)[^':]*)'?(: No such| file not).*#\2: \3: $2#p" "$3"
}

# Whether the log says that the compiler ran out of memory: then one line says so.
lacks_memory() {
  if grep -qE '^(cc1plus: out of memory|virtual memory exhausted|LLVM ERROR: out of memory)' "$1"; then
    echo "the compiler wants more than $(($(ulimit -d) / 1024)) MiB of memory: is what a file includes so large?" >&2
    exit 1
  fi
}

# Says which header is not there, or else what the compiler said.
refuse_header() {
  lacks_memory "$1"
  {
    missing_header 'cublas_(v2|api)\.h' "cuBLAS is computed by the system's CBLAS, and there is none: install libopenblas0 (Debian, Ubuntu) or openblas (Fedora)" "$1"
    missing_header 'cublas\.h' "its functions without handles are not supported; those of cublas_v2.h are" "$1"
    missing_header '(thrust|cub)/' "$no_thrust" "$1"
    sed -nE 's#^( +|In file included )from (.*/)?([^/:]*:[0-9]+)[:,]$#\3#; T; h; n; /error: /!D; G; s/.*error: (.error )?(Thrust.*)\n(.*)/\3: \2/p' "$1"
    missing_header 'cuda_fp8' "this header is the CUDA toolkit's own, and there is none in ${cuda_folders[*]}" "$1"
    missing_header "$libraries" "this library is not there on the emulator" "$1"
    missing_header "$samples" "a header of the vendor's samples; name its folder: -I FOLDER" "$1"
  } >"$work/headers"
  if [[ -s $work/headers ]]; then cat "$work/headers" >&2 && exit 2; fi
  cat "$1" >&2
  exit 1
}

# offer_cublas LOG: whether the log misses a header of cuBLAS that it can have from now on, as the system has a CBLAS.
offer_cublas() {
  local library
  [[ -n $(missing_header 'cublas_(v2|api)\.h' '' "$1") ]] || return
  for library in "${cblas[@]}"; do
    if "$compiler" -x c++ -o "$work/linked" - -l:"$library" 2>/dev/null <<<'extern "C" void cblas_dgemm(); int main() { cblas_dgemm(); }'; then
      cuda_flags+=(-isystem "$build/cuda_headers/with_cblas")
      return
    fi
  done
  return 1
}

# offer_library NAMES HEADER LOG: whether the file includes headers of these names, as the log or $work/used says, and can
# have from now on those that the library HEADER is of, as the emulator needs them. (A system's packages come before a toolkit.)
offer_library() {
  local folder
  grep -qsE "\<($1)" "$3" "$work/used" && [[ ! -e $work/include/$2 ]] || return
  for folder in "${cuda_folders[@]}"; do
    if [[ -e $folder/$2 ]] && ! grep -qs '^#define THRUST_VERSION [2-9]' "$folder/thrust/version.h"; then
      "$root/common/tools/try/library_headers.sh" "$2" "$folder" "$work/include"
      cuda_flags+=(-isystem "$work/include")
      return
    fi
  done
  return 1
}

# The macros of -D go to $work/macros, but for those that the standard headers ask for; the other flags to cuda_flags.
split_macros() {
  local flag
  cuda_flags=()
  echo '# 1 "<command-line>"' >"$work/macros"
  set -- "${user_flags[@]}"
  while (($# > 0)); do
    flag=$1
    shift
    if [[ $flag == -[DI] ]]; then flag+=$1 && shift; fi
    case $flag in
      -D_[A-Z]* | -D__STDC_* | -DNDEBUG* | -[^D]*) cuda_flags+=("$flag") ;;
      *=*)
        flag=${flag#-D}
        printf '#define %s %s\n' "${flag%%=*}" "${flag#*=}"
        ;;
      *) printf '#define %s 1\n' "${flag#-D}" ;;
    esac
  done >>"$work/macros"
}

# preprocess FILE FLAG...
preprocess() {
  run_tool "$compiler" "$standard" -x c++ -E -DLADDER_PROGRAM "${cuda_flags[@]}" \
    -isystem "$root/common/ladder/emulator/cuda/headers" -isystem "$build/cuda_headers" -isystem "$root/common" \
    -include cuda_runtime.h "${headers[@]}" -include "$work/macros" "${@:2}" "$1"
}

# As $work/used, what the file includes, and as $work/defined the macros.
list_headers() { preprocess "$1" -dM -MD -MF "$work/used" >"$work/defined" 2>"$base.log"; }

# Sets headers: those of the emulator that the file includes. They come before all macros of the program, as any name may
# be one of these.
find_headers() {
  local file status
  headers=()
  while true; do
    status=0
    list_headers "$1" || status=$?
    if offer_library 'thrust/|cub/' thrust/device_vector.h "$base.log" || offer_library cuda_fp8 cuda_fp8.h "$base.log"; then continue; fi
    if grep -qsE '/usr/(local/)?include/(thrust|cub)/' "$base.log" "$work/used"; then
      echo "${1##*/}:$(grep -noE -m1 '(thrust|cub)/[^>"]*' "$1" | sed 's/:/: /'): $no_thrust" >&2 && exit 2
    fi
    if ((status == 0)); then break; fi
    offer_cublas "$base.log" || refuse_header "$base.log"
  done
  if grep -oE '^#define (__(global|device|host|managed)__|(thread|block)Idx|(block|grid)Dim)\>' "$work/defined" >"$work/words"; then
    printf '%s: %s is a word of CUDA C++, and is no macro (-D, #define)\n' "${1##*/}" "$(sed 's/.* //; q' "$work/words")" >&2
    exit 2
  fi
  while read -r file; do  # by the name that leads there as to a header of the system
    file=${file#"$root/common/ladder/emulator/cuda/headers/"}
    headers+=(-include "${file#"$build/cuda_headers/"}")
  done < <(sed -e 's/\\ /\x1f/g' -e 's/[ \\]\+/\n/g' "$work/used" | tr '\037' ' ' |
    grep -F -e "$root/common/ladder/emulator/cuda/headers/" -e "$build/cuda_headers/")
}

# Says what the file uses that is not there, or else what the compiler said. BASE.device and BASE.host: as preprocessed.
refuse() {
  lacks_memory "$1.log"
  if run_tool "$build/bin/cuda_to_cpp" --unsupported "$1.device" "$1.host" >&2; then exit 2; fi
  # Of the cast that hands a kernel over, in the line that declares it.
  sed -nE '/error: .*static_cast.* to .*void \(\*\)/{s#^(.*/)?([^/:]*:[0-9]+):.*#\2: a kernel returns void#;h;n;/__global__/{g;p;q}}' \
    "$1.log" >"$work/reasons"
  sed -nE 's#^(.*/)?([^/:]*:[0-9]+):.* error: .*variable .*does not have a constant initializer.*#\2: a variable of the device has a constant as its first value: no function and no constructor is called for it#p' \
    "$1.log" >>"$work/reasons"
  if [[ -s $work/reasons ]]; then cat "$work/reasons" >&2 && exit 2; fi
  cat "$1.log" >&2
  exit 1
}

# refuse_constants FILE OBJECT: stops where its constants need more memory than there is for them.
refuse_constants() {
  local size bytes=0
  while read -r size; do bytes=$((bytes + size)); done < <(run_tool "$readelf" --symbols --wide "$2" |
    awk '$4 == "OBJECT" && $8 ~ /B8constant/ { print $3 }')
  if ((bytes > 65536)); then echo "${1##*/}: its __constant__ variables have $bytes bytes: at most 65536" >&2 && exit 2; fi
}

# defined: what the objects define for all, a line each: the number of the object, and the name, which is the linker's.
defined() {
  local i
  for i in "${!objects[@]}"; do
    run_tool "$readelf" --symbols --wide "${objects[i]}" | awk -v i="$i" '$5 == "GLOBAL" && $7 != "UND" && $8 !~ /__device_code/ { print i, $8 }'
  done
}

# refuse_twins FILE...: stops where two of the files define the same.
refuse_twins() {
  local first second name
  read -r first second name < <(defined | awk '$2 in at { print at[$2], $1, $2; exit } { at[$2] = $1 }') || return 0
  printf '%s and %s both define %s: only one of them may\n' "${@:first + 1:1}" "${@:second + 1:1}" \
    "$(c++filt "$name" 2>/dev/null || echo "$name")" >&2
  exit 1
}

# compile BASE: BASE.ii as BASE.o.
compile() {
  run_tool "$root/common/cmake/compile_kernels.sh" "$objcopy" "$readelf" "$ld" "${steps[@]}" \
    "$compiler" "$standard" "${flags[@]}" "${openmp[@]}" -c "$1.ii" -o "$1.o"
}

split_macros
number=0
objects=() kernels=()
for file in "$@"; do
  number=$((number + 1))
  base=$work/$number
  objects+=("$base.o")
  if [[ $file == *.c ]]; then  # which nvcc leaves to the host's C compiler
    run_tool "$compiler" -x c -O1 -g -w "${user_flags[@]}" -c "$file" -o "$base.o" 2>"$base.log" || refuse_header "$base.log"
    continue
  fi
  # Who includes OpenMP's header has nvcc hand -fopenmp to the host's compiler.
  openmp=()
  if [[ -n $has_openmp ]] && grep -qE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]omp\.h' "$file"; then
    openmp=(-fopenmp)
  fi
  find_headers "$file"
  preprocess "$file" >"$base.device" 2>"$base.log" || refuse_header "$base.log"
  preprocess "$file" -DLADDER_HOST_SIDE >"$base.host" 2>"$base.log" || refuse_header "$base.log"
  run_tool "$build/bin/cuda_to_cpp" "$number" "$base.device" "$base.host" >"$base.ii"
  unset_variables "$compiler" "$standard" "${openmp[@]}" "$base.ii" | sed -nE '/\/include\/cub\//!s#^device\t(.*/)?#remark: #p' >"$base.remarks" &
  compile "$base" 2>"$base.log" || refuse "$base"
  refuse_constants "$file" "$base.o"
  # Functions for both sides have the host's body in there, too, where that is another: then the device's text decides.
  alone=$base
  if ! cmp -s "$base.device" "$base.host"; then
    alone=$base.alone
    if ! run_tool "$build/bin/cuda_to_cpp" "$number" "$base.device" "$base.device" >"$alone.ii" || ! compile "$alone"; then continue; fi 2>/dev/null
  fi
  kernels+=("$alone.o")
done
wait
find "$work" -name '*.remarks' -exec cat {} + >&2
refuse_twins "${@##*/}"
# The program's functions are its own: of those that the library has too, such as a vector's, both keep theirs, as the
# program's tell the emulator of what they load and store.
run_tool "$compiler" -r -nostdlib -Wl,--force-group-allocation -o "$work/program.o" "${objects[@]}"
if ! run_tool "$readelf" --symbols --wide "$work/program.o" | grep -E ' FUNC +GLOBAL .* main$' >/dev/null; then
  printf '%s: no main(): a whole program is wanted; add one, or name the file that has it as well\n' "${*##*/}" >&2
  exit 2
fi
# What runs before main() is the host's.
if ((${#kernels[@]} > 0)); then
  run_tool "$compiler" -r -nostdlib -Wl,--force-group-allocation,-z,muldefs -o "$work/kernels.o" "${kernels[@]}"
  run_tool "$objcopy" --wildcard --remove-section='.init_array*' "$work/kernels.o"
  found=$("$root/common/cmake/refuse_library.sh" "$objcopy" "$readelf" "$ld" "$work/kernels.o" "^_Z.*__device_code") || { status=$? && echo "${found##*/}" >&2 && exit $status; }
fi
run_tool "$objcopy" --keep-global-symbol=main --redefine-sym sigaction=program_sigaction --redefine-sym signal=program_signal \
  --redefine-sym atexit=program_atexit --redefine-sym __cxa_atexit=__real___cxa_atexit "$work/program.o"
mv "$work/program.o" "$output"
