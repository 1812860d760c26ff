# ladder_empty_blank(TEXT RESULT): the text of an exercise's solution with nothing between the two lines that mark the
# blank, in the variable RESULT. Where there is no blank, or nothing in it, says so in the variable `fault`.
function(ladder_empty_blank text result)
  if(NOT "${text}" MATCHES "^(.*// --- your code: begin -+\n)(.+\n)( *// --- your code: end -+\n.*)$")
    set(fault "there is no blank with something in it" PARENT_SCOPE)
  endif()
  set(${result} "${CMAKE_MATCH_1}${CMAKE_MATCH_3}" PARENT_SCOPE)
endfunction()
