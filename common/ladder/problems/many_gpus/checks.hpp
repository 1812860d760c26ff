// What the Catch2 checks of every chapter for several devices ask of its variants.
#pragma once

#include <vector>

#include "ladder/engine/engine.hpp"
#include "ladder/problems/many_gpus/variant.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::emulator {
// The kernels that move or add elements, each as a variant of its own. (far_kernels.cu)
std::vector<transpose::Variant> far_kernels();
}  // namespace ladder::emulator

namespace ladder::gpu {
// Whose work does not end within a second. (Where the GPU engine is built.)
std::vector<many_gpus::Variant> late_variants(unsigned gpus);
// These, but that afterwards a byte of the last rank's output, or input, is another.
enum class WrongByte { in_output, in_input };
std::vector<many_gpus::Variant> with_a_wrong_byte(const std::vector<many_gpus::Variant>& variants, WrongByte where);
}  // namespace ladder::gpu

namespace ladder::many_gpus {

// Every variant, on so many devices: matrices of whole tiles, with ragged edges, with fewer rows or columns than there
// are devices: the result bit by bit, no hazard, no mistake of the host's code. Where the engine observes, what crosses
// the links is what the contracts say.
void check_every_variant(Engine& engine, unsigned gpus);

// Skips the test where there are not so many.
void skip_without_devices(Engine& engine, unsigned gpus);

// On GPUs, work that does not end in time is named, and the next variant has ranks that can be used.
void check_late_work(Engine& gpu, unsigned gpus);

// On GPUs, which compare what they have themselves, one wrong byte is found, in what comes out and in what goes in.
void check_wrong_bytes(Engine& gpu, unsigned gpus);

// Every variant's kernels do the work that its row in the chapter's contract.cpp says, no more and no less, where all
// tiles are full; and every row is a variant's.
void check_contracts();

// A few blocks of each of these kernels, in matrices of more than 2^32 elements, are right. Nothing where a variant was
// found wrong before.
void check_far_kernels(Engine& engine, const std::vector<transpose::Variant>& kernels);

}  // namespace ladder::many_gpus
