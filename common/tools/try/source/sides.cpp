#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// Makes one text of pieces of both. Where one does not go on where the last ended, a marker says on which line it
// stands.
class Pieces {
 public:
  explicit Pieces(const Source& first) : source_(&first) {}

  void add(const Source& source, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    const bool goes_on = &source == source_ && begin == end_;
    if (!goes_on) tokens_.push_back({TokenKind::directive, line_marker(source, begin), "\n", -1, 0, false, {}});
    const std::size_t first = tokens_.size();
    const auto token = [&](std::size_t i) { return source.tokens.begin() + static_cast<std::ptrdiff_t>(i); };
    tokens_.insert(tokens_.end(), token(begin), token(end));
    if (!goes_on) tokens_[first].before = "\n";
    source_ = &source, end_ = end;
  }
  void add(const std::string& text) { tokens_.push_back({TokenKind::punctuation, text, " ", -1, 0, false, {}}); }
  std::vector<Token> take() { return std::move(tokens_); }

 private:
  const Source* source_;
  std::size_t end_ = 0;
  std::vector<Token> tokens_;
};

// The files of `host` get the numbers that they have in `source`.
void number_files(const Source& source, Source& host) {
  Source both;
  both.files = source.files;
  std::vector<int> numbers;
  for (const std::string& file : host.files) {
    const auto known = std::find(both.files.begin(), both.files.end(), file);
    numbers.push_back(static_cast<int>(known - both.files.begin()));
    if (known == both.files.end()) both.files.push_back(file);
  }
  for (Token& token : host.tokens) {
    if (token.file >= 0) token.file = numbers[static_cast<std::size_t>(token.file)];
  }
  host.files = both.files;
}

std::map<std::string, const Unit*> by_place(const std::vector<Unit>& units) {
  std::map<std::string, const Unit*> found;
  for (const Unit& unit : units) found.emplace(unit.place, &unit);
  return found;
}

// What the host alone declares, by the place of what stands behind it on both sides. What says `__device__` is not
// taken, nor a name that the device declares elsewhere.
std::map<std::string, std::vector<Unit>> for_host_alone(const Source& host, const std::vector<Unit>& host_units,
                                                        const std::vector<Unit>& device_units) {
  const auto of_host = by_place(host_units), of_device = by_place(device_units);
  std::set<std::string> names;
  for (const Unit& unit : device_units) {
    if (of_host.count(unit.place) == 0) names.insert(unit.name);
  }
  std::map<std::string, std::vector<Unit>> found;
  std::vector<Unit> next;
  std::size_t done = 0;
  for (Unit unit : host_units) {
    if (unit.begin < done) continue;
    if (of_device.count(unit.place) != 0) {
      if (!next.empty()) found.emplace(unit.place, std::exchange(next, {}));
      continue;
    }
    if (unit.scope != 0) unit.end = std::min(closing(host, unit.scope) + 1, host.tokens.size());
    if (unit.scope != 0 && unit.is_class) unit.end = unit_at(host, unit.end).end;  // };
    done = unit.end;
    if (!unit.for_device && !unit.name.empty() && names.count(unit.name) == 0) next.push_back(unit);
  }
  return found;
}

}  // namespace

void merge_sides(Source& source, Source host) {
  number_files(source, host);
  const std::vector<Unit> device_units = units_of(source), host_units = units_of(host);
  const auto of_host = by_place(host_units);
  auto host_alone = for_host_alone(host, host_units, device_units);
  Pieces pieces(source);
  std::size_t done = 0;
  for (const Unit& unit : device_units) {
    pieces.add(source, done, unit.begin);  // directives
    done = unit.end;
    for (const Unit& other : host_alone[unit.place]) pieces.add(host, other.begin, other.end);
    const auto found = of_host.find(unit.place);
    const Unit* other = found == of_host.end() ? nullptr : found->second;
    if (other == nullptr || unit.body == 0 || other->body == 0 || !unit.for_host ||
        words(source, unit.begin, unit.end) == words(host, other->begin, other->end)) {
      pieces.add(source, unit.begin, unit.end);
    } else if (!unit.for_device) {
      pieces.add(host, other->begin, other->end);
    } else {
      pieces.add(source, unit.begin, unit.body);
      pieces.add("{ if (__builtin_is_constant_evaluated() || !::ladder::emulator::in_kernel())");
      pieces.add(host, other->body, other->end);
      pieces.add("else");
      pieces.add(source, unit.body, unit.end);
      pieces.add("}");
    }
  }
  pieces.add(source, done, source.tokens.size());
  source.tokens = pieces.take();
  source.files = host.files;
}

}  // namespace ladder::tried
