// Programs that are wrong in what they do with graphs, one for each mistake: the argument says which. graphs_checks.cpp
// says what has to be said of each. The error of the marked call is printed, and then that of the end of the capture.
#include <cstdio>
#include <map>
#include <string>

constexpr int n = 256;
constexpr size_t bytes = n * sizeof(float);

__global__ void fill(float* out, float value) { out[threadIdx.x] = value; }
__global__ void twice(const float* in, float* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

float* array() {
  float* made = nullptr;
  cudaMalloc(&made, bytes);
  cudaMemset(made, 0, bytes);
  cudaDeviceSynchronize();
  return made;
}
void print(cudaError_t error) { printf("%s\n", cudaGetErrorName(error)); }

// A stream that captures; a second stream; what the capture becomes.
struct Captured {
  explicit Captured(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal, unsigned flags = cudaStreamDefault) {
    cudaStreamCreateWithFlags(&stream, flags);
    cudaStreamCreateWithFlags(&other, flags);
    cudaEventCreate(&event);
    cudaStreamBeginCapture(stream, mode);
  }
  void fork() {
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(other, event, 0);
  }
  void join() {
    cudaEventRecord(event, other);
    cudaStreamWaitEvent(stream, event, 0);
  }
  void end() { print(cudaStreamEndCapture(stream, &graph)); }
  void launch() {
    end();
    cudaGraphInstantiate(&exec, graph, 0);
    print(cudaGraphLaunch(exec, stream));
  }
  cudaStream_t stream, other;
  cudaEvent_t event;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
};

float *a = array(), *b = array(), host[n];

void default_stream() {
  Captured capture;
  fill<<<1, n>>>(a, 1);  // default_stream
  print(cudaGetLastError());
  capture.end();
}
void copies_at_once() {
  Captured capture;
  print(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost));  // copies_at_once
  capture.end();
}
void copies_beside() {
  Captured capture(cudaStreamCaptureModeGlobal, cudaStreamNonBlocking);
  print(cudaMemcpy(host, a, bytes, cudaMemcpyDeviceToHost));  // copies_beside
  capture.end();
}
void waits_for_the_stream() {
  Captured capture;
  fill<<<1, n, 0, capture.stream>>>(a, 1);
  print(cudaStreamSynchronize(capture.stream));  // waits_for_the_stream
  capture.end();
}
void asks_the_stream() {
  Captured capture;
  print(cudaStreamQuery(capture.stream));  // asks_the_stream
  capture.end();
}
void waits_for_the_device() {
  Captured capture;
  print(cudaDeviceSynchronize());  // waits_for_the_device
  capture.end();
}
void waits_for_the_event() {
  Captured capture;
  cudaEventRecord(capture.event, capture.stream);
  print(cudaEventSynchronize(capture.event));  // waits_for_the_event
  capture.end();
}
void allocates() {
  Captured capture;
  float* made = nullptr;
  print(cudaMalloc(&made, bytes));  // allocates
  capture.end();
}
void frees() {
  Captured capture(cudaStreamCaptureModeThreadLocal);
  print(cudaFree(a));  // frees
  capture.end();
}
void allocates_in_stream() {
  Captured capture;
  float* made = nullptr;
  print(cudaMallocAsync(&made, bytes, capture.stream));  // allocates_in_stream
  capture.end();
}
void never_joined() {
  Captured capture;
  capture.fork();
  fill<<<1, n, 0, capture.other>>>(a, 1);
  fill<<<1, n, 0, capture.stream>>>(b, 1);
  capture.join();
  fill<<<1, n, 0, capture.other>>>(a, 2);                       // left_over
  print(cudaStreamEndCapture(capture.stream, &capture.graph));  // never_joined
}
void ends_elsewhere() {
  Captured capture;
  capture.fork();
  print(cudaStreamEndCapture(capture.other, &capture.graph));  // ends_elsewhere
  capture.end();
}
void never_began() {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaStreamCreate(&stream);
  print(cudaStreamEndCapture(stream, &graph));  // never_began
}
void waits_for_work_outside() {
  Captured capture;
  cudaStream_t outside;
  cudaStreamCreate(&outside);
  fill<<<1, n, 0, outside>>>(a, 1);
  cudaEventRecord(capture.event, outside);
  print(cudaStreamWaitEvent(capture.stream, capture.event, 0));  // waits_for_work_outside
  capture.end();
}
void waits_for_another_capture() {
  Captured capture, second;
  fill<<<1, n, 0, second.stream>>>(a, 1);
  cudaEventRecord(second.event, second.stream);
  print(cudaStreamWaitEvent(capture.stream, second.event, 0));  // waits_for_another_capture
  capture.end();
}
void times_a_capture() {
  Captured capture;
  cudaEvent_t stop;
  cudaEventCreate(&stop);
  cudaEventRecord(capture.event, capture.stream);
  fill<<<1, n, 0, capture.stream>>>(a, 1);
  cudaEventRecord(stop, capture.stream);
  capture.launch();
  cudaStreamSynchronize(capture.stream);
  float milliseconds = 0;
  print(cudaEventElapsedTime(&milliseconds, capture.event, stop));  // times_a_capture
}
void destroyed_exec() {
  Captured capture;
  fill<<<1, n, 0, capture.stream>>>(a, 1);
  capture.launch();
  cudaGraphExecDestroy(capture.exec);
  print(cudaGraphLaunch(capture.exec, capture.stream));  // destroyed_exec
}
void destroyed_graph() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphCreate(&graph, 0);
  cudaGraphDestroy(graph);
  print(cudaGraphInstantiate(&exec, graph, 0));  // destroyed_graph
}
void cycle() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t first, second;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
  cudaGraphAddEmptyNode(&second, graph, &first, 1);
  cudaGraphAddDependencies(graph, &second, &first, nullptr, 1);
  print(cudaGraphInstantiate(&exec, graph, 0));  // cycle
}
void no_kernel() {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  const cudaKernelNodeParams parameters = {nullptr, dim3(1), dim3(n), 0, nullptr, nullptr};
  print(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));  // no_kernel
}
void launches_in_capture() {
  Captured capture, second;
  fill<<<1, n, 0, second.stream>>>(a, 1);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamEndCapture(second.stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  print(cudaGraphLaunch(exec, capture.stream));  // launches_in_capture
  capture.end();
}

// The nodes of kernels need a dependency.
void branches_meet() {
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphCreate(&graph, 0);
  float value = 1;
  void *of_fill[] = {&a, &value}, *of_twice[] = {&a, &b};
  const cudaKernelNodeParams first = {(void*)fill, dim3(1), dim3(n), 0, of_fill, nullptr},
                             second = {(void*)twice, dim3(1), dim3(n), 0, of_twice, nullptr};
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &first);
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &second);  // branches_meet
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  print(cudaGraphLaunch(exec, 0));
  cudaDeviceSynchronize();
}
// The second stream reads what the first one writes behind the fork.
void forked_too_early() {
  Captured capture;
  capture.fork();
  fill<<<1, n, 0, capture.stream>>>(a, 1);
  twice<<<1, n, 0, capture.other>>>(a, b);  // forked_too_early
  capture.join();
  capture.launch();
  cudaDeviceSynchronize();
}
// The graph is work of one stream; another stream reads what it writes.
void used_in_another_stream() {
  Captured capture;
  fill<<<1, n, 0, capture.stream>>>(a, 1);
  capture.launch();
  twice<<<1, n, 0, capture.other>>>(a, b);  // used_in_another_stream
  cudaDeviceSynchronize();
}
void read_too_early() {
  float* pinned = nullptr;
  cudaMallocHost(&pinned, bytes);
  Captured capture;
  fill<<<1, n, 0, capture.stream>>>(a, 1);
  cudaMemcpyAsync(pinned, a, bytes, cudaMemcpyDeviceToHost, capture.stream);
  capture.launch();
  printf("%g\n", pinned[0]);  // read_too_early
  cudaDeviceSynchronize();
}
// A copy to pageable memory does not wait in a graph, and says nothing about the managed array.
void copy_does_not_wait() {
  float* managed = nullptr;
  cudaMallocManaged(&managed, bytes);
  Captured capture;
  fill<<<1, n, 0, capture.stream>>>(managed, 1);
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, capture.stream);
  capture.launch();
  printf("%g\n", managed[0]);  // copy_does_not_wait
  cudaDeviceSynchronize();
}
void freed_before_launch() {
  Captured capture;
  fill<<<1, n, 0, capture.stream>>>(a, 1);  // freed_before_launch
  capture.end();
  cudaFree(a);
  cudaGraphInstantiate(&capture.exec, capture.graph, 0);
  cudaGraphLaunch(capture.exec, capture.stream);
  print(cudaDeviceSynchronize());
}
void copies_what_was_freed() {
  Captured capture;
  cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, capture.stream);  // copies_what_was_freed
  capture.end();
  cudaFree(a);
  cudaGraphInstantiate(&capture.exec, capture.graph, 0);
  print(cudaGraphLaunch(capture.exec, capture.stream));
}
void beyond_the_end() {
  Captured capture;
  fill<<<1, n + 32, 0, capture.stream>>>(a, 1);  // beyond_the_end
  capture.launch();
  cudaDeviceSynchronize();
}
void failed_launch() {
  Captured capture;
  fill<<<1, 1025, 0, capture.stream>>>(a, 1);  // failed_launch
  print(cudaGetLastError());
  capture.end();
}

int main(int, char** argv) {
#define ROW(name) \
  { #name, name }
  const std::map<std::string, void (*)()> programs = {ROW(default_stream),
                                                      ROW(copies_at_once),
                                                      ROW(copies_beside),
                                                      ROW(waits_for_the_stream),
                                                      ROW(asks_the_stream),
                                                      ROW(waits_for_the_device),
                                                      ROW(waits_for_the_event),
                                                      ROW(allocates),
                                                      ROW(frees),
                                                      ROW(allocates_in_stream),
                                                      ROW(never_joined),
                                                      ROW(ends_elsewhere),
                                                      ROW(never_began),
                                                      ROW(waits_for_work_outside),
                                                      ROW(waits_for_another_capture),
                                                      ROW(times_a_capture),
                                                      ROW(destroyed_exec),
                                                      ROW(destroyed_graph),
                                                      ROW(cycle),
                                                      ROW(no_kernel),
                                                      ROW(launches_in_capture),
                                                      ROW(branches_meet),
                                                      ROW(forked_too_early),
                                                      ROW(used_in_another_stream),
                                                      ROW(read_too_early),
                                                      ROW(copy_does_not_wait),
                                                      ROW(freed_before_launch),
                                                      ROW(copies_what_was_freed),
                                                      ROW(beyond_the_end),
                                                      ROW(failed_launch)};
  programs.at(argv[1])();
}
