# Copies of the solutions with an edit in them, written when CMake configures, and again when a solution changes.

# Sets `text` to what is in the file.
function(ladder_read_solution file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(text "${text}" PARENT_SCOPE)
endfunction()

function(ladder_need_once file text words)
  string(FIND "${text}" "${words}" first)
  string(FIND "${text}" "${words}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "${file}: this is not there exactly once: ${words}")
  endif()
endfunction()

# Writes SKELETON: the solution, with nothing between the two lines that mark the blank.
function(ladder_empty_blank solution skeleton)
  set(begin "--- your code: begin --------------------------------\n")
  set(end "--- your code: end ----------------------------------\n")
  ladder_read_solution(${solution})
  ladder_need_once(${solution} "${text}" "${begin}")
  ladder_need_once(${solution} "${text}" "${end}")
  string(REGEX REPLACE "(${begin}).*\n( *// ${end})" "\\1\\2" emptied "${text}")
  if(emptied STREQUAL text)
    message(FATAL_ERROR "${solution}: there is nothing in the blank")
  endif()
  file(CONFIGURE OUTPUT ${skeleton} CONTENT "${emptied}" @ONLY)
endfunction()

# Writes RESULT: the solution with OTHER in the place of WORDS, which stand there once.
function(ladder_replace_once solution words other result)
  ladder_read_solution(${solution})
  ladder_need_once(${solution} "${text}" "${words}")
  string(REPLACE "${words}" "${other}" text "${text}")
  file(CONFIGURE OUTPUT ${result} CONTENT "${text}" @ONLY)
endfunction()
