// Inline PTX: what the emulator makes of it, and nvcc. (No apostrophe in a comment: translate_asm knows no comments.)
#include <cuda_fp16.h>

#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

__global__ void special_registers(unsigned* out) {
  const unsigned t = threadIdx.y * blockDim.x + threadIdx.x, i = blockIdx.x * 64 + t;
  unsigned lane, warp, x, y, size, block, blocks, lt, ge, multiprocessor;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm volatile("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%tid.y;\n\tmov.u32 %2, %%ntid.x;" : "=r"(x), "=r"(y), "=r"(size));
  asm volatile("mov.u32 %0, %%ctaid.x; mov.u32 %1, %%nctaid.x;" : "=r"(block), "=r"(blocks));
  asm volatile("mov.u32 %0, %%lanemask_lt; mov.u32 %1, %%lanemask_ge;" : "=r"(lt), "=r"(ge));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  out[i] = lane + (warp < 64) * 100 +  // on a GPU any that its multiprocessor has
           x * 1000 + y * 100000 + (size + blocks + block) * 1000000;
  out[128 + i] = (lt == (1u << lane) - 1) + 2 * (ge == ~lt) + 4 * (multiprocessor < 1000);
}

__global__ void read_clocks(unsigned* out) {
  unsigned long long start, end, time;
  unsigned low, later;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(start));
  asm volatile("mov.u32 %0, %%clock;" : "=r"(low));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  asm volatile("mov.u32 %0, %%clock;" : "=r"(later));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(end));
  out[threadIdx.x] = (end > start) + 2 * (low != later) + 4 * (time != 0);
}

__global__ void integers(unsigned* out) {
  const int t = static_cast<int>(threadIdx.x) - 16;
  int sum, product, high, mad, low, shifted, least, part, rest;
  unsigned field, merged, chosen, permuted, bits, zeros;
  long long wide;
  asm volatile("add.s32 %0, %1, %2;" : "=r"(sum) : "r"(t), "r"(100));
  asm volatile("mul.lo.s32 %0, %1, %2;" : "=r"(product) : "r"(t), "n"(7));
  asm volatile("mul.hi.s32 %0, %1, %2;" : "=r"(high) : "r"(t), "r"(0x40000000));
  asm volatile("mad.lo.s32 %0, %1, 3, %2;" : "=r"(mad) : "r"(t), "r"(-5));
  asm volatile("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"(t), "r"(1 << 30));
  asm volatile("cvt.u32.u64 %0, %1;" : "=r"(low) : "l"(wide));
  asm volatile("shr.s32 %0, %1, 40;" : "=r"(shifted) : "r"(t));
  asm volatile("min.s32 %0, %1, -3;" : "=r"(least) : "r"(t));
  asm volatile("div.s32 %0, %2, 3;\n\trem.s32 %1, %2, 3;" : "=r"(part), "=r"(rest) : "r"(t));
  asm volatile("bfe.u32 %0, %1, 8, 4;" : "=r"(field) : "r"(0xabcd00 + t * 256));
  asm volatile("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(merged) : "r"(t), "r"(0xffffffff));
  asm volatile("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(chosen) : "r"(t), "r"(0x0f), "r"(0x33));
  asm volatile("prmt.b32 %0, %1, %2, 0x1234;" : "=r"(permuted) : "r"(t), "r"(0x44332211));
  asm volatile("popc.b32 %0, %2;\n\tclz.b32 %1, %2;" : "=r"(bits), "=r"(zeros) : "r"(t));
  unsigned* const mine = out + threadIdx.x * 17;
  mine[0] = static_cast<unsigned>(sum);
  mine[1] = static_cast<unsigned>(product);
  mine[2] = static_cast<unsigned>(high);
  mine[3] = static_cast<unsigned>(mad);
  mine[4] = static_cast<unsigned>(wide >> 16);
  mine[5] = static_cast<unsigned>(low);
  mine[6] = static_cast<unsigned>(shifted);
  mine[7] = static_cast<unsigned>(least);
  mine[8] = static_cast<unsigned>(part);
  mine[9] = static_cast<unsigned>(rest);
  mine[10] = field;
  mine[11] = merged;
  mine[12] = chosen;
  mine[13] = permuted;
  mine[14] = bits;
  mine[15] = zeros;
  mine[16] = static_cast<unsigned>(t);
}
unsigned of_integers(unsigned i) {
  const int t = static_cast<int>(i / 17) - 16;
  const auto u = static_cast<unsigned>(t);
  const long long wide = static_cast<long long>(t) * (1 << 30);
  switch (i % 17) {
    case 0: return u + 100;
    case 1: return u * 7;
    case 2: return static_cast<unsigned>(static_cast<long long>(t) * 0x40000000 >> 32);
    case 3: return u * 3 - 5;
    case 4: return static_cast<unsigned>(wide >> 16);
    case 5: return static_cast<unsigned>(wide);
    case 6: return t < 0 ? ~0u : 0;
    case 7: return t < -3 ? u : static_cast<unsigned>(-3);
    case 8: return static_cast<unsigned>(t / 3);
    case 9: return static_cast<unsigned>(t % 3);
    case 10: return (0xabcd00 + u * 256) >> 8 & 15;
    case 11: return 0xfffff00f | (u & 0xff) << 4;
    case 12: return (u & 0x0f) | (u & 0x33) | (0x0f & 0x33);
    case 13: return 0x11u | (u >> 24) << 8 | (u >> 16 & 0xff) << 16 | (u >> 8 & 0xff) << 24;
    case 14: {
      unsigned ones = 0;
      for (unsigned rest = u; rest != 0; rest &= rest - 1) ++ones;
      return ones;
    }
    case 15: {
      unsigned zeros = 32;
      for (unsigned rest = u; rest != 0; rest >>= 1) --zeros;
      return zeros;
    }
    default: return u;
  }
}

__global__ void floats(unsigned* out) {
  const float t = static_cast<float>(threadIdx.x);
  float sum, root, power, half, whole, reciprocal, limited;
  double wide;
  int down, up;
  unsigned short small;
  asm volatile("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(sum) : "f"(t), "f"(2.5f));
  asm volatile("sqrt.rn.f32 %0, %1;" : "=f"(root) : "f"(t * t));
  asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(t - 8));
  asm volatile("rcp.approx.f32 %0, %1;" : "=f"(reciprocal) : "f"(4.0f));
  asm volatile("add.sat.f32 %0, %1, 0.25;" : "=f"(limited) : "f"(t - 3));
  asm volatile("cvt.f64.f32 %0, %1;" : "=d"(wide) : "f"(t));
  asm volatile("mul.f64 %0, %0, 0.5;" : "+d"(wide));
  asm volatile("cvt.rmi.s32.f32 %0, %2;\n\tcvt.rpi.s32.f32 %1, %2;" : "=r"(down), "=r"(up) : "f"(t / 4 - 3));
  asm volatile("cvt.rni.f32.f32 %0, %1;" : "=f"(whole) : "f"(t / 2));
  asm volatile("cvt.rn.f16.f32 %0, %1;\n\t" : "=h"(small) : "f"(t + 0.5f));
  asm volatile("cvt.f32.f16 %0, %1;" : "=f"(half) : "h"(small));
  unsigned* const mine = out + threadIdx.x * 9;
  mine[0] = static_cast<unsigned>(sum * 2);
  mine[1] = static_cast<unsigned>(root);
  mine[2] = static_cast<unsigned>(power * 256);
  mine[3] = static_cast<unsigned>(reciprocal * 4 + limited * 100);
  mine[4] = static_cast<unsigned>(wide * 2);
  mine[5] = static_cast<unsigned>(down);
  mine[6] = static_cast<unsigned>(up);
  mine[7] = static_cast<unsigned>(whole);
  mine[8] = static_cast<unsigned>(half * 2);
}
unsigned of_floats(unsigned i) {
  const int t = static_cast<int>(i / 9);
  switch (i % 9) {
    case 0: return static_cast<unsigned>(5 * t + 2);
    case 1: return static_cast<unsigned>(t);
    case 2: return 1u << t;
    case 3: return t < 3 ? 1u : t == 3 ? 26u : 101u;
    case 4: return static_cast<unsigned>(t);
    case 5: return static_cast<unsigned>((t >> 2) - 3);
    case 6: return static_cast<unsigned>(((t + 3) >> 2) - 3);
    case 7: return static_cast<unsigned>(t % 2 == 0 ? t / 2 : (t + 1) / 2 / 2 * 2);
    default: return static_cast<unsigned>(2 * t + 1);
  }
}

// Hints for the caches; one load and one store of 16 bytes.
__global__ void memory(unsigned* out) {
  const unsigned t = threadIdx.x;
  __shared__ unsigned row[32];
  row[t] = t + 1000;
  out[t] = t;
  out[32 + t] = 0;
  __syncwarp();
  unsigned a, b, c, d, shared_address, of_shared;
  asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(a) : "l"(out + 31 - t));
  asm volatile("ld.global.L1::no_allocate.L2::128B.u32 %0, [%1+4];" : "=r"(b) : "l"(out + t / 2));
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(c) : "l"(out + t));
  asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(out + 32 + t), "r"(a + b + c) : "memory");
  asm volatile("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(shared_address) : "l"(row));
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(of_shared) : "r"(shared_address + 4 * (31 - t)));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(out));
  out[64 + t] = of_shared;
  __syncwarp();
  if (t < 8) {
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(out + 4 * t));
    asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(out + 96 + 4 * t), "r"(a), "r"(a), "r"(a),
                 "r"(a));
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(shared_address + 16 * t) "r"(d), "r"(c));
    asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(d), "=r"(c) : "r"(shared_address + 16 * t));
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(out + 96 + 4 * t), "r"(d), "r"(c), "r"(b), "r"(a));
  }
}
unsigned of_memory(unsigned i) {
  const unsigned t = i % 32;
  switch (i / 32) {
    case 0: return t;
    case 1: return 31 - t + t / 2 + 1 + t;
    case 2: return 1031 - t;
    default: return t / 4 * 4 + 3 - t % 4;
  }
}

__global__ void lanes(unsigned* out) {
  const unsigned t = threadIdx.x;
  unsigned from, in_range, votes, any, old, active, sum;
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 4, 0x1f, -1; selp.u32 %1, 1, 0, p; }"
               : "=r"(from), "=r"(in_range)
               : "r"(t * 2));
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 20; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=r"(votes)
               : "r"(t));
  asm volatile(
      "{\n\t.reg .pred p, q;\n\tsetp.eq.u32 p|q, %1, 5;\n\tvote.sync.any.pred p, p, -1;\n\t"
      "@p mov.u32 %0, 1;\n\t@!p mov.u32 %0, 2;\n\t}"
      : "=r"(any)
      : "r"(t));
  asm volatile("activemask.b32 %0;" : "=r"(active));
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(t));
  if (t == 0) out[128] = out[129] = 0;
  asm volatile("bar.warp.sync 0xffffffff;");
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(out + 128), "r"(1) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(out + 129), "r"(t) : "memory");
  asm volatile("membar.gl;\n\tfence.acq_rel.gpu;" ::: "memory");
  asm volatile("bar.sync 0;");
  out[t] = from + in_range * 1000;
  out[32 + t] = votes;
  out[64 + t] = any + 10 * (active == 0xffffffff) + 100 * (old < 32);
  out[96 + t] = sum;
}
unsigned of_lanes(unsigned i) {
  const unsigned t = i % 32;
  switch (i / 32) {
    case 0: return t < 28 ? 2 * (t + 4) + 1000 : 2 * t;
    case 1: return 0xffe00000u;
    case 2: return 111;
    case 3: return 496;
    default: return i == 128 ? 32 : 31;
  }
}

__global__ void leave_early(unsigned* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x % 2 == 0) asm volatile("exit;");
  out[threadIdx.x] = 2;
}

__global__ void named_barrier(unsigned* out) {
  asm volatile("bar.sync %0;" ::"r"(3));
  out[threadIdx.x] = 1;
}
__global__ void beyond_the_end(unsigned* out) { asm volatile("st.global.u32 [%0+256], 1;" ::"l"(out + threadIdx.x)); }

template <void (*kernel)(unsigned*)>
void warp(unsigned* out) {
  launch(kernel, dim3(1), dim3(32), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::ptx() {
  return {
      {"special registers", [](unsigned* out) { launch(special_registers, dim3(2), dim3(8, 8), out); }, 256,
       [](unsigned i) {
         const unsigned t = i % 64, block = i / 64;
         if (i >= 128) return 7u;
         return t % 32 + 100 + t % 8 * 1000 + t / 8 * 100000 + (8 + 2 + block) * 1000000;
       }},
      {"clocks", warp<read_clocks>, 32, [](unsigned) { return 7u; }},
      {"integers", warp<integers>, 32 * 17, of_integers},
      {"floats", [](unsigned* out) { launch(floats, dim3(1), dim3(20), out); }, 20 * 9, of_floats},
      {"memory", warp<memory>, 128, of_memory},
      {"lanes", warp<lanes>, 130, of_lanes},
      {"an early end", warp<leave_early>, 32, [](unsigned i) { return 1 + i % 2; }},
  };
}

std::vector<language::Case> language::LADDER_ENGINE::wrong_ptx() {
  return {
      {"a named barrier", warp<named_barrier>, 32, nullptr, "waits at a named barrier: only barrier 0, of all threads"},
      {"out of bounds", warp<beyond_the_end>, 32, nullptr,
       "ptx.cu:235: out of bounds: thread (0, 0) of block (0, 0) writes global out[64]"},
  };
}
