#include "ladder/engine/launch.hpp"
#include "tools/probe/copies.hpp"

namespace copied {

struct Point {
  float x, y, z;
};
struct Row4 {
  float v[4];
};
struct Row6 {
  float v[6];
};
struct Row8 {
  float v[8];
};
struct Row50 {
  float v[50];
};
struct alignas(16) Aligned4 {
  float v[4];
};
struct alignas(8) Aligned6 {
  float v[6];
};
struct alignas(16) Aligned8 {
  float v[8];
};
struct alignas(32) FarAligned8 {
  float v[8];
};
struct alignas(16) Padded {
  float x, y, z;
};
struct Colour {
  unsigned char r, g, b;
};
struct Pixel {
  unsigned char r, g, b, a;
};
struct alignas(4) AlignedPixel {
  unsigned char r, g, b, a;
};
struct Halves {
  unsigned short x, y, z;
};
struct Pair {
  int key, value;
};
struct alignas(8) AlignedPair {
  int key, value;
};
struct Flagged {
  int value;
  char flag;
};
struct Doubles {
  double x, y;
};
struct Entry {
  long long key;
  int first, last;
};
struct Segment {
  Point from, to;
};
struct Particle {
  float4 place, speed;
};
struct Box {
  float3 low, high;
};
union Bits {
  float numbers[4];
  int integers[4];
};
struct Base {
  float mass;
};
struct Derived : Base {
  float charge, spin;
};

template <typename T>
__global__ void copy(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

template <typename T>
__global__ void reverse(const T* in, T* out) {
  __shared__ T tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

// The buffer's elements are floats: the type stands in the cast alone.
template <typename T>
__global__ void copy_by_cast(const float* in, float* out) {
  reinterpret_cast<T*>(out)[threadIdx.x] = reinterpret_cast<const T*>(in)[threadIdx.x];
}

// No parameter points to the buffers.
template <typename T>
struct View {
  const T* in;
  T* out;
};
template <typename T>
__global__ void copy_in_view(View<T> view) {
  view.out[threadIdx.x] = view.in[threadIdx.x];
}

template <typename T>
__global__ void clear(T* out) {
  out[threadIdx.x] = T{};
}

// Both sides by way of a variable of the thread.
__global__ void change(const Row8* in, Row8* out) {
  Row8 row = in[threadIdx.x];
  row.v[3] += 1;
  out[threadIdx.x] = row;
}

__global__ void ends_of_segments(const Segment* in, Segment* out) { out[threadIdx.x].to = in[threadIdx.x].from; }

__global__ void ends_in_shared(const Segment* in, Segment* out) {
  __shared__ Segment segments[32];
  segments[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x].to = segments[31 - threadIdx.x].from;
}

// Members by reference are ordinary accesses.
__global__ void members(const Point* in, Point* out) {
  const Point& from = in[threadIdx.x];
  Point& to = out[threadIdx.x];
  to.y = from.x;
}

__device__ Point table[32];

__global__ void by_table(const Point* in, Point* out) {
  table[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = table[31 - threadIdx.x];
}

__global__ void fill(float* out) {
  Point* const points = reinterpret_cast<Point*>(out);
  points[threadIdx.x] = Point{1, 2, 3};
}

__global__ void by_memcpy(const Row8* in, Row8* out) { memcpy(out + threadIdx.x, in + threadIdx.x, sizeof(Row8)); }

__global__ void memcpy_of_floats(const float* in, float* out) {
  float value;
  memcpy(&value, in + threadIdx.x, sizeof(value));
  out[threadIdx.x] = value;
}

__global__ void by_memset(const Row8*, Row8* out) { memset(out + threadIdx.x, 0, sizeof(Row8)); }

}  // namespace copied

namespace ladder::LADDER_ENGINE {
namespace {

constexpr unsigned lanes = 32;

template <typename T>
void by_copy(const void* in, void* out) {
  launch(copied::copy<T>, dim3(1), dim3(lanes), static_cast<const T*>(in), static_cast<T*>(out));
}
template <typename T>
void by_reverse(const void* in, void* out) {
  launch(copied::reverse<T>, dim3(1), dim3(lanes), static_cast<const T*>(in), static_cast<T*>(out));
}
template <typename T>
void by_cast(const void* in, void* out) {
  launch(copied::copy_by_cast<T>, dim3(1), dim3(lanes), static_cast<const float*>(in), static_cast<float*>(out));
}
template <typename T>
void by_view(const void* in, void* out) {
  launch(copied::copy_in_view<T>, dim3(1), dim3(lanes),
         copied::View<T>{static_cast<const T*>(in), static_cast<T*>(out)});
}
template <typename T>
void by_clear(const void*, void* out) {
  launch(copied::clear<T>, dim3(1), dim3(lanes), static_cast<T*>(out));
}
template <typename T, void kernel(const T*, T*)>
void by(const void* in, void* out) {
  launch(kernel, dim3(1), dim3(lanes), static_cast<const T*>(in), static_cast<T*>(out));
}
void by_fill(const void*, void* out) { launch(copied::fill, dim3(1), dim3(lanes), static_cast<float*>(out)); }

}  // namespace

std::vector<probe::Copy> copies() {
  using namespace copied;
  return {
      {"Point", by_copy<Point>},
      {"Row4", by_copy<Row4>},
      {"Row6", by_copy<Row6>},
      {"Row8", by_copy<Row8>},
      {"Row50", by_copy<Row50>},
      {"Aligned4", by_copy<Aligned4>},
      {"Aligned6", by_copy<Aligned6>},
      {"Aligned8", by_copy<Aligned8>},
      {"FarAligned8", by_copy<FarAligned8>},
      {"Padded", by_copy<Padded>},
      {"Colour", by_copy<Colour>},
      {"Pixel", by_copy<Pixel>},
      {"AlignedPixel", by_copy<AlignedPixel>},
      {"Halves", by_copy<Halves>},
      {"Pair", by_copy<Pair>},
      {"AlignedPair", by_copy<AlignedPair>},
      {"Flagged", by_copy<Flagged>},
      {"Doubles", by_copy<Doubles>},
      {"Entry", by_copy<Entry>},
      {"Segment", by_copy<Segment>},
      {"Particle", by_copy<Particle>},
      {"Box", by_copy<Box>},
      {"Bits", by_copy<Bits>},
      {"Derived", by_copy<Derived>},
      {"Point in shared memory", by_reverse<Point>},
      {"Row4 in shared memory", by_reverse<Row4>},
      {"Row8 in shared memory", by_reverse<Row8>},
      {"Aligned4 in shared memory", by_reverse<Aligned4>},
      {"Aligned6 in shared memory", by_reverse<Aligned6>},
      {"Halves in shared memory", by_reverse<Halves>},
      {"Pixel in shared memory", by_reverse<Pixel>},
      {"Pair in shared memory", by_reverse<Pair>},
      {"AlignedPair in shared memory", by_reverse<AlignedPair>},
      {"Doubles in shared memory", by_reverse<Doubles>},
      {"Segment in shared memory", by_reverse<Segment>},
      {"Particle in shared memory", by_reverse<Particle>},
      {"Point by a cast", by_cast<Point>},
      {"Row8 by a cast", by_cast<Row8>},
      {"Aligned8 by a cast", by_cast<Aligned8>},
      {"Point in a view", by_view<Point>},
      {"Aligned6 in a view", by_view<Aligned6>},
      {"Point, cleared", by_clear<Point>},
      {"Row8, cleared", by_clear<Row8>},
      {"Row8 by way of a variable", by<Row8, change>},
      {"a part of a Segment", by<Segment, ends_of_segments>},
      {"a part of a Segment in shared memory", by<Segment, ends_in_shared>},
      {"a member by reference", by<Point, members>},
      {"Point in a __device__ array", by<Point, by_table>},
      {"Point, filled", by_fill},
      {"Row8 by memcpy()", by<Row8, by_memcpy>},
      {"float by memcpy()", by<float, memcpy_of_floats>},
      {"Row8 by memset()", by<Row8, by_memset>},
  };
}

}  // namespace ladder::LADDER_ENGINE
