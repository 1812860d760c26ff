// float2 and float4 whose copies are one access of 8 and 16 bytes, as they are on the GPU.
//
// A compiler is free to split the copy of a struct into copies of its members. Here a copy goes through one vector
// value; for 16 bytes an empty asm statement pins that value to a vector register.
#pragma once

namespace ladder::emulator {

typedef float Vector2 __attribute__((vector_size(8), may_alias));
typedef float Vector4 __attribute__((vector_size(16), may_alias));

inline __attribute__((always_inline)) void copy_whole(void* to, const void* from, Vector2*) {
  *static_cast<Vector2*>(to) = *static_cast<const Vector2*>(from);
}

inline __attribute__((always_inline)) void copy_whole(void* to, const void* from, Vector4*) {
  Vector4 value = *static_cast<const Vector4*>(from);
#if defined(__x86_64__)
  asm("" : "+x"(value));
#elif defined(__aarch64__)
  asm("" : "+w"(value));
#else
#error "the emulator runs on x86-64 and aarch64"
#endif
  *static_cast<Vector4*>(to) = value;
}

}  // namespace ladder::emulator

struct alignas(8) float2 {
  float x, y;
  float2() = default;
  constexpr float2(float x, float y) : x(x), y(y) {}
  __attribute__((always_inline)) float2(const float2& other) { *this = other; }
  __attribute__((always_inline)) float2& operator=(const float2& other) {
    ladder::emulator::copy_whole(this, &other, static_cast<ladder::emulator::Vector2*>(nullptr));
    return *this;
  }
};

struct alignas(16) float4 {
  float x, y, z, w;
  float4() = default;
  constexpr float4(float x, float y, float z, float w) : x(x), y(y), z(z), w(w) {}
  __attribute__((always_inline)) float4(const float4& other) { *this = other; }
  __attribute__((always_inline)) float4& operator=(const float4& other) {
    ladder::emulator::copy_whole(this, &other, static_cast<ladder::emulator::Vector4*>(nullptr));
    return *this;
  }
};

inline __attribute__((always_inline)) float2 make_float2(float x, float y) { return {x, y}; }
inline __attribute__((always_inline)) float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
