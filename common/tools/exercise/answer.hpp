// The two sides of an exercise: its kernels, compiled once for each engine and launched by <exercise>.cu, and what is
// asked of them, which <exercise>.cpp says.
#pragma once

#include <functional>
#include <vector>

namespace ladder::exercise {

// What is asked for.
struct Size {
  unsigned rows, cols;
  unsigned matrices = 1;  // of rows × cols elements, one behind the other
};

// What one launch works on. The elements' type is the exercise's.
struct Task {
  const void* input;
  void* output;
  Size size;
  void* second_output = nullptr;  // of a question that has two

  template <typename T>
  const T* in() const {
    return static_cast<const T*>(input);
  }
  template <typename T>
  T* out() const {
    return static_cast<T*>(output);
  }
  template <typename T>
  T* second_out() const {
    return static_cast<T*>(second_output);
  }
};

using Launch = std::function<void(const Task&)>;

}  // namespace ladder::exercise

namespace ladder {
namespace gpu {
std::vector<exercise::Launch> answer();
}
namespace emulator {
std::vector<exercise::Launch> answer();
}
}  // namespace ladder
