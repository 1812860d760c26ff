// What there is once in a process.
#pragma once

namespace ladder {

// A class T that is derived from it is made when it is first asked for, and never destroyed: the destructors of a
// program's own objects may still ask for it.
template <typename T>
class Singleton {
 public:
  static T& instance() {
    static T& only = *new T;
    return only;
  }
};

}  // namespace ladder
