// Mistakes that show somewhere else: the first line is to name the cause. And harmless twins of them. argv[1] chooses
// one.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#define COUNT 1000
#define FLOATS (COUNT * sizeof(float))
const int count = COUNT;
std::vector<float> host(COUNT), result(COUNT);

float* filled(const std::vector<float>& from) {
  float* a = nullptr;
  cudaMalloc(&a, from.size() * sizeof(float));
  cudaMemcpy(a, from.data(), from.size() * sizeof(float), cudaMemcpyHostToDevice);
  return a;
}
void fetch(float* a) { cudaMemcpy(result.data(), a, FLOATS, cudaMemcpyDeviceToHost); }

// --- Blocks that depend on each other's order

__global__ void shift(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1];  // shifts_in_place
}
void shifts_in_place() { shift<<<8, 128>>>(filled(host), count); }

__global__ void add_the_one_before(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) {
    const float before = a[i - 1];  // adds_the_one_before
    a[i] += before;
  }
}
void adds_the_one_before() { add_the_one_before<<<8, 128>>>(filled(host), count); }
void in_one_thread() { add_the_one_before<<<8, 1>>>(filled(host), 1); }

__global__ void normalize(const float* in, float* out, float* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, in[i]);
  if (blockDim.x > 100) __syncthreads();
  if (i < n) out[i] = in[i] / *total;  // divides_by_a_part
}
void divides_by(int threads) {
  float* total = nullptr;
  cudaMalloc(&total, sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  normalize<<<(100 + threads - 1) / threads, threads>>>(filled(host), filled(host), total, 100);
}
void divides_by_a_part() { divides_by(64); }
void divides_by_all() { divides_by(128); }

__global__ void euler(float* u, float* next, int steps, int n, bool waits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int step = 0; step < steps; ++step) {
    if (i < n - 1) next[i] = u[i] + 0.1f * (u[i - 1] - 2 * u[i] + u[i + 1]);  // steps_in_one_launch
    if (waits) __syncthreads();
    if (i < n - 1) u[i] = next[i];
    if (waits) __syncthreads();
  }
}
void steps_in_one_launch() { euler<<<8, 128>>>(filled(host), filled(host), 4, count, false); }
void steps_of_one_block() { euler<<<1, 1024>>>(filled(host), filled(host), 4, count, true); }

// --- Elements for bytes

__global__ void twice(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
void allocates_elements() {
  float* out = nullptr;
  cudaMalloc(&out, count);  // allocates_elements
  twice<<<8, 128>>>(filled(host), out, count);
}
struct Particle {
  double x, y;
};
__global__ void move(Particle* all, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) all[i].x = all[i].y = i;
}
void allocates_managed_elements() {
  Particle* all = nullptr;
  size_t wanted = 300;
  cudaMallocManaged((void**)&all, wanted);  // allocates_managed_elements
  move<<<1, 64>>>(all, 300);
}
void allocates_by_a_macro() {
  float* out = nullptr;
  cudaMalloc(&out, COUNT + 24);  // allocates_by_a_macro
  twice<<<8, 128>>>(filled(host), out, count);
}
void one_too_few() {
  float* out = nullptr;
  const size_t bytes = (count - 1) * sizeof(float);
  cudaMalloc(&out, bytes);
  twice<<<8, 128>>>(filled(host), out, count);
}
void bytes_by_a_macro() {
  float* out = nullptr;
  cudaMalloc(&out, FLOATS);
  twice<<<8, 128>>>(filled(host), out, count + 1);
}
__global__ void reverse(float* a, int n) {
  extern __shared__ float kept[];
  kept[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = kept[n - 1 - threadIdx.x];
}
void shares_elements() {
  const int threads = 128;
  reverse<<<1, threads, threads>>>(filled(host), threads);  // shares_elements
}
void shares_bytes() {
  const int threads = 128;
  reverse<<<1, threads, threads * sizeof(float)>>>(filled(host), threads);
}
__global__ void add_up(const float* in, float* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] += in[i];
}
void clears_elements() {
  float* sums = nullptr;
  cudaMalloc(&sums, count * sizeof(float));
  cudaMemset(sums, 0, count);  // clears_elements
  add_up<<<8, 128>>>(filled(host), sums, count);
  fetch(sums);
}
void clears_bytes() {
  float* sums = nullptr;
  cudaMalloc(&sums, count * sizeof(float));
  cudaMemset(sums, 0, count * sizeof(float));
  add_up<<<8, 128>>>(filled(host), sums, count);
  fetch(sums);
}

void fetches_elements() {
  float* out = nullptr;
  cudaMalloc(&out, sizeof(float) * count);
  twice<<<8, 128>>>(filled(host), out, count);
  cudaMemcpy(result.data(), out, count, cudaMemcpyDeviceToHost);  // fetches_elements
}
void fetches_a_quarter() {
  float* out = nullptr;
  const size_t bytes = sizeof(float) * count;
  cudaMalloc(&out, bytes);
  twice<<<8, 128>>>(filled(host), out, count);
  cudaMemcpy(result.data(), out, bytes / 4, cudaMemcpyDeviceToHost);
}
void fetches_one() {
  int* counts = nullptr;
  cudaMalloc(&counts, 4 * sizeof(int));
  cudaMemset(counts, 0, 4 * sizeof(int));
  cudaMemcpy(result.data(), counts, 4, cudaMemcpyDeviceToHost);
}

// --- A grid whose x and y are exchanged

__global__ void transpose(const float* in, float* out, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
void transposes(dim3 grid, dim3 block) {
  float* out = nullptr;
  cudaMalloc(&out, FLOATS);
  transpose<<<grid, block>>>(filled(host), out, 10, 100);  // exchanged
  fetch(out);
}
void exchanged_in_squares() { transposes(dim3(2, 13), dim3(8, 8)); }
void exchanged_in_rows() { transposes(dim3(10, 4), dim3(32, 1)); }
void exchanged_in_columns() { transposes(dim3(2, 100), dim3(1, 8)); }
void covers_all() { transposes(dim3(13, 2), dim3(8, 8)); }
void covers_more() { transposes(dim3(13, 40), dim3(8, 8)); }
void covers_a_part() { transposes(dim3(4, 2), dim3(8, 8)); }

// --- A loop that leaves its array

__global__ void sum_rows(const float* in, float* out, int n) {
  float sum = 0;
  for (int j = 0; j <= n; ++j)  // one_round_too_many
    sum += in[threadIdx.x * n + j];
  out[threadIdx.x] = sum;
}
void one_round_too_many() { sum_rows<<<1, 10>>>(filled(host), filled(host), 100); }

__global__ void by_four(const float* in, float* out, int n) {
  float sum = 0;
  for (int j = 0; j < n; j += 4) {  // unrolled_by_four
    sum += in[j];
    sum += in[j + 1];
    sum += in[j + 2] + in[j + 3];
  }
  if (threadIdx.x == 0) out[0] = sum;
}
void unrolled_by_four() { by_four<<<1, 32>>>(filled(std::vector<float>(998)), filled(host), 998); }

__global__ void window(const float* in, float* out, int radius) {
  const int i = threadIdx.x;
  float most = in[i];
  int d = 1;
  while (d <= radius) {  // a_window_at_the_end
    most = fmaxf(most, in[i + d]);
    ++d;
  }
  out[i] = most;
}
void a_window_at_the_end() { window<<<1, 1000>>>(filled(host), filled(host), 3); }
void a_window_inside() { window<<<1, 997>>>(filled(host), filled(host), 3); }
void four_by_four() { by_four<<<1, 32>>>(filled(host), filled(host), 1000); }

// --- Results that go nowhere

void uploads_over_the_result() {
  float *in = filled(host), *out = nullptr;
  cudaMalloc(&out, FLOATS);
  twice<<<8, 128>>>(in, out, count);
  cudaMemcpy(out, result.data(), FLOATS, cudaMemcpyHostToDevice);  // uploads_over_the_result
  cudaFree(out);
}
void uploads_rows_over_the_result() {
  float *in = filled(host), *out = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&out, &pitch, 10 * sizeof(float), 8);
  twice<<<8, 128>>>(in, out, 10);
  cudaMemcpy2D(out, pitch, result.data(), 40, 40, 8, cudaMemcpyHostToDevice);  // uploads_rows_over_the_result
}
void uploads_at_last() {
  float *in = filled(host), *out = filled(host);
  twice<<<8, 128>>>(in, out, count);
  fetch(out);
  twice<<<8, 128>>>(out, in, count);
  cudaMemcpyAsync(in, result.data(), FLOATS, cudaMemcpyHostToDevice);  // uploads_at_last
  cudaDeviceSynchronize();
}
void fetches_its_input() {
  float *in = filled(host), *out = filled(host);
  twice<<<8, 128>>>(in, out, count);
  cudaMemcpy(result.data(), in, FLOATS, cudaMemcpyDeviceToHost);  // fetches_its_input
}
void fetches_the_other_one() {
  float *a = filled(host), *b = filled(host), *sums = nullptr;
  cudaMalloc(&sums, FLOATS);
  cudaMemcpy(sums, a, FLOATS, cudaMemcpyDeviceToDevice);
  add_up<<<8, 128>>>(b, sums, count);
  cudaMemcpy(result.data(), b, FLOATS, cudaMemcpyDeviceToHost);  // fetches_the_other_one
  cudaFree(sums);
}
void fetches_before_and_not_after() {
  float *in = filled(host), *out = filled(host);
  fetch(out);
  for (int i = 0; i < 2; ++i) {
    twice<<<8, 128>>>(in, out, count);
    cudaMemcpy(result.data(), in, FLOATS, cudaMemcpyDeviceToHost);  // fetches_before_and_not_after
  }
}
void warms_up() {
  float *in = filled(host), *sums = filled(host);
  for (int i = 0; i < 3; ++i) {
    add_up<<<8, 128>>>(in, sums, count);
    if (i < 2) cudaMemcpy(sums, host.data(), FLOATS, cudaMemcpyHostToDevice);
  }
  fetch(sums);
}
void resets_after_each() {
  float *in = filled(host), *sums = filled(host);
  for (int i = 0; i < 3; ++i) {
    add_up<<<8, 128>>>(in, sums, count);
    cudaMemcpy(sums, host.data(), FLOATS, cudaMemcpyHostToDevice);
  }
}
void takes_turns() {
  float *front = filled(host), *back = filled(host);
  for (int i = 0; i < 4; ++i) {
    twice<<<8, 128>>>(front, back, count);
    std::swap(front, back);
  }
  fetch(front);
}
void fetches_both() {
  float *in = filled(host), *out = filled(host);
  twice<<<8, 128>>>(in, out, count);
  fetch(in);
  fetch(out);
}
void fetches_nothing() { twice<<<8, 128>>>(filled(host), filled(host), count); }

int main(int, char** argv) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> programs = {ROW(shifts_in_place),
                                                      ROW(adds_the_one_before),
                                                      ROW(in_one_thread),
                                                      ROW(divides_by_a_part),
                                                      ROW(divides_by_all),
                                                      ROW(steps_in_one_launch),
                                                      ROW(steps_of_one_block),
                                                      ROW(allocates_elements),
                                                      ROW(allocates_managed_elements),
                                                      ROW(allocates_by_a_macro),
                                                      ROW(one_too_few),
                                                      ROW(bytes_by_a_macro),
                                                      ROW(shares_elements),
                                                      ROW(shares_bytes),
                                                      ROW(clears_elements),
                                                      ROW(clears_bytes),
                                                      ROW(exchanged_in_squares),
                                                      ROW(exchanged_in_rows),
                                                      ROW(exchanged_in_columns),
                                                      ROW(covers_all),
                                                      ROW(covers_more),
                                                      ROW(covers_a_part),
                                                      ROW(one_round_too_many),
                                                      ROW(unrolled_by_four),
                                                      ROW(a_window_at_the_end),
                                                      ROW(a_window_inside),
                                                      ROW(four_by_four),
                                                      ROW(uploads_over_the_result),
                                                      ROW(uploads_rows_over_the_result),
                                                      ROW(uploads_at_last),
                                                      ROW(fetches_its_input),
                                                      ROW(fetches_the_other_one),
                                                      ROW(fetches_before_and_not_after),
                                                      ROW(warms_up),
                                                      ROW(takes_turns),
                                                      ROW(resets_after_each),
                                                      ROW(fetches_elements),
                                                      ROW(fetches_a_quarter),
                                                      ROW(fetches_one),
                                                      ROW(fetches_both),
                                                      ROW(fetches_nothing)};
  for (int i = 0; i < count; ++i) host[i] = static_cast<float>(i * i % 97);
  programs.at(argv[1])();
  cudaDeviceSynchronize();
}
