# What is compiled follows what is in the files of a chapter or an exercise, and not their times: see tell_contents.sh.
#
# ladder_follow_contents(TARGET SOURCE FOLDER...): TARGET compiles SOURCE anew where something has changed in the sources
# of a FOLDER, or in the text that the compiler reads. The file contents/TARGET changes with them: what else is made from
# them depends on it.
function(ladder_follow_contents target source)
  set(stamp ${CMAKE_BINARY_DIR}/contents/${target})
  add_custom_target(${target}_contents BYPRODUCTS ${stamp} VERBATIM
                    COMMAND ${CMAKE_SOURCE_DIR}/common/cmake/tell_contents.sh ${stamp} ${ARGN}
                    COMMENT "Looking at what is in the sources")
  set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${stamp})
  add_dependencies(${target} ${target}_contents)
endfunction()
