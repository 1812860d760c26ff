// One way to transpose a matrix, or to sum vectors, that lie on several devices.
//
// A chapter's variants.cu is compiled once for each engine; LADDER_ENGINE is that engine's namespace: gpu or emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ladder/emulator/runtime/chapter.hpp"
#include "ladder/problems/many_gpus/layout.hpp"

namespace ladder::many_gpus {

enum class Task { transpose, sum, exchange };  // exchange: of a matrix, whatever becomes of it

// An array of a rank: "send".
struct Buffer {
  std::string name;
  std::size_t rank;
  const float* begin;
  std::size_t floats;
};

// The devices of a run with their data, seen from outside of an engine.
class Node {
 public:
  Node() = default;
  Node(Node&&) = delete;
  virtual ~Node() = default;

  // Inputs as they were, and outputs that nothing has written. Throws Failure(device_missing) where there are not so
  // many devices; std::bad_alloc.
  virtual void renew() = 0;

  // Whether this process has the rank.
  virtual bool has(std::size_t rank) const = 0;
  // Whether input and output of a rank are known to be right, bit by bit, as its device has compared them itself.
  // False: look.
  virtual bool is_known_right(Task task, std::size_t rank) = 0;
  // What an array of a rank holds, by its name in buffers().
  virtual std::vector<float> values(std::size_t rank, const std::string& name) const = 0;
  // Those of the ranks that this process has.
  virtual std::vector<Buffer> buffers() const = 0;

  // What the host's code has done since renew(), as far as the engine sees that.
  virtual emulator::HostReport report() = 0;
};

struct Variant {
  std::string name;
  Task task;
  std::function<std::unique_ptr<Node>(const Layout&)> set_up;
  std::function<void(Node&)> run;  // on a node that set_up() made, and that was renewed
  int line = 0;                    // of variants.cu, where it stands; 0: in no chapter
  bool calls_nccl = false;
  bool can_run = true;                // false: it calls NCCL, and this build has none
  std::size_t most_timed = SIZE_MAX;  // elements of a matrix: of larger ones its host takes minutes
};

}  // namespace ladder::many_gpus

namespace ladder {
namespace gpu {
std::vector<many_gpus::Variant> variants();
std::vector<many_gpus::Variant> ceilings();
}  // namespace gpu
namespace emulator {
std::vector<many_gpus::Variant> variants();
}
}  // namespace ladder
