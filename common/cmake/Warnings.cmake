# What the project's own C++ is compiled with; kernels, which students write, are not.
add_library(ladder_warnings INTERFACE)
target_compile_options(ladder_warnings INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>)
