# Libraries, each taken from the system where it is new enough and fetched by CMake where it is not, or read from a folder
# that FETCHCONTENT_SOURCE_DIR_<NAME> names.
include(FetchContent)

# Programs then run on machines that do not have these libraries.
option(LADDER_STATIC "Link Boost, libdw and the C++ runtime statically" OFF)
set(LADDER_FMT fmt::fmt)
if(LADDER_STATIC)
  set(LADDER_FMT fmt::fmt-header-only)  # costs every source file two seconds more; Debian has no static fmt
  set(Boost_USE_STATIC_LIBS ON)
  add_link_options(-static-libstdc++ -static-libgcc)
endif()

set(FMT_INSTALL OFF)
set(BOOST_INCLUDE_LIBRARIES context)

FetchContent_Declare(fmt SYSTEM URL https://github.com/fmtlib/fmt/releases/download/11.2.0/fmt-11.2.0.zip
                     URL_HASH SHA256=203eb4e8aa0d746c62d8f903df58e0419e3751591bb53ff971096eaa0ebd4ec3
                     FIND_PACKAGE_ARGS 8.1)
FetchContent_Declare(nlohmann_json SYSTEM
                     URL https://github.com/nlohmann/json/releases/download/v3.12.0/json.tar.xz
                     URL_HASH SHA256=42f6e95cad6ec532fd372391373363b62a14af6d771056dbfc86160e6dfff7aa
                     FIND_PACKAGE_ARGS 3.10)
FetchContent_Declare(Boost SYSTEM
                     URL https://github.com/boostorg/boost/releases/download/boost-1.88.0/boost-1.88.0-cmake.tar.xz
                     URL_HASH SHA256=f48b48390380cfb94a629872346e3a81370dc498896f16019ade727ab72eb1ec
                     FIND_PACKAGE_ARGS 1.71 CONFIG COMPONENTS context)
FetchContent_MakeAvailable(fmt nlohmann_json Boost)
if(NOT TARGET Boost::context)  # headers alone are often there
  message(FATAL_ERROR "Boost in ${Boost_DIR} has no Boost.Context: install it (Debian, Ubuntu: libboost-context-dev), "
                      "or name a folder that has its BoostConfig.cmake with -DBoost_DIR=FOLDER")
endif()

if(BUILD_TESTING OR NOT DEFINED BUILD_TESTING)
  # Earlier ones can report four failures as a skip.
  FetchContent_Declare(Catch2 SYSTEM URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
                       URL_HASH SHA256=c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c
                       FIND_PACKAGE_ARGS 3.7.1)
  FetchContent_MakeAvailable(Catch2)
  if(Catch2_SOURCE_DIR)
    list(APPEND CMAKE_MODULE_PATH ${Catch2_SOURCE_DIR}/extras)
  endif()
endif()

find_package(Threads REQUIRED)
include(Libdw)
