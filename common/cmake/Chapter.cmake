# ladder_add_chapter(NAME KIND LABEL): one folder of the course as an executable and its checks.
#
#   bin/NAME         every variant of variants.cu, on the emulator and, where it is built, on the GPU
#   bin/NAME_with_causes  the same, for wrong results: what tells why
#   bin/NAME_checks  the Catch2 checks of checks.cpp, with what contract.cpp allows, found by CTest under LABEL (those on the GPU under gpu as well)
#
# and the checks of its planted_bugs.cmake, and its exercises: the folders exercise/ and exercise_2/.
#
# KIND is the problem that its kernels solve: what ladder_add_problem() was given.

# Kernels as plain C++ that tells the emulator of every load and store (-fsanitize=thread) and of every basic block
# (trace-pc) and comparison (trace-cmp). The other flags keep the compiler from merging, splitting, moving or dropping
# accesses that the source has, the blocks single and in the order of the source, a call from taking its caller's place,
# and a large frame from stepping over the page below the stack. Each function and variable is a section, for refuse_library.sh. An array has one name, also where g++ 16 has another for
# older ABIs (-fabi-compat-version=0). Debug information is DWARF 4, which libdw of any age reads. An index beyond an
# array's type is told as well (-fsanitize=bounds, of which g++ makes no block; for clang++: tell_indices.sh); and an
# address that is not aligned as its type (alignment), where g++ calls the access a copy of a struct that need not be; and
# a function that ends without its return, and would go on in whatever stands behind it (return). And mempcpy(), which
# newer ones copy in place, also by a checking function of the library's, is a call that refuse_library.sh finds.
set(LADDER_KERNEL_FLAGS -O1 -gdwarf-4 -w -UNDEBUG -fno-exceptions -fno-strict-aliasing -fno-optimize-sibling-calls -fstack-clash-protection -fno-builtin-mempcpy -U_FORTIFY_SOURCE
    -ffunction-sections -fdata-sections -fno-sanitize=all -fsanitize=thread)  # whatever the preset asan asks for the rest
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND LADDER_KERNEL_FLAGS ${LADDER_PAGES_AS_ON_X86} -fmax-errors=3 -fno-tree-sra -fabi-compat-version=0 -fno-extern-tls-init -fno-reorder-blocks -fno-thread-jumps -fno-ivopts -fno-tree-sink -fno-tree-reassoc
       -fsanitize=bounds,alignment,return -fsanitize-coverage=trace-pc,trace-cmp --param tsan-instrument-func-entry-exit=0 --param=tsan-distinguish-volatile=1)
else()
  # kernel_flags_of_clang.txt: A loop without end is to be stopped, and not to be left out. No loop is unrolled, whatever
  # its #pragma says, which g++ does not heed: else an array that a thread has in registers is none any more, and loads of
  # what it holds are saved. Nor is an element kept in a register while a loop runs. And the end of a variable's life is no
  # block of its own, which would take what follows a loop to a place in front of it: lanes that leave the loop first would
  # go on alone. (The playground reads that file too.)
  # -disable-branch-fold: for the same reason what stands in front of a `continue` is not taken to the end of the function.
  file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/kernel_flags_of_clang.txt of_clang)
  list(TRANSFORM of_clang REPLACE "^.* .*$" "SHELL:\\0")
  list(APPEND LADDER_KERNEL_FLAGS ${of_clang}
       "SHELL:-mllvm -disable-branch-fold" -fsanitize=return -fsanitize-coverage=trace-pc,bb,no-prune,trace-cmp
       -fsanitize-coverage-ignorelist=${CMAKE_SOURCE_DIR}/common/ladder/emulator/not_instrumented.txt)
endif()

# A local variable that the kernel gives no value has a pattern, the same in every run. (g++ 12)
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-ftrivial-auto-var-init=pattern LADDER_FILLS_VARIABLES)
if(LADDER_FILLS_VARIABLES)
  list(APPEND LADDER_KERNEL_FLAGS -ftrivial-auto-var-init=pattern)
endif()

# refuse_library.sh reads what GNU's linker says. (For clang++ CMake takes LLVM's, where that is.)
set(LADDER_LINKER ${CMAKE_LINKER})
if(LADDER_LINKER MATCHES "lld$")
  find_program(LADDER_GNU_LINKER NAMES ld.bfd ld REQUIRED)
  set(LADDER_LINKER ${LADDER_GNU_LINKER})
endif()

include(CudaHeaders)
include(Contents)
function(ladder_compile_as_kernels target)
  target_compile_definitions(${target} PRIVATE LADDER_ENGINE=emulator _GLIBCXX_ASSERTIONS)  # the host's vectors, too, know their ends
  target_compile_options(${target} PRIVATE ${LADDER_KERNEL_FLAGS})
  set_target_properties(${target} PROPERTIES CXX_STANDARD 17)  # as nvcc
  # First, the headers that CUDA has and the emulator has too: <cuda_fp16.h>, <cooperative_groups.h>, ...
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/common/ladder/emulator/cuda/headers
                             ${LADDER_CUDA_HEADERS} ${LADDER_INCLUDES})
endfunction()

# What every file of kernels reads, compiled once where the compiler alone makes the object file.
if(NOT LADDER_KERNEL_STEPS)
  ladder_add_headers(ladder_kernel_headers <ladder/emulator/cuda/cuda_syntax.hpp> <functional> <memory> <optional> <stdexcept>
                     <string> <vector>)
  ladder_compile_as_kernels(ladder_kernel_headers)
endif()

# ladder_add_emulated_kernels(TARGET SOURCE [FOLDER...]): an object library TARGET that holds the emulated form of the CUDA
# file SOURCE, and behind it the files TARGET_behind. It is compiled again where something in a FOLDER is new, or in its
# text.
function(ladder_add_emulated_kernels target source)
  get_filename_component(path ${source} ABSOLUTE)
  set(wrapper ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  set(includes "")
  foreach(file IN ITEMS ladder/emulator/cuda/cuda_syntax.hpp ${path} ${${target}_behind})
    string(APPEND includes "#include \"${file}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${wrapper} CONTENT "${includes}")
  add_library(${target} OBJECT ${wrapper})
  ladder_compile_as_kernels(${target})
  if(TARGET ladder_kernel_headers)
    target_precompile_headers(${target} REUSE_FROM ladder_kernel_headers)
  endif()
  if(ARGN)
    ladder_follow_contents(${target} ${wrapper} ${ARGN})
    list(APPEND steps "\"${CMAKE_SOURCE_DIR}/common/cmake/keep_text.sh\" \"${CMAKE_BINARY_DIR}/contents/${target}.text\" \"${CMAKE_CXX_COMPILER}\"")
  endif()
  set_property(TARGET ${target} PROPERTY RULE_LAUNCH_COMPILE
               "${steps} \"${CMAKE_SOURCE_DIR}/common/cmake/compile_kernels.sh\" ${CMAKE_OBJCOPY} ${CMAKE_READELF} ${LADDER_LINKER} ${LADDER_KERNEL_STEPS}")
endfunction()

# The objects of the CUDA file SOURCE in the current folder, or one below, one for each engine that is built, in the
# variable RESULT: those of the targets NAME_emulated and NAME_gpu.
function(ladder_add_kernels name source result)
  cmake_path(ABSOLUTE_PATH source)
  cmake_path(GET source PARENT_PATH folder)
  ladder_add_emulated_kernels(${name}_emulated ${source} ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
  set(kernels $<TARGET_OBJECTS:${name}_emulated>)
  if(LADDER_WITH_GPU)
    add_library(${name}_gpu OBJECT ${source})
    set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${CMAKE_BINARY_DIR}/contents/${name}_emulated)
    add_dependencies(${name}_gpu ${name}_emulated_contents)
    target_compile_definitions(${name}_gpu PRIVATE LADDER_ENGINE=gpu)
    target_include_directories(${name}_gpu PRIVATE ${LADDER_INCLUDES})
    list(APPEND kernels $<TARGET_OBJECTS:${name}_gpu>)
  endif()
  set(${result} ${kernels} PARENT_SCOPE)
endfunction()

function(ladder_add_chapter_executable name kind)
  ladder_add_kernels(${name} variants.cu kernels)
  set(naming ${CMAKE_CURRENT_BINARY_DIR}/${name}_name.cpp)
  file(CONFIGURE OUTPUT ${naming} CONTENT "extern const char* const chapter_name = \"${name}\";\n")
  file(GLOB sources CONFIGURE_DEPENDS *.cuh variants.cu)
  set(embedded ${CMAKE_CURRENT_BINARY_DIR}/${name}_source.cpp)
  add_custom_command(OUTPUT ${embedded} DEPENDS ${sources} ${CMAKE_BINARY_DIR}/contents/${name}_emulated VERBATIM
                     COMMAND ${CMAKE_COMMAND} -D OUTPUT=${embedded} -D NAME=chapter_source -D "FILES=${sources}"
                             -P ${CMAKE_SOURCE_DIR}/common/cmake/Embed.cmake)
  add_executable(${name} ${naming} ${embedded} ${kernels} $<TARGET_OBJECTS:ladder_chapter_main>)
  target_link_libraries(${name} PRIVATE ladder_${kind})
  if(TARGET ladder_${kind}_without_causes)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:ladder_${kind}_without_causes>)
    add_executable(${name}_with_causes ${naming} ${embedded} ${kernels} $<TARGET_OBJECTS:ladder_chapter_main>)
    target_link_libraries(${name}_with_causes PRIVATE ladder_${kind}_with_causes)
    add_dependencies(${name}_with_causes ${name})  # so that it is older only where its kernels are
  endif()
  set(${name}_kernels ${kernels} PARENT_SCOPE)
endfunction()

function(ladder_add_chapter name kind label)
  ladder_add_chapter_executable(${name} ${kind})
  file(GLOB exercises CONFIGURE_DEPENDS exercise*/launch.cu)
  foreach(exercise IN LISTS exercises)
    cmake_path(GET exercise PARENT_PATH exercise)
    cmake_path(GET exercise FILENAME exercise)
    ladder_add_exercise(${name} ${exercise})
  endforeach()
  if(BUILD_TESTING)
    file(GLOB contract CONFIGURE_DEPENDS contract.cpp)
    if(contract)
      add_library(${name}_contract OBJECT ${contract})
      target_link_libraries(${name}_contract PRIVATE ladder_${kind})
      ladder_run_briefly(${name}_contract)
      set(contract $<TARGET_OBJECTS:${name}_contract>)
    endif()
    add_executable(${name}_checks checks.cpp ${contract} ${${name}_kernels} $<TARGET_OBJECTS:ladder_findings_reporter>)
    target_link_libraries(${name}_checks PRIVATE ladder_${kind}_checks)
    ladder_discover_checks(${name}_checks ${label})
    add_dependencies(common_checks ${name})  # which run it
    file(GLOB bugs CONFIGURE_DEPENDS planted_bugs.cmake)
    if(bugs)
      ladder_add_planted_bugs(${name} ${kind})
    endif()
  endif()
endfunction()

# ladder_discover_checks(TARGET LABEL [PREFIX]): every test case becomes a CTest test under LABEL, and those that say
# "on the GPU" under gpu as well. A skipped one is reported as skipped. To build the target runs nothing: ./learn grade
# relies on it.
function(ladder_discover_checks target label)
  set(seconds 300)
  if(CMAKE_CROSSCOMPILING)
    set(seconds 3000)  # an emulated processor takes ten times as long, or more
  endif()
  ladder_run_briefly(${target})
  catch_discover_tests(${target} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${label}: ${ARGN}" PROPERTIES LABELS ${label} TIMEOUT ${seconds})
  # catch_discover_tests cannot pass a list of labels on; a file that CTest reads after its own can.
  set(labels ${CMAKE_CURRENT_BINARY_DIR}/${target}_gpu_labels.cmake)
  file(CONFIGURE OUTPUT ${labels} @ONLY CONTENT [[
foreach(test IN LISTS @target@_TESTS)
  if(test MATCHES "on the GPU")
    set_tests_properties("${test}" PROPERTIES LABELS "@label@;gpu")
  endif()
  if("@target@" MATCHES "^planted_")  # these take longest: they begin first, so that no core waits for one at the end
    set_tests_properties("${test}" PROPERTIES COST 100)
  endif()
endforeach()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels})
endfunction()
