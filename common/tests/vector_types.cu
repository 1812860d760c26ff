// What CUDA's vector types take and what they refuse, for nvcc and for the emulator alike.
#include <type_traits>

#include "ladder/engine/launch.hpp"

// A number is no vector.
static_assert(!std::is_convertible_v<float, float2>);
static_assert(!std::is_convertible_v<float, float3>);
static_assert(!std::is_convertible_v<float, float4>);
static_assert(!std::is_convertible_v<const float&, float4>);
static_assert(!std::is_convertible_v<int, uchar4>);
static_assert(!std::is_convertible_v<unsigned, uint2>);
static_assert(!std::is_convertible_v<double, double2>);
static_assert(!std::is_assignable_v<float4&, float>);
static_assert(!std::is_assignable_v<int2&, int>);

__global__ void vectors(const float* in, float4* out, float3* threes, float2* pairs, uint2* positions) {
  float4 one = {1.0f};
  float4 all{1, 2, 3, 4};
  float4 nothing{};
  float4 several[2] = {{1, 2}, {in[0], in[1], in[2], in[3]}};
  out[0] = one;
  out[1] = all;
  out[2] = nothing;
  out[3] = several[threadIdx.x];
  out[4] = float4{1, 2, 3, 4};
  out[5] = {1, 2, 3, 4};
  out[6] = make_float4(1, 2, 3, 4);
  threes[0] = {1, 2, 3};
  float3 three = {1};
  threes[1] = three;
  float2 pair = {1};
  pairs[0] = pair;
  pairs[1] = {in[0]};
  uint2 position = {threadIdx.x, blockIdx.x};
  positions[0] = position;
  uint2 start = {threadIdx.x};
  positions[1] = start;
}
