// Names that a program may have for itself, as CUDA does not have them: the emulator has most of them, too. Ends with
// 0.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <string>

int emulator, block, launch, request, warp, lane, thread, groups, memory, model, order, hazards, runtime, events,
    device, host, kernel, stream, event, value, reduce, transpose, tile, ptx, barrier, mask, sector, bank, counter,
    report, program, fault, fiber, stack, load, store, shared, global, local, check, options, chapter, problem,
    contract, findings, bounds, threads, blocks, context, state, row, col, rows, cols, cuda_runtime, detail;
struct Access {};
struct Allocations {};
struct Block {};
struct Device {};
struct Event {};
struct Failure {};
struct Format {};
struct HalfFormat {};
struct Kernel {};
struct Lane {};
struct Launch {};
struct Matrix {};
struct Pattern {};
struct Register {};
struct Request {};
struct Result {};
struct Site {};
struct SmallFloat {};
struct Stream {};
struct Table {};
struct Token {};
struct Vector4 {};
struct Warp {};

const char* kinds[] = {"shared", "constant", "emulated", "kernel"};

#define LADDER 1
namespace ladder {
struct Step {
  int height;
};
__device__ int climb(Step step) { return step.height + LADDER; }
}  // namespace ladder

__global__ void site(int* table) {
  struct Column {
    int count;
    __device__ void add(int more) { count += more; }
  } column = {0};
  column.add(ladder::climb({int(threadIdx.x)}));
  table[threadIdx.x] = column.count;
}

int main() {
  int *table, sum = 0;
  cudaMallocManaged(&table, 32 * sizeof(int));
  site<<<1, 32>>>(table);
  cudaDeviceSynchronize();
  for (int i = 0; i < 32; ++i) sum += table[i];
  cudaFree(table);
  if (kinds[0] == std::string("shared")) {  // a word of the emulator's, in a statement with a brace
    sum += 32;
  }
  if (kinds[1] != std::string("constant")) sum = 0;
  return sum != 32 * 33 / 2 + 32;
}
