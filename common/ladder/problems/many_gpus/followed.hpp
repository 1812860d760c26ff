// A recorded run of a variant, and the buffers of its ranks: who used which element of which of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ladder/diagnose/provenance.hpp"
#include "ladder/problems/many_gpus/fixture.hpp"

namespace ladder::many_gpus {

struct Element {
  const Buffer* buffer;
  std::size_t index;

  std::string in_words() const;  // "sum[3] of rank 1"
};

struct Followed {
  Recording seen;
  const Layout& layout;
  std::vector<Buffer> buffers;

  static std::size_t index_in(const Buffer& buffer, std::uintptr_t address) {
    return (address - reinterpret_cast<std::uintptr_t>(buffer.begin)) / sizeof(float);
  }
  const Buffer* buffer_of(const Step& step) const;  // null: of none
  const Buffer& buffer(const std::string& name, std::size_t rank) const;
  bool is_copy(const Step& step) const { return !seen.launches[step.launch].function.empty(); }
  const Step* end() const { return seen.steps.data() + seen.steps.size(); }
  // The newest step before this one that stores there; null where none does.
  const Step* stored_before(const Step* step, std::uintptr_t address) const;
  // Of what a copy stores: the load of it. Null where it has added up several.
  const Step* copied_by(const Step& store) const;

  std::string who(const Step& step) const;  // "cudaMemcpyAsync()", "the kernel launched here (kernel.cuh:38)"
  // At the line of the host's code that asks for the work of this step.
  Finding blame(const Step& step, const std::string& words) const;
};

// So many elements from this one on are used by no more blocks than the launch of that step has, and none of them uses
// enough. Nothing where they are enough.
Finding too_few_blocks(const Followed& run, const Step& of, const Element& first, std::size_t elements);

// The work that stored last to the element, or to where copies took it from; or that leaves it out.
Finding last_work(const Followed& run, Element element, Task task);

}  // namespace ladder::many_gpus
