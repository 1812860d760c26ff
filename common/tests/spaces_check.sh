#!/usr/bin/env bash
# spaces_check.sh LEARN: in a path with spaces the course is configured, and kernels are compiled, but for a #line.
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
said=$(common/cmake/compile_kernels.sh objcopy readelf c++ -MD -MF "$folder/a list" -c "$folder/kernels.cpp" -o "$folder/o" 2>&1) &&
  echo "a #line is taken" && exit 1
[[ $said == "$folder/a kernel.cuh:1:1: error: #line is not taken"* ]] || { echo "$said" && exit 1; }

# g++ would speak of an attribute that is not in the source.
printf '%s\n' '#include "ladder/emulator/cuda/cuda_syntax.hpp"' 'extern "C" __global__ void k() {}' >"$folder/kernels.cpp"
said=$(common/cmake/compile_kernels.sh objcopy readelf g++ -std=c++17 -Icommon -c "$folder/kernels.cpp" -o "$folder/o" 2>&1) && echo 'extern "C" is taken' && exit 1
[[ $said == *'kernels.cpp:2:'*'error: extern "C" is not taken: the emulator knows '*'void k()'*' by its C++ name'* ]] || { echo "$said" && exit 1; }
