// CUDA's arithmetic, of numbers at its edges: what the emulator gives is compared with the GPU's where there is one,
// and with C++ in math_checks.cpp.
#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned numbers = 16, pairs = numbers * numbers;

// At the edges, and in between.
__device__ unsigned word(unsigned i) {
  constexpr unsigned words[numbers] = {0,          1,          2,          0x7f,       0x80,       0xff,
                                       0x12345678, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x00ffffff,
                                       0x01000001, 0x7f80ff01, 0x80007fff, 0xc0dec0de};
  return words[i % numbers];
}
__device__ float real(unsigned i) {
  constexpr unsigned bits[numbers] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40200000,
                                      0xc0600000, 0x4b800001, 0x4effffff, 0x4f000000, 0xcf000000, 0x5f000000,
                                      0x3eaaaaab, 0x7f800000, 0xff800000, 0x7fc00000};
  return __uint_as_float(bits[i % numbers]);
}

// The results of one pair of numbers, side by side; what is not a number has many bits that say so.
class Results {
 public:
  __device__ explicit Results(unsigned* begin) : next_(begin) {}
  __device__ void add(unsigned value) { *next_++ = value; }
  __device__ void add(int value) { add(static_cast<unsigned>(value)); }
  __device__ void add(unsigned long long value) {
    add(static_cast<unsigned>(value));
    add(static_cast<unsigned>(value >> 32));
  }
  __device__ void add(long long value) { add(static_cast<unsigned long long>(value)); }
  __device__ void add(float value) { add(value == value ? __float_as_uint(value) : 0x7fffffffu); }
  __device__ void add(double value) { add(value == value ? __double_as_longlong(value) : -1ll); }

 private:
  unsigned* next_;
};

constexpr unsigned of_integers = 28;
__global__ void integers(unsigned* out) {
  const unsigned i = threadIdx.x, a = word(i), b = word(i / numbers);
  const int x = static_cast<int>(a), y = static_cast<int>(b);
  Results results(out + i * of_integers);
  results.add(__mulhi(x, y));
  results.add(__umulhi(a, b));
  results.add(__mul24(x, y));
  results.add(__umul24(a, b));
  results.add(__mul64hi(1ll * x << 20 | b, 1ll * y << 13 | a));
  results.add(__umul64hi(1ull * a << 20 | b, 1ull * b << 31 | a));
  results.add(__hadd(x, y));
  results.add(__rhadd(x, y));
  results.add(__uhadd(a, b));
  results.add(__urhadd(a, b));
  results.add(__sad(x, y, 3));
  results.add(__usad(a, b, 3));
  results.add(__dp4a(x, y, 7));
  results.add(__dp4a(a, b, 7u));
  results.add(__dp2a_lo(x, y, 7));
  results.add(__dp2a_hi(a, b, 7u));
  results.add(__byte_perm(a, b, 0x1640));
  results.add(__byte_perm(a, 0x12ff34, b));
  results.add(__funnelshift_l(a, b, a & 63));
  results.add(__funnelshift_r(a, b, b & 63));
  results.add(__funnelshift_lc(a, b, b & 63));
  results.add(__funnelshift_rc(a, b, a & 63));
  results.add(__fns(a, b & 31, static_cast<int>(i % 9) - 4));
  results.add(__brevll(1ull * a << 32 | b));
  results.add(min(x, y));
}

constexpr unsigned of_parts = 42;
__global__ void parts(unsigned* out) {
  const unsigned i = threadIdx.x, a = word(i), b = word(i / numbers);
  Results results(out + i * of_parts);
  results.add(__vadd2(a, b));
  results.add(__vadd4(a, b));
  results.add(__vsub2(a, b));
  results.add(__vsub4(a, b));
  results.add(__vaddss2(a, b));
  results.add(__vaddus4(a, b));
  results.add(__vsubss4(a, b));
  results.add(__vsubus2(a, b));
  results.add(__vavgs2(a, b));
  results.add(__vavgs4(a, b));
  results.add(__vavgu2(a, b));
  results.add(__vavgu4(a, b));
  results.add(__vhaddu2(a, b));
  results.add(__vhaddu4(a, b));
  results.add(__vabsdiffs2(a, b));
  results.add(__vabsdiffs4(a, b));
  results.add(__vabsdiffu2(a, b));
  results.add(__vabsdiffu4(a, b));
  results.add(__vsads2(a, b));
  results.add(__vsads4(a, b));
  results.add(__vsadu2(a, b));
  results.add(__vsadu4(a, b));
  results.add(__vmaxs2(a, b));
  results.add(__vmaxu4(a, b));
  results.add(__vmins4(a, b));
  results.add(__vminu2(a, b));
  results.add(__vcmpeq4(a, b));
  results.add(__vcmpne2(a, b));
  results.add(__vcmpges2(a, b));
  results.add(__vcmpgtu4(a, b));
  results.add(__vcmples4(a, b));
  results.add(__vcmpltu2(a, b));
  results.add(__vseteq2(a, b));
  results.add(__vsetgts4(a, b));
  results.add(__vsetleu2(a, b));
  results.add(__vsetlts2(a, b));
  results.add(__vabs2(a));
  results.add(__vabs4(a));
  results.add(__vabsss2(a));
  results.add(__vabsss4(a));
  results.add(__vneg4(a));
  results.add(__vnegss2(a));
}

constexpr unsigned of_rounded = 32;
__global__ void rounded(unsigned* out) {
  const unsigned i = threadIdx.x;
  const float a = real(i), b = real(i / numbers), c = real(i % 7 + 3);
  const double x = a, y = b * 1.7;
  Results results(out + i * of_rounded);
  results.add(__fadd_rd(a, b));
  results.add(__fadd_ru(a, b));
  results.add(__fsub_rz(a, b));
  results.add(__fmul_rn(a, b));
  results.add(__fmul_rd(a, c));
  results.add(__fdiv_ru(a, b));
  results.add(__fdiv_rz(c, b));
  results.add(__fmaf_rd(a, b, c));
  results.add(__fmaf_ru(a, b, c));
  results.add(__frcp_rd(a));
  results.add(__frcp_rn(a));
  results.add(__fsqrt_ru(a));
  results.add(__fsqrt_rn(a));
  results.add(__frsqrt_rn(a));
  results.add(__dadd_rd(x, y));
  results.add(__dmul_ru(x, y));
  results.add(__ddiv_rz(x, y));
  results.add(__dsqrt_rd(x));
  results.add(__drcp_ru(y));
  results.add(__fma_rz(x, y, x));
  results.add(__double2float_rd(y));
  results.add(__double2float_ru(y));
  results.add(__saturatef(a));
  results.add(min(a, b));
  results.add(max(x, y));
}

constexpr unsigned of_conversions = 28;
__global__ void conversions(unsigned* out) {
  const unsigned i = threadIdx.x, word_a = word(i);
  const float a = real(i) * (1 + i / numbers) / 2;
  const double x = static_cast<double>(a) * 1.5;
  const long long wide = static_cast<long long>(1ull * word_a << 32 | word(i / numbers));
  Results results(out + i * of_conversions);
  results.add(__float2int_rn(a));
  results.add(__float2int_rz(a));
  results.add(__float2int_rd(a));
  results.add(__float2uint_ru(a));
  results.add(__float2ll_rn(a));
  results.add(__float2ull_rd(a));
  results.add(__double2int_rn(x));
  results.add(__double2int_ru(x));
  results.add(__double2uint_rz(x));
  results.add(__double2ll_rd(x));
  results.add(__double2ull_rn(x));
  results.add(__int2float_rd(static_cast<int>(word_a)));
  results.add(__int2float_ru(static_cast<int>(word_a)));
  results.add(__uint2float_rz(word_a));
  results.add(__ll2float_rn(wide));
  results.add(__ll2float_rd(wide));
  results.add(__ull2float_ru(static_cast<unsigned long long>(wide)));
  results.add(__ll2double_ru(wide));
  results.add(__ull2double_rz(static_cast<unsigned long long>(wide)));
  results.add(x == x ? __double2hiint(x) : 0);  // a GPU has other bits for what is no number
  results.add(__hiloint2double(static_cast<int>(word_a), 5));
}

// threadIdx.x and the like are numbers for `auto` and for templates.
template <typename T>
__device__ T sum(T a, T b) {
  return a + b;
}
constexpr unsigned of_registers = 3;
__global__ void registers(unsigned* out) {
  const uint3 thread(threadIdx);
  for (auto i = threadIdx.x; i < blockDim.x * of_registers; i += blockDim.x) {
    decltype(blockIdx.x) twice = 2 * i;
    auto half = blockDim.x;
    half >>= gridDim.x;
    out[i] = sum(twice, half) + sum(thread.x, sum(threadIdx.x, 3u));
  }
}
unsigned expected_of_registers(unsigned i) { return 2 * i + pairs / 2 + 2 * (i % pairs) + 3; }

template <void (*kernel)(unsigned*)>
void block(unsigned* out) {
  launch(kernel, dim3(1), dim3(pairs), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::arithmetic() {
  return {
      {"integers", block<integers>, pairs * of_integers, nullptr},
      {"parts of words", block<parts>, pairs * of_parts, nullptr},
      {"rounded", block<rounded>, pairs * of_rounded, nullptr},
      {"conversions", block<conversions>, pairs * of_conversions, nullptr},
      {"registers", block<registers>, pairs * of_registers, expected_of_registers},
  };
}
