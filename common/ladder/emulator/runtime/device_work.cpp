#include "ladder/emulator/cuda/runtime/device_work.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <map>
#include <optional>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/repeats.hpp"

namespace ladder::emulator {
namespace {

struct Touched {
  std::uintptr_t site = 0;
  bool written = false;
};
struct Running {
  OneAtATime lock;
  StreamNumber stream = 0;
  Work work = {};
  std::map<std::uintptr_t, Touched> touched = {};  // by where the allocations begin
};
thread_local std::optional<Running> running;

void note_touched(Allocation& allocation, const Touched& touched) {
  auto* const begin = reinterpret_cast<void*>(allocation.begin);
  if (touched.written) {
    GlobalMemory::instance().take_as_written(begin);
    Repeats::instance().note_change();
  } else if (GlobalMemory::instance().never_written_bytes(begin, allocation.bytes) == allocation.bytes) {
    note_mistake(MistakeKind::uninitialized, touched.site,
                 fmt::format("this reads {}, to which nothing has written", in_words(allocation)));
  }
  Allocations::instance().use(allocation, {running->work, touched.site, touched.written});
  allocation.result = {};
}

}  // namespace

bool DeviceWork::is_running() { return running || Block::current() != nullptr; }

void DeviceWork::begin(cudaStream_t stream) {
  if (is_running()) return;
  running.emplace();
  is_outermost_ = true;
  const std::uintptr_t site = site_in_program(SITE);
  const StreamNumber* number = Order::instance().find(stream);
  if (number == nullptr) {
    note_mistake(MistakeKind::wrong_call, site, "its stream does not exist");
    number = Order::instance().find(nullptr);
  }
  Captures::instance().forbid_in(*number, site, cudaErrorStreamCaptureUnsupported);
  adopt_device_variables();
  Variables::instance().use(Devices::instance().current());
  running->stream = *number;
  running->work = Order::instance().begin(*number);
}

void DeviceWork::end() {
  for (const auto& [begin, touched] : running->touched) {
    Allocation* const allocation = Allocations::instance().find(reinterpret_cast<void*>(begin));
    if (allocation != nullptr) note_touched(*allocation, touched);
  }
  Order::instance().wait_for(running->stream);
  Allocations::instance().close();
  running.reset();
}

bool is_device_work(const Allocation& allocation, std::uintptr_t site) {
  if (!running || !is_open_to(allocation, Devices::instance().current())) return false;
  Touched& touched = running->touched.try_emplace(allocation.begin, Touched{site}).first->second;
  touched.written = touched.written || allocation.open_to_host == PROT_READ;
  return true;
}

}  // namespace ladder::emulator
