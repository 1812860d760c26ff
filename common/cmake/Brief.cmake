# ladder_run_briefly(TARGET...): what is not on the emulator's path of an access, such as programs around the library, what
# they print, and checks, is compiled faster and not as fast; what most of its files read is compiled once. (-O0 takes no
# less time: more code is written out.)
set(LADDER_BRIEF_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-Og>)
# Each file has to name what it uses, which shows where none is precompiled; and ccache keeps nothing that is.
if(NOT LADDER_UNITE OR CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# ladder_add_headers(NAME HEADER...): a target with nothing but precompiled headers.
function(ladder_add_headers name)
  file(CONFIGURE OUTPUT ${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

function(ladder_run_briefly)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE ${LADDER_BRIEF_OPTIONS})
    target_precompile_headers(${target} REUSE_FROM ladder_brief_headers)
  endforeach()
endfunction()
