#!/usr/bin/env bash
# thrust_headers.sh FROM TO: copies Thrust's headers from the folder that has thrust/ to TO/include, so that they are
# host code all over: the host's compiler is what compiles them, and their system `cuda` is their system `cpp`, which
# computes on the host, but for what emulator/cuda/thrust has.
set -euo pipefail

seam=ladder/emulator/cuda/thrust
mkdir -p "$2/include"
cp -r "$1/thrust" "$2/include/"
cd "$2/include/thrust"
rm -rf async event.h future.h system/{cuda,omp,tbb}
cp -r system/cpp system/cuda
find system/cuda -type f -exec sed -i 's/\bcpp\b/cuda/g; s/\(system::\)detail::sequential::\(malloc\|free\)/\1cuda::detail::\2/' {} +
find . -type f -exec sed -i -E 's/\b__(CUDACC|CUDA_ARCH|NVCC)__\b/LADDER_NEVER/g; s/\b__(host|device)__\b//g' {} +
: >detail/config/host_device.h
for header in get_value assign_value iter_swap malloc_and_free; do
  echo "#include \"$seam/device_system.hpp\"" >"system/cuda/detail/$header.h"
done
echo "#include \"$seam/par.hpp\"" >system/cuda/detail/par.h
echo "#include \"$seam/memory_resource.hpp\"" >system/cuda/memory_resource.h
# Each call of an algorithm begins by taking its policy, in the expression that ends the call.
sed -i -E -e "1i #include \"$seam/call.hpp\"" -e '/strip_const\(const/{
  s/\)$/, ladder::emulator::ThrustCall\&\& call = {})/
  n
  s/\{/{ call.begin(static_cast<const DerivedPolicy\&>(x));/
}' detail/execution_policy.h
