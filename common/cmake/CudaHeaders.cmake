# Headers that CUDA has and whose contents the emulator has elsewhere: each includes that, and has nothing of its own.
# (Those that have are in emulator/cuda/headers.) The folder is LADDER_CUDA_HEADERS.
set(LADDER_CUDA_HEADERS ${CMAKE_BINARY_DIR}/cuda_headers)
function(ladder_forward_headers contents)
  foreach(header IN LISTS ARGN)
    file(CONFIGURE OUTPUT ${LADDER_CUDA_HEADERS}/${header} CONTENT "#pragma once\n#include \"ladder/emulator/cuda/${contents}\"\n")
  endforeach()
endfunction()
ladder_forward_headers(headers/cuda_runtime.h
  builtin_types.h cuda_runtime_api.h device_atomic_functions.h device_functions.h device_launch_parameters.h
  driver_functions.h driver_types.h host_defines.h math_functions.h sm_20_atomic_functions.h sm_20_intrinsics.h
  sm_30_intrinsics.h sm_32_atomic_functions.h sm_32_intrinsics.h sm_35_atomic_functions.h sm_35_intrinsics.h
  sm_60_atomic_functions.h sm_61_intrinsics.h vector_functions.h vector_types.h)
ladder_forward_headers(headers/nvToolsExt.h nvtx3/nvToolsExt.h)
ladder_forward_headers(groups/lane_groups.hpp cooperative_groups.h)
ladder_forward_headers(groups/collectives.hpp cooperative_groups/reduce.h cooperative_groups/scan.h)
ladder_forward_headers(async_copies.hpp cuda_pipeline.h cuda_pipeline_primitives.h)
ladder_forward_headers(groups/memcpy_async.hpp cooperative_groups/memcpy_async.h)
ladder_forward_headers(pipeline.hpp cuda/pipeline)
ladder_forward_headers(standard_atomics.hpp cuda/atomic cuda/std/atomic)
ladder_forward_headers(whole_numbers.hpp cuda/cmath)
ladder_forward_headers(runtime/nccl.hpp nccl.h)
# Of cuBLAS, whose programs see this folder only where the system has one of these libraries, which compute for it.
# (Debian's and Ubuntu's names, and Fedora's.)
set(LADDER_CBLAS libopenblas.so.0 libblas.so.3 libcblas.so.3)
foreach(header cublas_v2 cublas_api)
  file(CONFIGURE OUTPUT ${LADDER_CUDA_HEADERS}/with_cblas/${header}.h
    CONTENT "#pragma once\n#include <cuda_fp16.h>\n#include \"ladder/emulator/cuda/runtime/cublas.hpp\"\n")
endforeach()
# cuda::std, for both sides, is the host's std; what the emulator has of it in another way, as atomics, comes first.
foreach(header array bit cassert cfloat climits cmath cstddef cstdint functional initializer_list limits numeric optional
    ratio tuple type_traits utility variant)
  file(CONFIGURE OUTPUT ${LADDER_CUDA_HEADERS}/cuda/std/${header}
    CONTENT "#pragma once\n#include <${header}>\nnamespace cuda::std {\nusing namespace ::std;\n}\n")
endforeach()
