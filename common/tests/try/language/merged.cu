// Neighbouring accesses of a thread, which nvcc 13.0 merges on one line, and not on another that looks alike; what
// stands behind a line is what a check expects of the report.
#include <cstdio>

struct alignas(8) Pair {
  float x, y;
};
struct Loose {
  float x, y, z, w;
};

#define PARAMETERS (const float* in, float* out, int count)
#define BEGIN(pitch)                          \
  __shared__ float tile[32][pitch];           \
  const int x = threadIdx.x, y = threadIdx.y; \
  float sum = 0;                              \
  tile[y][x] = in[y * 32 + x];                \
  __syncthreads();
#define END out[y * 32 + x] = sum;

__global__ void merged_row PARAMETERS {
  BEGIN(32)
  for (int k = 0; k < 16; ++k) sum += tile[y][k];  // merged, 16 bytes: 128 requests, 256 wavefronts
  END
}

__global__ void apart_pitch PARAMETERS {
  BEGIN(33)
  for (int k = 0; k < 16; ++k) sum += tile[y][k];  // apart
  END
}

__global__ void merged_pairs PARAMETERS {
  BEGIN(34)
  for (int k = 0; k < 16; ++k) sum += tile[y][k];  // merged, 8 bytes: 256 requests, 256 wavefronts
  END
}

__global__ void merged_three PARAMETERS {
  BEGIN(32)
  sum = tile[y][0] * tile[y][1] + tile[y][2];  // merged, 16 bytes: 32 requests, 64 wavefronts
  END
}

__global__ void apart_two PARAMETERS {
  BEGIN(32)
  sum = tile[y][1] * tile[y][2];  // apart
  END
}

__global__ void merged_rounds PARAMETERS {
  BEGIN(32)
  for (int k = 0; k < count; ++k) sum += tile[y][k];  // merged, 8 bytes: 256 requests, 256 wavefronts
  END
}

__global__ void merged_rounds_for_all PARAMETERS {
  BEGIN(32)
  for (int k = 0; k < count; ++k) sum += tile[3][k];  // merged, 16 bytes: 128 requests, 256 wavefronts
  END
}

__global__ void apart_rounds PARAMETERS {
  BEGIN(32)
#pragma unroll 1
  for (int k = 0; k < 16; ++k) sum += tile[y][k];  // apart
  END
}

__global__ void apart_barrier PARAMETERS {
  BEGIN(32)
  for (int k = 0; k < 4; ++k) {
    sum += tile[y][k];  // apart
    __syncthreads();
  }
  END
}

__global__ void apart_syncwarp PARAMETERS {
  BEGIN(32)
  for (int k = 0; k < 4; ++k) {
    sum += tile[y][k];  // apart
    __syncwarp();
  }
  END
}

__global__ void apart_store PARAMETERS {
  __shared__ float other[128][32];
  BEGIN(32)
  for (int k = 0; k < 4; ++k) {
    sum += tile[y][k];  // apart
    other[4 * y + k][x] = sum;
  }
  __syncthreads();
  sum += other[4 * x + 3][y];
  END
}

__global__ void apart_lanes PARAMETERS {
  BEGIN(32)
  for (int k = 0; k < 4; ++k) sum += tile[y][(x + k) % 32];  // apart
  END
}

__global__ void apart_volatile PARAMETERS {
  BEGIN(32)
  const volatile float* const values = tile[y];
  for (int k = 0; k < 4; ++k) sum += values[k];  // apart
  END
}

__global__ void merged_stores PARAMETERS {
  __shared__ float other[32][4];
  const int x = threadIdx.x, y = threadIdx.y;
  if (y == 0) {
    for (int k = 0; k < 4; ++k) other[x][k] = in[k * 32 + x];  // merged, 16 bytes: 1 request, 4 wavefronts
  }
  __syncthreads();
  out[y * 32 + x] = other[y][x % 4] + count;
}

__global__ void merged_two_of_three_stores PARAMETERS {
  __shared__ float other[32][4];
  const int x = threadIdx.x, y = threadIdx.y;
  if (y == 0) {
    for (int k = 0; k < 3; ++k) other[x][k] = in[k * 32 + x];  // merged, 8 bytes: 2 requests, 8 wavefronts
  }
  __syncthreads();
  out[y * 32 + x] = other[y][x % 3] + count;
}

__global__ void merged_doubles PARAMETERS {
  __shared__ double doubles[32];
  const int x = threadIdx.x, y = threadIdx.y;
  if (y == 0) doubles[x] = in[x];
  __syncthreads();
  double sum = count;
  for (int k = 0; k < 8; ++k) sum += doubles[k];  // merged, 16 bytes: 128 requests, 256 wavefronts
  END
}

__global__ void apart_bytes PARAMETERS {
  __shared__ unsigned char bytes[32];
  const int x = threadIdx.x, y = threadIdx.y;
  if (y == 0) bytes[x] = static_cast<unsigned char>(in[x]);
  __syncthreads();
  int sum = count;
  for (int k = 0; k < 8; ++k) sum += bytes[k];  // apart
  END
}

__global__ void merged_members(const Pair* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].x + in[threadIdx.x].y;  // merged, 8 bytes: 1 request, 8 sectors
}

__global__ void apart_members(const Loose* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x].x + in[threadIdx.x].y;  // apart
}

__global__ void apart_floats(const float* in, float* out) {
  out[threadIdx.x] = in[2 * threadIdx.x] + in[2 * threadIdx.x + 1];  // apart
}

__global__ void repeated PARAMETERS {
  const int i = threadIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < count; ++k) {
    const float value = in[k * 32 + threadIdx.x];
    out[i] += value;  // again, 32 requests, 128 sectors
  }
}

__global__ void reordered PARAMETERS {
  const int i = threadIdx.y * 32 + threadIdx.x;
  for (int k = 0; k < count; ++k) {
    const float value = in[k * 32 + threadIdx.x];
    out[i] += value;  // apart
    __syncwarp();
  }
}

__global__ void stored_again PARAMETERS {
  __shared__ float most[32];
  const int x = threadIdx.x;
  most[x] = 0;
  for (int k = 0; k < count; ++k) {
    const float value = in[k * 32 + x];
    most[x] =                 // again, 1 request, 1 wavefront
        max(most[x], value);  // again, 1 request, 1 wavefront
  }
  out[x] = most[x];
}

__global__ void stored_apart PARAMETERS {
  __shared__ float most[32];
  const int x = threadIdx.x;
  most[x] = 0;
  for (int k = 0; k < count; ++k) {
    most[x] += in[k * 32 + x];  // apart
    __syncwarp();
  }
  out[x] = most[x];
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 1024 * sizeof(float));
  cudaMallocManaged(&out, 1024 * sizeof(float));
  for (int i = 0; i < 1024; ++i) in[i] = static_cast<float>(i % 8);
  using Kernel = void PARAMETERS;
  for (Kernel* kernel :
       {merged_row, apart_pitch, merged_pairs, merged_three, apart_two, merged_rounds, merged_rounds_for_all,
        apart_rounds, apart_barrier, apart_syncwarp, apart_store, apart_lanes, apart_volatile, merged_stores,
        merged_two_of_three_stores, merged_doubles, apart_bytes, repeated, reordered}) {
    kernel<<<1, dim3(32, 32)>>>(in, out, 16);
  }
  stored_again<<<1, 32>>>(in, out, 16);
  stored_apart<<<1, 32>>>(in, out, 16);
  merged_members<<<1, 32>>>(reinterpret_cast<const Pair*>(in), out);
  apart_members<<<1, 32>>>(reinterpret_cast<const Loose*>(in), out);
  apart_floats<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(in);
  cudaFree(out);
}
