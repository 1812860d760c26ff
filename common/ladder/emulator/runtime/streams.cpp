// Streams and events, as programs handle them.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "ladder/emulator/cuda/runtime/memory.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/order.hpp"
#include "ladder/emulator/runtime/repeats.hpp"

namespace ladder::emulator {
namespace {

struct Event {
  int device = 0;
  std::uintptr_t recorded = 0;  // where; 0: nowhere
  StreamNumber stream = 0;      // in which
  StreamClock before;           // what is done when it is
  std::chrono::steady_clock::time_point when;
  CapturedEvent captured = {};
};

std::map<cudaEvent_t, Event>& events() {
  static std::map<cudaEvent_t, Event> all;
  return all;
}

Event* find(cudaEvent_t event) {
  const auto found = events().find(event);
  return found == events().end() ? nullptr : &found->second;
}

cudaError_t no_event(std::uintptr_t site) {
  return wrong_call(site, "the event does not exist", cudaErrorInvalidResourceHandle);
}

// The host has learned that something is done.
cudaError_t learned() {
  Allocations::instance().close();
  return result(cudaSuccess);
}

cudaError_t wait_for(cudaStream_t stream, std::uintptr_t site) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return no_stream(site);
  if (const auto error = Captures::instance().forbid_in(*number, site)) return *error;
  Order::instance().wait_for(*number);
  return learned();
}
cudaError_t wait_for(cudaEvent_t event, std::uintptr_t site) {
  const OneAtATime lock;
  const Event* const known = find(event);
  if (known == nullptr) return no_event(site);
  if (const auto error = Captures::instance().forbid(known->captured, site)) return *error;
  Order::instance().wait_for(known->before);
  return learned();
}
cudaError_t wait_for_device(std::uintptr_t site) {
  const OneAtATime lock;
  if (const auto error = Captures::instance().forbid(Devices::instance().current(), site)) return *error;
  Order::instance().wait_for_device(Devices::instance().current());
  return learned();
}

cudaError_t create_stream(cudaStream_t* stream, bool blocking) {
  const OneAtATime lock;
  *stream = Order::instance().create(blocking);
  return result(cudaSuccess);
}

}  // namespace

// The function may use what is done before it. It may also tell the host that, by ways that nobody sees here: so the
// host counts as told.
cudaError_t call_in(cudaStream_t stream, std::uintptr_t site, const std::function<void()>& call) {
  const OneAtATime lock;
  const StreamNumber* const found = Order::instance().find(stream);
  if (found == nullptr) return no_stream(site);
  const StreamNumber number = *found;
  const NodeWork work = [=](cudaStream_t other) { return call_in(other, site, call); };
  if (const auto taken = Captures::instance().take(number, site, cudaGraphNodeTypeHost, work)) return *taken;
  const Opened opened;
  const std::uintptr_t around = std::exchange(OneAtATime::callback, site);
  call();
  OneAtATime::callback = around;
  Repeats::instance().note_change();
  Order::instance().wait_for(number);
  return result(cudaSuccess);
}

}  // namespace ladder::emulator

using namespace ladder::emulator;

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return create_stream(stream, true); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return create_stream(stream, flags != cudaStreamNonBlocking);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return create_stream(stream, flags != cudaStreamNonBlocking);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t, unsigned) {
  if (Order::instance().find(stream) == nullptr) return no_stream(SITE);
  return result(Allocations::instance().has(pointer, MemoryKind::managed) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  if (stream == nullptr || number == nullptr) return no_stream(SITE);
  Order::instance().destroy(*number);
  return result(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return wait_for(stream, SITE); }

// All is done at once here. A program that asks knows it from then on.
cudaError_t cudaStreamQuery(cudaStream_t stream) { return wait_for(stream, SITE); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  const Event* const known = find(event);
  if (number == nullptr || known == nullptr) return number == nullptr ? no_stream(SITE) : no_event(SITE);
  const bool is_recorded = known->recorded != 0;
  if (const auto taken = Captures::instance().wait(*number, known->captured, is_recorded, SITE)) return *taken;
  Order::instance().let_wait(*number, known->before);
  Order::instance().note_wait(*number, {SITE, known->recorded, known->stream});
  return result(cudaSuccess);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return no_stream(SITE);
  if (const auto error = Captures::instance().forbid_in(*number, SITE)) return *error;
  return call_in(stream, SITE, [=] { callback(stream, ErrorState::instance().sticky(), data); });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return call_in(stream, SITE, [=] { function(data); });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  return number == nullptr ? no_stream(SITE) : Captures::instance().begin(*number, mode, SITE);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  return number == nullptr ? no_stream(SITE) : Captures::instance().end(*number, *graph, SITE);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  if (number == nullptr) return no_stream(SITE);
  if (stream == nullptr && Captures::instance().blocking_on(Devices::instance().current()) != nullptr)
    return result(cudaErrorStreamCaptureImplicit);
  const Capture* const its = Captures::instance().of(*number);
  *status = its == nullptr  ? cudaStreamCaptureStatusNone
            : its->is_valid ? cudaStreamCaptureStatusActive
                            : cudaStreamCaptureStatusInvalidated;
  return result(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned) {
  const OneAtATime lock;
  static std::uintptr_t newest = 0;
  *event = reinterpret_cast<cudaEvent_t>(++newest);
  events()[*event].device = Devices::instance().current();
  return result(cudaSuccess);
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) { return cudaEventCreate(event, flags); }

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const OneAtATime lock;
  if (events().erase(event) == 0) return no_event(SITE);
  return result(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const OneAtATime lock;
  const StreamNumber* const number = Order::instance().find(stream);
  Event* const known = find(event);
  if (number == nullptr || known == nullptr) return number == nullptr ? no_stream(SITE) : no_event(SITE);
  if (const int device = Order::instance().device_of(*number); device != known->device) {
    return wrong_call(
        SITE,
        fmt::format("cudaEventRecord(): the event was made on device {}, the stream is of device {}; an event is "
                    "recorded in streams of its own device",
                    known->device, device),
        cudaErrorInvalidResourceHandle);
  }
  if (const auto taken = Captures::instance().record(*number, known->captured, SITE)) return *taken;
  *known = {known->device, SITE, *number, Order::instance().record(*number),
            std::chrono::steady_clock::now() + Repeats::instance().saved()};
  return result(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return wait_for(event, SITE); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return wait_for(event, SITE); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  const OneAtATime lock;
  const Event *const first = find(begin), *const last = find(end);
  if (first == nullptr || last == nullptr) return no_event(SITE);
  for (const Event* const event : {first, last}) {
    if (const auto error = Captures::instance().forbid(event->captured, SITE, cudaErrorInvalidValue)) return *error;
  }
  if (first->device != last->device) {
    return wrong_call(
        SITE, fmt::format("cudaEventElapsedTime(): the events are of devices {} and {}", first->device, last->device),
        cudaErrorInvalidResourceHandle);
  }
  if (first->recorded == 0 || last->recorded == 0)
    return wrong_call(SITE, "cudaEventElapsedTime(): an event was never recorded", cudaErrorInvalidResourceHandle);
  if (!Order::instance().host_knows(last->before)) {
    return wrong_call(SITE,
                      "cudaEventElapsedTime(): the second event may not have happened yet; "
                      "cudaEventSynchronize() first",
                      cudaErrorNotReady, MistakeKind::read_too_early);
  }
  note_mistake(MistakeKind::not_a_time, SITE,
               "what cudaEventElapsedTime() gives is the emulator's own time, and says nothing about a GPU");
  constexpr double least = 1e-3;
  *milliseconds =
      static_cast<float>(std::max(least, std::chrono::duration<double, std::milli>(last->when - first->when).count()));
  return result(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize() { return wait_for_device(SITE); }
cudaError_t cudaThreadSynchronize() { return wait_for_device(SITE); }
