# ladder_unite(TARGET): the C++ files of each folder of a library are compiled as one, if LADDER_UNITE is on. A first build
# then takes half the time, since most of it goes into reading headers; and a change compiles its whole folder. So the
# presets of those who only run the course have it, and `debug`, for those who work on the library, does not. A name in
# an unnamed namespace stands once in a folder.
option(LADDER_UNITE "Compile the files of a library's folder as one" OFF)

function(ladder_unite target)
  if(NOT LADDER_UNITE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${LADDER_INCLUDES})
    string(MAKE_C_IDENTIFIER ${folder} group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
