# The emulator builds on what g++ and clang++ put into the code of kernels; other compilers are refused by name.
set(least_GNU 11)
set(least_Clang 14)
set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
if(NOT DEFINED least_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "The compiler is ${compiler}: g++ or clang++ is needed (-DCMAKE_CXX_COMPILER=g++ chooses one)")
elseif(CMAKE_CXX_COMPILER_VERSION VERSION_LESS least_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "${compiler} is too old: g++ ${least_GNU} or clang++ ${least_Clang} is needed, or a newer one")
endif()

# What x86-64 does by itself, so that all results are the same: a plain char has a sign, a product is rounded before
# something is added to it, a division of an integer by 0 is refused, and a large frame steps over no page of 4 KiB (for
# ARM64, g++ takes a page of the stack's guard for 64 KiB).
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(LADDER_AS_ON_X86 -fsigned-char -ffp-contract=off)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${LADDER_AS_ON_X86}>")
  set(LADDER_PAGES_AS_ON_X86 --param=stack-clash-protection-guard-size=12)
  set(LADDER_KERNEL_STEPS ${CMAKE_CURRENT_LIST_DIR}/check_divisions.sh)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  list(APPEND LADDER_KERNEL_STEPS ${CMAKE_CURRENT_LIST_DIR}/tell_indices.sh)
endif()
list(TRANSFORM LADDER_KERNEL_STEPS REPLACE ".+" "\"\\0\"")
list(JOIN LADDER_KERNEL_STEPS " " LADDER_KERNEL_STEPS)  # what runs the compiler for kernels, as words of a shell

# g++ 12 took about a tenth less time for the library where it tidies its own memory up later, and for the largest part of
# it 0.79 GB instead of 0.65.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-expand=300;--param=ggc-min-heapsize=400000>")
endif()
