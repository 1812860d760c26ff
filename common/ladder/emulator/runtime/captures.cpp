// Streams that capture: the rules of "Cross-stream Dependencies and Events" and "Prohibited and Unhandled Operations"
// in the CUDA C++ Programming Guide, and of cudaThreadExchangeStreamCaptureMode() in the CUDA Runtime API.
#include <fmt/format.h>

#include <algorithm>

#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

namespace ladder::emulator {
namespace {

// An error that invalidates the capture.
cudaError_t invalidate(Capture& capture, std::uintptr_t site, cudaError_t error, const std::string& words) {
  capture.is_valid = false;
  return wrong_call(site, fmt::format("{} (the capture that began at {})", words, place_of(capture.site)), error);
}

// The nodes, and all that they come after.
std::set<cudaGraphNode_t> with_all_before(Nodes nodes) {
  std::set<cudaGraphNode_t> all;
  while (!nodes.empty()) {
    const cudaGraphNode_t node = nodes.back();
    nodes.pop_back();
    if (all.insert(node).second) nodes.insert(nodes.end(), node->after.begin(), node->after.end());
  }
  return all;
}

// A node that the stream where the capture began has not waited for; null: none.
cudaGraphNode_t unjoined(const Capture& capture) {
  const std::set<cudaGraphNode_t> joined = with_all_before(capture.ends.at(capture.origin));
  for (const auto& [stream, ends] : capture.ends) {
    for (const cudaGraphNode_t node : ends) {
      if (joined.count(node) == 0) return node;
    }
  }
  return nullptr;
}

}  // namespace

Capture* Captures::of(StreamNumber stream) {
  const auto found = std::ranges::find_if(all_, [=](const Capture& one) { return one.ends.count(stream) != 0; });
  return found == all_.end() ? nullptr : &*found;
}

Capture* Captures::of(cudaGraph_t graph) {
  const auto found = std::ranges::find(all_, graph, &Capture::graph);
  return found == all_.end() ? nullptr : &*found;
}

Capture* Captures::blocking_on(int device) {
  for (Capture& capture : all_) {
    for (const auto& [stream, ends] : capture.ends) {
      if (Order::instance().is_blocking(stream) && Order::instance().device_of(stream) == device) return &capture;
    }
  }
  return nullptr;
}

// Any call that names the stream. Of a capture that was invalidated the reason was said.
std::optional<cudaError_t> Captures::check(StreamNumber stream, std::uintptr_t site) {
  if (const Capture* const its = of(stream); its != nullptr && !its->is_valid)
    return result(cudaErrorStreamCaptureInvalidated);
  Capture* const blocking = Order::is_default(stream) ? blocking_on(Order::instance().device_of(stream)) : nullptr;
  if (blocking == nullptr) return std::nullopt;
  return invalidate(*blocking, site, cudaErrorStreamCaptureImplicit,
                    "the default stream is used while a stream captures that it waits for; use another stream, or "
                    "cudaStreamNonBlocking for the one that captures");
}

cudaError_t Captures::begin(StreamNumber stream, cudaStreamCaptureMode mode, std::uintptr_t site) {
  if (Order::is_default(stream)) {
    return wrong_call(site,
                      "the default stream cannot capture, and cudaStreamPerThread is the same here: cudaStreamCreate()",
                      cudaErrorStreamCaptureUnsupported);
  }
  if (of(stream) != nullptr) return wrong_call(site, "the stream captures already", cudaErrorIllegalState);
  all_.push_back({Graphs::instance().graphs.make(), stream, mode, site, std::this_thread::get_id(), {{stream, {}}}});
  return result(cudaSuccess);
}

cudaError_t Captures::end(StreamNumber stream, cudaGraph_t& graph, std::uintptr_t site) {
  graph = nullptr;
  Capture* const its = of(stream);
  if (its == nullptr)
    return wrong_call(site, "no capture began in this stream: cudaStreamBeginCapture()", cudaErrorIllegalState);
  if (its->origin != stream)
    return invalidate(*its, site, cudaErrorStreamCaptureUnmatched, "a capture ends in the stream where it began");
  if (its->mode != cudaStreamCaptureModeRelaxed && its->thread != std::this_thread::get_id())
    return invalidate(*its, site, cudaErrorStreamCaptureWrongThread, "a capture ends in the thread that began it");
  cudaError_t error = cudaSuccess;
  if (!its->is_valid) {
    error = result(cudaErrorStreamCaptureInvalidated);
  } else if (const cudaGraphNode_t node = unjoined(*its)) {
    error = invalidate(*its, site, cudaErrorStreamCaptureUnjoined,
                       fmt::format("the stream has not waited for the work of {}, in another stream of the capture: "
                                   "cudaEventRecord() behind that and cudaStreamWaitEvent() here",
                                   place_of(node->site)));
  } else {
    graph = its->graph;
  }
  if (graph == nullptr) Graphs::instance().graphs.destroy(its->graph);
  all_.remove_if([its](const Capture& one) { return &one == its; });
  return error;
}

std::optional<cudaError_t> Captures::take(StreamNumber stream, std::uintptr_t site, cudaGraphNodeType type,
                                          const NodeWork& work) {
  if (const auto error = check(stream, site)) return error;
  Capture* const its = of(stream);
  if (its == nullptr) return std::nullopt;
  Nodes& ends = its->ends.at(stream);
  its->graph->nodes.push_back({type, site, Order::instance().device_of(stream), work, ends});
  ends = {&its->graph->nodes.back()};
  return cudaSuccess;
}

std::optional<cudaError_t> Captures::record(StreamNumber stream, CapturedEvent& event, std::uintptr_t site) {
  if (const auto error = check(stream, site)) return error;
  const Capture* const its = of(stream);
  if (its == nullptr) return std::nullopt;
  event = {its->graph, its->ends.at(stream)};
  return cudaSuccess;
}

std::optional<cudaError_t> Captures::wait(StreamNumber stream, const CapturedEvent& event, bool is_recorded,
                                          std::uintptr_t site) {
  if (const auto error = check(stream, site)) return error;
  Capture *const its = of(stream), *const other = of(event.graph);
  if (event.graph == nullptr && (its == nullptr || !is_recorded)) return std::nullopt;
  if (event.graph == nullptr) {
    return invalidate(*its, site, cudaErrorStreamCaptureIsolation,
                      "a stream that captures waits for an event that was recorded outside of the capture");
  }
  if (other == nullptr)
    return wrong_call(site, "the event was last recorded in a capture, which has ended", cudaErrorCapturedEvent);
  if (!other->is_valid) return result(cudaErrorStreamCaptureInvalidated);
  if (Order::is_default(stream))
    return invalidate(*other, site, cudaErrorStreamCaptureImplicit, "the default stream takes part in no capture");
  if (its != nullptr && its != other) {
    its->is_valid = false;
    return invalidate(*other, site, cudaErrorStreamCaptureMerge, "a stream of one capture waits for another capture");
  }
  Nodes& ends = other->ends[stream];
  ends.insert(ends.end(), event.nodes.begin(), event.nodes.end());
  return cudaSuccess;
}

std::optional<cudaError_t> Captures::forbid_in(StreamNumber stream, std::uintptr_t site, cudaError_t error) {
  if (const auto found = check(stream, site)) return found;
  Capture* const its = of(stream);
  if (its == nullptr) return std::nullopt;
  return invalidate(*its, site, error,
                    error == cudaErrorNotSupported ? "not supported: the emulator does not record this call in a graph"
                                                   : "the stream captures: it has nothing to wait for, and takes only "
                                                     "what a graph can record");
}

std::optional<cudaError_t> Captures::forbid(const CapturedEvent& event, std::uintptr_t site, cudaError_t when_ended) {
  if (event.graph == nullptr) return std::nullopt;
  constexpr const char* words = "the event was last recorded while its stream captured: it never happens";
  Capture* const its = of(event.graph);
  return its == nullptr ? wrong_call(site, words, when_ended) : invalidate(*its, site, cudaErrorCapturedEvent, words);
}

std::optional<cudaError_t> Captures::forbid(std::optional<int> device, std::uintptr_t site) {
  std::optional<cudaError_t> error;
  for (Capture& capture : all_) {
    const bool is_own = capture.thread == std::this_thread::get_id() && capture.mode != cudaStreamCaptureModeRelaxed;
    const bool is_there = std::ranges::any_of(
        capture.ends, [&](const auto& end) { return Order::instance().device_of(end.first) == device; });
    if (device ? !is_there : !is_own && capture.mode != cudaStreamCaptureModeGlobal) continue;
    error = invalidate(capture, site, cudaErrorStreamCaptureUnsupported,
                       "no graph records this call, and it may not be made while a stream captures");
  }
  return error;
}

}  // namespace ladder::emulator
