// Mistakes of host code and of kernels, planted in whole programs: each is named with its line.
#include <signal.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <string>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

// Says so of the marked line, and ends with that status.
void check_named(const std::string& program, const std::string& mistake, const std::string& words, int status = 1) {
  INFO(mistake);
  const Outcome outcome = run_program(program, mistake);
  CHECK(outcome.status == status);
  CHECK_THAT(outcome.out, ContainsSubstring(place_of_mark(program, mistake) + ": " + words));
}

}  // namespace

TEST_CASE("tried: what host code does wrong with memory") {
  const auto check = [](const std::string& mistake, const std::string& words, int status = 1) {
    check_named("host_mistakes", mistake, words, status);
  };
  check("device_memory_on_host",
        "device memory on the host: the host uses a, 1024 bytes, made at host_mistakes.cu:", 139);
  check("device_memory_in_library",
        "device memory on the host: the host uses a, 1024 bytes, made at host_mistakes.cu:", 139);
  check("wrong_direction", "wrong pointer: cudaMemcpy(): its destination is to be on the host");
  check("behind_its_end", "wrong pointer: cudaMemcpy(): its source begins at a[5000], and there are 256 elements");
  check("swapped_pointers", "wrong pointer: cudaMemcpy(): its destination is to be on the host");
  check("within_the_device", "wrong pointer: cudaMemcpy(): its source is to be on the host");
  CHECK_THAT(run_program("host_mistakes", "within_the_device").out, ContainsSubstring("cudaSuccess, the last is 0\n"));
  check("too_many_bytes", "wrong size: cudaMemcpy(): 2048 bytes, but its destination has 1024 left");
  check("copy_after_free", "use after free: cudaMemcpy(): its source is a, which was freed at ");
  check("freed_twice", "freed twice: a was freed before, at ");
  check("freed_host_memory", "wrong pointer: cudaFree() of what cudaMalloc() did not allocate");
  check("freed_behind_its_end",
        "wrong pointer: cudaFree() of a pointer that begins at a[256], and there are 256 elements (a, made at ");
  check("set_on_the_host",
        "wrong pointer: cudaMemset(): its destination is to be on the device, but the pointer is of host memory");
  check("freed_in_the_middle", "wrong pointer: frees from the middle of a");
  check("freed_by_the_wrong_function", "wrong pointer: h is freed by cudaFreeHost()");
  check("freed_by_the_library", "wrong pointer: free() or delete of a, 1024 bytes, made at host_mistakes.cu:", 139);
  CHECK_THAT(run_program("host_mistakes", "freed_by_the_library").out,
             ContainsSubstring("signal 11 at " + place_of_mark("host_mistakes", "freed_by_the_library")));
  check("not_registered", "failed call: not memory of cudaHostAlloc() or cudaHostRegister()");
  check("registered_twice", "failed call: kernels may use this already: memory of the host, 1024 bytes, made at ");
  check("unregistered", "failed call: not where something begins that cudaHostRegister() was given");
  check("no_addresses", "failed call: d, 1024 bytes: no addresses are left (ulimit -v), or no mappings");
  check("too_much_in_all", "failed call: d, 107374182400 bytes: that is more than there is left");
  CHECK_THAT(run_program("host_mistakes", "too_much_in_all").out,
             StartsWith("cudaErrorMemoryAllocation, 100 GiB used\ncudaSuccess\n"));
  check("leak", "never freed: lost, 1024 bytes", 0);
  check("symbol_too_large", "wrong size: cudaMemcpyToSymbol(): 32 bytes from 0 on, but the variable has 16");
  const std::string no_variable =
      "(): what it is given is no variable of the device (__device__ or __constant__); it takes the variable itself";
  check("symbol_by_name", "wrong pointer: cudaMemcpyToSymbol" + no_variable);
  check("address_by_name", "wrong pointer: cudaGetSymbolAddress" + no_variable);
  check("narrow_pitch", "wrong size: cudaMemcpy2D(): a row is wider than its pitch");
  check("nothing_written", "never written: cudaMemcpy(): of the 1024 bytes that it copies from a, nothing wrote 512",
        0);
}

TEST_CASE("tried: host code that does not wait, streams without order, launches that fail") {
  const auto check = [](const std::string& mistake, const std::string& words) {
    check_named("host_mistakes", mistake, words);
  };
  check("managed_too_early", "too early: the host uses m while the work of ");
  check("pinned_too_early", "too early: the host uses h while the work of ");
  check("overwritten_too_early", "too early: the host uses h while the work of ");
  check("time_too_early", "too early: cudaEventElapsedTime()");
  check("unordered_streams", "no order between streams: this work reads a");
  check("too_many_threads", "failed launch: a block of (1025, 1, 1) threads");
  check("too_many_threads", "nobody asked: this launch failed");
  check("beyond_launch_bounds",
        "failed launch: a block of (256, 1, 1) threads cannot be launched: the kernel's "
        "__launch_bounds__ allows 64");
  check("empty_grid", "failed launch: a grid of (0, 1, 1) blocks");
  check("too_much_shared", "failed launch: 65536 bytes of dynamic shared memory");
  check("calls_in_callback", "failed call: the function that it calls in its stream calls CUDA, which none may");
  check("destroyed_stream", "failed launch: the stream of this launch does not exist");
}

TEST_CASE("tried: what kernels do with pointers that the host should not have given them") {
  const auto check = [](const std::string& mistake, const std::string& words) {
    INFO(mistake);
    const Outcome outcome = run_program("host_mistakes", mistake);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.out, ContainsSubstring(words));
  };
  check("kernel_after_free", "a was freed at host_mistakes.cu:");
  check("host_pointer_to_kernel", "this is memory of the host");
  check("unregistered", "there lies host, a variable of the host");
  check("registered_in_part", "out has 128 elements (registered at host_mistakes.cu:");
  CHECK_THAT(run_program("host_mistakes", "registered_in_part").out, StartsWith("127\n"));
  check("null_to_kernel", "the pointer is null: was the array allocated?");
  check("elements_for_bytes", "filled in part: 256 bytes of a, 1024 bytes, made at ");
}

TEST_CASE("tried: what kernels of a program do wrong") {
  const auto check = [](const std::string& mistake, const std::string& words, int status = 1) {
    check_named("device_mistakes", mistake, words, status);
  };
  check("reads_past_the_end", "out of bounds: thread (255, 0) of block (0, 0) reads global in[256]");
  check("writes_past_the_end", "out of bounds: thread (0, 0) of block (1, 0) writes global out[256]");
  check("past_the_tile", "out of bounds: thread (248, 0) of block (0, 0) writes shared tile[256]");
  check("barrier_in_a_branch", "divergent barrier: 100 of 256 threads");
  check("barrier_after_return",
        "ended before a barrier: thread (100, 0) of block (0, 0) does nothing after this line; 100 of 256 threads", 0);
  check("reads_its_output", "uninitialized read: thread (0, 0) of block (0, 0) reads global out[0]");
  check("other_bytes", "uninitialized read: thread (1, 0) of block (0, 0) reads global out[0]");
  CHECK(run_program("device_mistakes", "same_bytes").status == 0);
  check("tile_not_filled", "uninitialized read: thread (200, 0) of block (0, 0) reads shared tile[200]");
  check("no_atomic", "written twice: global out[0]");
  check("shared_counter", "race on shared count");
  check("blocks_by_chance", "no order between blocks: ");
  check("misaligned", "misaligned: thread (0, 0) of block (0, 0) writes 16 bytes at global out[1]");
  CHECK_THAT(run_program("device_mistakes", "misaligned").out, ContainsSubstring("cudaErrorMisalignedAddress\n"));
  check("shuffle_in_a_branch", "absent lane: ");
  CHECK_THAT(run_program("no_assertion", "").out, ContainsSubstring("cudaErrorLaunchFailure\n"));
  CHECK_THAT(run_program("device_mistakes", "never_ends", "", "0.2").out, ContainsSubstring("was still running here"));
  check("failed_assertion", "thread (100, 0) of block (0, 0) finds that assert(");
  check("divides_by_zero", "thread (7, 0) of block (0, 0) divides an integer by 0");
  check("past_its_own_array", "out of bounds: thread (0, 0) of block (0, 0) uses index 5 of an array of its own");
  check("past_the_constants", "out of bounds: thread (4, 0) of block (0, 0) reads constant factors[4]");
  check("variable_without_atomic", "no order between blocks: ");
  check("negative_index", "out of bounds: thread (0, 0) of block (0, 0) reads global in[-1]");
  CHECK_THAT(run_program("device_mistakes", "no_barrier").out,
             ContainsSubstring(place_of_mark("device_mistakes", "no_barrier") + "; a __syncthreads() is missing"));
  CHECK_THAT(run_program("device_mistakes", "no_syncwarp").out,
             ContainsSubstring(place_of_mark("device_mistakes", "no_syncwarp") + "; a __syncwarp() is missing"));
  CHECK_THAT(run_program("device_mistakes", "recurses_for_ever").out, ContainsSubstring("overflows its stack"));
  CHECK_THAT(run_program("device_mistakes", "doubles_for_ever").out, ContainsSubstring("overflows its stack"));
}

TEST_CASE("tried: errors are CUDA's, and stay where a kernel broke off") {
  CHECK_THAT(run_program("device_mistakes", "failed_assertion").out, ContainsSubstring("cudaErrorAssert\n"));
  CHECK_THAT(run_program("device_mistakes", "never_ends", "", "0.2").out,
             ContainsSubstring("cudaErrorLaunchTimeout\n"));
  CHECK_THAT(run_program("device_mistakes", "no_barrier").out, ContainsSubstring("cudaSuccess\n"));
}

TEST_CASE("tried: launches and kernels in all their forms") {
  const Outcome outcome = run_program("launches");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("0 failures\n") && ContainsSubstring("apply<Square> at launches.cu:") &&
                              ContainsSubstring("without_a_name at "));
}

TEST_CASE("tried: host code and the emulator each have their own of what both use of the library") {
  const Outcome outcome = run_program("host_library");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("5 lists, the first has 60\n"));
}

TEST_CASE("tried: a program may have the names that the emulator has, and CUDA has not") {
  CHECK(run_program("names").status == 0);
}

TEST_CASE("tried: objects with virtual functions that a kernel makes are used by another one") {
  const Outcome outcome = run_program("virtual_functions");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("4 27\n") && !ContainsSubstring("virtual_functions.cu:12: "));
}

TEST_CASE("tried: a program has its options, and its functions at exit, as if nobody had been there before") {
  CHECK(run_program("processes", "-a 5 file").status == 0);
  const Outcome freed = run_program("processes", "frees_at_exit");
  CHECK(freed.status == 0);
  CHECK_THAT(freed.out, ContainsSubstring("count at processes.cu:") && !ContainsSubstring("never freed"));
}

TEST_CASE("tried: __CUDA_ARCH__ is there for the device, and not for the host") {
  const Outcome outcome = run_program("sides");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, ContainsSubstring("dddddddd hhhh host, line 99\n"));
}

TEST_CASE("tried: pitched arrays of three dimensions, and a copy that goes beyond one") {
  const Outcome outcome = run_program("three_dimensions");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out,
             ContainsSubstring("0 wrong, then cudaErrorInvalidValue\n") &&
                 ContainsSubstring("three_dimensions.cu:49: wrong size: cudaMemcpy3D(): 2572 bytes, but its "
                                   "source has 1528 left: array, 6144 bytes, made at "));
}

TEST_CASE("tried: what a program that does not return from main() did is reported") {
  const auto check = [](const std::string& how, int status, const std::string& words, const char* seconds = "2") {
    INFO(how);
    const Outcome outcome = run_program("ends", how, "", seconds);
    CHECK(outcome.status == status);
    CHECK_THAT(outcome.out, ContainsSubstring("written twice: global out[0]"));
    CHECK_THAT(outcome.out + outcome.err, ContainsSubstring(words));
  };
  check("_exit", 1, "it ended with status 0\n");
  check("_Exit", 1, "it ended with status 0\n");
  check("quick_exit", 1, "it ended with status 0\n");
  check("pthread_exit", 1, "it ended with status 0\n");
  check("at_quick_exit", 1, "it ended with status 0\n");
  check("elsewhere", 1, "it ended with status 0\n");
  check("thread", 1, "it ended with status 0\n");
  check("execl", 0, "another program\n");  // ./learn try makes it 1
  check("execvp", 0, "another program\n");
  check("in_child", 0, "ends.cu, a child process, on the emulator: it ended with status 0\n");
  check("recursion", 128 + 11, "(the stack is full");
  check("jump_in_kernel", 1,
        place_of_mark("ends", "jump_in_kernel") + ": thread (0, 0) of block (0, 0) calls longjmp()");
  check("signal 15", 128 + 15, "it ended with signal 15 (Terminated)");
  for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGSTKFLT, SIGXCPU, SIGXFSZ,
                           SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSYS, SIGRTMIN, SIGRTMAX}) {
    check("signal " + std::to_string(signal), 128 + signal, "it ended with signal " + std::to_string(signal));
  }
  CHECK_THAT(run_program("ends", "handles_faults").out,
             ContainsSubstring(place_of_mark("ends", "on_host") + ": device memory on the host: the host uses out"));
  check("in_kernel", 1, place_of_mark("ends", "in_kernel") + ": thread (1, 0) of block (0, 0) calls exit()");
  check("at_once_in_kernel", 1,
        place_of_mark("ends", "at_once_in_kernel") + ": thread (0, 0) of block (0, 0) calls _exit()");
  check("for_local", 1, place_of_mark("ends", "for_local"), "0.2");
  check("for_global", 1, place_of_mark("ends", "for_global"), "0.2");
  check("in_function", 1, place_of_mark("ends", "in_function"), "0.2");
  check("in_destructor", 1, place_of_mark("ends", "in_destructor") + ": this launch comes after the end of main()");
}

TEST_CASE("tried: threads that all wait are named after 10 seconds, however long a block may work") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK_THAT(run_program("ends", "for_global", "", "100").out, ContainsSubstring("the host goes on only when"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));  // of a busy machine
}
