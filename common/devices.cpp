#include "devices.hpp"

#include "options.hpp"

namespace ladder {
namespace {

std::unique_ptr<Engine> find_gpu(std::string& why) {
  if constexpr (built_with_gpu) return make_gpu(why);
  why = "this build has no GPU engine (configure with -DLADDER_CUDA=ON)";
  return nullptr;
}

}  // namespace

ChosenEngine choose_engine(const std::string& device) {
  if (device == "emulator") return {make_emulator(), "asked for"};
  std::string why;
  if (auto gpu = find_gpu(why)) return {std::move(gpu), device == "gpu" ? "asked for" : "there is a usable GPU"};
  if (device == "gpu") throw Failure(device_missing, "--device gpu: " + why);
  return {make_emulator(), why};
}

}  // namespace ladder
