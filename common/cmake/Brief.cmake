# What is optimized: the emulator's path of an access, -O2. What goes over all elements of the data a few times is
# compiled faster and not as fast, -O1 (LADDER_LIGHT_OPTIONS); and not at all what runs for a moment, programs around the
# library, what they print, checks: ladder_run_briefly(TARGET...). What most files of these read is compiled once.
set(LADDER_LIGHT_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
set(LADDER_BRIEF_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O0>)
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
