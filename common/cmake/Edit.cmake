# Edits of a kernel's source: planted bugs, mistakes in an exercise's solution, and its empty blank.

# ladder_split(TEXT WORDS BEFORE AFTER): what stands in TEXT before WORDS, and after them, in the variables BEFORE and
# AFTER. Where they are not there exactly once, says so in the variable `problem`; does nothing where there is one already.
function(ladder_split text words before after)
  if(problem)
    return()
  endif()
  string(FIND "${text}" "${words}" first)
  string(FIND "${text}" "${words}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    set(problem "this is not there exactly once: ${words}" PARENT_SCOPE)
    return()
  endif()
  string(LENGTH "${words}" length)
  math(EXPR end "${first} + ${length}")
  string(SUBSTRING "${text}" 0 ${first} head)
  string(SUBSTRING "${text}" ${end} -1 tail)
  set(${before} "${head}" PARENT_SCOPE)
  set(${after} "${tail}" PARENT_SCOPE)
endfunction()

# ladder_empty_blank(TEXT RESULT): TEXT with nothing between the two lines that mark the blank, in the variable RESULT;
# or a `problem`.
function(ladder_empty_blank text result)
  set(begin "// --- your code: begin --------------------------------\n")
  set(end "// --- your code: end ----------------------------------\n")
  ladder_split("${text}" "${begin}" before rest)
  ladder_split("${rest}" "${end}" blank after)
  string(REGEX MATCH "[ ]*$" indentation "${blank}")
  if(NOT problem AND blank STREQUAL indentation)
    set(problem "there is nothing in the blank")
  endif()
  set(problem "${problem}" PARENT_SCOPE)
  set(${result} "${before}${begin}${indentation}${end}${after}" PARENT_SCOPE)
endfunction()
