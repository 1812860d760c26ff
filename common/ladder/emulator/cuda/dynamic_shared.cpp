#include "ladder/emulator/cuda/dynamic_shared.hpp"

#include "ladder/model/architecture.hpp"

extern "C" {
alignas(128) thread_local unsigned char dynamic_shared[memory_model::architecture.most_shared_bytes];
}
