#include "ladder/engine/launch.hpp"
#include "tests/hazards/litmus.hpp"

using namespace ladder::LADDER_ENGINE;

enum class Kind { plain, by_volatile, atomic };
enum class Fence { none, block, device };
struct Telling {
  Kind kind;
  Fence fence;
};

// Each use has instructions of its own.
#define LADDER_INLINED static __device__ inline __attribute__((always_inline))

LADDER_INLINED void fence(Telling how) {
  if (how.fence == Fence::block) __threadfence_block();
  if (how.fence == Fence::device) __threadfence();
}
LADDER_INLINED void set(int* word, int value, Kind kind) {
  if (kind == Kind::plain) *word = value;
  if (kind == Kind::by_volatile) *static_cast<volatile int*>(word) = value;
  if (kind == Kind::atomic) atomicExch(word, value);
}
LADDER_INLINED int get(int* word, Kind kind) {
  if (kind == Kind::plain) return *word;
  if (kind == Kind::by_volatile) return *static_cast<volatile int*>(word);
  return atomicAdd(word, 0);
}
// Until it is set; a plain read looks once.
LADDER_INLINED bool await(int* word, Kind kind) {
  int value = get(word, kind);
  while (value == 0 && kind != Kind::plain) value = get(word, kind);
  return value != 0;
}

// Each has some words, which are 0, and says what it found. role: of the two threads, 0 or 1.
struct MessagePassing {
  static __device__ int run(int role, int* words, Telling how) {
    if (role == 0) {
      words[0] = 7;
      fence(how);
      set(words + 1, 1, how.kind);
      return 0;
    }
    return await(words + 1, how.kind) ? words[0] : 0;
  }
};

struct StoreBuffering {
  static __device__ int run(int role, int* words, Telling how) {
    if (role == 0) {
      set(words, 1, how.kind);
      fence(how);
      return get(words + 1, how.kind);
    }
    set(words + 1, 1, how.kind);
    fence(how);
    return get(words, how.kind);
  }
};

// The lock is taken by a compare-and-swap, and given back as `how` says.
struct Lock {
  static __device__ int run(int, int* words, Telling how) {
    int before = 0;
    for (bool waits = true; waits;) {
      if (atomicCAS(words + 1, 0, 1) != 0) continue;
      fence(how);
      before = words[0];
      words[0] = before + 5;
      fence(how);
      set(words + 1, 0, how.kind);
      waits = false;
    }
    return before;
  }
};

// Who comes last adds what both have.
struct Ticket {
  static __device__ int run(int role, int* words, Telling how) {
    words[role] = 3 + role;
    fence(how);
    const int ticket = how.kind == Kind::plain ? words[2]++ : atomicAdd(words + 2, 1);
    return ticket == 1 ? words[0] + words[1] : 0;
  }
};

struct StopFlag {
  static __device__ int run(int role, int* words, Telling how) {
    if (role == 1) return await(words, how.kind);
    set(words, 1, how.kind);
    return 0;
  }
};

// One thread looks at what the other one updates by an atomic; and may update it itself.
template <bool LOOKS_FIRST>
struct Look {
  static __device__ int run(int role, int* words, Telling how) {
    if ((role == 0) != LOOKS_FIRST) return atomicAdd(words, 2);
    return get(words, how.kind);
  }
};
template <bool SWAPS>
struct LookAndUpdate {
  static __device__ int run(int role, int* words, Telling how) {
    const int seen = get(words, how.kind);
    return SWAPS ? atomicCAS(words, seen, seen + 1) : atomicMax(words, seen + 1 + role);
  }
};

template <typename Test>
__global__ void two_threads(int* in_global, float* out, Telling how, unsigned other, bool in_shared) {
  __shared__ int in_block[4];
  if (threadIdx.x < 4) in_block[threadIdx.x] = 0;
  __syncthreads();
  const int role = threadIdx.x == other ? 1 : threadIdx.x == 0 ? static_cast<int>(blockIdx.x) : -1;
  if (role >= 0) out[role] = static_cast<float>(Test::run(role, in_shared ? in_block : in_global, how));
}

__global__ void zero_four(int* words) { words[threadIdx.x] = 0; }

template <typename Test>
static void launch_two(hazards::Buffers b, const hazards::Litmus& litmus) {
  auto* words = reinterpret_cast<int*>(b.out + 2000);
  launch(zero_four, dim3(1), dim3(4), words);
  const Telling how{litmus.kind == "plain"      ? Kind::plain
                    : litmus.kind == "volatile" ? Kind::by_volatile
                                                : Kind::atomic,
                    litmus.fence == "none"    ? Fence::none
                    : litmus.fence == "block" ? Fence::block
                                              : Fence::device};
  const bool in_two_blocks = litmus.apart == "blocks";
  const unsigned other = in_two_blocks ? 1000 : litmus.apart == "warps" ? 32 : 1;
  launch(two_threads<Test>, dim3(in_two_blocks ? 2 : 1), dim3(64), words, b.out, how, other, litmus.memory == "shared");
}

namespace hazards {

std::vector<Litmus> litmus_tests() {
  const std::vector<std::string> kinds{"plain", "volatile", "atomic"}, fences{"none", "block", "device"};
  std::vector<Litmus> all;
  const auto add = [&](const char* test, const std::vector<std::string>& of_kinds,
                       const std::vector<std::string>& with_fences, void (*launch)(Buffers, const Litmus&)) {
    for (const char* apart : {"lanes", "warps", "blocks"}) {
      for (const std::string& kind : of_kinds) {
        for (const std::string& fence : with_fences) {
          all.push_back({test, apart, kind, fence, "global", launch});
          if (apart != std::string("blocks")) all.push_back({test, apart, kind, fence, "shared", launch});
        }
      }
    }
  };
  add("message passing", kinds, fences, launch_two<MessagePassing>);
  add("store buffering", kinds, fences, launch_two<StoreBuffering>);
  add("lock", kinds, fences, launch_two<Lock>);
  add("ticket", {"plain", "atomic"}, fences, launch_two<Ticket>);
  add("stop flag", kinds, {"none"}, launch_two<StopFlag>);
  add("look, then another's atomic", kinds, {"none"}, launch_two<Look<true>>);
  add("atomic, then another's look", kinds, {"none"}, launch_two<Look<false>>);
  add("look, then an own compare-and-swap", kinds, {"none"}, launch_two<LookAndUpdate<true>>);
  add("look, then an own maximum", kinds, {"none"}, launch_two<LookAndUpdate<false>>);
  return all;
}

}  // namespace hazards
