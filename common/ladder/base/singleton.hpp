// What there is once in a process.
#pragma once

namespace ladder {

// A class T that is derived from it is made when it is first asked for, and lives to the end.
template <typename T>
class Singleton {
 public:
  static T& instance() {
    static T only;
    return only;
  }
};

}  // namespace ladder
