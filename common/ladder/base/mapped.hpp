// A list made of another one.
#pragma once

#include <functional>
#include <type_traits>
#include <vector>

namespace ladder {

// What of(item) is for each of the items, in their order. of: a function, or a member of the items.
template <typename Items, typename Of>
auto mapped(const Items& items, const Of& of) {
  std::vector<std::decay_t<decltype(std::invoke(of, *items.begin()))>> made;
  for (const auto& item : items) made.push_back(std::invoke(of, item));
  return made;
}

}  // namespace ladder
