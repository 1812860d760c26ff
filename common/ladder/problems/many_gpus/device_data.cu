// Compiled with --expt-relaxed-constexpr: the formulas are those of layout.hpp, which the host has too.
#include "ladder/gpu/launch.cuh"
#include "ladder/problems/many_gpus/device_data.hpp"

namespace ladder::gpu {
namespace {

using many_gpus::Layout;

struct MatrixElement {
  std::size_t first;
  __device__ unsigned operator()(std::size_t i) const { return input_bits(first + i); }
};
struct VectorElement {
  std::size_t rank;
  __device__ unsigned operator()(std::size_t i) const { return __float_as_uint(many_gpus::element_of_vector(rank, i)); }
};
struct TransposeElement {
  Layout layout;
  std::size_t rank;
  __device__ unsigned operator()(std::size_t i) const { return input_bits(layout.source_of(rank, i)); }
};
struct SumElement {
  std::size_t ranks;
  __device__ unsigned operator()(std::size_t i) const {
    float sum = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) sum += many_gpus::element_of_vector(rank, i);
    return __float_as_uint(sum);
  }
};

__device__ std::size_t first_element() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

template <typename Element>
__global__ void write(float* to, std::size_t count, Element element) {
  for (std::size_t i = first_element(); i < count; i += all_threads()) to[i] = __uint_as_float(element(i));
}

template <typename Element>
__global__ void compare(const float* found, std::size_t count, Element element, unsigned* differ) {
  for (std::size_t i = first_element(); i < count; i += all_threads()) {
    if (__float_as_uint(found[i]) != element(i)) *differ = 1;
  }
}

const dim3 blocks(4096), threads(256);

template <typename Element>
void write_all(float* to, std::size_t count, const Element& element) {
  launch(write<Element>, blocks, threads, to, count, element);
}

template <typename Element>
bool is_all(const float* found, std::size_t count, const Element& element) {
  unsigned differ = 0, *there = nullptr;
  check(cudaMalloc(&there, sizeof differ), "memory for a comparison");
  check(cudaMemset(there, 0, sizeof differ), "cudaMemset");
  launch(compare<Element>, blocks, threads, found, count, element, there);
  check(cudaMemcpy(&differ, there, sizeof differ, cudaMemcpyDeviceToHost), "a comparison");
  check(cudaFree(there), "cudaFree");
  return differ == 0;
}

}  // namespace

void write_matrix(float* to, std::size_t first, std::size_t count) { write_all(to, count, MatrixElement{first}); }
void write_vector(float* to, std::size_t rank, std::size_t count) { write_all(to, count, VectorElement{rank}); }
bool is_matrix(const float* found, std::size_t first, std::size_t count) {
  return is_all(found, count, MatrixElement{first});
}
bool is_vector(const float* found, std::size_t rank, std::size_t count) {
  return is_all(found, count, VectorElement{rank});
}
bool is_transpose(const float* found, const Layout& layout, std::size_t rank) {
  return is_all(found, layout.cols_of(rank).count * layout.rows, TransposeElement{layout, rank});
}
bool is_sum(const float* found, const Layout& layout) {
  return is_all(found, layout.elements(), SumElement{layout.ranks});
}

}  // namespace ladder::gpu
