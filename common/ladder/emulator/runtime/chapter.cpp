#include "ladder/emulator/runtime/chapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"
#include "ladder/emulator/runtime/order.hpp"

namespace ladder::emulator {
namespace {
std::optional<std::set<std::uintptr_t>> noted;  // where the allocations begin that are not the host code's
}

void begin_host_code(int devices) {
  conclude_nccl();
  noted.reset();
  Order::instance() = {};
  Devices& all = Devices::instance();
  for (int device = 0; device < all.count(); ++device) all.forget_peers(device);
  all.make(devices);
  all.choose(0);
  Variables::instance().begin(devices);
  ErrorState::instance().reset();
  Links::instance().clear();
  MistakeLog::instance().clear();
  GlobalMemory::instance().know_others(describe);
}

void poison(void* from, unsigned char value, std::size_t bytes) {
  const Opened opened;
  std::memset(from, value, bytes);
  GlobalMemory::instance().mark(from, bytes, never_written);
}

std::optional<std::string> touch_by_host(const void* address, std::uintptr_t instruction) {
  if (Allocations::instance().let_host_touch(address, instruction)) return std::nullopt;
  const std::vector<Mistake> known = MistakeLog::instance().mistakes();
  return known.empty() ? "" : in_words(known.back());
}

void note_allocations() {
  noted.emplace();
  for (const auto& [begin, allocation] : Allocations::instance().all()) noted->insert(begin);
}

HostReport report_of_host_code() {
  conclude_nccl();
  HostReport report;
  std::vector<Mistake> mistakes = MistakeLog::instance().mistakes();
  // That an order is missing comes last, as it may come of the others.
  std::stable_partition(mistakes.begin(), mistakes.end(),
                        [](const Mistake& one) { return one.kind != MistakeKind::unordered_streams; });
  for (const Mistake& mistake : mistakes) report.mistakes.push_back(in_words(mistake));
  const auto first = std::ranges::find_if(mistakes, [](const Mistake& one) { return one.site != 0; });
  if (first != mistakes.end()) {
    report.first_mistake = source_line(first->site);
    report.explains_others = first->is_cause || first->kind == MistakeKind::wrong_pointer;
  }
  for (const auto& [begin, allocation] : Allocations::instance().all()) {
    if (!noted || noted->count(begin) != 0) continue;
    report.mistakes.push_back(
        fmt::format("{}: never freed: {}, {} bytes", place_of(allocation.site), allocation.name, allocation.bytes));
  }
  for (const auto& [ends, traffic] : Links::instance().all()) {
    report.links.push_back(
        {ends.first, ends.second, traffic.copies, traffic.copied_bytes, traffic.loaded, traffic.stored});
  }
  return report;
}

}  // namespace ladder::emulator
