# elfutils' libdw and libelf, with which the emulator reads the executable's own symbols and debug information: the
# target ladder_libdw. Not fetched: they come with their own way of building.
find_path(LADDER_LIBDW_HEADERS elfutils/libdw.h)
if(LADDER_STATIC)
  find_library(LADDER_LIBDW libdw.a)
  find_library(LADDER_LIBELF libelf.a)
  find_library(LADDER_ZLIB libz.a)
  find_library(LADDER_ZSTD libzstd.a)  # which libelf needs since 0.189
else()
  find_library(LADDER_LIBDW dw)
  find_library(LADDER_LIBELF elf)
endif()
mark_as_advanced(LADDER_LIBDW_HEADERS LADDER_LIBDW LADDER_LIBELF LADDER_ZLIB LADDER_ZSTD)
if(NOT LADDER_LIBDW_HEADERS OR NOT LADDER_LIBDW OR NOT LADDER_LIBELF)
  message(FATAL_ERROR "elfutils' libdw is missing: install libdw-dev (Debian, Ubuntu), \
elfutils-devel (Fedora) or elfutils (elsewhere)")
endif()
add_library(ladder_libdw INTERFACE)
target_include_directories(ladder_libdw SYSTEM INTERFACE ${LADDER_LIBDW_HEADERS})
foreach(library LADDER_LIBDW LADDER_LIBELF LADDER_ZLIB LADDER_ZSTD)
  if(${library})
    target_link_libraries(ladder_libdw INTERFACE ${${library}})
  endif()
endforeach()
