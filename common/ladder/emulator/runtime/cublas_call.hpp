// A call of cuBLAS: what is wrong with its arguments, and which memory it uses.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "ladder/emulator/cuda/runtime/cublas.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

struct cublasContext {
  int device = 0;
  cudaStream_t stream = nullptr;
  cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
  bool exists = true;  // for the program
};

namespace ladder::emulator {

inline std::uint64_t cublas_calls = 0;  // that were computed, and are not counted in any other way

// A function of the system's CBLAS, as "cblas_dgemm". Null: there is none, or no CBLAS at all.
void* cblas_function(const std::string& name);

// An argument: columns of elements that begin `pitch` elements apart. The elements of a vector are columns of one.
struct Operand {
  std::string name;
  const void* begin;
  std::int64_t rows, columns, pitch;
  std::size_t element_bytes;

  std::size_t reach() const;  // bytes
  std::vector<Segment> segments() const;
};

enum class OperandUse { reads, writes, updates };

// The first thing that is wrong is told, and ends the call. While it lives, all memory is open.
class CublasCall {
 public:
  CublasCall(std::string name, cublasHandle_t handle, std::uintptr_t site);

  // CUBLAS_STATUS_INVALID_VALUE where it does not hold.
  void require(bool holds, const std::string& words);
  void at_least(int least, std::initializer_list<std::pair<const char*, int>> values);
  // alpha or beta, from where the pointer mode says; 0 where that is wrong.
  template <typename T>
  T scalar(const char* name, const T* pointer) {
    check_scalar(name, pointer, sizeof(T), OperandUse::reads);
    return goes_on() ? *pointer : T{};
  }
  // A number that the call stores there. The host waits for its own.
  void returns(const void* pointer, std::size_t bytes) { check_scalar("result", pointer, bytes, OperandUse::writes); }
  void uses(const Operand& operand, OperandUse use);

  bool goes_on() const { return status_ == CUBLAS_STATUS_SUCCESS; }
  // Calls act() if nothing is wrong.
  cublasStatus_t then(const auto& act) {
    if (goes_on()) act();
    return status_;
  }
  // The same, as a piece of work of the handle's stream.
  cublasStatus_t perform(const auto& compute) {
    then([&] { begin(); });
    return then(compute);
  }

 private:
  struct Used {
    Operand operand;
    OperandUse use;
  };
  void fail(MistakeKind kind, const std::string& words, cublasStatus_t status);
  void check_scalar(const char* name, const void* pointer, std::size_t bytes, OperandUse use);
  void begin();

  OneAtATime lock_;
  Opened opened_;
  std::string name_;
  cublasHandle_t handle_;
  std::uintptr_t site_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  bool waits_ = false;
  std::vector<Used> used_;
};

}  // namespace ladder::emulator
