#include "ladder/report/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"

namespace ladder {
namespace {

// Whether it was measured of the kernel that the result is of, with more data than a cache holds.
bool is_of(const Result& recorded, const Result& result) {
  return recorded.chapter == result.chapter && recorded.variant == result.variant && !result.source.empty() &&
         recorded.source == result.source && !recorded.timing.empty() && !recorded.timing.fits_l2;
}

std::string name_of_device(const Report& record) {
  return record.context.device.substr(0, record.context.device.find(','));
}

// "an NVIDIA H200 at 16384x16384", "2 NVIDIA H200 at 16384x16384"
std::string where(const Report& record, Sizes sizes) {
  const std::uint64_t gpus = sizes.front().first == "gpus" ? sizes.front().second : 1;
  if (sizes.front().first == "gpus") sizes.erase(sizes.begin());
  return fmt::format("{} {} at {}", gpus == 1 ? "an" : std::to_string(gpus), name_of_device(record),
                     in_words_with_unit(sizes));
}

// Whether a page of the result shows it, of the records in the folder of that name.
bool is_shown(const Result& recorded, const Result& result, const std::string& folder) {
  if (!is_of(recorded, result)) return false;
  if (result.limits) return result.limits->machine == folder && recorded.sizes == result.limits->sizes;
  const auto& gpus = recorded.sizes.front();
  return gpus.first == "gpus" && gpus.second > 1 && gpus == result.sizes.front();
}

}  // namespace

void add_recorded(const Report& record, std::vector<Result>& results) {
  for (Result& result : results) {
    if (!result.limits || !result.timing.empty()) continue;
    const auto same = std::ranges::find_if(record.results, [&](const Result& recorded) {
      return is_of(recorded, result) && recorded.sizes == result.limits->sizes;
    });
    if (same == record.results.end()) continue;
    result.recorded = Recorded{name_of_device(record), record.context.date.substr(0, 10), same->timing.median(),
                               same->timing.fraction_of_copy};
  }
}

std::string recorded_to_json(const std::string& folder, const std::vector<Result>& results) {
  std::set<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) folders.insert(entry.path());
  Json all = Json::object();
  for (const auto& path : folders) {
    if (!std::filesystem::exists(path / "bench.json")) continue;
    Report record = from_json(text_of_file(path / "bench.json"));
    std::ranges::stable_sort(record.results, {}, &Result::useful_bytes);
    for (const Result& result : results) {
      for (const Result& recorded : record.results) {
        if (!is_shown(recorded, result, path.filename())) continue;
        const double seconds = recorded.timing.median();
        all[result.chapter + "/" + result.variant].push_back({{"on", where(record, recorded.sizes)},
                                                              {"seconds", seconds},
                                                              {"speed", recorded.useful_bytes / seconds / 1e9}});
      }
    }
  }
  return to_text(all);
}

}  // namespace ladder
