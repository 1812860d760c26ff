// What the emulator does not have: tex2D in a comment is no use of it.
#include <cstdio>

const char* text = "cudaGraph_t";
__global__ void look_up(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}

int main() {
  printf("%s\n", text);
  cudaGraphConditionalHandle handle;
}
