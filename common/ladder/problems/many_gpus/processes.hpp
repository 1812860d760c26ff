// The processes of a run: one, which has all ranks; or as many as mpirun has started, each with one rank and one GPU.
#pragma once

#include <cstddef>
#include <string>

namespace ladder::many_gpus {

struct Processes {
  std::size_t count = 1, number = 0;  // number: of this one, and of its rank
  bool are_several() const { return count > 1; }
};

// Known from join_processes() on; before that, one.
const Processes& processes();

// Where mpirun has started this process, it meets the others: from now on it sees one GPU, its own among those of its
// host, and only process 0 has a standard output. Before anything that calls CUDA. Throws Failure(device_missing) where
// this build has no MPI.
void join_processes();
// The last call, of all processes: none goes on before all are here.
void leave_processes();

// Where there are several, this one has failed and the others would wait for it: all end, with these words and
// status 1.
void end_all_processes(const std::string& words);

// What follows is for all processes alike, and does nothing where there is one.

// `bytes` of process 0 become everyone's.
void broadcast(void* data, std::size_t bytes);
// Nobody goes on before all are here.
void wait_for_all();
// Of what each process says, the first that is not empty; the same for all.
std::string agreed(const std::string& words);

}  // namespace ladder::many_gpus
