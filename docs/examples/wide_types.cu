// One access per lane for each of CUDA's vector types of 2 to 16 bytes.
//
// try: launch grid=1 block=32
//   kernel=copies(const int4 a[32]=make_int4(i, 1, 2, 3), int4 b[32], const uint2 c[32]=make_uint2(i, 1), uint2 d[32],
//                 const double2 e[32]=make_double2(i, 1), double2 f[32], const uchar4 g[32]=make_uchar4(i, 1, 2, 3),
//                 uchar4 h[32], const short2 k[32]=make_short2(i, 1), short2 l[32])

__global__ void copies(const int4* a, int4* b, const uint2* c, uint2* d, const double2* e, double2* f, const uchar4* g,
                       uchar4* h, const short2* k, short2* l) {
  const unsigned t = threadIdx.x;
  b[t] = a[t];
  d[t] = c[t];
  f[t] = e[t];
  h[t] = g[t];
  l[t] = k[t];
}
