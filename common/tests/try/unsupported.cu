// try: launch grid=1 block=32 kernel=lanes(unsigned out[32])

__global__ void lanes(unsigned* out) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));  // not this <<< one
  out[lane] = __activemask();
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  lanes<<<1, 32>>>(out);
}
