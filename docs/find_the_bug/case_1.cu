// Stretches a signal: out has count_out values, each the nearest one of the count_in values of `in`.
//
// Right for 10,000 values in and 20,000 out. With 50,000 in and 60,000 out, the last part of the output is rubbish, or
// the program stops with an illegal address.
#include <cstdio>
#include <vector>

__global__ void stretch(const float* in, float* out, int count_in, int count_out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count_out) out[i] = in[i * count_in / count_out];
}

int main() {
  const int count_in = 50000, count_out = 60000;
  std::vector<float> input(count_in), output(count_out);
  for (int i = 0; i < count_in; ++i) input[i] = i;
  float *in, *out;
  cudaMalloc(&in, count_in * sizeof(float));
  cudaMalloc(&out, count_out * sizeof(float));
  cudaMemcpy(in, input.data(), count_in * sizeof(float), cudaMemcpyHostToDevice);
  stretch<<<(count_out + 255) / 256, 256>>>(in, out, count_in, count_out);
  const cudaError_t error = cudaMemcpy(output.data(), out, count_out * sizeof(float), cudaMemcpyDeviceToHost);
  printf("the last value is %g (%s)\n", output[count_out - 1], cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(out);
}
