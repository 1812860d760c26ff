// A 5 x 5 filter over an image, its description passed by value.
//
// try: launch width=120 height=70 grid=(width+15)/16,(height+15)/16 block=16,16
//   kernel=convolve((Image{width, height, width}), const float pixels[width*height], float result[width*height])

#define RADIUS 2
#define TILE 16
#define SIDE (TILE + 2 * RADIUS)

struct Image {
  int width, height, pitch;
  __host__ __device__ bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

__constant__ float filter[2 * RADIUS + 1][2 * RADIUS + 1] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};

__global__ void convolve(Image image, const float* in, float* out) {
  __shared__ float tile[SIDE][SIDE];
  const int left = blockIdx.x * TILE - RADIUS, top = blockIdx.y * TILE - RADIUS;
  for (int y = threadIdx.y; y < SIDE; y += blockDim.y)
    for (int x = threadIdx.x; x < SIDE; x += blockDim.x)
      tile[y][x] = image.contains(left + x, top + y) ? in[(top + y) * image.pitch + left + x] : 0.f;
  __syncthreads();
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (!image.contains(x, y)) return;
  float sum = 0;
  for (int dy = 0; dy <= 2 * RADIUS; ++dy)
    for (int dx = 0; dx <= 2 * RADIUS; ++dx) sum += filter[dy][dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  out[y * image.pitch + x] = sum / 256;
}
