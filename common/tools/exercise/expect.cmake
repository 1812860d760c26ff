# cmake -DPROGRAM=<file> -DSTATUS=<number> -DWORDS=<words> -P expect.cmake
#
# Runs the program on the emulator, and fails where it ends with another status or does not say those words.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${PROGRAM} --device emulator RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
message("${said}")
string(FIND "${said}" "${WORDS}" found)
if(NOT status STREQUAL STATUS OR found EQUAL -1)
  message(FATAL_ERROR "status ${status}, where ${STATUS} was expected, with these words: ${WORDS}")
endif()
