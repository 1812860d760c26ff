// cuBLAS as programs call it: handles, copies of vectors and matrices, and what is wrong with a call.
#include "ladder/emulator/cuda/runtime/cublas.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/copies.hpp"
#include "ladder/emulator/runtime/cublas_call.hpp"
#include "ladder/emulator/runtime/graphs.hpp"
#include "ladder/emulator/runtime/repeats.hpp"

namespace ladder::emulator {

// LADDER_CBLAS: the names of libraries; the first that is there, and that C can call, is taken.
void* cblas_function(const std::string& name) {
  static void* const library = [] {
    void* found = nullptr;
    for (const char* file : {LADDER_CBLAS}) {
      if (found == nullptr) found = dlopen(file, RTLD_NOW | RTLD_LOCAL);
      if (found != nullptr && dlsym(found, "cblas_dgemm") == nullptr) found = nullptr;
    }
    return found;
  }();
  return library == nullptr ? nullptr : dlsym(library, name.c_str());
}

namespace {

std::set<cublasHandle_t>& handles() {  // also those that were destroyed
  static auto& all = *new std::set<cublasHandle_t>;
  return all;
}

// Copies columns of `rows` elements each. (cuBLAS, "Helper Function Reference".)
cublasStatus_t copy_columns(const CopyCall& call, int rows, int columns, int bytes, const void* from, int lda, void* to,
                            int ldb, cudaMemcpyKind kind) {
  Copy copy{call, {static_cast<const char*>(to), 0}, {static_cast<const char*>(from), 0}, {}, kind};
  if (std::min({rows, columns, bytes - 1, lda - 1, ldb - 1}) < 0) {
    wrong(copy, MistakeKind::wrong_call, "a size or a distance is too small");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto in_bytes = [&](int elements) {
    return static_cast<std::size_t>(elements) * static_cast<std::size_t>(bytes);
  };
  copy.size = {in_bytes(rows), static_cast<std::size_t>(columns), 1};
  copy.to.pitch = in_bytes(ldb);
  copy.from.pitch = in_bytes(lda);
  if (lda == rows && ldb == rows) {  // one piece
    copy.size = {copy.bytes(), 1, 1};
    copy.to.pitch = copy.from.pitch = copy.size.width;
  }
  const cudaError_t error = perform(copy);
  return error == cudaSuccess                  ? CUBLAS_STATUS_SUCCESS
         : error == cudaErrorInvalidPitchValue ? CUBLAS_STATUS_INVALID_VALUE
                                               : CUBLAS_STATUS_MAPPING_ERROR;
}

}  // namespace

std::size_t Operand::reach() const {
  return rows <= 0 || columns <= 0 ? 0 : static_cast<std::size_t>((columns - 1) * pitch + rows) * element_bytes;
}

std::vector<Segment> Operand::segments() const {
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  if (rows == pitch || columns == 1) return {{first, reach()}};
  std::vector<Segment> found;
  for (std::int64_t i = 0; i < columns; ++i) {
    found.push_back(
        {first + static_cast<std::size_t>(i * pitch) * element_bytes, static_cast<std::size_t>(rows) * element_bytes});
  }
  return found;
}

CublasCall::CublasCall(std::string name, cublasHandle_t handle, std::uintptr_t site)
    : name_(std::move(name)), handle_(handle), site_(site) {
  if (ErrorState::instance().sticky() != cudaSuccess) status_ = CUBLAS_STATUS_EXECUTION_FAILED;
  const bool is_known = handles().count(handle) != 0;
  if (!is_known || !handle->exists)
    fail(MistakeKind::wrong_call,
         is_known ? "cublasDestroy() has ended its handle" : "cublasCreate() made no such handle",
         CUBLAS_STATUS_NOT_INITIALIZED);
  adopt_device_variables();
  if (goes_on()) Variables::instance().use(handle->device);
}

void CublasCall::fail(MistakeKind kind, const std::string& words, cublasStatus_t status) {
  if (!goes_on()) return;
  note_mistake(kind, site_, fmt::format("{}(): {}", name_, words));
  status_ = status;
}

void CublasCall::require(bool holds, const std::string& words) {
  if (!holds) fail(MistakeKind::wrong_call, words, CUBLAS_STATUS_INVALID_VALUE);
}

void CublasCall::at_least(int least, std::initializer_list<std::pair<const char*, int>> values) {
  for (const auto& [name, value] : values)
    require(value >= least, fmt::format("{} is {}: at least {}", name, value, least));
}

void CublasCall::check_scalar(const char* name, const void* pointer, std::size_t bytes, OperandUse use) {
  require(pointer != nullptr, fmt::format("{} is null", name));
  if (!goes_on()) return;
  if (handle_->mode == CUBLAS_POINTER_MODE_DEVICE)
    return uses({fmt::format("{} (pointer mode: device)", name), pointer, 1, 1, 1, bytes}, use);
  waits_ = waits_ || use == OperandUse::writes;
  const Allocation* const allocation = Allocations::instance().find(pointer);
  if (allocation != nullptr && allocation->kind == MemoryKind::device)
    fail(MistakeKind::wrong_pointer,
         fmt::format("{} (pointer mode: host) is to be on the host, but it is {}", name, in_words(*allocation)),
         CUBLAS_STATUS_INVALID_VALUE);
}

void CublasCall::uses(const Operand& operand, OperandUse use) {
  if (!goes_on() || operand.reach() == 0) return;
  used_.push_back({operand, use});
  const auto wrong = [&](MistakeKind kind, const std::string& words) {
    fail(kind, operand.name + " " + words, CUBLAS_STATUS_EXECUTION_FAILED);
  };
  const auto address = reinterpret_cast<std::uintptr_t>(operand.begin);
  const Allocation* const allocation = Allocations::instance().find(operand.begin);
  const Freed* const freed = Allocations::instance().find_freed(operand.begin);
  const Buffer* const variable = GlobalMemory::instance().find(address, 1);
  if (allocation == nullptr && freed != nullptr) return wrong(MistakeKind::use_after_free, "is " + in_words(*freed));
  if (allocation == nullptr && variable == nullptr) {
    if (distance_to_constant(address) == 0) return;
    const std::string beside = beside_memory(operand.begin);
    return wrong(MistakeKind::wrong_pointer, address == 0 ? "is null"
                                             : !beside.empty()
                                                 ? beside
                                                 : "is to be on the device, but the pointer is of host memory");
  }
  if (allocation != nullptr && !is_open_to(*allocation, handle_->device))
    return wrong(MistakeKind::wrong_pointer, "is " + in_words(*allocation));
  const std::size_t left = (allocation != nullptr ? allocation->begin + allocation->bytes : variable->end) - address;
  if (operand.reach() > left)
    wrong(MistakeKind::wrong_size, fmt::format("takes {} bytes ({} columns of {}, {} apart), and has {} left: {}",
                                               operand.reach(), operand.columns, operand.rows, operand.pitch, left,
                                               allocation != nullptr ? in_words(*allocation) : variable->name));
}

void CublasCall::begin() {
  const StreamNumber* const stream = Order::instance().find(handle_->stream, handle_->device);
  const int device = Devices::instance().current();
  const int of_stream = stream == nullptr ? device : Order::instance().device_of(*stream);
  if (stream == nullptr || device != handle_->device || of_stream != device)
    return fail(MistakeKind::wrong_call,
                stream == nullptr ? "the stream of its handle does not exist"
                                  : fmt::format("its handle is of device {}, its stream of device {}, and device {} is "
                                                "the current one",
                                                handle_->device, of_stream, device),
                CUBLAS_STATUS_EXECUTION_FAILED);
  if (Captures::instance().forbid_in(*stream, site_, cudaErrorNotSupported)) {
    status_ = CUBLAS_STATUS_NOT_SUPPORTED;
    return;
  }
  const Work work = Order::instance().begin(*stream);
  GlobalMemory& memory = GlobalMemory::instance();
  bool is_told = false;
  for (const auto& [operand, use] : used_) {
    std::size_t unwritten = 0;
    const std::vector<Segment> segments = operand.segments();
    for (const auto& [begin, bytes] : segments)
      unwritten += memory.never_written_bytes(reinterpret_cast<const void*>(begin), bytes);
    Allocation* const allocation = Allocations::instance().find(operand.begin);
    if (allocation == nullptr) continue;  // a variable
    if (unwritten != 0 && use != OperandUse::writes && !std::exchange(is_told, true))
      note_mistake(MistakeKind::uninitialized, site_,
                   fmt::format("{}() reads {}, of which nothing wrote {} bytes: {}", name_, operand.name, unwritten,
                               in_words(*allocation)));
    Allocations::instance().use(*allocation, {work, site_, use != OperandUse::reads}, segments);
    allocation->result = {};
  }
  for (const auto& [operand, use] : used_) {
    for (const auto& [begin, bytes] : use == OperandUse::reads ? std::vector<Segment>{} : operand.segments())
      memory.mark(reinterpret_cast<const void*>(begin), bytes, written_before_the_launch);
  }
  if (waits_) Order::instance().wait_for(*stream);
  Repeats::instance().note_change();
  ++cublas_calls;
}

}  // namespace ladder::emulator

using namespace ladder::emulator;

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  const OneAtATime lock;
  const bool is_there = cblas_function("cblas_dgemm") != nullptr;
  if (!is_there) note_mistake(MistakeKind::wrong_call, SITE, "cublasCreate(): the system has no CBLAS");
  *handle = is_there ? new cublasContext{Devices::instance().current()} : nullptr;
  if (is_there) handles().insert(*handle);
  return is_there ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
// The host waits for the device. (cuBLAS, "cublasDestroy()".)
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return CublasCall("cublasDestroy", handle, SITE).then([&] {
    handle->exists = false;
    Order::instance().wait_for_device(handle->device);
  });
}
cublasStatus_t cublasGetVersion(cublasHandle_t, int* version) {
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  return CublasCall("cublasSetStream", handle, SITE).then([&] { handle->stream = stream; });
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  return CublasCall("cublasGetStream", handle, SITE).then([&] { *stream = handle->stream; });
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  return CublasCall("cublasSetPointerMode", handle, SITE).then([&] { handle->mode = mode; });
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return CublasCall("cublasGetPointerMode", handle, SITE).then([&] { *mode = handle->mode; });
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t) {
  return CublasCall("cublasSetMathMode", handle, SITE).then([] {});
}
const char* cublasGetStatusName(cublasStatus_t status) {
#define LADDER_ROW(name, number) \
  if (status == (number)) return "CUBLAS_STATUS_" #name;
  LADDER_CUBLAS_STATUSES(LADDER_ROW)
#undef LADDER_ROW
  return "unknown status";
}
const char* cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return copy_columns({"cublasSetVector", SITE}, 1, n, bytes, x, incx, y, incy, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return copy_columns({"cublasGetVector", SITE}, 1, n, bytes, x, incx, y, incy, cudaMemcpyDeviceToHost);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return copy_columns({"cublasSetMatrix", SITE}, rows, columns, bytes, a, lda, b, ldb, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return copy_columns({"cublasGetMatrix", SITE}, rows, columns, bytes, a, lda, b, ldb, cudaMemcpyDeviceToHost);
}
