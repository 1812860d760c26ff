# ladder_unite(TARGET [PARTS N] [APART FILE...]): the C++ files of a target are compiled as N (1), if LADDER_UNITE is on;
# those that are APART, as another. A first build then takes half the time, since most of it goes into reading headers
# and into what each file makes of them; and a change compiles its whole part. So the presets of those who only run the
# course have it, and `debug`, for those who work on the library, does not. A name in an unnamed namespace stands once
# in a target.
#
# APART is what calls for something that not every executable has: a linker takes the whole of what was compiled as one.
option(LADDER_UNITE "Compile the files of a library as one" OFF)

function(ladder_unite target)
  cmake_parse_arguments(PARSE_ARGV 1 unite "" "PARTS" "APART")
  if(NOT LADDER_UNITE)
    return()
  endif()
  if(NOT unite_PARTS)
    set(unite_PARTS 1)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(REMOVE_ITEM sources ${unite_APART})
  set_source_files_properties(${unite_APART} PROPERTIES UNITY_GROUP apart)
  list(LENGTH sources count)
  set(place 0)
  foreach(source IN LISTS sources)
    math(EXPR part "${place} * ${unite_PARTS} / ${count}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP part_${part})
    math(EXPR place "${place} + 1")
  endforeach()
endfunction()
