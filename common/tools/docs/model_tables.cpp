// The tables of docs/coalescing.md and docs/banks.md: patterns of addresses, and what common/memory_model counts for
// them. model_tables TABLE prints one, its cells separated by tabs. What a row says of its pattern is made from the
// same numbers as the pattern.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "ladder/model/network.hpp"
#include "ladder/model/warp_pattern.hpp"

using namespace memory_model;

namespace {

using Row = std::vector<std::string>;
using Table = std::vector<Row>;  // the head first

template <typename... Cells>
Row row(const Cells&... cells) {
  return {fmt::format("{}", cells)...};
}

WarpAccess side_by_side(int bytes, int offset) {
  return warp(bytes, Access::load, [=](int lane) { return offset + lane * bytes; });
}

// Elements of so many bytes, `stride` of them apart.
WarpAccess apart(int bytes, int stride, Access operation = Access::load) {
  return warp(bytes, operation, [=](int lane) { return lane * stride * bytes; });
}

Table sectors_by_offset() {
  Table table = {row("first byte", "4-byte lanes", "8-byte lanes", "16-byte lanes")};
  for (const int offset : {0, 4, 8, 16, 28, 32}) {
    const auto sectors = [=](int bytes) {
      return offset % bytes == 0 ? fmt::format("{}", global_sectors(side_by_side(bytes, offset))) : "–";
    };
    table.push_back(row(offset, sectors(4), sectors(8), sectors(16)));
  }
  return table;
}

Table sectors_by_width() {
  Table table = {
      row("bytes per lane", "bytes per request", "sectors per request", "requests for 4096 bytes", "sectors")};
  for (const int bytes : {4, 8, 16}) {
    const int sectors = global_sectors(side_by_side(bytes, 0)), requests = 4096 / (architecture.warp_lanes * bytes);
    table.push_back(row(bytes, architecture.warp_lanes * bytes, sectors, requests, requests * sectors));
  }
  return table;
}

Table sectors_by_stride() {
  Table table = {row("floats from lane to lane", "sectors", "bytes moved", "of them used")};
  for (const int stride : {1, 2, 3, 4, 8, 16, 1024}) {
    const int sectors = global_sectors(apart(4, stride)), moved = sectors * architecture.sector_bytes;
    table.push_back(row(stride, sectors, moved, fmt::format("{:.3g} %", 100 * 128.0 / moved)));
  }
  return table;
}

Table sectors_by_block() {
  constexpr int length = 1024;
  Table table = {row("block", "a warp is", "sectors along rows", "sectors along columns")};
  for (const int w : {32, 16, 8, 4, 2}) {
    const auto rows = floats([=](int lane) { return lane / w * length + lane % w; });
    const auto columns = floats([=](int lane) { return lane % w * length + lane / w; });
    table.push_back(row(fmt::format("{}x{}", w, 256 / w), fmt::format("{} x {} lanes", w, 32 / w), global_sectors(rows),
                        global_sectors(columns)));
  }
  return table;
}

Table banks_by_stride() {
  Table table = {row("words from lane to lane", "gcd with 32", "wavefronts")};
  for (const int stride : {1, 2, 3, 4, 6, 8, 16, 17, 31, 32, 33, 36, 64, 65, 128, 129}) {
    table.push_back(row(stride, std::gcd(stride, 32), shared_wavefronts(apart(4, stride))));
  }
  return table;
}

// A warp reads a column: lane l row l. The bank is that of the first word of lane l's element.
Table banks_of_columns() {
  struct Tile {
    const char* declared;
    const char* where;
    int bytes, pitch;  // of an element; elements from row to row
  };
  const Tile tiles[] = {{"float tile[32][32]", "step 2; step 3 swizzles it", 4, 32},
                        {"float tile[32][32 + 1]", "step 3", 4, 33},
                        {"float tile[32][32 + 4]", "", 4, 36},
                        {"float tile[64][64]", "", 4, 64},
                        {"float tile[64][64 + 1]", "step 3", 4, 65},
                        {"float tile[32][128]", "step 4", 4, 128},
                        {"float tile[32][128 + 1]", "step 4", 4, 129},
                        {"double tile[32][32]", "", 8, 32},
                        {"double tile[32][32 + 1]", "", 8, 33},
                        {"float4 tile[64][16]", "step 5 swizzles it", 16, 16},
                        {"float4 tile[64][16 + 1]", "", 16, 17}};
  Table table = {row("tile", "used in", "bank of lane l", "wavefronts", "the least for that width")};
  for (const Tile& tile : tiles) {
    table.push_back(row(fmt::format("`{}`", tile.declared), tile.where,
                        fmt::format("{}·l mod 32", tile.pitch * tile.bytes / architecture.bank_bytes),
                        shared_wavefronts(apart(tile.bytes, tile.pitch)),
                        shared_wavefronts(side_by_side(tile.bytes, 0))));
  }
  return table;
}

Table banks_by_width() {
  Table table = {row("bytes per lane", "lanes served together", "groups", "wavefronts, lanes side by side")};
  for (const int bytes : {4, 8, 16}) {
    const int together = architecture.warp_lanes * architecture.bank_bytes / bytes;
    table.push_back(
        row(bytes, together, architecture.warp_lanes / together, shared_wavefronts(side_by_side(bytes, 0))));
  }
  return table;
}

Table banks_broadcast() {
  Table table = {row("different words of one bank", "lanes for each", "wavefronts")};
  for (const int words : {1, 2, 4, 32}) {
    table.push_back(row(words, 32 / words, shared_wavefronts(floats([=](int l) { return 32 * (l % words); }))));
  }
  return table;
}

Table banks_of_pairs() {
  const auto wavefronts = [](int bytes, Access operation, auto element) {
    return shared_wavefronts(warp(bytes, operation, [=](int lane) { return bytes * element(lane); }));
  };
  Table table = {row("lane l takes element", "8-byte load", "8-byte store", "16-byte load", "16-byte store")};
  const auto add = [&](const char* formula, auto element) {
    table.push_back(row(formula, wavefronts(8, Access::load, element), wavefronts(8, Access::store, element),
                        wavefronts(16, Access::load, element), wavefronts(16, Access::store, element)));
  };
  add("l", [](int l) { return l; });
  add("l div 2", [](int l) { return l / 2; });
  add("2·(l div 4) + l mod 2", [](int l) { return 2 * (l / 4) + l % 2; });
  add("l div 4", [](int l) { return l / 4; });
  return table;
}

// The first lanes of a warp that adds with stride d in a block of 256, as `stride` in reduction/ does.
Table banks_of_stride_reduction() {
  Table table = {
      row("d", "lanes of the first warp", "ways that 2·d·l conflicts", "warps", "wavefronts of one load by all")};
  for (int d = 1; d < 256; d *= 2) {
    const int threads = 256 / (2 * d), lanes = std::min(32, threads), warps = (threads + 31) / 32;
    WarpAccess access = apart(4, 2 * d);
    access.active = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    table.push_back(row(d, lanes, shared_wavefronts(access), warps, warps * shared_wavefronts(access)));
  }
  return table;
}

// Of the transpose of 65536 x 65536 floats. Inside a machine as fitted to a trial on 4 H200: docs/measured/tried.md. Of
// what is between machines the rate is that of a network card of 400 Gbit/s for each GPU, and the latency a guess.
Table all_to_all() {
  constexpr Network network = {8, 0.18e-3, 350e9, 5e-6, 50e9};
  constexpr double matrix = 65536.0 * 65536 * 4;
  const auto milliseconds = [](double seconds) { return fmt::format("{:.2f}", seconds * 1e3); };
  Table table = {row("GPUs", "MB each has", "messages, at once", "ms", "messages, in two stages", "ms")};
  for (const unsigned gpus : {2, 4, 8, 16, 64, 256, 1024}) {
    const AllToAll exchange{gpus, matrix / gpus};
    table.push_back(row(gpus, fmt::format("{:.0f}", exchange.bytes / 1e6), messages_at_once(exchange, network),
                        milliseconds(seconds_at_once(exchange, network)), messages_in_two_stages(exchange, network),
                        milliseconds(seconds_in_two_stages(exchange, network))));
  }
  return table;
}

const std::map<std::string, Table (*)()> tables = {{"all_to_all", all_to_all},
                                                   {"sectors_by_offset", sectors_by_offset},
                                                   {"sectors_by_width", sectors_by_width},
                                                   {"sectors_by_stride", sectors_by_stride},
                                                   {"sectors_by_block", sectors_by_block},
                                                   {"banks_by_stride", banks_by_stride},
                                                   {"banks_of_columns", banks_of_columns},
                                                   {"banks_by_width", banks_by_width},
                                                   {"banks_broadcast", banks_broadcast},
                                                   {"banks_of_pairs", banks_of_pairs},
                                                   {"banks_of_stride_reduction", banks_of_stride_reduction}};

}  // namespace

int main(int argc, char** argv) {
  const auto table = argc == 2 ? tables.find(argv[1]) : tables.end();
  if (table == tables.end()) {
    std::string names;
    for (const auto& [name, make] : tables) names += " " + name;
    fmt::print(stderr, "error: takes the name of one table:{}\n", names);
    return 2;
  }
  for (const Row& cells : table->second()) fmt::print("{}\n", fmt::join(cells, "\t"));
}
