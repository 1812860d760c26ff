// What the devices start with and what has to come out, written and compared on GPUs themselves: of matrices that fill
// several of them, the host would do that for minutes.
#pragma once

#include <cstddef>

#include "ladder/problems/many_gpus/layout.hpp"

namespace ladder::gpu {

// On the current device, in its default stream: `count` elements of the matrix, from `first` on; a rank's vector. Throw
// std::runtime_error.
void write_matrix(float* to, std::size_t first, std::size_t count);
void write_vector(float* to, std::size_t rank, std::size_t count);

// Whether all is there, bit by bit: the same; a rank's rows of the transpose; the sum of all vectors. They wait for
// what stands in the device's default stream. Throw std::runtime_error.
bool is_matrix(const float* found, std::size_t first, std::size_t count);
bool is_vector(const float* found, std::size_t rank, std::size_t count);
bool is_transpose(const float* found, const many_gpus::Layout& layout, std::size_t rank);
bool is_sum(const float* found, const many_gpus::Layout& layout);

}  // namespace ladder::gpu
