// The kinds of work that a memory contract has: how much there is of each, and which line has too much.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/app/contract.hpp"

namespace ladder {

// The line that has too much, and where the device function is called that it stands in; no file where none has.
struct Blamed {
  CodePlace at{};
  std::string caller{};
  std::string evidence{};  // "; lines 27 and 28 make 4096 requests each", "; a bank conflict: ..."
};

// One kind of work: how much there is of it, and what that is in words.
struct Item {
  std::string name, amount;
  Requests requests;  // of what is no access: its count
  // Where a run that has too much of it has that.
  Blamed (*place)(const Result&, const Item& found, const Item& due);
  std::optional<std::pair<memory_model::Space, memory_model::Access>> access = {};
  std::optional<Event> event = {};
  enum class Due { exactly, at_most, at_least } due = Due::exactly;  // where all is due exactly
  bool explains_others = false;

  bool is_shared() const { return access && access->first == memory_model::Space::shared; }
};

std::vector<Item> items(const Work& work);

// What the emulator saw of a run.
Work work_of(const Result& result, bool loops_unrolled);

}  // namespace ladder
