// The system's CBLAS, which computes what a program asks of cuBLAS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace ladder::emulator {

inline std::uint64_t cublas_calls = 0;  // that were computed, and are not counted in any other way

// Null: there is no such function, or no CBLAS at all. name: "cblas_dgemm".
void* cblas_function(const std::string& name);

// Its functions of elements of type T, float or double, each with the parameters that cblas.h gives it; those of an
// enumeration as int. (The reference BLAS, netlib.org/blas: integers have 32 bits.)
template <typename T>
class Cblas {
  struct Named {
    const char* name;  // "?" stands for the letter of the type
    template <typename Function>
    operator Function*() const {
      std::string full = std::string("cblas_") + name;
      full[full.find('?')] = std::is_same_v<T, float> ? 's' : 'd';
      return reinterpret_cast<Function*>(cblas_function(full));
    }
  };

 public:
  void (*axpy)(int, T, const T*, int, T*, int) = Named{"?axpy"};
  void (*scal)(int, T, T*, int) = Named{"?scal"};
  void (*copy)(int, const T*, int, T*, int) = Named{"?copy"};
  void (*swap)(int, T*, int, T*, int) = Named{"?swap"};
  T (*dot)(int, const T*, int, const T*, int) = Named{"?dot"};
  T (*nrm2)(int, const T*, int) = Named{"?nrm2"};
  T (*asum)(int, const T*, int) = Named{"?asum"};
  std::size_t (*amax)(int, const T*, int) = Named{"i?amax"};  // counts from 0
  void (*gemv)(int, int, int, int, T, const T*, int, const T*, int, T, T*, int) = Named{"?gemv"};
  void (*ger)(int, int, int, T, const T*, int, const T*, int, T*, int) = Named{"?ger"};
  void (*gemm)(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int) = Named{"?gemm"};
};

}  // namespace ladder::emulator
