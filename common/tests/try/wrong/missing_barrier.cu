// try: launch grid=2 block=64 shared=64*sizeof(int) kernel=reverse(const int in[128], int out[128])

__global__ void reverse(const int* in, int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}
