// Graphs: work that is recorded, by a capture of streams or node by node, and done when the graph is launched. (CUDA
// C++ Programming Guide, "CUDA Graphs".)
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "ladder/base/singleton.hpp"
#include "ladder/emulator/cuda/runtime/graphs.hpp"
#include "ladder/emulator/runtime/order.hpp"

namespace ladder::emulator {

// Does the work of a node, as work of that stream of the current device.
using NodeWork = std::function<cudaError_t(cudaStream_t)>;
using Nodes = std::vector<cudaGraphNode_t>;

}  // namespace ladder::emulator

struct CUgraphNode_st {
  cudaGraphNodeType type;
  std::uintptr_t site;  // where it was captured or added
  int device;
  ladder::emulator::NodeWork work;  // of an empty node: none
  ladder::emulator::Nodes after;
};

struct CUgraph_st {
  std::list<CUgraphNode_st> nodes;

  bool has(cudaGraphNode_t node) const {
    return std::ranges::any_of(nodes, [node](const auto& one) { return &one == node; });
  }
};

// What a graph was when it was instantiated, or updated.
struct CUgraphExec_st {
  struct Step : CUgraphNode_st {
    cudaGraphNode_t node;
    std::vector<std::size_t> steps_before;  // that it waits for
  };
  std::vector<Step> steps;             // each behind those that it waits for
  bool has_branches = false;           // some steps are in no order
  ladder::emulator::StreamClock done;  // when its newest launch is
};

namespace ladder::emulator {

// No handle is given twice: what was destroyed is known to be.
template <typename T>
class Handles {
 public:
  T* make() { return *known_.insert(&all_.emplace_back()).first; }
  bool has(T* handle) const { return known_.count(handle) != 0; }
  void destroy(T* handle) { known_.erase(handle), *handle = {}; }
  const std::set<T*>& known() const { return known_; }

 private:
  std::deque<T> all_;
  std::set<T*> known_;
};
struct Graphs : Singleton<Graphs> {
  Handles<CUgraph_st> graphs;
  Handles<CUgraphExec_st> execs;
};

// A capture, from cudaStreamBeginCapture() to cudaStreamEndCapture().
struct Capture {
  cudaGraph_t graph;
  StreamNumber origin;
  cudaStreamCaptureMode mode;
  std::uintptr_t site;                 // where it began
  std::thread::id thread;              // that began it
  std::map<StreamNumber, Nodes> ends;  // for each stream that takes part: what its next node comes after
  bool is_valid = true;
};

// What an event that was recorded in a capture stands for.
struct CapturedEvent {
  cudaGraph_t graph = nullptr;  // of that capture; null: it was recorded in none
  Nodes nodes = {};
};

// Where a call is not for a capture the functions with an optional result return nothing; else what the call returns.
class Captures : public Singleton<Captures> {
 public:
  cudaError_t begin(StreamNumber stream, cudaStreamCaptureMode mode, std::uintptr_t site);
  // The graph is null where the capture has failed.
  cudaError_t end(StreamNumber stream, cudaGraph_t& graph, std::uintptr_t site);
  Capture* of(StreamNumber stream);
  // A blocking stream of the device captures: its default stream is not to be used then. Null: none.
  Capture* blocking_on(int device);

  // The stream is given work.
  std::optional<cudaError_t> take(StreamNumber stream, std::uintptr_t site, cudaGraphNodeType type,
                                  const NodeWork& work);
  std::optional<cudaError_t> record(StreamNumber stream, CapturedEvent& event, std::uintptr_t site);
  std::optional<cudaError_t> wait(StreamNumber stream, const CapturedEvent& event, bool is_recorded,
                                  std::uintptr_t site);
  // Calls that a stream may not be given while it captures; that may not be made with the event; and that may not be
  // made while a stream of the device captures, or without a device, while one captures whose mode forbids them.
  std::optional<cudaError_t> forbid_in(StreamNumber stream, std::uintptr_t site,
                                       cudaError_t error = cudaErrorStreamCaptureUnsupported);
  std::optional<cudaError_t> forbid(const CapturedEvent& event, std::uintptr_t site,
                                    cudaError_t when_ended = cudaErrorCapturedEvent);  // the capture
  std::optional<cudaError_t> forbid(std::optional<int> device, std::uintptr_t site);
  // Memory is allocated or freed, at once or in the stream.
  std::optional<cudaError_t> forbid_memory(const StreamNumber* stream, std::uintptr_t site) {
    return stream == nullptr ? forbid(std::nullopt, site) : forbid_in(*stream, site, cudaErrorNotSupported);
  }

 private:
  std::optional<cudaError_t> check(StreamNumber stream, std::uintptr_t site);
  Capture* of(cudaGraph_t graph);

  std::list<Capture> all_;
};

// Calls the function in the stream, when what is before it there is done.
cudaError_t call_in(cudaStream_t stream, std::uintptr_t site, const std::function<void()>& call);

}  // namespace ladder::emulator
