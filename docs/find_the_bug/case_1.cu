// Stretches a signal: out has count_out values, each the nearest one of the count_in values of `in`.
//
// Right for 10,000 values in and 20,000 out. With 50,000 in and 60,000 out, the last part of the output is rubbish, or
// the program stops with an illegal address.
//
// try: launch m=50000 n=60000 grid=(n+255)/256 block=256 kernel=stretch(const float in[m], float out[n], m, n)

__global__ void stretch(const float* in, float* out, int count_in, int count_out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count_out) out[i] = in[i * count_in / count_out];
}
