// Why the output of a kernel is wrong: the first element that is, followed back to where its value came from, and held
// against where it should have come from.
#pragma once

#include "ladder/diagnose/watched_arrays.hpp"

namespace ladder {

// The first word of the output that is wrong: which line is to blame, and the paths of the values that show it. Nothing
// where none is wrong, where nothing was stored, or where the recording is not complete.
Finding cause_of_wrong_output(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content);

}  // namespace ladder
