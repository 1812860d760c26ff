// CUDA graphs in the styles that programs have, one for each name: the argument says which. Each ends with 0 where the
// results are those of the same work without a graph, and its waits are all that is needed. NAME of a style is marked
// where graphs_checks.cpp looks for its kernels.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#define CHECK(call)                                                         \
  do {                                                                      \
    const cudaError_t error = call;                                         \
    if (error != cudaSuccess) {                                             \
      printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      exit(2);                                                              \
    }                                                                       \
  } while (0)

constexpr int n = 1024;
constexpr size_t bytes = n * sizeof(float);

__global__ void add(float* data, float value, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += value;
}
__global__ void scale(const float* in, float* out, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = factor * in[i];
}
__global__ void sum_of(const float* a, const float* b, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a[i] + b[i];
}
__global__ void fill(float* out, float value) { out[threadIdx.x] = value; }

float* array(float value = 0) {
  std::vector<float> host(n, value);
  float* made = nullptr;
  CHECK(cudaMalloc(&made, bytes));
  CHECK(cudaMemcpy(made, host.data(), bytes, cudaMemcpyHostToDevice));
  return made;
}
// How many elements do not have the value.
int wrong(const float* data, float value) {
  std::vector<float> host(n);
  CHECK(cudaMemcpy(host.data(), data, bytes, cudaMemcpyDeviceToHost));
  int count = 0;
  for (float element : host) count += element != value;
  return count;
}

// Short kernels in a loop, captured once and launched many times, with the time of all.
int loop() {
  float* data = array();
  cudaStream_t stream;
  cudaEvent_t start, stop;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  bool is_made = false;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaEventRecord(start, stream));
  for (int step = 0; step < 5; ++step) {
    if (!is_made) {
      CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
      for (int i = 0; i < 4; ++i) add<<<n / 256, 256, 0, stream>>>(data, 1, n);  // loop
      CHECK(cudaStreamEndCapture(stream, &graph));
      CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
      is_made = true;
    }
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
  }
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(stream));
  return wrong(data, 20);
}

// Nodes and dependencies, as a program makes them: copies, sets, kernels, functions of the host.
int nodes() {
  float *in = array(), *out = array(), *other = array(), *host = nullptr, *results = nullptr;
  CHECK(cudaMallocHost(&host, bytes));
  CHECK(cudaMallocHost(&results, bytes));
  for (int i = 0; i < n; ++i) host[i] = 2;
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t copied, set, scaled, added, called, back, empty;

  cudaMemcpy3DParms copy = {0};
  copy.srcArray = NULL;
  copy.srcPos = make_cudaPos(0, 0, 0);
  copy.srcPtr = make_cudaPitchedPtr(host, bytes, n, 1);
  copy.dstArray = NULL;
  copy.dstPos = make_cudaPos(0, 0, 0);
  copy.dstPtr = make_cudaPitchedPtr(in, bytes, n, 1);
  copy.extent = make_cudaExtent(bytes, 1, 1);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaGraphAddMemcpyNode(&copied, graph, NULL, 0, &copy));

  cudaMemsetParams clear = {0};
  clear.dst = (void*)other;
  clear.value = 0x3f800000;  // 1.0f
  clear.pitch = 0;
  clear.elementSize = sizeof(float);
  clear.width = n;
  clear.height = 1;
  CHECK(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &clear));

  float factor = 3;
  int count = n;
  void* scale_arguments[] = {&in, &out, &factor, &count};
  cudaKernelNodeParams kernel = {0};
  kernel.func = (void*)scale;
  kernel.gridDim = dim3(n / 256, 1, 1);
  kernel.blockDim = dim3(256, 1, 1);
  kernel.sharedMemBytes = 0;
  kernel.kernelParams = scale_arguments;
  kernel.extra = NULL;
  CHECK(cudaGraphAddKernelNode(&scaled, graph, &copied, 1, &kernel));  // nodes
  void* sum_arguments[] = {&out, &other, &out, &count};
  kernel.func = (void*)sum_of;
  kernel.kernelParams = sum_arguments;
  const cudaGraphNode_t both[] = {scaled, set};
  CHECK(cudaGraphAddKernelNode(&added, graph, both, 2, &kernel));
  factor = count = 0;  // copied before

  CHECK(cudaGraphAddEmptyNode(&empty, graph, &added, 1));
  CHECK(cudaGraphAddMemcpyNode1D(&back, graph, NULL, 0, results, out, bytes, cudaMemcpyDeviceToHost));
#if CUDART_VERSION >= 13000
  CHECK(cudaGraphAddDependencies(graph, &empty, &back, NULL, 1));
#else
  CHECK(cudaGraphAddDependencies(graph, &empty, &back, 1));
#endif
  static float seen;
  cudaHostNodeParams host_call = {0};
  host_call.fn = [](void* data) { seen = static_cast<float*>(data)[n - 1]; };
  host_call.userData = results;
  CHECK(cudaGraphAddHostNode(&called, graph, &back, 1, &host_call));

  size_t number = 0;
  CHECK(cudaGraphGetNodes(graph, NULL, &number));
  cudaGraph_t clone;
  CHECK(cudaGraphClone(&clone, graph));
  CHECK(cudaGraphDestroy(graph));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, clone, 0));
  CHECK(cudaGraphUpload(exec, 0));
  int failures = number != 7;
  for (int round = 0; round < 3; ++round) {
    seen = 0;
    for (int i = 0; i < n; ++i) host[i] = 2 + round;  // read when the graph is launched
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    failures += wrong(out, 3 * (2 + round) + 1) + (seen != 3 * (2 + round) + 1);
  }
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(clone));
  return failures;
}

// A fork to a second stream and back, by events; then what follows in the first stream.
int fork() {
  float *in = array(5), *a = array(), *b = array(), *out = array();
  cudaStream_t first, second;
  cudaEvent_t forked, joined;
  CHECK(cudaStreamCreate(&first));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  add<<<n / 256, 256, 0, first>>>(in, 1, n);
  CHECK(cudaEventRecord(forked, first));
  CHECK(cudaStreamWaitEvent(second, forked, 0));
  scale<<<n / 256, 256, 0, first>>>(in, a, 2, n);
  scale<<<n / 256, 256, 0, second>>>(in, b, 3, n);  // fork
  CHECK(cudaEventRecord(joined, second));
  CHECK(cudaStreamWaitEvent(first, joined, 0));
  sum_of<<<n / 256, 256, 0, first>>>(a, b, out, n);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  CHECK(cudaStreamIsCapturing(second, &status));
  int failures = status != cudaStreamCaptureStatusActive;
  CHECK(cudaStreamEndCapture(first, &graph));
  CHECK(cudaStreamIsCapturing(second, &status));
  failures += status != cudaStreamCaptureStatusNone;
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(exec, first));
  add<<<n / 256, 256, 0, first>>>(out, 1, n);
  CHECK(cudaEventRecord(joined, first));  // outside of a capture again
  CHECK(cudaStreamWaitEvent(second, joined, 0));
  add<<<n / 256, 256, 0, second>>>(out, 1, n);
  CHECK(cudaStreamSynchronize(second));
  return failures + wrong(out, 5 * (5 + 3) + 2);
}

// Other arguments for a kernel: in the executable graph, and in the graph.
int update() {
  float* data = array();
  float value = 1;
  int count = n;
  void* arguments[] = {&data, &value, &count};
  cudaGraph_t graph;
  cudaGraphNode_t node, second;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaKernelNodeParams kernel = {(void*)add, dim3(n / 256), dim3(256), 0, arguments, nullptr};
  CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));  // update
  CHECK(cudaGraphAddKernelNode(&second, graph, &node, 1, &kernel));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph));
  for (int step = 1; step <= 3; ++step) {
    value = 10 * step;
    CHECK(cudaGraphExecKernelNodeSetParams(exec, node, &kernel));
    CHECK(cudaGraphLaunch(exec, nullptr));
  }
  CHECK(cudaDeviceSynchronize());
  int failures = wrong(data, 10 + 20 + 30 + 3);
  value = 100;
  CHECK(cudaGraphKernelNodeSetParams(second, &kernel));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphInstantiate(&exec, graph));
  CHECK(cudaGraphLaunch(exec, nullptr));
  CHECK(cudaDeviceSynchronize());
  return failures + wrong(data, 63 + 1 + 100);
}

// Captured anew in each step; instantiated anew only where the old one cannot be updated.
int recapture() {
  float* data = array();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraphExec_t exec = nullptr;
  int instantiated = 0;
  for (int step = 0; step < 6; ++step) {
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    add<<<n / 256, 256, 0, stream>>>(data, step, n);  // recapture
    if (step >= 3) add<<<n / 256, 256, 0, stream>>>(data, 100, n);
    CHECK(cudaStreamEndCapture(stream, &graph));
    bool is_new = exec == nullptr;
    if (!is_new) {
      cudaGraphExecUpdateResultInfo info;
      is_new = cudaGraphExecUpdate(exec, graph, &info) != cudaSuccess;
      if (is_new) {
        cudaGetLastError();
        if (info.result != cudaGraphExecUpdateErrorTopologyChanged) return 1;
        CHECK(cudaGraphExecDestroy(exec));
      }
    }
    if (is_new) {
      CHECK(cudaGraphInstantiate(&exec, graph, 0));
      ++instantiated;
    }
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphLaunch(exec, stream));
  }
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaGraphExecDestroy(exec));
  return wrong(data, 0 + 1 + 2 + 3 + 4 + 5 + 300) + (instantiated != 2);
}

// All that a capture records: copies both ways, a set, a function of the host.
int captured() {
  float *data = array(), *host = nullptr;
  static float sum;
  CHECK(cudaHostAlloc(&host, bytes, cudaHostAllocDefault));
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  float* later = array(7);  // cudaMalloc() and cudaMemcpy(), which this mode allows
  CHECK(cudaMemsetAsync(data, 0, bytes, stream));
  CHECK(cudaMemcpyAsync(data, host, bytes / 2, cudaMemcpyHostToDevice, stream));
  add<<<n / 256, 256, 0, stream>>>(data, 1, n);
  sum_of<<<n / 256, 256, 0, stream>>>(data, later, data, n);  // captured
  CHECK(cudaMemcpyAsync(host, data, bytes, cudaMemcpyDeviceToHost, stream));
  const auto add_all = [](void* values) {
    sum = 0;
    for (int i = 0; i < n; ++i) sum += static_cast<float*>(values)[i];
  };
  CHECK(cudaLaunchHostFunc(stream, add_all, host));
  CHECK(cudaStreamEndCapture(stream, &graph));
  int failures = wrong(data, 0) + (sum != 0);  // nothing was done yet
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < n; ++i) host[i] = 4;
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  failures += sum != n / 2 * 12 + n / 2 * 8;
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  return failures + (sum != n / 2 * 20 + n / 2 * 8);
}

// One executable graph in two streams: its launches come one after the other, whatever streams they are in.
int streams() {
  float* data = array();
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  add<<<n / 256, 256, 0, first>>>(data, 1, n);  // streams
  CHECK(cudaStreamEndCapture(first, &graph));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (cudaStream_t stream : {first, second, first, second}) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaDeviceSynchronize());
  return wrong(data, 4);
}

// Nodes in no order that fill the halves of an array, in the default stream.
int halves() {
  float* data = array();
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node;
  float value = 3;
  for (float* half : {data, data + n / 2}) {
    void* arguments[] = {&half, &value};
    cudaKernelNodeParams kernel = {(void*)fill, dim3(1), dim3(n / 2), 0, arguments, nullptr};
    CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel));  // halves
  }
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, 0));
  CHECK(cudaDeviceSynchronize());
  return wrong(data, 3);
}

// The same launch again and again, which makes the same of the same memory.
int replays() {
  float *in = array(2), *out = array();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 3; ++i) scale<<<n / 256, 256, 0, stream>>>(in, out, 2, n);  // replays
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 60; ++i) CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  return wrong(out, 4);
}

// A capture that fails, and the same stream after it.
int failed() {
  float* data = array();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<n / 256, 256, 0, stream>>>(data, 1, n);
  const cudaError_t waited = cudaStreamSynchronize(stream);  // failed
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(stream, &status));
  const cudaError_t recorded = cudaMemsetAsync(data, 0, bytes, stream);
  const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
  printf("%s, %s, %s, status %d, %s\n", cudaGetErrorName(waited), cudaGetErrorName(recorded), cudaGetErrorName(ended),
         status, graph == nullptr ? "no graph" : "a graph");
  add<<<n / 256, 256, 0, stream>>>(data, 2, n);
  CHECK(cudaStreamSynchronize(stream));
  return wrong(data, 2);
}

// Attributes of streams and launches, and a limit, which change nothing here; a launch with attributes is captured.
int attributes() {
  float* data = array();
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20));
  size_t limit = 0;
  CHECK(cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize));
  cudaStreamAttrValue attribute = {};
  attribute.accessPolicyWindow.base_ptr = reinterpret_cast<void*>(data);
  attribute.accessPolicyWindow.num_bytes = bytes;
  attribute.accessPolicyWindow.hitRatio = 0.6f;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute));
  cudaStreamAttrValue found = {};
  CHECK(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &found));
  int failures = limit < 1 << 20;  // a GPU rounds it up

  cudaLaunchAttribute cooperative[1];
  cooperative[0].id = cudaLaunchAttributeCooperative;
  cooperative[0].val.cooperative = 1;
  cudaLaunchConfig_t config = {0};
  config.gridDim = dim3(n / 256);
  config.blockDim = dim3(256);
  config.stream = stream;
  config.attrs = cooperative;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, add, data, 1, n));  // attributes
  float value = 2;
  int count = n;
  void* arguments[] = {&data, &value, &count};
  config.numAttrs = 0;
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaLaunchKernelExC(&config, (void*)add, arguments));
  CHECK(cudaLaunchKernelEx(&config, add, data, 4.0f, n));
  CHECK(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  attribute.accessPolicyWindow.num_bytes = 0;
  CHECK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute));
  CHECK(cudaCtxResetPersistingL2Cache());
  return failures + wrong(data, 1 + 2 + 4);
}

// A capture that goes to a second device and back.
int devices() {
  float* of[2];
  cudaStream_t stream[2];
  cudaEvent_t forked[2];
  for (int device : {1, 0}) {
    CHECK(cudaSetDevice(device));
    of[device] = array(1);
    CHECK(cudaStreamCreate(&stream[device]));
    CHECK(cudaEventCreate(&forked[device]));
  }
  cudaGraph_t graph;
  CHECK(cudaStreamBeginCapture(stream[0], cudaStreamCaptureModeGlobal));
  CHECK(cudaMemcpyPeerAsync(of[1], 1, of[0], 0, bytes, stream[0]));
  CHECK(cudaEventRecord(forked[0], stream[0]));
  CHECK(cudaSetDevice(1));
  CHECK(cudaStreamWaitEvent(stream[1], forked[0], 0));
  add<<<n / 256, 256, 0, stream[1]>>>(of[1], 1, n);  // devices
  CHECK(cudaEventRecord(forked[1], stream[1]));
  CHECK(cudaSetDevice(0));
  CHECK(cudaStreamWaitEvent(stream[0], forked[1], 0));
  CHECK(cudaMemcpyPeerAsync(of[0], 0, of[1], 1, bytes, stream[0]));
  CHECK(cudaStreamEndCapture(stream[0], &graph));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(exec, stream[0]));
  CHECK(cudaStreamSynchronize(stream[0]));
  return wrong(of[0], 4);
}

int main(int, char** argv) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, int (*)()> styles = {ROW(loop),      ROW(nodes),    ROW(fork),       ROW(update),
                                                   ROW(recapture), ROW(captured), ROW(streams),    ROW(halves),
                                                   ROW(replays),   ROW(failed),   ROW(attributes), ROW(devices)};
  const int failures = styles.at(argv[1])();
  printf("%d failures\n", failures);
  return failures != 0;
}
