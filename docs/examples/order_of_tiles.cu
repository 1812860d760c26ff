// What the order of the blocks costs, with nothing transposed: tiles of 64x64 floats change places as in a transpose,
// and each tile stays as it is. Three launches with the same loads and stores: in order, along the rows of the output,
// along the rows of the input. All counts are equal. On a GPU compare the times; the differences grow with n.
//
// try: launch n=4096 grid=n*n/1024 block=256 kernel=copy(const float in[n*n], float out[n*n])
// try: launch n=4096 grid=n*n/1024 block=256 kernel=move_tiles<true>(const float in[n*n], float out[n*n], n)
// try: launch n=4096 grid=n*n/1024 block=256 kernel=move_tiles<false>(const float in[n*n], float out[n*n], n)

__global__ void copy(const float* in, float* out) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
}

// Four blocks move a tile, 16 rows each.
template <bool ALONG_OUTPUT>
__global__ void move_tiles(const float* in, float* out, unsigned n) {
  const unsigned tile = blockIdx.x / 4, tiles_in_row = n / 64;
  const unsigned tile_row = 64 * (ALONG_OUTPUT ? tile % tiles_in_row : tile / tiles_in_row);
  const unsigned tile_col = 64 * (ALONG_OUTPUT ? tile / tiles_in_row : tile % tiles_in_row);
  const unsigned x = 4 * (threadIdx.x % 16), y = 16 * (blockIdx.x % 4) + threadIdx.x / 16;
  const float* from = in + size_t(tile_row + y) * n + tile_col + x;
  float* to = out + size_t(tile_col + y) * n + tile_row + x;
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
}
