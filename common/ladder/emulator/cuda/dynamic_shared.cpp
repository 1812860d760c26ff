// Dynamic shared memory: `extern __shared__ float values[];`, whose size is an argument of the launch. Such an array is
// declared and nowhere defined; compile_kernels.sh (in cmake/) gives them all the name of this one.
#include "ladder/model/architecture.hpp"

extern "C" {
alignas(128) thread_local unsigned char dynamic_shared[memory_model::architecture.most_shared_bytes];
}
