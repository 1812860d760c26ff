# ladder_unite(TARGET [APART FILE...]): the C++ files of each folder of a library are compiled as one, if LADDER_UNITE is
# on; those that are APART, as another. A first build then takes half the time, since most of it goes into reading
# headers; and a change compiles its whole folder. So the presets of those who only run the course have it, and `debug`,
# for those who work on the library, does not. A name in an unnamed namespace stands once in a folder.
#
# APART is what calls for something that not every executable has: a linker takes the whole of what was compiled as one.
option(LADDER_UNITE "Compile the files of a library's folder as one" OFF)

function(ladder_unite target)
  cmake_parse_arguments(PARSE_ARGV 1 unite "" "" APART)
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
    if(source IN_LIST unite_APART)
      string(APPEND group _apart)
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
