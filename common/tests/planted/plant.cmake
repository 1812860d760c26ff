# cmake -DFOLDER=<folder> -DFILES=<files in it> -DTYPE=<C++ type> -DFUNCTION=<name> -DHEADER=<header> -DBUGS=<list>
#       -DRESULT=<file> -DLADDER_FILLS_VARIABLES=<whether the compiler does>
#       -DCOMPILER=<CMake's name for it> -P plant.cmake
#
# Writes the file RESULT: the kernels of the FILES, unedited and once more for each bug of the list, with that bug in
# them, each in a namespace of its own; and a table of all, bugs(). The last of the FILES defines FUNCTION, which returns
# a vector of TYPE, and needs the HEADER: a chapter's variants(), an exercise's answer(). Of variants(), a bug has only
# the one that is run. A bug whose place is not found stands in the table too, with the reason.
#
# The list is made of calls
#
#   plant(NAME IN function VARIANT variant
#     REPLACE "text"           what to replace in the function; it has to be there exactly once
#     BY      "other text"
#     RULE    rule             what has to be found: the kind of a finding (common/ladder/diagnose/finding.hpp),
#     ELEMENT "shared tile"    its array or element, or which work of the contract (may be left out),
#     AT      "text"           the line of the edited function that has this text (may be left out),
#     WORDS   "words" "words"  and what it says that no field of it has (may be left out)
#     SIZE    rows cols        the size that shows it, where the usual ones do not
#     FIRST                    it is the first that is found
#     CLANG   "reason")        why clang++, whose kernels are others, has it told otherwise: with it this bug is left out
#
#   rewrite(NAME IN function VARIANT variant REPLACE "text" BY "other text")
#
# The second is an edit that harms nothing: nothing may be said of it. The function is one of the kernels or device
# functions of the FILES, or FUNCTION. The variant is the one that is run; an exercise has none, and no sizes. In the
# list of an exercise stands also
#
#   plant_empty_blank(RULE rule ELEMENT "element")   what is found where the student has written nothing yet
#
# (CMake takes words with a [ and no ] for a part of a list.)
cmake_minimum_required(VERSION 3.25)

# split(TEXT WORDS BEFORE AFTER): what stands in TEXT before WORDS, and after them, in the variables BEFORE and
# AFTER. Where they are not there exactly once, says so in the variable `fault`; does nothing where there is one already.
function(split text words before after)
  if(fault)
    return()
  endif()
  string(FIND "${text}" "${words}" first)
  string(FIND "${text}" "${words}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    set(fault "this is not there exactly once: ${words}" PARENT_SCOPE)
    return()
  endif()
  string(LENGTH "${words}" length)
  math(EXPR end "${first} + ${length}")
  string(SUBSTRING "${text}" 0 ${first} head)
  string(SUBSTRING "${text}" ${end} -1 tail)
  set(${before} "${head}" PARENT_SCOPE)
  set(${after} "${tail}" PARENT_SCOPE)
endfunction()

list(GET FILES -1 last_file)

# Finds the function NAME among the files: sets `file`, the function's text from its name on, `body`, and what stands
# before and after that in the file, `head` and `tail`.
function(find_function name)
  foreach(file IN LISTS FILES)
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
  set(fault "there is no function ${name}" PARENT_SCOPE)
endfunction()

# The number of the line in which TEXT ends.
function(last_line text result)
  string(REGEX MATCHALL "\n" ends "${text}")
  list(LENGTH ends lines)
  math(EXPR line "${lines} + 1")
  set(${result} ${line} PARENT_SCOPE)
endfunction()

# leave_variant(TEXT VARIANT RESULT): the text with an empty line for each other variant.
function(leave_variant text variant result)
  string(REGEX MATCHALL "[^\n]*variant\\(\"[^\n]*" lines "${text}")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "variant\\(\"${variant}\"")
      string(REPLACE "${line}\n" "\n" text "${text}")
    endif()
  endforeach()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Adds the FILES, with EDITED for the text of FILE, in the namespace NAME; of the variants only VARIANT, if it is not
# empty. The edited text is written to a file beside RESULT as well: of some lines the emulator reads the source. The
# kernels that the last file includes are there already; inline, so that the compiler leaves out those that nothing
# launches.
function(add_kernels name file edited variant)
  string(APPEND kernels "namespace ladder::planted::${name} {\nusing namespace emulator;\n"
                        "std::vector<${TYPE}> ${FUNCTION}();\n")
  foreach(candidate IN LISTS FILES)
    set(path ${FOLDER}/${candidate})
    if(candidate STREQUAL file)
      get_filename_component(folder ${RESULT} DIRECTORY)
      get_filename_component(list ${RESULT} NAME_WE)  # the lists of two exercises may have the same names
      set(path ${folder}/${list}/${name}/${candidate})
      file(WRITE ${path} "${edited}")
    endif()
    file(READ ${path} text)
    string(REGEX REPLACE "#include (EXERCISE|\"[a-z_]+\\.cuh\")" "" text "${text}")
    string(REPLACE "\n__global__" "\ninline __global__" text "${text}")
    string(REPLACE "launch(::" "launch(" text "${text}")
    if(candidate STREQUAL last_file)
      if(variant)
        leave_variant("${text}" "${variant}" text)
      endif()
      string(APPEND kernels "}\n#undef LADDER_ENGINE\n#define LADDER_ENGINE planted::${name}\n")
    endif()
    string(APPEND kernels "#line 1 \"${path}\"\n${text}")
  endforeach()
  set(kernels "${kernels}" PARENT_SCOPE)
endfunction()

# Adds the bug NAME to the table, and its kernels: those with EDITED for the text of FILE, unless there is a `fault`.
function(add_bug name file edited variant line)
  cmake_parse_arguments(PARSE_ARGV 5 bug "FIRST" "RULE;ELEMENT" "WORDS;SIZE")
  string(TOLOWER "${bug_FIRST}" first)
  if(fault)
    set(function nullptr)
  else()
    add_kernels(${name} ${file} "${edited}" "${variant}")
    set(function planted::${name}::${FUNCTION})
  endif()
  list(TRANSFORM bug_WORDS PREPEND "R\"(")
  list(TRANSFORM bug_WORDS APPEND ")\"")
  list(JOIN bug_WORDS ", " words)
  list(JOIN bug_SIZE ", " size)
  get_filename_component(file_name ${file} NAME)
  string(APPEND table "    {\"${name}\", R\"(${fault})\", ${function}, \"${variant}\", {\"${bug_RULE}\", \"${file_name}\", "
                      "${line}, R\"(${bug_ELEMENT})\", {${words}}, ${first}}, {${size}}},\n")
  return(PROPAGATE kernels table)
endfunction()

# The calls of the list: see above.
function(plant name)
  cmake_parse_arguments(PARSE_ARGV 1 bug "FIRST" "VARIANT;IN;REPLACE;BY;AT;RULE;ELEMENT;CLANG" "WORDS;SIZE")
  if(bug_CLANG AND COMPILER MATCHES "Clang")
    return()
  endif()
  set(fault "")
  if(bug_UNPARSED_ARGUMENTS)
    set(fault "not understood: ${bug_UNPARSED_ARGUMENTS}")
  endif()
  find_function(${bug_IN})
  split("${body}" "${bug_REPLACE}" before after)
  set(body "${before}${bug_BY}${after}")
  set(line 0)
  if(bug_AT)
    split("${body}" "${bug_AT}" before after)
    last_line("${head}${before}" line)
  endif()
  if(bug_FIRST)
    set(first FIRST)
  endif()
  add_bug(${name} "${file}" "${head}${body}${tail}" "${bug_VARIANT}" ${line} RULE "${bug_RULE}" ELEMENT "${bug_ELEMENT}"
          WORDS ${bug_WORDS} SIZE ${bug_SIZE} ${first})
  return(PROPAGATE kernels table)
endfunction()

function(rewrite name)
  cmake_parse_arguments(PARSE_ARGV 1 same "" "VARIANT;IN;REPLACE;BY" "")
  plant(${name} IN ${same_IN} VARIANT ${same_VARIANT} REPLACE "${same_REPLACE}" BY "${same_BY}")
  return(PROPAGATE kernels table)
endfunction()

function(plant_empty_blank)
  cmake_parse_arguments(PARSE_ARGV 0 bug "" "RULE;ELEMENT" "")
  set(fault "")
  list(GET FILES 0 file)
  file(READ ${FOLDER}/${file} text)
  if(NOT "${text}" MATCHES "^(.*// --- your code: begin -+\n).+\n( *// --- your code: end -+\n.*)$")
    set(fault "there is no blank with something in it")
  endif()
  add_bug(empty_blank ${file} "${CMAKE_MATCH_1}${CMAKE_MATCH_2}" "" 0 RULE "${bug_RULE}" ELEMENT "${bug_ELEMENT}")
  return(PROPAGATE kernels table)
endfunction()

add_kernels(unedited "" "" "")
include(${BUGS})

file(WRITE ${RESULT} "\
// Written by plant.cmake.
#include \"${HEADER}\"
#include \"tests/planted/bug.hpp\"

${kernels}
#line 1 \"bugs\"
namespace ladder::planted {
std::vector<${TYPE}> unedited_${FUNCTION}() { return unedited::${FUNCTION}(); }

std::vector<Bug<${TYPE}>> bugs() {
  return {
${table}  };
}
}  // namespace ladder::planted
")
