#include "ladder/engine/emulator/runtime/variables.hpp"

#include <cstring>

#include "ladder/engine/emulator/memory/device_variables.hpp"

namespace ladder::emulator {

Variables& Variables::instance() {
  static Variables variables;
  return variables;
}

void Variables::begin(int devices) {
  variables_ = variables_of_each_device();
  used_ = 0;
  values_.resize(static_cast<std::size_t>(devices));
  for (std::vector<std::byte>& values : values_) put_away(values);
}

void Variables::use(int device) {
  if (device == used_) return;
  put_away(values_.at(static_cast<std::size_t>(used_)));
  used_ = device;
  const std::byte* from = values_.at(static_cast<std::size_t>(device)).data();
  for (const Segment& variable : variables_) {
    std::memcpy(reinterpret_cast<void*>(variable.begin), from, variable.bytes);
    from += variable.bytes;
  }
}

void Variables::put_away(std::vector<std::byte>& values) const {
  values.clear();
  for (const Segment& variable : variables_) {
    const auto* const begin = reinterpret_cast<const std::byte*>(variable.begin);
    values.insert(values.end(), begin, begin + variable.bytes);
  }
}

}  // namespace ladder::emulator
