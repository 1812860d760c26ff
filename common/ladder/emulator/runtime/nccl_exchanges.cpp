// What exchanges of NCCL do: when, with which bytes, and over which links.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <utility>

#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/run/observer.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"
#include "ladder/emulator/runtime/repeats.hpp"

namespace ladder::emulator {
namespace {

StreamNumber stream_of(const NcclCall& call) { return *Order::instance().find(call.stream, call.comm->device); }

std::size_t ranks_of(const NcclCall& call) { return call.comm->clique->ranks.size(); }

std::size_t part_bytes(const NcclCall& call) { return call.count * bytes_of(call.type); }

bool is_root(const NcclCall& call) { return call.comm->rank == call.other; }

// Calls visit(const NcclExchange&, const NcclCall&) for each call of each exchange.
void for_each_call(const std::vector<NcclExchange>& exchanges, const auto& visit) {
  for (const NcclExchange& exchange : exchanges) {
    for (const NcclCall* call : exchange) visit(exchange, *call);
  }
}

// A collective begins anywhere when all ranks have come to it, a receive when the send has been come to. What one rank
// calls in one group begins together.
void let_wait_for_each_other(const std::vector<NcclExchange>& exchanges) {
  Order& order = Order::instance();
  std::map<const ncclComm*, StreamClock> reached, awaited;
  for_each_call(exchanges, [&](const NcclExchange&, const NcclCall& call) {
    reached[call.comm].merge(order.record(stream_of(call)));
  });
  for_each_call(exchanges, [&](const NcclExchange& exchange, const NcclCall& waiting) {
    awaited[waiting.comm].merge(reached[waiting.comm]);
    if (waiting.function == NcclFunction::send) return;
    for (const NcclCall* other : exchange) awaited[waiting.comm].merge(reached[other->comm]);
  });
  for_each_call(exchanges, [&](const NcclExchange&, const NcclCall& call) {
    order.let_wait(stream_of(call), awaited[call.comm]);
  });
}

// Bytes that a call uses.
struct Span {
  const NcclCall* call;
  std::uintptr_t begin;
  std::size_t bytes;
  bool writes;

  bool meets(const Span& other) const {
    return begin < other.begin + other.bytes && other.begin < begin + bytes && (writes || other.writes);
  }
};

std::vector<Span> spans_of(const std::vector<NcclExchange>& exchanges) {
  std::vector<Span> spans;
  for_each_call(exchanges, [&](const NcclExchange&, const NcclCall& call) {
    const std::size_t read = bytes_read(call), written = bytes_written(call);
    if (read != 0) spans.push_back({&call, reinterpret_cast<std::uintptr_t>(call.from), read, false});
    if (written != 0) spans.push_back({&call, reinterpret_cast<std::uintptr_t>(call.to), written, true});
  });
  return spans;
}

// Calls of one group go on at the same time.
void find_what_meets(const std::vector<Span>& spans) {
  for (auto span = spans.begin(); span != spans.end(); ++span) {
    for (auto earlier = spans.begin(); earlier != span; ++earlier) {
      if (span->call == earlier->call || span->call->comm != earlier->call->comm || !span->meets(*earlier)) continue;
      const Allocation& allocation = *Allocations::instance().find(reinterpret_cast<const void*>(span->begin));
      const bool both_write = span->writes && earlier->writes;  // which no order would make right
      note_mistake(
          both_write ? MistakeKind::wrong_pointer : MistakeKind::unordered_streams, span->call->site,
          fmt::format("{}() {} bytes of {} that {}() of {}, in the same group, {}: {}", span->call->name,
                      span->writes ? "writes" : "reads", allocation.name, earlier->call->name,
                      place_of(earlier->call->site), earlier->writes ? "writes" : "reads",
                      both_write ? "one of the two places, or sizes, is wrong" : "calls of a group go on together"));
    }
  }
}

void note_uses(const std::vector<Span>& spans) {
  std::map<std::pair<const ncclComm*, StreamNumber>, Work> works;
  for (const Span& span : spans) {
    const StreamNumber stream = stream_of(*span.call);
    const auto [work, is_new] = works.try_emplace({span.call->comm, stream});
    if (is_new) work->second = Order::instance().begin(stream);
    Allocation& allocation = *Allocations::instance().find(reinterpret_cast<const void*>(span.begin));
    Allocations::instance().use(allocation, {work->second, span.call->site, span.writes}, {{span.begin, span.bytes}});
    allocation.result = {};
  }
}

// Bytes on the link from one rank to another.
void carry(const NcclCall& from, const NcclCall& to, std::size_t bytes) {
  if (from.comm->device == to.comm->device || bytes == 0) return;
  Traffic& traffic = Links::instance().from_to(from.comm->device, to.comm->device);
  ++traffic.copies;
  traffic.copied_bytes += bytes;
}

// As in a ring, each rank to the next one: NCCL chooses among several ways, of which this is the one with the fewest
// bytes. (P. Patarasuk and X. Yuan, "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations", 2009.)
void carry_in_a_ring(const NcclExchange& exchange) {
  const std::size_t ranks = exchange.size();
  const NcclCall& first = *exchange.front();
  Links::instance().has_rings = true;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::size_t next = (rank + 1) % ranks, bytes = part_bytes(first);
    // The ranks' parts of a vector, which differ by one element at most.
    const auto part = [&](std::size_t i) {
      return (first.count * (i + 1) / ranks - first.count * i / ranks) * bytes_of(first.type);
    };
    std::size_t carried = 0;
    switch (first.function) {
      case NcclFunction::all_reduce:
        // First all sums but the one that ends at the next rank but one; then all but the one that the next rank has.
        carried = 2 * bytes - part(next) - part((next + 1) % ranks);
        break;
      case NcclFunction::reduce: carried = is_root(*exchange[rank]) ? 0 : bytes; break;
      case NcclFunction::broadcast: carried = is_root(*exchange[next]) ? 0 : bytes; break;
      default: carried = (ranks - 1) * bytes; break;
    }
    carry(*exchange[rank], *exchange[next], carried);
  }
}

// What is to be stored, before any of it is: a buffer may be another call's, too.
struct Arrival {
  char* to;
  std::vector<char> bytes;
  std::vector<const void*> origins;  // whose bytes they are, unchanged; or of which they are the sums
  const NcclCall* call;              // of the rank that gets it
  bool is_sum = false;
};

Arrival copied(const void* from, char* to, std::size_t bytes, const NcclCall* call) {
  const auto* const begin = static_cast<const char*>(from);
  return {to, std::vector<char>(begin, begin + bytes), {from}, call};
}

void add_reduced(const NcclExchange& exchange, std::vector<Arrival>& arrivals) {
  const NcclCall& first = *exchange.front();
  const bool scatters = first.function == NcclFunction::reduce_scatter;
  const std::size_t count = first.count * (scatters ? exchange.size() : 1);
  std::vector<const char*> from;
  for (const NcclCall* call : exchange) from.push_back(static_cast<const char*>(call->from));
  std::vector<char> sums(count * bytes_of(first.type));
  reduce(first.type, first.operation, count, from, sums.data());
  for (const NcclCall* call : exchange) {
    if (first.function == NcclFunction::reduce && !is_root(*call)) continue;
    const std::size_t begin = scatters ? static_cast<std::size_t>(call->comm->rank) * part_bytes(first) : 0;
    std::vector<const void*> origins;
    for (const char* of_rank : from) origins.push_back(of_rank + begin);
    arrivals.push_back({static_cast<char*>(call->to),
                        std::vector<char>(sums.data() + begin, sums.data() + begin + part_bytes(first)), origins, call,
                        true});
  }
}

void add_arrivals(const NcclExchange& exchange, std::vector<Arrival>& arrivals) {
  const NcclCall& first = *exchange.front();
  const std::size_t bytes = part_bytes(first);
  const auto to = [](const NcclCall* call) { return static_cast<char*>(call->to); };
  const auto from = [](const NcclCall* call) { return static_cast<const char*>(call->from); };
  switch (first.function) {
    case NcclFunction::send:
      arrivals.push_back(copied(first.from, to(exchange.back()), bytes, exchange.back()));
      carry(first, *exchange.back(), bytes);
      return;
    case NcclFunction::all_to_all:
      for (const NcclCall* sender : exchange) {
        for (const NcclCall* receiver : exchange) {
          const auto its = static_cast<std::size_t>(sender->comm->rank),
                     others = static_cast<std::size_t>(receiver->comm->rank);
          arrivals.push_back(copied(from(sender) + others * bytes, to(receiver) + its * bytes, bytes, receiver));
          carry(*sender, *receiver, bytes);
        }
      }
      return;
    case NcclFunction::broadcast:
    case NcclFunction::all_gather:
      for (const NcclCall* sender : exchange) {
        const bool gathers = first.function == NcclFunction::all_gather;
        if (!gathers && !is_root(*sender)) continue;
        const std::size_t place = gathers ? static_cast<std::size_t>(sender->comm->rank) * bytes : 0;
        for (const NcclCall* receiver : exchange)
          arrivals.push_back(copied(sender->from, to(receiver) + place, bytes, receiver));
      }
      break;
    default: add_reduced(exchange, arrivals); break;
  }
  carry_in_a_ring(exchange);
}

void store(const Arrival& arrival) {
  GlobalMemory& memory = GlobalMemory::instance();
  std::memcpy(arrival.to, arrival.bytes.data(), arrival.bytes.size());
  if (arrival.is_sum)
    memory.mark(arrival.to, arrival.bytes.size(), written_before_the_launch);
  else
    memory.copy_marks(arrival.to, arrival.origins.front(), arrival.bytes.size());
  ValueRecorder* const values = Observer::current() == nullptr ? nullptr : Observer::current()->recorders().values;
  if (values == nullptr) return;
  values->begin_launch({{}, {}, nullptr, {}, arrival.call->site, arrival.call->name});
  values->copied(arrival.origins, arrival.to, arrival.bytes.size());
}

}  // namespace

std::size_t bytes_of(ncclDataType_t type) {
  static constexpr std::size_t bytes[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};  // int8, uint8, int32, ..
  return bytes[type];
}

std::size_t bytes_read(const NcclCall& call) {
  switch (call.function) {
    case NcclFunction::receive: return 0;
    case NcclFunction::broadcast: return is_root(call) ? part_bytes(call) : 0;
    case NcclFunction::all_to_all:
    case NcclFunction::reduce_scatter: return part_bytes(call) * ranks_of(call);
    default: return part_bytes(call);
  }
}

std::size_t bytes_written(const NcclCall& call) {
  switch (call.function) {
    case NcclFunction::send: return 0;
    case NcclFunction::reduce: return is_root(call) ? part_bytes(call) : 0;
    case NcclFunction::all_to_all:
    case NcclFunction::all_gather: return part_bytes(call) * ranks_of(call);
    default: return part_bytes(call);
  }
}

void perform(const std::vector<NcclExchange>& exchanges) {
  const OneAtATime lock;
  let_wait_for_each_other(exchanges);
  const std::vector<Span> spans = spans_of(exchanges);
  find_what_meets(spans);
  const Opened opened;
  note_uses(spans);
  std::vector<Arrival> arrivals;
  for (const NcclExchange& exchange : exchanges) {
    if (exchange.front()->count != 0) add_arrivals(exchange, arrivals);
  }
  for (const Arrival& arrival : arrivals) store(arrival);
  Repeats::instance().note_change();
}

}  // namespace ladder::emulator
