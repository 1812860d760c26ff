// Why the output of a kernel is wrong: the first element that is, followed back to where its value came from, and held
// against where it should have come from.
#pragma once

#include "ladder/diagnose/watched_arrays.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder {

// any: the first word of the output that is wrong: which line is to blame, and the paths of the values that show it.
// Nothing where none is wrong, where nothing was stored, or where the recording is not complete. coverage: only which
// index leaves words out that no thread loads or stores, where it is proved: that holds in any order of the threads.
enum class Sought { any, coverage };
Finding cause_of_wrong_output(Recording recording, const WatchedArray& in, const WatchedArray& out, Content content,
                              Sought sought = Sought::any);

// Arrays whose declaration is to blame. Both return nothing on an engine that records nothing, and throw
// std::runtime_error where the kernel cannot be launched.
//
// For want of a __shared__: the first array of the kernel that is launched first, or of what it calls, which is not
// shared and has at least so many elements.
Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements);

// The shared array that threads leave where they store to it and where they load from it, in two lines whose indexes
// have nothing in common but the thread's own number: no index is then wrong that would mend both.
Finding too_short(Engine& engine, const Run& run);

}  // namespace ladder
