# A toolchain file: programs for ARM64 Linux, built on another Linux with Debian's cross compiler. .ci/arm64 installs it,
# puts the libraries for ARM64 into the folder `libraries` of the build, and has the programs run by QEMU.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_FIND_ROOT_PATH ${CMAKE_BINARY_DIR}/libraries)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Programs find the loader and the libraries where they are here. An RPATH, and no RUNPATH, holds for libraries of
# libraries as well.
set(c_library /usr/aarch64-linux-gnu/lib)
set(directories ${CMAKE_FIND_ROOT_PATH}/usr/lib/aarch64-linux-gnu:${CMAKE_FIND_ROOT_PATH}/lib/aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${c_library}/ld-linux-aarch64.so.1,--disable-new-dtags,-rpath,${directories}:${c_library}")
