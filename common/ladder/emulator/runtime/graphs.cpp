// Graphs that a program makes node by node, instantiates, updates and launches.
#include "ladder/emulator/runtime/graphs.hpp"

#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/runtime/copies.hpp"
#include "ladder/emulator/runtime/launches.hpp"

namespace ladder::emulator {
namespace {

cudaError_t no_graph(std::uintptr_t site) {
  return wrong_call(site, "the graph does not exist: was it destroyed?", cudaErrorInvalidValue);
}
cudaError_t no_node(std::uintptr_t site) {
  return wrong_call(site, "one of the nodes is none of this graph", cudaErrorInvalidValue);
}

cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                     cudaGraphNodeType type, std::uintptr_t site, const NodeWork& work) {
  const OneAtATime lock;
  if (!Graphs::instance().graphs.has(graph)) return no_graph(site);
  Nodes those;
  if (count != 0) those.assign(after, after + count);
  if (!std::ranges::all_of(those, [graph](cudaGraphNode_t one) { return graph->has(one); })) return no_node(site);
  graph->nodes.push_back({type, site, Devices::instance().current(), work, those});
  *node = &graph->nodes.back();
  return result(cudaSuccess);
}

// Null where that is no kernel.
NodeWork kernel_work(const cudaKernelNodeParams& parameters, std::uintptr_t site) {
  const Configuration configuration{parameters.gridDim, parameters.blockDim, parameters.sharedMemBytes};
  const auto handed =
      parameters.extra == nullptr ? Launches::instance().handed_by(parameters.func, parameters.kernelParams) : nullptr;
  if (handed == nullptr)
    wrong_call(site, "func is no kernel, or extra is given, which is not supported", cudaErrorInvalidDeviceFunction);
  return Launches::work(handed, configuration, site);
}

cudaError_t set_kernel(CUgraphNode_st& node, const cudaKernelNodeParams& parameters) {
  NodeWork work = kernel_work(parameters, node.site);
  if (node.type != cudaGraphNodeTypeKernel || work == nullptr) return result(cudaErrorInvalidValue);
  node.work = std::move(work);
  return result(cudaSuccess);
}

cudaError_t no_exec(std::uintptr_t site) {
  return wrong_call(site, "the executable graph does not exist: was it destroyed?", cudaErrorInvalidValue);
}

// The nodes, each behind those that it waits for. Not all of them, where some wait for each other.
CUgraphExec_st in_order(const CUgraph_st& graph) {
  CUgraphExec_st exec;
  std::map<cudaGraphNode_t, std::size_t> steps;
  const auto has_step = [&steps](cudaGraphNode_t node) { return steps.count(node) != 0; };
  for (bool is_news = true; std::exchange(is_news, false);) {
    for (const CUgraphNode_st& node : graph.nodes) {
      auto* const handle = const_cast<cudaGraphNode_t>(&node);
      if (has_step(handle) || !std::ranges::all_of(node.after, has_step)) continue;
      CUgraphExec_st::Step step{node, handle, {}};
      for (const cudaGraphNode_t before : node.after) step.steps_before.push_back(steps[before]);
      const std::size_t number = steps.size();
      exec.has_branches |= number != 0 && std::ranges::count(step.steps_before, number - 1) == 0;
      exec.steps.push_back(std::move(step));
      steps[handle] = number;
      is_news = true;
    }
  }
  return exec;
}

// Each step is work of the stream, or of a branch beside it, that comes after what its node waits for, and after all
// that the stream and this graph have had before. What comes later in the stream comes after all steps.
cudaError_t launch(CUgraphExec_st& exec, StreamNumber stream) {
  Order& order = Order::instance();
  if (exec.has_branches) order.count_sectors();
  order.let_wait(stream, exec.done);
  const StreamClock start = order.record(stream);
  const int current = Devices::instance().current();
  std::vector<StreamClock> done;
  cudaError_t error = cudaSuccess;
  for (const CUgraphExec_st::Step& step : exec.steps) {
    StreamClock before = start;
    for (const std::size_t i : step.steps_before) before.merge(done[i]);
    if (step.work != nullptr) {
      const StreamNumber branch = order.branch(stream, step.device, before);
      order.let_wait(branch, before);
      Devices::instance().choose(step.device);
      if (error = step.work(Order::handle_of(branch)); error != cudaSuccess) break;
      before = order.record(branch);
    }
    done.push_back(std::move(before));
  }
  Devices::instance().choose(current);
  for (const StreamClock& clock : done) order.let_wait(stream, clock);
  exec.done = order.record(stream);
  return result(error);
}

}  // namespace
}  // namespace ladder::emulator

using namespace ladder::emulator;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  const OneAtATime lock;
  *graph = Graphs::instance().graphs.make();
  return result(cudaSuccess);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  const OneAtATime lock;
  if (!Graphs::instance().graphs.has(graph)) return no_graph(SITE);
  std::map<cudaGraphNode_t, cudaGraphNode_t> clones;
  *clone = Graphs::instance().graphs.make();
  for (CUgraphNode_st& node : graph->nodes) clones[&node] = &(*clone)->nodes.emplace_back(node);
  for (CUgraphNode_st& node : (*clone)->nodes) {
    for (cudaGraphNode_t& before : node.after) before = clones[before];
  }
  return result(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const OneAtATime lock;
  if (!Graphs::instance().graphs.has(graph)) return no_graph(SITE);
  Graphs::instance().graphs.destroy(graph);
  return result(cudaSuccess);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  const OneAtATime lock;
  if (!Graphs::instance().graphs.has(graph)) return no_graph(SITE);
  const std::size_t room = nodes == nullptr ? graph->nodes.size() : *count;
  *count = std::min(room, graph->nodes.size());
  if (nodes == nullptr) return result(cudaSuccess);
  std::fill_n(nodes, room, nullptr);
  auto node = graph->nodes.begin();
  for (std::size_t i = 0; i < *count; ++i) nodes[i] = &*node++;
  return result(cudaSuccess);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaKernelNodeParams* parameters) {
  const NodeWork work = kernel_work(*parameters, SITE);
  if (work == nullptr) return cudaErrorInvalidDeviceFunction;
  return add_node(node, graph, after, count, cudaGraphNodeTypeKernel, SITE, work);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemcpy3DParms* parameters) {
  const NodeWork work = copy_work(copy_of_arrays({"cudaGraphAddMemcpyNode", SITE, false}, *parameters));
  return add_node(node, graph, after, count, cudaGraphNodeTypeMemcpy, SITE, work);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  const NodeWork work = copy_work(copy_of_bytes({"cudaGraphAddMemcpyNode1D", SITE, false}, to, from, bytes, kind));
  return add_node(node, graph, after, count, cudaGraphNodeTypeMemcpy, SITE, work);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   std::size_t count, const cudaMemsetParams* parameters) {
  const auto& [to, pitch, value, element_bytes, width, height] = *parameters;
  if (element_bytes != 1 && element_bytes != 2 && element_bytes != 4)
    return wrong_call(SITE, "elements have 1, 2 or 4 bytes (elementSize)", cudaErrorInvalidValue);
  const std::size_t bytes = width * element_bytes;
  Copy copy{{"cudaGraphAddMemsetNode", SITE, false},
            {static_cast<const char*>(to), height > 1 ? pitch : bytes},
            {},
            {bytes, height, 1},
            cudaMemcpyHostToDevice,
            static_cast<int>(value)};
  copy.element_bytes = element_bytes;
  return add_node(node, graph, after, count, cudaGraphNodeTypeMemset, SITE, copy_work(copy));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 std::size_t count, const cudaHostNodeParams* parameters) {
  const std::uintptr_t site = SITE;
  const std::function<void()> call = [its = *parameters] { its.fn(its.userData); };
  return add_node(node, graph, after, count, cudaGraphNodeTypeHost, site,
                  [=](cudaStream_t stream) { return call_in(stream, site, call); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                  std::size_t count) {
  return add_node(node, graph, after, count, cudaGraphNodeTypeEmpty, SITE, nullptr);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     std::size_t count) {
  const OneAtATime lock;
  if (!Graphs::instance().graphs.has(graph)) return no_graph(SITE);
  for (std::size_t i = 0; i < count; ++i) {
    if (!graph->has(from[i]) || !graph->has(to[i])) return no_node(SITE);
    to[i]->after.push_back(from[i]);
  }
  return result(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  const OneAtATime lock;
  const auto& known = Graphs::instance().graphs.known();
  if (std::ranges::none_of(known, [node](cudaGraph_t graph) { return graph->has(node); })) return no_node(SITE);
  return set_kernel(*node, *parameters);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  const OneAtATime lock;
  *exec = nullptr;
  if (!Graphs::instance().graphs.has(graph))
    return wrong_call(SITE, "the graph does not exist: was it destroyed, or has its capture failed?",
                      cudaErrorInvalidValue);
  CUgraphExec_st made = in_order(*graph);
  if (made.steps.size() != graph->nodes.size())
    return wrong_call(SITE, "nodes of the graph wait for each other", cudaErrorInvalidValue);
  *exec = Graphs::instance().execs.make();
  **exec = std::move(made);
  return result(cudaSuccess);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  const OneAtATime lock;
  if (!Graphs::instance().execs.has(exec)) return no_exec(SITE);
  const auto step = std::ranges::find(exec->steps, node, &CUgraphExec_st::Step::node);
  if (step == exec->steps.end())
    return wrong_call(SITE, "the executable graph has no such node", cudaErrorInvalidValue);
  return set_kernel(*step, *parameters);
}

// That it does not fit is no mistake: programs instantiate the graph then.
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  const OneAtATime lock;
  if (!Graphs::instance().execs.has(exec)) return no_exec(SITE);
  *info = {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
  if (!Graphs::instance().graphs.has(graph)) return wrong_call(SITE, "the graph does not exist", cudaErrorInvalidValue);
  CUgraphExec_st changed = in_order(*graph);
  const auto steps_before = &CUgraphExec_st::Step::steps_before;
  if (!std::ranges::equal(exec->steps, changed.steps, {}, steps_before, steps_before))
    return result(cudaErrorGraphExecUpdateFailure);
  for (std::size_t i = 0; i < changed.steps.size(); ++i) {
    CUgraphExec_st::Step& step = changed.steps[i];
    *info = {cudaGraphExecUpdateErrorNodeTypeChanged, step.node, nullptr};
    if (step.type != exec->steps[i].type) return result(cudaErrorGraphExecUpdateFailure);
    step.node = exec->steps[i].node;
  }
  exec->steps = std::move(changed.steps);
  *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  return result(cudaSuccess);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  const OneAtATime lock;
  if (!Graphs::instance().execs.has(exec)) return no_exec(SITE);
  return result(Order::instance().find(stream) == nullptr ? cudaErrorInvalidResourceHandle : cudaSuccess);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  const OneAtATime lock;
  if (ErrorState::instance().sticky() != cudaSuccess) return ErrorState::instance().sticky();
  if (!Graphs::instance().execs.has(exec)) return no_exec(SITE);
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return no_stream(SITE);
  if (const auto error = Captures::instance().forbid_in(*number, SITE, cudaErrorNotSupported)) return *error;
  return launch(*exec, *number);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  const OneAtATime lock;
  if (!Graphs::instance().execs.has(exec)) return no_exec(SITE);
  Graphs::instance().execs.destroy(exec);
  return result(cudaSuccess);
}
