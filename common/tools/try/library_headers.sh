#!/usr/bin/env bash
# library_headers.sh HEADER FROM TO: copies the headers of one of NVIDIA's libraries, that which HEADER is of, from the
# folder FROM to TO for the emulator's compiler. Thrust becomes host code all over: its system `cuda` is its system `cpp`,
# but for what emulator/cuda/thrust has. CUB, where it is, stays as it is: its kernels run as those of the program.
# cuda_fp8.h computes as on a host.
set -euo pipefail

seam=ladder/emulator/cuda/thrust
from=$2
mkdir -p "$3"
cd "$3"

if [[ $1 == cuda_fp8.h ]]; then
  for header in cuda_fp8.h cuda_fp8.hpp; do
    sed -E 's/\b__CUDA_ARCH__\b/LADDER_NEVER/g; s#["<](device_types.h|nv/target)[">]#"ladder/emulator/cuda/for_fp8.hpp"#' "$from/$header" >"$header"
  done
  exit
fi

if [[ -d $from/cub ]]; then
  cp -r "$from/cub" .
  truncate --size 0 cub/iterator/tex_*  # textures are not supported
  # g++ does not let a class call a type as a template outside is called.
  find cub -type f -exec sed -i -zE 's/\btypedef (\w+)(<[^;]*>\s+\1;)/typedef CUB_NS_QUALIFIER::\1\2/g; s/\b__CUDA_ARCH__\b/LADDER_NEVER/g; s/__cudaDeviceSynchronizeDeprecationAvoidance/cudaDeviceSynchronize/' {} +
  # Blocks wait for each other at words that all see, as in the later versions.
  sed -i -E 's/(LOAD|STORE)_CG>/\1_VOLATILE>/' cub/agent/single_pass_scan_operators.cuh cub/grid/grid_barrier.cuh
  sed -i -E 's/CUB_(IS|INCLUDE)_DEVICE_CODE/1/; s/CUB_INCLUDE_HOST_CODE/0/' cub/grid/grid_queue.cuh  # only kernels call it
  # Both sides have one text; no namespace is named for the compiler.
  sed -i '1i #define CUB_PTX_ARCH 900\
#define CUB_IS_DEVICE_CODE 0\
#define CUB_IS_HOST_CODE 1\
#define CUB_INCLUDE_DEVICE_CODE 0\
#define CUB_INCLUDE_HOST_CODE 1\
#define CUB_DISABLE_NAMESPACE_MAGIC\
#define CUB_IGNORE_NAMESPACE_MAGIC_ERROR' cub/version.cuh
fi

cp -r "$from/thrust" .
cd thrust
rm -rf system/{cuda,omp,tbb}
cp -r system/cpp system/cuda
mkdir system/cuda/detail/core
find system/cuda -type f -exec sed -i -E 's/\bcpp\b/cuda/g; s/(system::)detail::sequential::(malloc|free)/\1cuda::detail::\2/' {} +
find . -type f -exec sed -i -E 's/\b__(CUDACC|CUDA_ARCH|NVCC)__\b/LADDER_NEVER/g; s/\b__(host|device)__\b//g' {} +
for header in detail/config/host_device system/cuda/detail/guarded_{cuda_runtime_api,driver_types}; do : >"$header.h"; done
# replace CONTENTS HEADER...: each becomes one of the emulator's.
replace() {
  local header
  for header in "${@:2}"; do echo "#include \"$seam/$1.hpp\"" >"system/cuda/$header.h"; done
}
replace device_system detail/{get_value,assign_value,iter_swap,malloc_and_free}
# Policies have streams.
sed -i -e 's/constexpr par_t() .*/&\n  par_t on(cudaStream_t of) const { par_t policy; policy.stream = of; return policy; }\n  cudaStream_t stream = nullptr;/' \
  -e 's/^THRUST_INLINE_CONSTANT detail::par_t par;/namespace detail { inline cudaStream_t stream_of(const par_t\& policy) { return policy.stream; } }\n&/' \
  -e 's/par;$/par, par_nosync;/; s/using \(.*\)::par, par_nosync;/using \1::par; using \1::par_nosync;/' system/cuda/detail/par.h
# The vectors have the emulator's memory.
sed -i -e "s#<thrust/mr/new.h>#\"$seam/device_system.hpp\"#; 0,/thrust::mr::new_delete_resource/s//DeviceMemory/; s/thrust::mr::new_delete_resource/ManagedMemory/" \
  -e 's/::native_resource universal_host/::universal_native_resource universal_host/' system/cuda/memory_resource.h
replace for_cub detail/core/{triple_chevron_launch,util}
replace error error
# The emulator has other types under these names.
sed -i /__half/d type_traits/is_trivially_relocatable.h
for header in async/* event.h future.h; do echo "#error Thrust: its asynchronous algorithms are not supported" >"$header"; done
# Each call of an algorithm begins by taking its policy, in the expression that ends the call.
sed -i -E -e "1i #include \"$seam/call.hpp\"" -e '/strip_const\(const/{
  s/\)$/, ladder::emulator::ThrustCall\&\& call = {})/
  n
  s/\{/{ call.begin(static_cast<const DerivedPolicy\&>(x));/
}' detail/execution_policy.h
