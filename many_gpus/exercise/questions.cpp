#include <fmt/format.h>

#include "ladder/problems/many_gpus/layout.hpp"
#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;
using ladder::many_gpus::Counts;

Question<float> question(unsigned ranks, unsigned most) {
  const Counts counts{ranks, most};
  Question<float> question;
  question.what =
      fmt::format("{}, parts of at most {} floats", ranks == 1 ? "1 GPU" : fmt::format("{} GPUs", ranks), most);
  question.size = {1, most, ranks};
  question.hashes = true;
  // Element i of the part from one rank to another.
  const auto element = [=](std::size_t from, std::size_t to, std::size_t i) {
    return ladder::many_gpus::element_of_matrix((from * ranks + to) * most + i);
  };
  std::vector<std::string> names, sources;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    for (std::size_t other = 0; other < ranks; ++other) {
      for (std::size_t i = 0; i < counts.of(rank, other); ++i) {
        question.input.push_back(element(rank, other, i));
        sources.push_back(fmt::format("element {} of what rank {} has for rank {}", i, rank, other));
      }
    }
    for (std::size_t other = 0; other < ranks; ++other) {
      for (std::size_t i = 0; i < counts.of(other, rank); ++i) {
        question.expected.push_back(element(other, rank, i));
        names.push_back(fmt::format("element {} of what rank {} has from rank {}", i, rank, other));
      }
    }
  }
  question.place = [names](std::size_t i) { return names.at(i); };
  question.source = [sources](std::size_t i) { return sources.at(i); };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"an all-to-all of uneven parts", {}};
  for (const auto& [ranks, most] : {std::pair{1u, 100u}, {2u, 64u}, {3u, 77u}, {4u, 1000u}, {5u, 10u}, {6u, 1500u}})
    exercise.items.push_back(item(question(ranks, most)));
  return exercise;
}
