#include "ladder/diagnose/recorded_parts.hpp"

#include <algorithm>

namespace ladder {
namespace {

bool is_same_but_for_bits(const Step& a, const Step& b) {
  return a.doing == b.doing && a.in_shared == b.in_shared && a.launch == b.launch && a.block == b.block &&
         a.thread == b.thread && a.site == b.site;
}

}  // namespace

Recording record_parts(std::size_t element_bytes, const std::function<Recording(unsigned part)>& record) {
  Recording all = record(0);
  for (unsigned part = 1; part < sizeof(Step::bits) / element_bytes; ++part) {
    const Recording other = record(part);
    if (!std::ranges::equal(all.steps, other.steps, is_same_but_for_bits)) {
      all.steps.clear();
      all.is_complete = false;
      return all;
    }
    for (std::size_t i = 0; i < all.steps.size(); ++i)
      all.steps[i].bits |= other.steps[i].bits << 8 * element_bytes * part;
  }
  return all;
}

}  // namespace ladder
