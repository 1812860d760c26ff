#include "ladder/engine/devices.hpp"

#include "ladder/base/failure.hpp"

namespace ladder {
namespace {

std::unique_ptr<Engine> find_gpu(std::string& why) {
  if constexpr (built_with_gpu) return make_gpu(why);
  why = "no GPU in this build";
  return nullptr;
}

}  // namespace

std::unique_ptr<Engine> require_gpu(const std::string& who) {
  std::string why;
  if (auto gpu = find_gpu(why)) return gpu;
  throw Failure(device_missing, who + ": " + why + (built_with_gpu ? "" : ": configure with -DLADDER_CUDA=ON"));
}

ChosenEngine choose_engine(const std::string& device) {
  if (device == "gpu") return {require_gpu("--device gpu"), "asked for"};
  if (device == "emulator") return {make_emulator(), "asked for"};
  std::string why_no_gpu;
  if (auto gpu = find_gpu(why_no_gpu)) return {std::move(gpu), "there is a usable GPU"};
  return {make_emulator(), why_no_gpu};
}

}  // namespace ladder
