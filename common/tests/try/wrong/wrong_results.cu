// try: sum elements=1000 grid=4 block=256 kernel=almost_sum(in, out, elements - 1)
// try: transpose rows=64 cols=32 grid=1,2 block=32,32 kernel=copy(in, out)

__global__ void almost_sum(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

__global__ void copy(const float* in, float* out) {
  const int i = (blockIdx.y * 32 + threadIdx.y) * 32 + threadIdx.x;
  out[i] = in[i];
}
