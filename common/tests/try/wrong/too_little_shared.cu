// try: launch grid=1 block=64 shared=63*sizeof(int) kernel=copy(const int in[64], int out[64])

__global__ void copy(const int* in, int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x];
}
