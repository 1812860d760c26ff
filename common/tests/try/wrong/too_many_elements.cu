// try: launch n=100000000 grid=1 block=32 kernel=fill(float out[256*n])

__global__ void fill(float* out) { out[threadIdx.x] = 1; }
