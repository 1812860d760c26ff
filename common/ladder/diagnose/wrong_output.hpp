// Why the output of a kernel is wrong: the first element that is, followed back to where its value came from, and held
// against where it should have come from.
#pragma once

#include "ladder/diagnose/watched_arrays.hpp"

namespace ladder {

// any: the first word of the output that is wrong: which line is to blame, and the paths of the values that show it.
// Nothing where none is wrong, where nothing was stored, or where the recording is not complete. coverage: only which
// index leaves words out that no thread loads or stores, where it is proved: that holds in any order of the threads.
enum class Sought { any, coverage };
Finding cause_of_wrong_output(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content,
                              Sought sought = Sought::any);

}  // namespace ladder
