#include "ladder/engine/emulator/dynamic_shared.hpp"

extern "C" {
alignas(128) thread_local unsigned char dynamic_shared[ladder::emulator::most_shared_bytes];
}
