#!/usr/bin/env bash
# spaces_check.sh LEARN PROGRAMS: in a path with spaces the course is configured, and kernels are compiled, but for what is refused.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ln -s "$(dirname "$1")" "$folder/a course"
cd "$folder/a course"
log="$folder/log"
{
  cmake -S "$PWD" -B "$folder/a build" -DLADDER_CUDA=OFF -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Release &&
    cmake --build "$folder/a build" --target ladder_compiler_probe
} >"$log" 2>&1 || { cat "$log" && exit 1; }

printf '%s\n' "  # line 7 \"another.cuh\"" >"$folder/a kernel.cuh"
echo '#include "a kernel.cuh"' >"$folder/kernels.cpp"
said=$(common/cmake/compile_kernels.sh objcopy readelf ld c++ -MD -MF "$folder/a list" -c "$folder/kernels.cpp" -o "$folder/o" 2>&1) &&
  echo "a #line is taken" && exit 1
[[ $said == "$folder/a kernel.cuh:1:1: error: #line is not taken"* ]] || { echo "$said" && exit 1; }

# g++ would speak of an attribute that is not in the source.
printf '%s\n' '#include "ladder/emulator/cuda/cuda_syntax.hpp"' 'extern "C" __device__ int n; extern "C" __global__ void k() {}' >"$folder/kernels.cpp"
said=$(common/cmake/compile_kernels.sh objcopy readelf ld g++ -std=c++17 -Icommon -c "$folder/kernels.cpp" -o "$folder/o" 2>&1) && echo 'extern "C" is taken' && exit 1
[[ $said == *'kernels.cpp:2:'*'error: extern "C" is not taken: the emulator knows '*'n'*' by its C++ name'* ]] || { echo "$said" && exit 1; }

# A kernel may be extern "C"; its name is no other file's, as nvcc's object has one of that name.
printf '%s\n' '#include "ladder/emulator/cuda/cuda_syntax.hpp"' 'extern "C" { __global__ void k() {} }' '__global__ void l() {}' >"$folder/kernels.cpp"
common/cmake/compile_kernels.sh objcopy readelf ld g++ -std=c++17 -Icommon -c "$folder/kernels.cpp" -o "$folder/o"
[[ $(nm --format=posix "$folder/o" | sed -nE 's/^(k|_Z1l.*v) ([a-zA-Z]) .*/\2/p' | paste -sd' ') == "t t" ]] || { nm "$folder/o" && exit 1; }

# An answer that would run, and that nvcc refuses.
answer() {
  printf '%s\n' '#include "ladder/emulator/cuda/cuda_syntax.hpp"' "$1" >"$folder/answer.cpp"
  "$PWD/common/tools/exercise/refuse.sh" "$programs/refuse" c++ -std=c++17 "-I$PWD/common" -c "$folder/answer.cpp" -o "$folder/o" 2>&1
}
programs=$2
kernel='__global__ void k(float* a) { __syncthreads(); a[threadIdx.x] = f(sinf(1)); }'
said=$(answer "__device__ float f(float a) { return a; } $kernel") || { echo "$said" && exit 1; }
said=$(answer "float f(float a) { return a; } $kernel") && echo "a function of the host is called" && exit 1
[[ $said == "$folder/answer.cpp:2: error: f: a function of the host, which no kernel can call; __device__ is missing" ]] || { echo "$said" && exit 1; }
said=$(answer "nonsense $kernel") && echo "nonsense is compiled" && exit 1
[[ $said == "$folder/answer.cpp:2:1: error: "* ]] || { echo "$said" && exit 1; }

# A macro of an answer changes nothing of how it is launched.
# shellcheck disable=SC2086 # names are words
for launches in {docs/,}*/exercise*/launch.cu; do
  place=${launches%/*} chapter=$(basename "${launches%/*/*}")
  names=$(grep -v -e '^//' -e '^#' "$launches" | grep -owE '[A-Za-z_][A-Za-z_0-9]*' | grep '[a-z]' | sort -u)
  {
    printf '#define %s 1\n' $names
    echo "#include \"$folder/a build/${place%/*}/$chapter${place##*/exercise}_exercise_answer.hpp\""
    printf '#ifdef %s\n#error a macro\n#endif\n' $names
  } >"$folder/macros.cpp"
  said=$(c++ -E "-I$PWD/common" "$folder/macros.cpp" 2>&1 >/dev/null) || { echo "$launches: $said" && exit 1; }
done
