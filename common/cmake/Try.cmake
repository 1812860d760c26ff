# ladder_add_tried_kernels(NAME WRAPPER): what try_wrapper wrote for somebody's kernel, as the executable bin/NAME. Not part of
# the target all.

# What the file defines gets a name of its own, beside the one in nvcc's object file.
function(ladder_rename_symbols target output)
  set(script ${CMAKE_SOURCE_DIR}/common/tools/try/rename_symbols.sh)
  add_custom_command(OUTPUT ${output} COMMAND ${script} ${CMAKE_OBJCOPY} ${CMAKE_READELF} $<TARGET_OBJECTS:${target}> ${output}
                     DEPENDS ${script} ${target} $<TARGET_OBJECTS:${target}> VERBATIM)
endfunction()

function(ladder_add_tried_kernels name wrapper)
  ladder_add_emulated_kernels(${name}_emulated ${wrapper})
  set(kernels ${CMAKE_CURRENT_BINARY_DIR}/${name}_emulated.o)
  ladder_rename_symbols(${name}_emulated ${kernels})
  set(targets ${name} ${name}_emulated)
  if(LADDER_WITH_GPU)
    set(gpu_wrapper ${CMAKE_CURRENT_BINARY_DIR}/${name}_gpu.cu)
    file(CONFIGURE OUTPUT ${gpu_wrapper} CONTENT "#include \"${wrapper}\"\n")
    add_library(${name}_gpu OBJECT ${gpu_wrapper})
    target_compile_definitions(${name}_gpu PRIVATE LADDER_ENGINE=gpu)
    target_include_directories(${name}_gpu PRIVATE ${LADDER_INCLUDES})
    target_compile_options(${name}_gpu PRIVATE -w)
    list(APPEND kernels $<TARGET_OBJECTS:${name}_gpu>)
    list(APPEND targets ${name}_gpu)
  endif()
  add_executable(${name} ${kernels} $<TARGET_OBJECTS:ladder_try_main>)
  target_link_libraries(${name} PRIVATE ladder_try)
  set_target_properties(${targets} PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()
