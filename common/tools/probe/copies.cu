#include "ladder/engine/launch.hpp"
#include "tools/probe/probe.hpp"

namespace copied {

// Values side by side, aligned to so many bytes.
template <typename T, int count, int alignment = alignof(T)>
struct alignas(alignment) Row {
  T v[count];
};
template <typename T, int alignment = alignof(T)>
struct alignas(alignment) Two {
  T x, y;
};
template <typename T, int alignment = alignof(T)>
struct alignas(alignment) Three {
  T x, y, z;
};
template <typename T, int alignment = alignof(T)>
struct alignas(alignment) Four {
  T r, g, b, a;
};

using Point = Three<float>;
using Row8 = Row<float, 8>;
using Aligned4 = Row<float, 4, 16>;
using Aligned6 = Row<float, 6, 8>;
using Aligned8 = Row<float, 8, 16>;
using Pixel = Four<unsigned char>;
using Halves = Three<unsigned short>;
using Pair = Two<int>;
using AlignedPair = Two<int, 8>;
using Doubles = Two<double>;
struct Flagged {
  int value;
  char flag;
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
__global__ void clear(const T*, T* out) {
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

__global__ void fill(const float*, float* out) {
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

template <typename T, void kernel(const T*, T*)>
void by(const void* in, void* out) {
  launch(kernel, dim3(1), dim3(lanes), static_cast<const T*>(in), static_cast<T*>(out));
}
template <typename T>
void by_view(const void* in, void* out) {
  launch(copied::copy_in_view<T>, dim3(1), dim3(lanes),
         copied::View<T>{static_cast<const T*>(in), static_cast<T*>(out)});
}

}  // namespace

std::vector<probe::Copy> copies() {
  using namespace copied;
  return {
      {"Point", by<Point, copy<Point>>},
      {"Row4", by<Row<float, 4>, copy<Row<float, 4>>>},
      {"Row6", by<Row<float, 6>, copy<Row<float, 6>>>},
      {"Row8", by<Row8, copy<Row8>>},
      {"Row50", by<Row<float, 50>, copy<Row<float, 50>>>},
      {"Aligned4", by<Aligned4, copy<Aligned4>>},
      {"Aligned6", by<Aligned6, copy<Aligned6>>},
      {"Aligned8", by<Aligned8, copy<Aligned8>>},
      {"FarAligned8", by<Row<float, 8, 32>, copy<Row<float, 8, 32>>>},
      {"Padded", by<Three<float, 16>, copy<Three<float, 16>>>},
      {"Colour", by<Three<unsigned char>, copy<Three<unsigned char>>>},
      {"Pixel", by<Pixel, copy<Pixel>>},
      {"AlignedPixel", by<Four<unsigned char, 4>, copy<Four<unsigned char, 4>>>},
      {"Halves", by<Halves, copy<Halves>>},
      {"Pair", by<Pair, copy<Pair>>},
      {"AlignedPair", by<AlignedPair, copy<AlignedPair>>},
      {"Flagged", by<Flagged, copy<Flagged>>},
      {"Doubles", by<Doubles, copy<Doubles>>},
      {"Entry", by<Entry, copy<Entry>>},
      {"Segment", by<Segment, copy<Segment>>},
      {"Particle", by<Particle, copy<Particle>>},
      {"Box", by<Box, copy<Box>>},
      {"Bits", by<Bits, copy<Bits>>},
      {"Derived", by<Derived, copy<Derived>>},
      {"Point in shared memory", by<Point, reverse<Point>>},
      {"Row4 in shared memory", by<Row<float, 4>, reverse<Row<float, 4>>>},
      {"Row8 in shared memory", by<Row8, reverse<Row8>>},
      {"Aligned4 in shared memory", by<Aligned4, reverse<Aligned4>>},
      {"Aligned6 in shared memory", by<Aligned6, reverse<Aligned6>>},
      {"Halves in shared memory", by<Halves, reverse<Halves>>},
      {"Pixel in shared memory", by<Pixel, reverse<Pixel>>},
      {"Pair in shared memory", by<Pair, reverse<Pair>>},
      {"AlignedPair in shared memory", by<AlignedPair, reverse<AlignedPair>>},
      {"Doubles in shared memory", by<Doubles, reverse<Doubles>>},
      {"Segment in shared memory", by<Segment, reverse<Segment>>},
      {"Particle in shared memory", by<Particle, reverse<Particle>>},
      {"Point by a cast", by<float, copy_by_cast<Point>>},
      {"Row8 by a cast", by<float, copy_by_cast<Row8>>},
      {"Aligned8 by a cast", by<float, copy_by_cast<Aligned8>>},
      {"Point in a view", by_view<Point>},
      {"Aligned6 in a view", by_view<Aligned6>},
      {"Point, cleared", by<Point, clear<Point>>},
      {"Row8, cleared", by<Row8, clear<Row8>>},
      {"Row8 by way of a variable", by<Row8, change>},
      {"a part of a Segment", by<Segment, ends_of_segments>},
      {"a part of a Segment in shared memory", by<Segment, ends_in_shared>},
      {"a member by reference", by<Point, members>},
      {"Point in a __device__ array", by<Point, by_table>},
      {"Point, filled", by<float, fill>},
      {"Row8 by memcpy()", by<Row8, by_memcpy>},
      {"float by memcpy()", by<float, memcpy_of_floats>},
      {"Row8 by memset()", by<Row8, by_memset>},
  };
}

}  // namespace ladder::LADDER_ENGINE
