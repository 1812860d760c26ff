// A mistake of spelling.
__global__ void copy(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() { copi<<<1, 32>>>(nullptr, nullptr); }
