#include "ladder/engine/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ladder/base/failure.hpp"

namespace ladder {
namespace {

std::unique_ptr<Engine> find_gpu(std::string& why) {
  if constexpr (built_with_gpu) return make_gpu(why);
  why = "this build has no GPU engine: configure with -DLADDER_CUDA=ON";
  return nullptr;
}

struct EngineKind {
  std::string device;                                 // the word for it
  std::string found;                                  // why `auto` takes it
  std::unique_ptr<Engine> (*find)(std::string& why);  // null where it cannot be used: `why` then says what is missing
};

// The engines, in the order in which `auto` tries them. The last one can always be used.
const std::vector<EngineKind>& engine_kinds() {
  static const std::vector<EngineKind> kinds = {
      {"gpu", "there is a usable GPU", find_gpu},
      {"emulator", "there is no other", [](std::string&) { return make_emulator(); }},
  };
  return kinds;
}

std::unique_ptr<Engine> require_engine(const std::string& device, const std::string& who) {
  const auto& kinds = engine_kinds();
  const auto kind = std::ranges::find(kinds, device, &EngineKind::device);
  std::string why = "there is no such device";
  if (kind != kinds.end()) {
    if (auto engine = kind->find(why)) return engine;
  }
  throw Failure(device_missing, who + ": " + why);
}

}  // namespace

std::vector<std::string> device_words() {
  std::vector<std::string> words{"auto"};
  for (const EngineKind& kind : engine_kinds()) words.push_back(kind.device);
  return words;
}

std::unique_ptr<Engine> require_gpu(const std::string& who) { return require_engine("gpu", who); }

ChosenEngine choose_engine(const std::string& device) {
  if (device != "auto") return {require_engine(device, "--device " + device), "asked for"};
  std::string why_no_other;
  for (const EngineKind& kind : engine_kinds()) {
    std::string why;
    if (auto engine = kind.find(why)) return {std::move(engine), why_no_other.empty() ? kind.found : why_no_other};
    why_no_other += (why_no_other.empty() ? "" : "; ") + why;
  }
  throw Failure(device_missing, why_no_other);
}

void require_memory(const Engine& engine, double bytes, const std::string& who) {
  const double free = static_cast<double>(engine.free_bytes());
  if (bytes <= free) return;
  throw Failure(bad_usage, fmt::format("{} {:.1f} GB on the {}, which has {:.1f} GB free", who, bytes / 1e9,
                                       engine.name(), free / 1e9));
}

}  // namespace ladder
