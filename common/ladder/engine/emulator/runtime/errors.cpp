#include "ladder/engine/emulator/runtime/errors.hpp"

#include "ladder/engine/emulator/runtime/launches.hpp"

namespace ladder::emulator {

ErrorState& ErrorState::instance() {
  static ErrorState state;
  return state;
}

cudaError_t ErrorState::result(cudaError_t error) {
  if (sticky_ != cudaSuccess) return sticky_;
  if (error != cudaSuccess) last_ = error;
  return error;
}

cudaError_t ErrorState::take() {
  const cudaError_t error = peek();
  last_ = cudaSuccess;
  return error;
}

}  // namespace ladder::emulator

using ladder::emulator::ErrorState;

cudaError_t cudaGetLastError() {
  ladder::emulator::Launches::instance().note_question();
  return ErrorState::instance().take();
}

cudaError_t cudaPeekAtLastError() {
  ladder::emulator::Launches::instance().note_question();
  return ErrorState::instance().peek();
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define LADDER_ROW(name, number, words) \
  case name: return #name;
    LADDER_CUDA_ERRORS(LADDER_ROW)
#undef LADDER_ROW
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define LADDER_ROW(name, number, words) \
  case name: return words;
    LADDER_CUDA_ERRORS(LADDER_ROW)
#undef LADDER_ROW
  }
  return "unrecognized error code";
}
