// try: sum elements=1000 grid=4 block=256 kernel=nothing(in, out)
// try: sum elements=256 grid=1 block=256 kernel=every_nth(in, out, 0)

__global__ void nothing(const float* in, float* out) {
  if (in[threadIdx.x] > 100) out[0] = 1;
}

__global__ void every_nth(const float* in, float* out, int divisor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[blockIdx.x] = in[i % divisor];
}
