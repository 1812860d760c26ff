# The emulator builds on what g++ and clang++ put into the code of kernels; other compilers are refused by name.
set(least_GNU 11)
set(least_Clang 14)
set(compiler "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
if(NOT DEFINED least_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "The compiler is ${compiler}: g++ or clang++ is needed (-DCMAKE_CXX_COMPILER=g++ chooses one)")
elseif(CMAKE_CXX_COMPILER_VERSION VERSION_LESS least_${CMAKE_CXX_COMPILER_ID})
  message(FATAL_ERROR "${compiler} is too old: g++ ${least_GNU} or clang++ ${least_Clang} is needed, or a newer one")
endif()
