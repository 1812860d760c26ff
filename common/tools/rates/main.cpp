// Measures the rates of a GPU. docs/reference/rates.md says what each is for.
//
// Exit status: 0 written; 2 bad usage; 3 there is no GPU.
#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/engine/devices.hpp"
#include "ladder/report/json_report.hpp"
#include "tools/rates/rates.hpp"

using namespace ladder;

namespace {

Json to_object(const rates::LoadedLatency& point) {
  return {{"bytes_per_second", point.bytes_per_second},
          {"seconds", point.seconds},
          {"threads_per_multiprocessor", point.threads},
          {"bytes_in_flight_per_thread", point.bytes},
          {"threads_per_block", point.block}};
}

std::string to_json(const rates::Rates& found, const Context& context) {
  Json json;
  json["context"] = json_of(context);
  for (const rates::Rate& rate : found.rates) {
    json["rates"][rate.name] = {{"value", rate.value},
                                {"least", rate.least},
                                {"most", rate.most},
                                {"unit", rate.unit},
                                {"measured_by", rate.how}};
  }
  for (const auto& [name, points] : found.curves) json[name] = mapped(points, to_object);
  for (const auto& [bytes, cycles] : found.lookups) {
    json["lookups"].push_back({{"bytes_from_lane_to_lane", bytes}, {"cycles", cycles}});
  }
  return to_text(json, 2) + "\n";
}

int run(int argc, char** argv) {
  constexpr int repeats = 15;
  std::string path, command;
  CommandLine line("rates", "Measures the rates of the GPU: what limits are worked out from.");
  line.word("FILE", "Where they go, as JSON", path);
  line.option("--executable", "TEXT", "The command to record, if it is another one", command);
  if (!line.parse(argc, argv)) return all_verified;
  OutputFile file(path, "FILE");
  const auto gpu = require_gpu("rates");
  Context context = make_context(argc, argv, gpu->description());
  if (!command.empty()) context.executable = command;
  file.commit(to_json(rates::measure(*gpu, repeats), context));
  return all_verified;
}

}  // namespace

int main(int argc, char** argv) { return guarded_main(argc, argv, run, "the GPU"); }
