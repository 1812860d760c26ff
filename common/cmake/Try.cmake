# For programs whose host code uses OpenMP; others are not linked with it.
include(CheckLinkerFlag)
check_linker_flag(CXX -fopenmp LADDER_LINKS_OPENMP)

# ladder_add_program(NAME OBJECT): the object file of somebody's program, as the executable bin/NAME, which runs it on
# the emulator and reports. Not part of the target all. (Shared arrays are thread-local. Where one is aligned to more than
# a page, what the linker marks as read-only after loading ends in no page, and the program would not start.)
function(ladder_add_program name object)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_executable(${name} EXCLUDE_FROM_ALL ${object} $<TARGET_OBJECTS:ladder_try_program>)
  target_link_libraries(${name} PRIVATE ladder_runtime)
  target_link_options(${name} PRIVATE -Wl,--wrap=main,--wrap=__cxa_atexit,--wrap=execv,--wrap=execve,--wrap=execvp,--wrap=execvpe,--wrap=execl,--wrap=execlp,--wrap=daemon,--wrap=printf,--wrap=puts,--wrap=putchar -Wl,-z,norelro -Wl,--as-needed $<$<BOOL:${LADDER_LINKS_OPENMP}>:-fopenmp>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

# How a program is compiled, for common/tools/try/compile.sh.
set(program_flags ${LADDER_AS_ON_X86} ${LADDER_KERNEL_FLAGS})
list(REMOVE_ITEM program_flags -fno-exceptions)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND program_flags -fno-gnu-unique)  # such symbols cannot be made the program's own
endif()
list(TRANSFORM program_flags REPLACE "^SHELL:" "")
list(JOIN program_flags " " program_flags)
list(JOIN LADDER_CBLAS " " cblas)
set(LADDER_CUDA_FOLDERS /usr/include /usr/local/cuda/include)
list(JOIN LADDER_CUDA_FOLDERS " " folders)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/try/settings.sh @ONLY CONTENT [[
# shellcheck shell=bash disable=SC2034
compiler='@CMAKE_CXX_COMPILER@'
objcopy='@CMAKE_OBJCOPY@'
readelf='@CMAKE_READELF@'
ld='@LADDER_LINKER@'
steps=(@LADDER_KERNEL_STEPS@)  # what runs the compiler
flags=(@program_flags@)
has_openmp='@LADDER_LINKS_OPENMP@'
cblas=(@cblas@)  # libraries, of which one is wanted for cuBLAS
cuda_folders=(@folders@)  # that may have headers of NVIDIA's
]])
