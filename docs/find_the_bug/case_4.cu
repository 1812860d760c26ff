// A transpose through a tile that somebody has padded against bank conflicts.
//
// Right at every size. But the pad has changed nothing: the kernel takes as long as before, and the profiler shows as
// many wavefronts of shared memory.
//
// try: transpose rows=256 cols=256 grid=(cols+31)/32,(rows+31)/32 block=32,8 kernel=transpose(in, out, rows, cols)

constexpr unsigned TILE = 32, PAD = 1;

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[TILE * (TILE + PAD)];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < TILE; y += 8) {
    const unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    if (row < rows && col < cols) tile[y * TILE + x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < TILE; y += 8) {
    const unsigned row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x * TILE + y];
  }
}
