# Libraries, each taken from the system where it is new enough and fetched by CMake where it is not.
include(FetchContent)

# Programs then run on machines that do not have these libraries.
option(LADDER_STATIC "Link Boost, libdw and the C++ runtime statically" OFF)
if(LADDER_STATIC)
  set(Boost_USE_STATIC_LIBS ON)
  add_link_options(-static-libstdc++ -static-libgcc)
endif()

set(FMT_INSTALL OFF)
set(CLI11_BUILD_TESTS OFF)
set(CLI11_BUILD_EXAMPLES OFF)
set(BOOST_INCLUDE_LIBRARIES context)

FetchContent_Declare(fmt URL https://github.com/fmtlib/fmt/releases/download/11.2.0/fmt-11.2.0.zip
                     FIND_PACKAGE_ARGS 8.1)
FetchContent_Declare(CLI11 URL https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.5.0.tar.gz
                     FIND_PACKAGE_ARGS 2.1)
FetchContent_Declare(nlohmann_json
                     URL https://github.com/nlohmann/json/releases/download/v3.12.0/json.tar.xz
                     FIND_PACKAGE_ARGS 3.10)
FetchContent_Declare(Boost URL https://github.com/boostorg/boost/releases/download/boost-1.88.0/boost-1.88.0-cmake.tar.xz
                     FIND_PACKAGE_ARGS 1.71 COMPONENTS context)
FetchContent_MakeAvailable(fmt CLI11 nlohmann_json Boost)

if(BUILD_TESTING OR NOT DEFINED BUILD_TESTING)
  # Earlier ones can report four failures as a skip.
  FetchContent_Declare(Catch2 URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.11.0.tar.gz
                       FIND_PACKAGE_ARGS 3.7.1)
  FetchContent_MakeAvailable(Catch2)
  if(Catch2_SOURCE_DIR)
    list(APPEND CMAKE_MODULE_PATH ${Catch2_SOURCE_DIR}/extras)
  endif()
endif()

find_package(Threads REQUIRED)
include(Libdw)
