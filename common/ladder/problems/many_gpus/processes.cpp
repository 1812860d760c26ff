#include "ladder/problems/many_gpus/processes.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <vector>

#ifdef LADDER_WITH_MPI
#include <mpi.h>
#endif

#include "ladder/base/failure.hpp"

namespace ladder::many_gpus {
namespace {

Processes all;

// What Open MPI, and what MPICH and its kin, tell the processes that they start.
bool has_several() {
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const count = std::getenv(name);
    if (count != nullptr && std::atoi(count) > 1) return true;
  }
  return false;
}

}  // namespace

const Processes& processes() { return all; }

#ifdef LADDER_WITH_MPI

namespace {

// Of the GPUs that this process sees, the one of this number alone.
void see_one_gpu(int number) {
  const char* const seen = std::getenv("CUDA_VISIBLE_DEVICES");
  std::vector<std::string> names;
  std::istringstream list(seen == nullptr ? "" : seen);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  if (names.empty()) return void(setenv("CUDA_VISIBLE_DEVICES", std::to_string(number).c_str(), 1));
  const std::size_t index = static_cast<std::size_t>(number);
  setenv("CUDA_VISIBLE_DEVICES", index < names.size() ? names[index].c_str() : "", 1);
}

int of_my_host() {
  MPI_Comm host;
  int number = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &number);
  MPI_Comm_free(&host);
  return number;
}

}  // namespace

void join_processes() {
  if (!has_several()) return;
  MPI_Init(nullptr, nullptr);
  int count = 1, number = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  all = {static_cast<std::size_t>(count), static_cast<std::size_t>(number)};
  see_one_gpu(of_my_host());
  if (number > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) throw Failure(wrong_or_hazard, "no /dev/null");
}

void leave_processes() {
  if (all.are_several()) MPI_Finalize();
}

void end_all_processes(const std::string& words) {
  if (!all.are_several()) return;
  std::fprintf(stderr, "error: rank %zu: %s\n", all.number, words.c_str());
  MPI_Abort(MPI_COMM_WORLD, wrong_or_hazard);
}

void broadcast(void* data, std::size_t bytes) {
  if (all.are_several()) MPI_Bcast(data, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
}

void wait_for_all() {
  if (all.are_several()) MPI_Barrier(MPI_COMM_WORLD);
}

std::string agreed(const std::string& words) {
  if (!all.are_several()) return words;
  std::string first;
  for (int process = 0; process < static_cast<int>(all.count) && first.empty(); ++process) {
    int size = static_cast<int>(words.size());
    MPI_Bcast(&size, 1, MPI_INT, process, MPI_COMM_WORLD);
    first = words;
    first.resize(static_cast<std::size_t>(size));
    MPI_Bcast(first.data(), size, MPI_CHAR, process, MPI_COMM_WORLD);
  }
  return first;
}

#else

void join_processes() {
  if (has_several()) throw Failure(device_missing, "mpirun: this build has no MPI (-DLADDER_MPI=ON adds it)");
}
void leave_processes() {}
void end_all_processes(const std::string&) {}
void broadcast(void*, std::size_t) {}
void wait_for_all() {}
std::string agreed(const std::string& words) { return words; }

#endif

}  // namespace ladder::many_gpus
