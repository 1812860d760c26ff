# ladder_add_problem(NAME SOURCES FILE...): a family of kernels that compute the same, in the folder that calls this.
#
#   ladder_NAME         the library: FILE..., and peers.cu where there is one and the GPU engine is built
#   ladder_NAME_main    main.cpp, for the executables of chapters
#   ladder_NAME_checks  checks.cpp, for their Catch2 checks
function(ladder_add_problem name)
  cmake_parse_arguments(PARSE_ARGV 1 problem "" "" SOURCES)
  add_library(ladder_${name} STATIC ${problem_SOURCES})
  target_link_libraries(ladder_${name} PUBLIC ladder)
  if(LADDER_WITH_GPU AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/peers.cu)
    target_sources(ladder_${name} PRIVATE peers.cu)
    set_source_files_properties(peers.cu PROPERTIES COMPILE_DEFINITIONS LADDER_ENGINE=gpu)
  endif()
  add_library(ladder_${name}_main OBJECT main.cpp)
  target_link_libraries(ladder_${name}_main PRIVATE ladder_${name})
  if(BUILD_TESTING)
    add_library(ladder_${name}_checks STATIC checks.cpp)
    target_link_libraries(ladder_${name}_checks PUBLIC ladder_${name} Catch2::Catch2WithMain)
  endif()
endfunction()
