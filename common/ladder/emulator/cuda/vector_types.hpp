// CUDA's vector types (int2, float4, uchar4, double2, ...), whose copies are one access each, as they are on the GPU.
//
// A compiler is free to split the copy of a struct into copies of its members. Here a copy of 2, 4, 8 or 16 bytes goes
// through one value; for 16 bytes an empty asm statement pins that value to a vector register. Types of three members
// are only as aligned as one of them, and are read and written member by member: on the GPU too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

// In ladder::cuda: symbols.cpp gives the types of that namespace their names in CUDA.
namespace ladder::cuda {

template <std::size_t bytes>
struct Whole;
template <>
struct Whole<2> {
  typedef std::uint16_t type __attribute__((may_alias));
};
template <>
struct Whole<4> {
  typedef std::uint32_t type __attribute__((may_alias));
};
template <>
struct Whole<8> {
  typedef float type __attribute__((vector_size(8), may_alias));
};
template <>
struct Whole<16> {
  typedef float type __attribute__((vector_size(16), may_alias));
};

template <std::size_t bytes>
inline __attribute__((always_inline)) void copy_whole(void* to, const void* from) {
  if constexpr (bytes > 16) {  // as two
    copy_whole<16>(to, from);
    copy_whole<bytes - 16>(static_cast<char*>(to) + 16, static_cast<const char*>(from) + 16);
  } else {
    using Type = typename Whole<bytes>::type;
    Type value = *static_cast<const Type*>(from);
    if constexpr (bytes == 16) {
#if defined(__x86_64__)
      asm("" : "+x"(value));
#elif defined(__aarch64__)
      asm("" : "+w"(value));
#elif defined(__wasm__)
      asm("" : "+r"(value));
#else
#error "the emulator runs on x86-64, aarch64 and wasm32"
#endif
    }
    *static_cast<Type*>(to) = value;
  }
}

// The copy constructor and assignment of a type that is copied as a whole.
#define LADDER_COPIED_WHOLE(Type)                                           \
  __attribute__((always_inline)) Type(const Type& other) { *this = other; } \
  __attribute__((always_inline)) Type& operator=(const Type& other) {       \
    ladder::cuda::copy_whole<sizeof(Type)>(this, &other);                   \
    return *this;                                                           \
  }

// A number on its way into a vector. That makes `float4 v = 1.0f;` two conversions, which C++ does not do by itself:
// CUDA's vectors are aggregates, and take `= {1.0f}`, but no number without braces.
template <typename T>
struct Element {
  T value;
  template <typename From, typename = std::enable_if_t<std::is_convertible_v<From, T>>>
  constexpr Element(const From& from) : value(from) {}
};

constexpr std::size_t alignment(std::size_t bytes) { return bytes < 16 ? bytes : 16; }

template <typename T>
struct Vector1 {
  T x;
};

template <typename T>
struct alignas(alignment(2 * sizeof(T))) Vector2 {
  T x, y;
  Vector2() = default;
  constexpr Vector2(Element<T> x, Element<T> y = T()) : x(x.value), y(y.value) {}
  LADDER_COPIED_WHOLE(Vector2)
};

template <typename T>
struct Vector3 {
  T x, y, z;
  Vector3() = default;
  constexpr Vector3(Element<T> x, Element<T> y = T(), Element<T> z = T()) : x(x.value), y(y.value), z(z.value) {}
  __attribute__((always_inline)) Vector3(const Vector3& other) : x(other.x), y(other.y), z(other.z) {}
  __attribute__((always_inline)) Vector3& operator=(const Vector3& other) {
    x = other.x;
    y = other.y;
    z = other.z;
    return *this;
  }
};

template <typename T>
struct alignas(alignment(4 * sizeof(T))) Vector4 {
  T x, y, z, w;
  Vector4() = default;
  constexpr Vector4(Element<T> x, Element<T> y = T(), Element<T> z = T(), Element<T> w = T())
      : x(x.value), y(y.value), z(z.value), w(w.value) {}
  LADDER_COPIED_WHOLE(Vector4)
};

}  // namespace ladder::cuda

// name1 to name4, and make_name1 to make_name4.
#define LADDER_VECTOR_TYPES(name, T)                                                                \
  using name##1 = ladder::cuda::Vector1<T>;                                                         \
  using name##2 = ladder::cuda::Vector2<T>;                                                         \
  using name##3 = ladder::cuda::Vector3<T>;                                                         \
  using name##4 = ladder::cuda::Vector4<T>;                                                         \
  inline __attribute__((always_inline)) name##1 make_##name##1(T x) { return {x}; }                 \
  inline __attribute__((always_inline)) name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  inline __attribute__((always_inline)) name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  inline __attribute__((always_inline)) name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
LADDER_VECTOR_TYPES(char, signed char)
LADDER_VECTOR_TYPES(uchar, unsigned char)
LADDER_VECTOR_TYPES(short, short)
LADDER_VECTOR_TYPES(ushort, unsigned short)
LADDER_VECTOR_TYPES(int, int)
LADDER_VECTOR_TYPES(uint, unsigned)
LADDER_VECTOR_TYPES(long, long)
LADDER_VECTOR_TYPES(ulong, unsigned long)
LADDER_VECTOR_TYPES(longlong, long long)
LADDER_VECTOR_TYPES(ulonglong, unsigned long long)
LADDER_VECTOR_TYPES(float, float)
LADDER_VECTOR_TYPES(double, double)
#undef LADDER_VECTOR_TYPES
