// The buffers that the kernels work on, and the loop around them.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "ladder/gpu/launch.cuh"
#include "ladder/timing/timing.hpp"
#include "tools/rates/rates.hpp"

namespace ladder::rates {

constexpr unsigned threads_of_a_multiprocessor = 2048;

// So many floats on the GPU, released with the object. No kernel here finds `never` in them. (DeviceBuffer asks for
// C++20, which not every nvcc has.)
class Floats {
 public:
  Floats(Engine& gpu, std::size_t count, const std::string& name)
      : gpu_(gpu), bytes_(count * sizeof(float)), data_(gpu.allocate(bytes_, sizeof(float), name)) {
    clear();
  }
  ~Floats() { gpu_.release(data_); }
  Floats(Floats&&) = delete;

  void clear() { gpu_.poison(data_, 0, bytes_); }
  void upload(const std::vector<unsigned>& words) { gpu_.upload(data_, words.data(), words.size() * sizeof(unsigned)); }
  template <typename T = float>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  Engine& gpu_;
  std::size_t bytes_;
  void* data_;
};

class Bench {
 public:
  Bench(Engine& gpu, int repeats)
      : gpu_(gpu), repeats_(repeats), in(gpu, floats, "in"), out(gpu, floats, "out"), sms(gpu::multiprocessors()) {}

  Timing time(const Run& run) { return time_cold(gpu_, run, repeats_); }
  // Of one more step, from runs of `steps` and of three times as many: their launches fall out.
  Rate of_a_step(const std::string& name, int steps, const std::string& how, const std::function<void(int)>& run) {
    const Timing few = time([&] { run(steps); }), many = time([&] { run(3 * steps); });
    const auto at = [&](double a, double b) { return (many.at(a) - few.at(b)) / (2 * steps); };
    return {name, at(0.5, 0.5), at(0, 0.5), at(1, 0.5), "s", how};
  }
  // So many a second, by such launches.
  template <typename Kernel, typename... Arguments>
  Rate rate(const std::string& name, double count, const std::string& unit, const std::string& how, Kernel kernel,
            std::size_t blocks, dim3 block, Arguments... arguments) {
    const Timing timing = time([=] { gpu::launch(kernel, dim3(blocks), block, arguments...); });
    return {name, count / timing.median(), count / timing.at(1), count / timing.at(0), unit + "/s", how};
  }

  static constexpr std::size_t floats = std::size_t{1} << 30;

 private:
  Engine& gpu_;
  int repeats_;

 public:
  Floats in, out;
  unsigned sms;
};

// A limit is a bound: of several patterns, the one that is served fastest.
inline Rate fastest(const std::vector<Rate>& rates) {
  return *std::max_element(rates.begin(), rates.end(), [](const Rate& a, const Rate& b) { return a.value < b.value; });
}

// And of what something costs, the least.
inline Rate least(const std::vector<Rate>& rates) {
  return *std::min_element(rates.begin(), rates.end(), [](const Rate& a, const Rate& b) { return a.value < b.value; });
}

}  // namespace ladder::rates
