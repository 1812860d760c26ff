# What is compiled follows what is in the files of a chapter or an exercise, and not their times: see tell_contents.sh.
#
# ladder_follow_contents(FOLDER RESULT): the file, in the variable RESULT, that changes with the sources in FOLDER. What
# is compiled from them depends on it, and its target on ladder_contents.
function(ladder_follow_contents folder result)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  get_property(folders GLOBAL PROPERTY ladder_followed)
  if(NOT folders)
    cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL ladder_add_contents)
  endif()
  if(NOT folder IN_LIST folders)
    set_property(GLOBAL APPEND PROPERTY ladder_followed ${folder})
  endif()
  string(REPLACE / _ name ${folder})
  set(${result} ${CMAKE_BINARY_DIR}/contents/${name} PARENT_SCOPE)
endfunction()

function(ladder_add_contents)
  get_property(folders GLOBAL PROPERTY ladder_followed)
  string(REPLACE / _ stamps "${folders}")
  list(TRANSFORM stamps PREPEND ${CMAKE_BINARY_DIR}/contents/)
  add_custom_target(ladder_contents BYPRODUCTS ${stamps} VERBATIM
                    COMMAND ${CMAKE_SOURCE_DIR}/common/cmake/tell_contents.sh ${CMAKE_BINARY_DIR}/contents ${CMAKE_SOURCE_DIR} ${folders}
                    COMMENT "Looking at what is in the sources")
endfunction()
