# clang 22 for WebAssembly, with the C++ library that @yowasp/clang brings: the kernels of a tab are compiled by the same.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasip1)
set(CMAKE_SYSROOT ${LADDER_SYSROOT})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LADDER_SYSROOT)
set(LADDER_WASM_LD wasm-ld-22)
