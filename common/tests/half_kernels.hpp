// Kernels of one- and two-byte elements. Each call launches one; `in` holds float(i) as element i, of the kernel's
// type.
#pragma once

namespace half_kernels {

void copy_half(const void* in, void* out);                 // a warp of __half
void copy_half2(const void* in, void* out);                // a warp of __half2
void copy_bfloat16(const void* in, void* out);             // a warp of __nv_bfloat16
void copy_bfloat162(const void* in, void* out);            // a warp of __nv_bfloat162
void copy_bytes(const void* in, void* out);                // a warp of unsigned char
void half_arithmetic(const void* in, void* out);           // out[t] = in[t] * 2 + in[t + 32], by __hfma()
void half2_arithmetic(const void* in, void* out);          // the same of pairs
void half_operators(const void* in, void* out);            // out[t] = (in[t] + in[t + 32]) / 2, by operators, += and <
void bfloat16_by_float(const void* in, void* out);         // out[t] = 1.5 * in[t], computed in float
void half_through_shared(const void* in, void* out);       // out[t] = in[31 - t]
void bytes_through_shared(const void* in, void* out);      // the same of unsigned char
void half_of_lane_xor_1(const void* in, void* out);        // shuffles of __half
void half2_of_lane_xor_1(const void* in, void* out);       // shuffles of __half2
void half_atomics(const void* in, void* out);              // 8 blocks of 32 threads add in[1] to out[0]
void half2_atomics(const void* in, void* out);             // the same of pairs: in[0]
void bfloat16_atomics(const void* in, void* out);          // the same of __nv_bfloat16
void half_by_compare_and_swap(const void* in, void* out);  // the same by atomicCAS() of unsigned short

}  // namespace half_kernels
