// Which calls of which ranks belong together, and who waits for whom.
//
// What a thread posts stays pending until all that it needs has been posted: then all of that is done at once. Until
// then the thread waits, where NCCL would let the host go on and its streams wait.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"

namespace ladder::emulator {
namespace {

constexpr std::chrono::seconds patience{10};  // with other threads of the host

// The calls that a thread has posted at once.
struct Posting {
  std::vector<NcclCall> calls;
  bool done = false;
  ncclResult_t result = ncclSuccess;
};

struct Nccl : Singleton<Nccl> {  // threads may wait when the program ends
  std::mutex mutex;
  std::condition_variable changed;
  std::list<Posting*> pending;
  std::map<std::array<char, NCCL_UNIQUE_ID_BYTES>, Clique*> cliques;  // of which not all ranks have come
};

struct Match {
  NcclExchange exchange;
  std::set<Posting*> postings;
  std::size_t wanted;  // calls

  bool is_complete() const { return exchange.size() == wanted; }
};

// Calls of the same key belong together: the n-th collective of a clique, or the n-th of those that one rank sends to
// another one.
using Key = std::tuple<Clique*, int, int, std::size_t>;
constexpr int collective = -1;

std::vector<Match> matches() {
  std::map<Key, Match> found;
  std::map<std::tuple<Clique*, int, int, bool>, std::size_t> numbers;  // of the last call of a rank
  for (Posting* posting : Nccl::instance().pending) {
    for (const NcclCall& call : posting->calls) {
      const int rank = call.comm->rank;
      const bool sends = call.function == NcclFunction::send;
      const int from = call.is_collective() ? collective : sends ? rank : call.other;
      const int to = call.is_collective() ? rank : sends ? call.other : rank;
      const std::size_t number = numbers[{call.comm->clique, from, to, sends}]++;
      Match& match = found[{call.comm->clique, from, call.is_collective() ? collective : to, number}];
      match.wanted = call.is_collective() ? call.comm->clique->ranks.size() : 2;
      match.exchange.insert(sends ? match.exchange.begin() : match.exchange.end(), &call);
      match.postings.insert(posting);
    }
  }
  std::vector<Match> all;
  for (auto& [key, match] : found) {
    if (match.exchange.front()->is_collective()) {
      std::ranges::sort(match.exchange, {}, [](const NcclCall* call) { return call->comm->rank; });
    }
    all.push_back(std::move(match));
  }
  return all;
}

// The postings that this one needs, with those that these need, and so on; and their exchanges.
struct Closure {
  std::set<Posting*> postings;
  std::vector<Match> matches;

  bool is_complete() const { return std::ranges::all_of(matches, &Match::is_complete); }
};

Closure closure_of(Posting& posting) {
  Closure closure{{&posting}, {}};
  std::vector<Match> others = matches();
  const auto belongs = [&](const Match& match) {
    return std::ranges::any_of(match.postings, [&](Posting* its) { return closure.postings.count(its) != 0; });
  };
  for (auto next = others.begin(); (next = std::ranges::find_if(others, belongs)) != others.end();) {
    closure.postings.insert(next->postings.begin(), next->postings.end());
    closure.matches.push_back(std::move(*next));
    others.erase(next);
  }
  return closure;
}

std::string in_words(const NcclCall& call) { return fmt::format("{}() of {}", call.name, place_of(call.site)); }

// What the ranks do not agree in; empty where all is well.
std::string difference(const NcclCall& first, const NcclCall& other) {
  const auto says = [&](const std::string& what, auto of_first, auto of_other) {
    return fmt::format("rank {} has {} {}, and rank {} has {}, with {}", other.comm->rank, what, of_other,
                       first.comm->rank, of_first, in_words(first));
  };
  if (first.is_collective() && first.function != other.function) {
    return fmt::format("rank {} calls {}(), where rank {} calls {}", other.comm->rank, other.name, first.comm->rank,
                       in_words(first));
  }
  if (first.count != other.count) return says("a count of", first.count, other.count);
  if (first.type != other.type) return says("elements of type", int{first.type}, int{other.type});
  if (!first.is_collective()) return {};
  if (first.operation != other.operation) return says("operation", int{first.operation}, int{other.operation});
  return first.other == other.other ? "" : says("root", first.other, other.other);
}

// Notes where the calls of an exchange do not fit together. Whether they do.
bool agree(const NcclExchange& exchange) {
  const NcclCall& first = *exchange.front();
  for (const NcclCall* call : exchange) {
    const std::string words = difference(first, *call);
    if (words.empty()) continue;
    note_mistake(MistakeKind::mismatch, call->site, fmt::format("{}(): {}", call->name, words));
    return false;
  }
  return true;
}

void finish(const Closure& closure) {
  std::vector<NcclExchange> exchanges;
  ncclResult_t result = ncclSuccess;
  for (const Match& match : closure.matches) {
    if (!agree(match.exchange)) result = ncclInvalidUsage;
    exchanges.push_back(match.exchange);
  }
  if (result == ncclSuccess) perform(exchanges);
  for (Posting* posting : closure.postings) {
    posting->done = true;
    posting->result = result;
    Nccl::instance().pending.remove(posting);
  }
  Nccl::instance().changed.notify_all();
}

// Ranks that have not made the call yet.
std::vector<const ncclComm*> missing_from(const Match& match) {
  const NcclCall& call = *match.exchange.front();
  const std::vector<ncclComm*>& ranks = call.comm->clique->ranks;
  if (!call.is_collective()) return {ranks[static_cast<std::size_t>(call.other)]};
  std::vector<const ncclComm*> missing(ranks.begin(), ranks.end());
  for (const NcclCall* made : match.exchange) std::erase(missing, made->comm);
  return missing;
}

// Whether another thread may still make what is missing.
bool may_come(const Closure& closure) {
  for (const Match& match : closure.matches) {
    if (match.is_complete()) continue;
    for (const ncclComm* comm : missing_from(match)) {
      if (comm->ended != nullptr || comm->user == std::this_thread::get_id()) return false;
    }
  }
  return true;
}

std::string what_is_missing(const Match& match, bool in_group) {
  const NcclCall& call = *match.exchange.front();
  if (!call.is_collective()) {
    return fmt::format(
        "{}(): rank {} has no {} for it{} (one thread that has several ranks makes the calls of all of "
        "them in one group)",
        call.name, call.other,
        call.function == NcclFunction::send ? fmt::format("ncclRecv() from rank {}", call.comm->rank)
                                            : fmt::format("ncclSend() to rank {}", call.comm->rank),
        in_group ? " in this group" : ", and this call is in no group");
  }
  std::vector<int> ranks;
  for (const ncclComm* comm : missing_from(match)) ranks.push_back(comm->rank);
  return fmt::format(
      "{}(): rank {} does not call it (one thread that has several ranks calls it for all of them, "
      "between ncclGroupStart() and ncclGroupEnd())",
      call.name, fmt::join(ranks, ", "));
}

ncclResult_t hang(Posting& posting, const Closure& closure) {
  for (const Match& match : closure.matches) {
    if (match.is_complete()) continue;
    note_mistake(MistakeKind::would_hang, match.exchange.front()->site,
                 what_is_missing(match, posting.calls.size() > 1));
  }
  Nccl::instance().pending.remove(&posting);
  return ncclInvalidUsage;
}

ncclResult_t nobody_joins(const NcclJoin& late, const Clique& clique) {
  std::vector<std::size_t> missing;
  for (std::size_t rank = 0; rank < clique.ranks.size(); ++rank) {
    if (clique.ranks[rank] == nullptr) missing.push_back(rank);
  }
  note_mistake(
      MistakeKind::would_hang, late.site,
      fmt::format(
          "ncclCommInitRank() of rank {} of {}: rank {} does not come (one thread that makes several ranks does "
          "so between ncclGroupStart() and ncclGroupEnd(); and all have one id)",
          late.rank, late.ranks, fmt::join(missing, ", ")));
  return ncclInvalidUsage;
}

bool is_whole(const Clique& clique) {
  return std::ranges::all_of(clique.ranks, [](const ncclComm* comm) { return comm != nullptr; });
}

// Enters the rank. Null where that is no use: then `words` says why.
Clique* enter(const NcclJoin& joining, std::string& words) {
  std::array<char, NCCL_UNIQUE_ID_BYTES> id{};
  std::memcpy(id.data(), joining.id.internal, id.size());
  Clique*& clique = Nccl::instance().cliques[id];
  if (clique == nullptr) clique = new Clique{std::vector<ncclComm*>(static_cast<std::size_t>(joining.ranks))};
  if (clique->ranks.size() != static_cast<std::size_t>(joining.ranks)) {
    words = fmt::format("ncclCommInitRank(): {} ranks here, and {} elsewhere", joining.ranks, clique->ranks.size());
    return nullptr;
  }
  ncclComm*& place = clique->ranks[static_cast<std::size_t>(joining.rank)];
  if (place != nullptr) {
    words = fmt::format("ncclCommInitRank(): there is a rank {} already", joining.rank);
    return nullptr;
  }
  place = joining.comm;
  joining.comm->clique = clique;
  Clique* const entered = clique;
  if (is_whole(*clique)) Nccl::instance().cliques.erase(id);
  return entered;
}

}  // namespace

ncclResult_t post(const std::vector<NcclCall>& calls) {
  std::unique_lock lock(Nccl::instance().mutex);
  for (const NcclCall& call : calls) call.comm->user = std::this_thread::get_id();
  Posting posting{calls};
  Nccl::instance().pending.push_back(&posting);
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!posting.done) {
    const Closure closure = closure_of(posting);
    if (closure.is_complete()) {
      finish(closure);
    } else if (!may_come(closure) || Nccl::instance().changed.wait_until(lock, deadline) == std::cv_status::timeout) {
      if (!posting.done) return hang(posting, closure_of(posting));
    }
  }
  return posting.result;
}

ncclResult_t join(const std::vector<NcclJoin>& joins) {
  std::unique_lock lock(Nccl::instance().mutex);
  std::vector<Clique*> entered;
  for (const NcclJoin& joining : joins) {
    joining.comm->user = std::this_thread::get_id();
    std::string words;
    Clique* const clique = enter(joining, words);
    if (clique == nullptr) {
      note_mistake(MistakeKind::mismatch, joining.site, words);
      return ncclInvalidUsage;
    }
    entered.push_back(clique);
  }
  Nccl::instance().changed.notify_all();
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (std::size_t i = 0; i < joins.size(); ++i) {
    if (!Nccl::instance().changed.wait_until(lock, deadline, [&] { return is_whole(*entered[i]); }))
      return nobody_joins(joins[i], *entered[i]);
    joins[i].comm->is_ready = true;
  }
  return ncclSuccess;
}

}  // namespace ladder::emulator
