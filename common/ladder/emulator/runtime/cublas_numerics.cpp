// The functions of cuBLAS that compute, each by one of the CBLAS. (cuBLAS, "Level-1" to "BLAS-like Extension".)
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <type_traits>

#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/runtime/cublas_call.hpp"

namespace ladder::cuda {
namespace {

using emulator::CublasCall;
using emulator::Operand;
using emulator::OperandUse;

// As cblas.h numbers them.
constexpr int by_columns = 102;
int in_cblas(cublasOperation_t operation) { return operation == CUBLAS_OP_N ? 111 : 112; }

// The functions of the system's CBLAS of elements of type T, float or double, each with the parameters that cblas.h
// gives it; those of an enumeration as int. (The reference BLAS, netlib.org/blas: integers have 32 bits.)
template <typename T>
class Cblas {
  struct Named {
    const char* name;  // "?" stands for the letter of the type
    template <typename Function>
    operator Function*() const {
      std::string full = std::string("cblas_") + name;
      full[full.find('?')] = std::is_same_v<T, float> ? 's' : 'd';
      return reinterpret_cast<Function*>(emulator::cblas_function(full));
    }
  };

 public:
  void (*axpy)(int, T, const T*, int, T*, int) = Named{"?axpy"};
  void (*scal)(int, T, T*, int) = Named{"?scal"};
  T (*dot)(int, const T*, int, const T*, int) = Named{"?dot"};
  T (*nrm2)(int, const T*, int) = Named{"?nrm2"};
  std::size_t (*amax)(int, const T*, int) = Named{"i?amax"};  // counts from 0
  void (*gemv)(int, int, int, int, T, const T*, int, const T*, int, T, T*, int) = Named{"?gemv"};
  void (*gemm)(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*, int) = Named{"?gemm"};
};
template <typename T>
const Cblas<T>& cblas() {
  static const Cblas<T> all;
  return all;
}

// "cublasSgemm", "cublasIsamax".
template <typename T>
std::string full_name(const char* function, const char* of_float = "S", const char* of_double = "D") {
  return std::string("cublas") + (std::is_same_v<T, float> ? of_float : of_double) + function;
}

template <typename T>
Operand vector(const char* name, const T* begin, int count, int increment) {
  return {name, begin, 1, count, std::abs(increment), sizeof(T)};
}

// A matrix that is rows x columns where the operation leaves it as it is.
template <typename T>
Operand matrix(CublasCall& call, const char* name, cublasOperation_t operation, const T* begin, int rows, int columns,
               int leading) {
  call.require(operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_C, fmt::format("{} has no such operation", name));
  if (operation != CUBLAS_OP_N) std::swap(rows, columns);
  const char parameter[] = {'l', 'd', static_cast<char>(std::tolower(name[0])), '\0'};
  call.at_least(std::max(1, rows), {{parameter, leading}});
  return {name, begin, rows, columns, leading, sizeof(T)};
}

// A number made of a vector; 0 where that is empty.
template <typename T, typename Number>
cublasStatus_t reduce(CublasCall& call, int n, const T* x, int incx, Number* result, const auto& compute) {
  call.returns(result, sizeof *result);
  const bool is_empty = n <= 0 || incx <= 0;
  if (!is_empty) call.uses(vector("x", x, n, incx), OperandUse::reads);
  return call.perform([&] { *result = is_empty ? Number{} : static_cast<Number>(compute()); });
}

// The products of a batch: C = alpha op(A) op(B) + beta C. A stride: from where a matrix of the batch begins to where
// the next one does.
template <typename T>
struct Products {
  cublasOperation_t of_a, of_b;
  int m, n, k, lda, ldb, ldc, count = 1;
  long long stride_a = 0, stride_b = 0, stride_c = 0;

  cublasStatus_t perform(CublasCall& call, const T* alpha, const T* a, const T* b, const T* beta, T* c) const {
    call.at_least(0, {{"m", m}, {"n", n}, {"k", k}, {"batchCount", count}});
    const T factor = call.scalar("alpha", alpha), old = call.scalar("beta", beta);
    for (int i = 0; i < count && call.goes_on(); ++i) {
      const auto uses = [&, index = i](Operand operand, OperandUse use) {
        if (count > 1) operand.name += fmt::format("[{}]", index);
        call.uses(operand, use);
      };
      const Operand from_a = matrix(call, "A", of_a, a + i * stride_a, m, k, lda);
      const Operand from_b = matrix(call, "B", of_b, b + i * stride_b, k, n, ldb);
      if (factor != 0) uses(from_a, OperandUse::reads), uses(from_b, OperandUse::reads);
      uses(matrix(call, "C", CUBLAS_OP_N, c + i * stride_c, m, n, ldc),
           old != 0 ? OperandUse::updates : OperandUse::writes);
    }
    return call.perform([&] {
      for (int i = 0; i < count; ++i) {
        cblas<T>().gemm(by_columns, in_cblas(of_a), in_cblas(of_b), m, n, k, factor, a + i * stride_a, lda,
                        b + i * stride_b, ldb, old, c + i * stride_c, ldc);
      }
    });
  }
};

}  // namespace

template <typename T>
cublasStatus_t Cublas<T>::axpy(Handle handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  CublasCall call(full_name<T>("axpy"), handle, SITE);
  const T factor = call.scalar("alpha", alpha);
  call.uses(vector("x", x, n, incx), OperandUse::reads);
  call.uses(vector("y", y, n, incy), OperandUse::updates);
  return call.perform([&] { cblas<T>().axpy(n, factor, x, incx, y, incy); });
}

template <typename T>
cublasStatus_t Cublas<T>::scal(Handle handle, int n, const T* alpha, T* x, int incx) {
  CublasCall call(full_name<T>("scal"), handle, SITE);
  const T factor = call.scalar("alpha", alpha);
  if (incx > 0) call.uses(vector("x", x, n, incx), OperandUse::updates);
  return call.perform([&] { cblas<T>().scal(n, factor, x, incx); });
}

template <typename T>
cublasStatus_t Cublas<T>::dot(Handle handle, int n, const T* x, int incx, const T* y, int incy, T* result) {
  CublasCall call(full_name<T>("dot"), handle, SITE);
  call.returns(result, sizeof *result);
  call.uses(vector("x", x, n, incx), OperandUse::reads);
  call.uses(vector("y", y, n, incy), OperandUse::reads);
  return call.perform([&] { *result = cblas<T>().dot(n, x, incx, y, incy); });
}

template <typename T>
cublasStatus_t Cublas<T>::nrm2(Handle handle, int n, const T* x, int incx, T* result) {
  CublasCall call(full_name<T>("nrm2"), handle, SITE);
  return reduce(call, n, x, incx, result, [&] { return cblas<T>().nrm2(n, x, incx); });
}

// The first one, counted from 1.
template <typename T>
cublasStatus_t Cublas<T>::amax(Handle handle, int n, const T* x, int incx, int* result) {
  CublasCall call(full_name<T>("amax", "Is", "Id"), handle, SITE);
  return reduce(call, n, x, incx, result, [&] { return cblas<T>().amax(n, x, incx) + 1; });
}

template <typename T>
cublasStatus_t Cublas<T>::gemv(Handle handle, Op of_a, int m, int n, const T* alpha, const T* a, int lda, const T* x,
                               int incx, const T* beta, T* y, int incy) {
  CublasCall call(full_name<T>("gemv"), handle, SITE);
  call.at_least(0, {{"m", m}, {"n", n}});
  call.at_least(std::max(1, m), {{"lda", lda}});
  call.require(incx != 0 && incy != 0, "incx or incy is 0");
  const T factor = call.scalar("alpha", alpha), old = call.scalar("beta", beta);
  const bool is_plain = of_a == CUBLAS_OP_N, is_empty = m == 0 || n == 0;
  if (factor != 0 && !is_empty) {
    call.uses(matrix(call, "A", of_a, a, is_plain ? m : n, is_plain ? n : m, lda), OperandUse::reads);
    call.uses(vector("x", x, is_plain ? n : m, incx), OperandUse::reads);
  }
  if (!is_empty) call.uses(vector("y", y, is_plain ? m : n, incy), old != 0 ? OperandUse::updates : OperandUse::writes);
  return call.perform(
      [&] { cblas<T>().gemv(by_columns, in_cblas(of_a), m, n, factor, a, lda, x, incx, old, y, incy); });
}

template <typename T>
cublasStatus_t Cublas<T>::gemm(Handle handle, Op of_a, Op of_b, int m, int n, int k, const T* alpha, const T* a,
                               int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  CublasCall call(full_name<T>("gemm"), handle, SITE);
  return Products<T>{of_a, of_b, m, n, k, lda, ldb, ldc}.perform(call, alpha, a, b, beta, c);
}

template <typename T>
cublasStatus_t Cublas<T>::gemmStridedBatched(Handle handle, Op of_a, Op of_b, int m, int n, int k, const T* alpha,
                                             const T* a, int lda, long long stride_a, const T* b, int ldb,
                                             long long stride_b, const T* beta, T* c, int ldc, long long stride_c,
                                             int count) {
  CublasCall call(full_name<T>("gemmStridedBatched"), handle, SITE);
  const Products<T> products{of_a, of_b, m, n, k, lda, ldb, ldc, count, stride_a, stride_b, stride_c};
  return products.perform(call, alpha, a, b, beta, c);
}

// C = alpha op(A) + beta op(B), element by element: C may be A or B where that stays as it is.
template <typename T>
cublasStatus_t Cublas<T>::geam(Handle handle, Op of_a, Op of_b, int m, int n, const T* alpha, const T* a, int lda,
                               const T* beta, const T* b, int ldb, T* c, int ldc) {
  CublasCall call(full_name<T>("geam"), handle, SITE);
  call.at_least(0, {{"m", m}, {"n", n}});
  const T of_first = call.scalar("alpha", alpha), of_second = call.scalar("beta", beta);
  const Operand first = matrix(call, "A", of_a, a, m, n, lda), second = matrix(call, "B", of_b, b, m, n, ldb);
  call.require(c != a || (of_a == CUBLAS_OP_N && lda == ldc), "C is A, which is transposed or has another lda");
  call.require(c != b || (of_b == CUBLAS_OP_N && ldb == ldc), "C is B, which is transposed or has another ldb");
  if (of_first != 0) call.uses(first, OperandUse::reads);
  if (of_second != 0) call.uses(second, OperandUse::reads);
  call.uses(matrix(call, "C", CUBLAS_OP_N, c, m, n, ldc), OperandUse::writes);
  const auto term = [](T factor, Op operation, const T* from, std::int64_t ld, std::int64_t row, std::int64_t column) {
    return factor == 0 ? T{} : factor * from[operation == CUBLAS_OP_N ? column * ld + row : row * ld + column];
  };
  return call.perform([&] {
    for (std::int64_t i = 0; i < std::int64_t{m} * n; ++i)
      c[i / m * ldc + i % m] = term(of_first, of_a, a, lda, i % m, i / m) + term(of_second, of_b, b, ldb, i % m, i / m);
  });
}

template struct Cublas<float>;
template struct Cublas<double>;

}  // namespace ladder::cuda
