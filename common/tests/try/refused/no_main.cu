// A library: whoever has the main() is missing.
__global__ void fill(float* a) { a[threadIdx.x] = 1; }
void solve(float* a) { fill<<<1, 32>>>(a); }
