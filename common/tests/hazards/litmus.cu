#include <cuda/atomic>
#include <map>

#include "ladder/engine/launch.hpp"
#include "tests/hazards/litmus.hpp"

using namespace ladder::LADDER_ENGINE;

// From relaxed on by cuda::atomic_ref: with fences of their own; with a release and an acquire; or with one of the two.
enum class Kind { plain, by_volatile, atomic, relaxed, released, release_alone, acquire_alone };
enum class Fence { none, block, device };
struct Telling {
  Kind kind;
  Fence fence;
};

// Each use has instructions of its own.
#define LADDER_INLINED static __device__ inline __attribute__((always_inline))

LADDER_INLINED void fence(Telling how) {
  if (how.kind > Kind::relaxed) return;
  if (how.fence == Fence::block) __threadfence_block();
  if (how.fence == Fence::device) __threadfence();
}
LADDER_INLINED cuda::memory_order order_of_write(Kind kind) {
  return kind == Kind::released || kind == Kind::release_alone ? cuda::memory_order_release
                                                               : cuda::memory_order_relaxed;
}
LADDER_INLINED cuda::memory_order order_of_read(Kind kind) {
  return kind == Kind::released || kind == Kind::acquire_alone ? cuda::memory_order_acquire
                                                               : cuda::memory_order_relaxed;
}
// Calls use(a reference whose scope is that of the fence).
template <typename Use>
LADDER_INLINED auto by_reference(int* word, Telling how, const Use& use) {
  if (how.kind != Kind::relaxed && how.fence == Fence::block)
    return use(cuda::atomic_ref<int, cuda::thread_scope_block>(*word));
  return use(cuda::atomic_ref<int, cuda::thread_scope_device>(*word));
}
LADDER_INLINED void set(int* word, int value, Telling how) {
  const Kind kind = how.kind;
  if (kind >= Kind::relaxed) by_reference(word, how, [=](auto flag) { flag.store(value, order_of_write(kind)); });
  if (kind == Kind::plain) *word = value;
  if (kind == Kind::by_volatile) *static_cast<volatile int*>(word) = value;
  if (kind == Kind::atomic) atomicExch(word, value);
}
LADDER_INLINED int get(int* word, Telling how) {
  const Kind kind = how.kind;
  if (kind >= Kind::relaxed) return by_reference(word, how, [=](auto flag) { return flag.load(order_of_read(kind)); });
  if (kind == Kind::plain) return *word;
  if (kind == Kind::by_volatile) return *static_cast<volatile int*>(word);
  return atomicAdd(word, 0);
}
// Until it is set; a plain read looks once.
LADDER_INLINED bool await(int* word, Telling how) {
  int value = get(word, how);
  while (value == 0 && how.kind != Kind::plain) value = get(word, how);
  if (how.kind == Kind::relaxed) fence(how);
  return value != 0;
}
LADDER_INLINED bool takes(int* lock, Telling how) {
  if (how.kind < Kind::relaxed) return atomicCAS(lock, 0, 1) == 0;
  return by_reference(lock, how, [=](auto free) {
    int expected = 0;
    return free.compare_exchange_strong(expected, 1, order_of_read(how.kind));
  });
}
LADDER_INLINED int draw(int* ticket, Telling how) {
  if (how.kind < Kind::relaxed) return how.kind == Kind::plain ? (*ticket)++ : atomicAdd(ticket, 1);
  const bool orders = how.kind == Kind::released;
  const auto order = orders ? cuda::memory_order_acq_rel : order_of_write(how.kind);
  const int drawn = by_reference(ticket, how, [=](auto next) { return next.fetch_add(1, order); });
  if (how.kind == Kind::relaxed) fence(how);
  return drawn;
}

// Each has some words, which are 0, and says what it found. role: of the two threads, 0 or 1.
struct MessagePassing {
  static __device__ int run(int role, int* words, Telling how) {
    if (role == 0) {
      words[0] = 7;
      fence(how);
      set(words + 1, 1, how);
      return 0;
    }
    return await(words + 1, how) ? words[0] : 0;
  }
};

struct StoreBuffering {
  static __device__ int run(int role, int* words, Telling how) {
    if (role == 0) {
      set(words, 1, how);
      fence(how);
      return get(words + 1, how);
    }
    set(words + 1, 1, how);
    fence(how);
    return get(words, how);
  }
};

// The lock is taken by a compare-and-swap, and given back as `how` says.
struct Lock {
  static __device__ int run(int, int* words, Telling how) {
    int before = 0;
    for (bool waits = true; waits;) {
      if (!takes(words + 1, how)) continue;
      fence(how);
      before = words[0];
      words[0] = before + 5;
      fence(how);
      set(words + 1, 0, how);
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
    return draw(words + 2, how) == 1 ? words[0] + words[1] : 0;
  }
};

struct StopFlag {
  static __device__ int run(int role, int* words, Telling how) {
    if (role == 1) return await(words, how);
    set(words, 1, how);
    return 0;
  }
};

// One thread looks at what the other one updates by an atomic; and may update it itself.
template <bool LOOKS_FIRST>
struct Look {
  static __device__ int run(int role, int* words, Telling how) {
    if ((role == 0) != LOOKS_FIRST) return atomicAdd(words, 2);
    return get(words, how);
  }
};
template <bool SWAPS>
struct LookAndUpdate {
  static __device__ int run(int role, int* words, Telling how) {
    const int seen = get(words, how);
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
  static const std::map<std::string, Kind> kinds{{"plain", Kind::plain},
                                                 {"volatile", Kind::by_volatile},
                                                 {"atomic", Kind::atomic},
                                                 {"relaxed", Kind::relaxed},
                                                 {"released", Kind::released},
                                                 {"release alone", Kind::release_alone},
                                                 {"acquire alone", Kind::acquire_alone}};
  const Telling how{kinds.at(litmus.kind), litmus.fence == "none"    ? Fence::none
                                           : litmus.fence == "block" ? Fence::block
                                                                     : Fence::device};
  const bool in_two_blocks = litmus.apart == "blocks";
  const unsigned other = in_two_blocks ? 1000 : litmus.apart == "warps" ? 32 : 1;
  launch(two_threads<Test>, dim3(in_two_blocks ? 2 : 1), dim3(64), words, b.out, how, other, litmus.memory == "shared");
}

namespace hazards {

std::vector<Litmus> litmus_tests() {
  const std::vector<std::string> kinds{"plain", "volatile", "atomic", "relaxed"}, fences{"none", "block", "device"};
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
  const std::vector<std::string> ordered{"released", "release alone", "acquire alone"}, scopes{"block", "device"};
  add("message passing", kinds, fences, launch_two<MessagePassing>);
  add("message passing", ordered, scopes, launch_two<MessagePassing>);
  add("store buffering", kinds, fences, launch_two<StoreBuffering>);
  add("lock", kinds, fences, launch_two<Lock>);
  add("lock", ordered, scopes, launch_two<Lock>);
  add("ticket", {"plain", "atomic", "relaxed"}, fences, launch_two<Ticket>);
  add("ticket", {"released", "release alone"}, scopes, launch_two<Ticket>);
  add("stop flag", kinds, {"none"}, launch_two<StopFlag>);
  add("look, then another's atomic", kinds, {"none"}, launch_two<Look<true>>);
  add("atomic, then another's look", kinds, {"none"}, launch_two<Look<false>>);
  add("look, then an own compare-and-swap", kinds, {"none"}, launch_two<LookAndUpdate<true>>);
  add("look, then an own maximum", kinds, {"none"}, launch_two<LookAndUpdate<false>>);
  return all;
}

}  // namespace hazards
