# ladder_add_problem(NAME SOURCES FILE... [OF_CHAPTERS FILE...] [CAUSES FILE...] [CHECKS FILE...]): a family of kernels
# that compute the same, in the folder that calls this. One of the sources defines ladder::problem, the record of
# ladder/app/problem.hpp. OF_CHAPTERS are those that call variants(), if by way of others: an exercise has none. CAUSES
# tell why a result is wrong; without_causes.cpp stands for them in what is built first.
#
#   ladder_NAME                 the library: the sources, and baselines.cu where there is one and the GPU engine is built
#   ladder_NAME_with_causes     the same and what tells why a result is wrong
#   ladder_NAME_without_causes  objects that stand for it
#   ladder_NAME_checks          what the Catch2 checks of its chapters share
function(ladder_add_problem name)
  cmake_parse_arguments(PARSE_ARGV 1 problem "" "" "SOURCES;OF_CHAPTERS;CAUSES;CHECKS")
  add_library(ladder_${name} STATIC ${problem_SOURCES} ${problem_OF_CHAPTERS})
  ladder_unite(ladder_${name} APART ${problem_OF_CHAPTERS})
  ladder_run_briefly(ladder_${name})
  target_link_libraries(ladder_${name} PUBLIC ladder)
  if(LADDER_WITH_GPU AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/baselines.cu)
    target_sources(ladder_${name} PRIVATE baselines.cu)
    set_source_files_properties(baselines.cu PROPERTIES COMPILE_DEFINITIONS LADDER_ENGINE=gpu)
  endif()
  add_library(ladder_${name}_with_causes INTERFACE)
  if(problem_CAUSES)
    add_library(ladder_${name}_causes OBJECT ${problem_CAUSES})
    add_library(ladder_${name}_without_causes OBJECT without_causes.cpp)
    foreach(objects IN ITEMS ladder_${name}_causes ladder_${name}_without_causes)
      target_link_libraries(${objects} PRIVATE ladder)
      ladder_run_briefly(${objects})
    endforeach()
    target_link_libraries(ladder_${name}_with_causes INTERFACE $<TARGET_OBJECTS:ladder_${name}_causes>)
    add_dependencies(ladder_${name}_with_causes ladder_${name}_causes)  # Makefiles do not take it from the objects
  else()
    target_link_libraries(ladder_${name} PUBLIC ladder_diagnose)
  endif()
  target_link_libraries(ladder_${name}_with_causes INTERFACE ladder_${name} ladder_diagnose)
  if(BUILD_TESTING)
    add_library(ladder_${name}_checks INTERFACE)
    target_link_libraries(ladder_${name}_checks INTERFACE ladder_${name}_with_causes Catch2::Catch2WithMain)
    if(problem_CHECKS)
      add_library(ladder_${name}_shared_checks STATIC ${problem_CHECKS})
      target_link_libraries(ladder_${name}_shared_checks PUBLIC ladder_contract ladder_${name} Catch2::Catch2)
      ladder_run_briefly(ladder_${name}_shared_checks)
      target_link_libraries(ladder_${name}_checks INTERFACE ladder_${name}_shared_checks)
    endif()
  endif()
endfunction()
