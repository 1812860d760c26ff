# cmake -DFOLDER=<a chapter's folder> -DKIND=<transpose or reduction> -DBUGS=<list> -DRESULT=<file> -P plant.cmake
#
# Writes the file RESULT: the chapter's kernels, unedited and once more for each bug of the list, with that bug in them,
# each in a namespace of its own; and a table of all, bugs(). A bug whose place is not found stands in the table too, with
# the reason.
#
# The list is made of calls
#
#   plant(NAME IN function VARIANT variant
#     REPLACE "text"           what to replace in the function; it has to be there exactly once
#     BY      "other text"
#     EXPECT  "words" "words"  one line of the diagnosis has all of them
#     AT      "text"           and names the line of the edited function that has this text (may be left out)
#     SIZE    rows cols)       the size that shows it, where the usual ones do not
#
# The function is one of the chapter's kernels or device functions, or `variants`. The variant is the one that is run.
# (CMake takes words with a [ and no ] for a part of a list.)
cmake_minimum_required(VERSION 3.25)

file(GLOB kernel_files RELATIVE ${FOLDER} ${FOLDER}/*.cuh)
list(FILTER kernel_files EXCLUDE REGEX "^exercise")
set(files ${kernel_files} variants.cu)

# Where TEXT is found in BODY, which has to be once: what stands before it, in the variable BEFORE, and after it, in the
# variable AFTER. Else says so in the variable `problem`; does nothing where there is one already.
function(split body text before after)
  if(problem)
    return()
  endif()
  string(FIND "${body}" "${text}" first)
  string(FIND "${body}" "${text}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    set(problem "this is not there exactly once: ${text}" PARENT_SCOPE)
    return()
  endif()
  string(LENGTH "${text}" length)
  math(EXPR end "${first} + ${length}")
  string(SUBSTRING "${body}" 0 ${first} head)
  string(SUBSTRING "${body}" ${end} -1 tail)
  set(${before} "${head}" PARENT_SCOPE)
  set(${after} "${tail}" PARENT_SCOPE)
endfunction()

# Finds the function NAME among the files: sets `file`, the function's text from its name on, `body`, and what stands
# before and after that in the file, `head` and `tail`.
function(find_function name)
  foreach(file IN LISTS files)
    file(READ ${FOLDER}/${file} text)
    string(FIND "${text}" "${name}(" begin)
    if(begin EQUAL -1)
      continue()
    endif()
    string(SUBSTRING "${text}" 0 ${begin} head)
    string(SUBSTRING "${text}" ${begin} -1 rest)
    string(FIND "${rest}" "\n}\n" end)
    string(SUBSTRING "${rest}" 0 ${end} body)
    string(SUBSTRING "${rest}" ${end} -1 tail)
    foreach(result IN ITEMS file head body tail)
      set(${result} "${${result}}" PARENT_SCOPE)
    endforeach()
    return()
  endforeach()
  set(problem "there is no function ${name}" PARENT_SCOPE)
endfunction()

# The number of the line in which TEXT ends.
function(last_line text result)
  string(REGEX MATCHALL "\n" ends "${text}")
  list(LENGTH ends lines)
  math(EXPR line "${lines} + 1")
  set(${result} ${line} PARENT_SCOPE)
endfunction()

# Adds the chapter's files, with EDITED for the text of FILE, in the namespace NAME. What variants.cu includes of its
# folder is there already.
function(add_kernels name file edited)
  string(APPEND kernels "namespace ladder::planted::${name} {\nusing namespace emulator;\n"
                        "std::vector<${KIND}::Variant> variants();\n")
  foreach(candidate IN LISTS files)
    if(candidate STREQUAL file)
      set(text "${edited}")
    else()
      file(READ ${FOLDER}/${candidate} text)
    endif()
    string(REGEX REPLACE "#include \"[a-z_]+\\.cuh\"" "" text "${text}")
    if(candidate STREQUAL "variants.cu")
      string(APPEND kernels "}\n#undef LADDER_ENGINE\n#define LADDER_ENGINE planted::${name}\n")
    endif()
    string(APPEND kernels "#line 1 \"${candidate}\"\n${text}")
  endforeach()
  set(kernels "${kernels}" PARENT_SCOPE)
endfunction()

# A bug of the list: see above.
function(plant name)
  cmake_parse_arguments(PARSE_ARGV 1 bug "" "VARIANT;IN;REPLACE;BY;AT" "EXPECT;SIZE")
  set(problem "")
  find_function(${bug_IN})
  split("${body}" "${bug_REPLACE}" before after)
  set(body "${before}${bug_BY}${after}")
  if(bug_AT)
    split("${body}" "${bug_AT}" before after)
    last_line("${head}${before}" line)
    list(APPEND bug_EXPECT "${file}:${line}")
  endif()
  if(problem)
    set(variants nullptr)
  else()
    add_kernels(${name} ${file} "${head}${body}${tail}")
    set(variants planted::${name}::variants)
  endif()
  list(TRANSFORM bug_EXPECT PREPEND "R\"(")
  list(TRANSFORM bug_EXPECT APPEND ")\"")
  list(JOIN bug_EXPECT ", " words)
  list(JOIN bug_SIZE ", " size)
  string(APPEND table "    {\"${name}\", R\"(${problem})\", ${variants}, \"${bug_VARIANT}\", {${words}}, {${size}}},\n")
  set(kernels "${kernels}" PARENT_SCOPE)
  set(table "${table}" PARENT_SCOPE)
endfunction()

add_kernels(unedited "" "")
include(${BUGS})

file(WRITE ${RESULT} "\
// Written by plant.cmake.
#include \"ladder/chapter/${KIND}/kernels.hpp\"
#include \"tests/planted/bug.hpp\"

${kernels}
#line 1 \"bugs\"
namespace ladder::planted {
std::vector<${KIND}::Variant> unedited_variants() { return unedited::variants(); }

std::vector<Bug<${KIND}::Variant>> bugs() {
  return {
${table}  };
}
}  // namespace ladder::planted
")
