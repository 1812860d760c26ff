// Whole programs: docs/examples, and those of docs/find_the_bug, wrong and mended; and ./learn try as a user meets it.
#include <sys/stat.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "ladder/base/files.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;
using Catch::Matchers::StartsWith;

namespace {

// Runs well, and its report has these rows: "11 global load 16 bytes 1 requests 16 sectors each,".
void check_rows(const std::string& name, const std::vector<std::string>& rows, const std::string& arguments = "") {
  INFO(name);
  const Outcome outcome = run_program(name, arguments);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  for (const std::string& row : rows) CHECK_THAT(outcome.out, ContainsSubstring(name + ".cu:" + row));
}

// options: of env.
Outcome learn_try(const std::string& arguments, const std::string& options = "") {
  return run_executable("env", options + "LADDER_BUILD='" BUILD "' '" LEARN "' try " + arguments);
}

// A program of that text, a.cu in a folder of its own.
class Program {
 public:
  explicit Program(const std::string& text) { std::ofstream(folder_.path / "a.cu") << text; }
  Outcome tried(const std::string& flags = "", const std::string& arguments = "") const {
    return learn_try(flags + " '" + (folder_.path / "a.cu").string() + "' -- " + arguments);
  }

 private:
  TemporaryFolder folder_;
};

// A way of ends.cu ends with that status, and ./learn says so.
void check_wrong(const std::string& how, const std::string& words, const std::string& options = "", int status = 1) {
  INFO(how);
  const Outcome outcome = learn_try(options + "'" FILES "/mistakes/ends.cu' -- " + how);
  CHECK(outcome.status == status);
  CHECK_THAT(outcome.err, ContainsSubstring(words));
  CHECK((words.find("lost") == words.npos) == (outcome.err.find("lost") == words.npos));
}

}  // namespace

TEST_CASE("tried: transposes and sums") {
  check_rows("transpose_template", {"15 shared load 4 bytes 24,864 requests 1 wavefront each,",
                                    "15 shared load 4 bytes 24,864 requests 31.25 wavefronts each,"});
  check_rows("whole_program", {"22 shared load 4 bytes 280 requests 1 wavefront each,"}, "100 70");
}

TEST_CASE("tried: five tutorials, with the counts that their authors report") {
  check_rows("a", {"10 global load 4 bytes 2,048 requests 32 sectors each,",
                   "10 global store 4 bytes 2,048 requests 4 sectors",
                   "18 shared load 4 bytes 2,048 requests 32 wavefronts each,",
                   "18 shared load 4 bytes 2,048 requests 1 wavefront each,"});
  check_rows("b", {"25 shared load 4 bytes 6,144 requests 3.917 wavefronts each,",
                   "73 global load 4 bytes 2,048 requests", "81 global store 4 bytes 2,048 requests 32 sectors each,",
                   "89 shared load 4 bytes 2,048 requests 1 wavefront each,"});
  check_rows(
      "c", {"17 global load 16 bytes 256 requests 16 sectors each,", "18 global store 4 bytes 256 requests 32 sectors",
            "41 shared load 4 bytes 1,024 requests 32 wavefronts each,",
            "41 shared load 4 bytes 1,024 requests 1 wavefront each,"});
  check_rows(
      "d",
      {"10 global store 4 bytes 1,024 requests 32 sectors each,", "10 global store 4 bytes 1,024 requests 8 sectors",
       "26 global store 16 bytes 256 requests 32 sectors each,", "15 global load 4 bytes 2,048 requests 4.5 sectors",
       "35 shared load 4 bytes 1,024 requests 32 wavefronts each,"});
  check_rows("e", {"9 global store 4 bytes 1,024 requests 16 sectors each,",
                   "14 global load 4 bytes 1,024 requests 16 sectors",
                   "28 shared load 4 bytes 1,024 requests 32 wavefronts each,",
                   "28 shared load 4 bytes 1,024 requests 1 wavefront each,"});
}

TEST_CASE("tried: what limits each launch, unless it went wrong") {
  CHECK_THAT(run_program("matrix_product", "", "--limits").out,
             ContainsSubstring("Limits on an NVIDIA H200") && ContainsSubstring("64 blocks, 8 at a time"));
  CHECK_THAT(run_program("device_mistakes", "no_barrier").out, !ContainsSubstring("limited by"));
}

TEST_CASE("tried: variables outside functions") {
  check_rows("sum_last_block",
             {"19 global atomic 4 bytes 40 requests 1 sector each,", "24 global load 8 bytes 40 requests"});
  check_rows("stencil_3d",
             {"13 global load 4 bytes 1,024 requests 5 sectors each,", "17 global store 4 bytes 1,024 requests"});
  check_rows("convolution", {"27 shared load 4 bytes 7,000 requests", "28 global store 4 bytes 280 requests"});
}

TEST_CASE("tried: sums of rows, and permutations of three dimensions") {
  const Outcome rows = run_program("sum_of_rows"), permutations = run_program("permutations");
  CHECK(rows.status == 0);
  CHECK_THAT(rows.out, ContainsSubstring("rows.cuh:41 global atomic 4 bytes 64 requests 1 sector each,"));
  CHECK(permutations.status == 0);
  CHECK_THAT(permutations.out, ContainsSubstring("permutations.cuh:34 global store 4 bytes 840 requests"));
}

TEST_CASE("tried: dynamic shared memory and atomics") {
  check_rows("matrix_product", {"17 shared load 4 bytes 131,072 requests 1 wavefront each,"});
  check_rows("sort_and_scan",
             {"13 shared store 4 bytes 32 requests 1 wavefront each,", "25 global store 4 bytes 32 requests",
              "32 shared store 4 bytes 4 requests 2 wavefronts each,"});
  check_rows("histogram",
             {"14 global load 1 byte 3,125 requests 1 sector each,", "18 global atomic 4 bytes 256 requests"});
}

TEST_CASE("tried: an access of a vector type is one request, as wide as the type; three members are three") {
  check_rows("wide_types", {"7 global load 16 bytes 1 requests 16 sectors each,", "7 global store 16 bytes 1 requests",
                            "8 global load 8 bytes 1 requests 8 sectors each,", "8 global store 8 bytes 1 requests",
                            "9 global load 16 bytes 1 requests", "9 global store 16 bytes 1 requests",
                            "10 global load 4 bytes 1 requests 4 sectors each,", "10 global store 4 bytes 1 requests",
                            "11 global load 4 bytes 1 requests", "11 global store 4 bytes 1 requests"});
  check_rows("n_body",
             {"23 shared load 16 bytes 8,192 requests 2 wavefronts each,", "26 global store 4 bytes 48 requests"});
}

TEST_CASE("tried: a column of a tile is 32 wavefronts whatever its elements; a pad of one leaves the least") {
  const Outcome outcome = run_program("wide_elements");
  CHECK(outcome.status == 0);
  for (const std::string row : {"4 bytes 768 requests 32 wavefronts", "4 bytes 768 requests 1 wavefront",
                                "8 bytes 768 requests 32 wavefronts", "8 bytes 768 requests 2 wavefronts",
                                "16 bytes 768 requests 32 wavefronts", "16 bytes 768 requests 4 wavefronts"})
    CHECK_THAT(outcome.out, ContainsSubstring("wide_elements.cuh:28 shared load " + row + " each,"));
}

TEST_CASE("tried: of a large launch some blocks are observed, the last one too, and all do their work") {
  const Outcome outcome = run_program("large", "", "--observe\n1e-6");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, StartsWith("sum 12799, done 1, others 67 65\nno error\nfilled 0 12798\n"));
  CHECK_THAT(outcome.out, ContainsSubstring("sum at large.cu:73, 2 of 200 blocks observed"));
  CHECK_THAT(outcome.out, ContainsSubstring("\nlarge.cu:45: out of bounds: thread (63, 0) of block (199, 0) writes"));
  CHECK_THAT(outcome.out, !ContainsSubstring("race") && !ContainsSubstring("uninitialized"));
  CHECK_THAT(run_program("large").out, !ContainsSubstring("blocks observed"));
}

TEST_CASE(
    "tried: of a large launch with volatile places some blocks are observed, and all lanes make their steps together") {
  const Outcome outcome = run_program("large_in_step", "", "--observe\n1e-6");
  CHECK_THAT(outcome.out, StartsWith("0 are wrong\n") && ContainsSubstring("2 times, 2 of 400 blocks observed") &&
                              ContainsSubstring("a __syncwarp() is missing"));
}

TEST_CASE("tried: streams whose parts of an array meet in the middle of a sector are in no order, and need none") {
  const Outcome outcome = run_program("streams_in_thirds");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("2054 6160\n") && !ContainsSubstring("no order between streams"));
  CHECK_THAT(run_program("streams_in_thirds", "more").out, ContainsSubstring("no order between streams"));
}

TEST_CASE("tried: the status is 1 where another process has found something, however long it runs on") {
  check_wrong("execl", "");
  check_wrong("other_user", "");
  check_wrong("in_child", "");
  check_wrong("in_itself", "learn: something is wrong in a child process");
  check_wrong("in_cleared_child", "learn: something is wrong in a child process");
  check_wrong("in_clone", "learn: something is wrong in a child process");
  check_wrong("in_daemon", "learn: something is wrong in a child process");
  check_wrong("in_late_child", "a child process of it runs on");
  check_wrong("deaf_child", "a child process still ran after 1 seconds: it is stopped", "--time-limit 1 ");
}

TEST_CASE("tried: a program that has stopped itself is reported at the time limit; what it leaves behind is ended") {
  check_wrong("signal 19", "the program was stopped after 1 seconds", "--time-limit 1 ", 124);
  check_wrong("daemon", "");
  CHECK(run_executable("grep", "-qas '^sleep.3600.25' /proc/[0-9]*/cmdline").status != 0);  // 2: another has ended
}

TEST_CASE("tried: a kernel calls nothing of the host's library, by whatever way; the host may") {
  const std::string file = "'" FILES "/refused/library_calls.cu'";
  CHECK(learn_try("-DCALL=0 " + file).status == 0);
  for (const std::string wrong :
       {"1 36: getrandom", "2 17: getrandom", "3 40: time", "4 42: std::cout", "5 44: this_thread"}) {
    INFO(wrong);
    const Outcome outcome = learn_try("-DCALL=" + wrong.substr(0, 2) + file);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("library_calls.cu:" + wrong.substr(2)) &&
                                EndsWith(": of the host's library, which no kernel can use\n"));
  }
}

TEST_CASE("tried: what nvcc refuses of variables, vectors and members is refused, and what stands beside it is taken") {
  const std::string file = "'" FILES "/refused/what_nvcc_refuses.cu'",
                    constant = ": a variable of the device has a constant",
                    vector = ": is made of a list in braces, or by make_float";
  CHECK(learn_try("-DWRONG=0 " + file).status == 0);
  CHECK(
      learn_try(
          "-std=c++20 -O3 -arch=sm_90 -gencode=arch=compute_90,code=sm_90 -rdc=true -lineinfo -g -lcublas -DWRONG=5 " +
          file)
          .status == 0);
  int number = 0;
  for (const std::string& wrong : std::vector<std::string>{
           ":19" + constant, ":21" + constant, ": its __constant__ variables have 65572 bytes: at most 65536",
           ":27: k: a kernel is no member of a class", ":41: float4" + vector, ":43: float2" + vector,
           ":45: float4" + vector, ":32: set_by_threads: one variable of all threads"}) {
    INFO(wrong);
    const Outcome outcome = learn_try("-DWRONG=" + std::to_string(++number) + " " + file);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, ContainsSubstring("what_nvcc_refuses.cu" + wrong));
  }
}

TEST_CASE("tried: a kernel that the time limit stops has its line, whatever it is in, and no other words") {
  for (const std::string how : {"for_global", "for_local"}) {
    INFO(how);
    const Outcome outcome = learn_try("--time-limit 2 '" FILES "/mistakes/ends.cu' -- " + how);
    CHECK(outcome.status == 124);
    CHECK_THAT(outcome.out,
               ContainsSubstring(place_of_mark("ends", how) + ": thread (0, 0) of block (0, 0) was still "
                                                              "running here when the program was stopped") &&
                   !ContainsSubstring("hides"));
  }
}

TEST_CASE("tried: whoever ignores SIGTERM waits for the program alone") {
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run_executable("sh", "-c \"trap '' TERM; LADDER_BUILD='" BUILD "' '" LEARN
                                               "' try --time-limit 300 '" FILES "/mistakes/statuses.cu' -- 7\"");
  CHECK(outcome.status == 7);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(200));  // of a busy machine
}

TEST_CASE("tried: the status is 1 where the report cannot be written, and where the program told nothing at its end") {
  check_wrong("system_call", "closed its output, or ended without the C library (status 0): here is what was seen");
  check_wrong("closed", "");
  for (const char* how : {"in_lost_clone", "killed_child", "fexecve", "no_byte"}) check_wrong(how, "here is what was");
  check_wrong("returns", "error: the report cannot be written to standard output", ">/dev/full ");
}

TEST_CASE("tried: what was seen of a program outlives it, however it is killed") {
  const std::string program = "'" FILES "/mistakes/ends.cu' -- ", race = place_of_mark("ends", "race");
  for (const std::string how : {"signal 9", "kills_its_group", "killed_in_kernel", "heap", "system_call", "closed"}) {
    INFO(how);
    const Outcome killed = learn_try(program + how);
    const bool ends_by_itself = how == "system_call" || how == "closed";
    if (how == "heap") {  // as the C library finds it
      CHECK((killed.status == 134 || killed.status == 139));
    } else {
      CHECK(killed.status == (ends_by_itself ? 1 : 137));
    }
    CHECK_THAT(killed.out, ContainsSubstring("race at " + race) && ContainsSubstring("written twice"));
    if (killed.status == 137) {
      CHECK_THAT(killed.err, ContainsSubstring(
                                 "the program was killed (by itself or another process, by a limit, or by the system"));
      CHECK_THAT(killed.out, ContainsSubstring("ends.cu on the emulator: what was seen before its end"));
    }
    CHECK((killed.out.find(", still running") != killed.out.npos) == (how == "killed_in_kernel"));
  }
  const TemporaryFolder folder;
  const std::string report = folder.path / "report", json = folder.path / "json", trace = folder.path / "trace";
  std::ofstream(json) << "of a run before";
  const Outcome killed =
      learn_try("--report '" + report + "' --json '" + json + "' --trace '" + trace + "' " + program + "signal 9");
  CHECK_THAT(killed.out, !ContainsSubstring("emulator"));
  CHECK_THAT(killed.err, ContainsSubstring("\nlearn: the file of --trace is not written\n"));
  CHECK_THAT(contents(report), ContainsSubstring("race at " + race));
  const auto document = nlohmann::json::parse(contents(json));
  CHECK(document.at("program").at("status").is_null());
  CHECK(document.at("benchmarks").at(0).at("kernel") == "race");
  const Outcome closed = learn_try(program + "closed_range");  // all but its output
  CHECK(closed.status == 1);
  CHECK_THAT(closed.out, ContainsSubstring("it ended with status 0") && ContainsSubstring("race at " + race));
  const std::string said = folder.path / "said";
  const Outcome awaiting = run_executable("env", "LADDER_BUILD='" BUILD "' '" LEARN "' try " + program +
                                                     "left_child 2>'" + said + "' & until grep -q awaited '" + said +
                                                     "' || ! kill -0 $!; do sleep 0.1; done; kill -TERM $!; wait $!");
  CHECK_THAT(awaiting.out, ContainsSubstring("race at " + race));
  const Outcome several = learn_try(program + "threads_exit");
  CHECK(several.status == 1);
  CHECK(several.err.find("child process") == several.err.npos);
}

TEST_CASE("tried: programs that handle signals and make processes are right where they are") {
  for (const std::string how : {"handles_faults", "clone", "calls_itself", "status_of_child", "daemon"}) {
    INFO(how);
    const Outcome outcome = learn_try("'" FILES "/language/processes.cu' -- " + how);
    CHECK(outcome.status == 0);
    const bool tells = how == "clone" || how == "status_of_child";
    CHECK((outcome.out.find("the child ends with 3\n") != outcome.out.npos) == tells);
  }
}

TEST_CASE("tried: a program that does not heed SIGTERM is killed 12 seconds later, and what it had seen is told") {
  check_wrong("deaf", "learn: the program did not heed SIGTERM (status 124): here is what was seen before",
              "--time-limit 1 ", 124);
}

TEST_CASE(
    "tried: a main() that is a try block, names beyond ASCII, and documents in the folder that learn was called in") {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "a.cu") << "#include <unistd.h>\n"
                                         "__global__ void k(float* α, int β) { α[β] = 1; }\n"
                                         "int main() try {\n"
                                         "  float* δ;\n"
                                         "  if (chdir(\"/\") != 0 || cudaMalloc(&δ, 4) != cudaSuccess) return 1;\n"
                                         "  k<<<1, 1>>>(δ, 0);\n"
                                         "  cudaFree(δ);\n"
                                         "  throw 5;\n"
                                         "} catch (const char*) {\n"
                                         "  return 4;\n"
                                         "} catch (int status) {\n"
                                         "  return status;\n"
                                         "}\n";
  const Outcome outcome = learn_try("--report said --json told a.cu", "-C '" + folder.path.string() + "' ");
  CHECK(outcome.status == 5);
  for (const char* document : {"said", "told"})
    CHECK_THAT(text_of_file(folder.path / document), ContainsSubstring("k at a.cu:6"));
}

TEST_CASE("tried: a variable that has no value yet is a mistake of the program, not what the emulator lacks") {
  const Program program(
      "__global__ void k(int* p, int n) {\n  int sum;\n  for (int i = 0; i < n; ++i) sum += p[i];\n"
      "  p[0] = sum;\n}\nint main() { k<<<1, 1>>>(nullptr, 0); }\n");
  const Outcome outcome = program.tried();
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("a.cu:3: sum: is updated, and has no value yet"));
}

TEST_CASE("tried: a variable that one way to its use leaves without a value earns a remark, in kernels alone") {
  const Program program(
      "struct Sum { int s; __device__ void add(int a) { s += a; } };\n"
      "__device__ int one_way(int a) { if (a > 1) return 2; } __device__ void add(int& s, int a) { s += a; }\n"
      "__global__ void k(int* p, int n) {\n"
      "  int one, guarded, sum, last; Sum member;\n"
      "  if (n > 1) one = p[1];\n"
      "  if (n > 2) guarded = p[2];\n"
      "  for (int i = 0; i < n; ++i) { add(sum, p[i]); member.add(p[i]); last = i; }\n"
      "  p[3] = one;\n"
      "  if (n > 2) p[4] = guarded;\n"
      "  p[5] = sum;\n"
      "  p[6] = member.s;\n"
      "  p[7] = last;\n"
      "}\n"
      "int main(int n, char**) {\n  int host;\n  if (n > 1) host = 1;\n  int* p;\n"
      "  cudaMalloc(&p, 64);\n  cudaMemset(p, 0, 64);\n  k<<<1, 1>>>(p, 8);\n"
      "  cudaDeviceSynchronize();\n  return 0 * host;\n}\n");
  const Outcome outcome = program.tried();
  CHECK(outcome.status == 0);
  for (const char* remark : {"one", "sum", "member.s", "last"})
    CHECK_THAT(outcome.err,
               ContainsSubstring(": " + std::string(remark) + ": may have no value here; it is declared in line "));
  CHECK_THAT(outcome.err, !ContainsSubstring("guarded") && !ContainsSubstring("host"));
  CHECK_THAT(outcome.err, ContainsSubstring("a.cu:2: what is returned may have no value here: is a return missing?"));
}

TEST_CASE("tried: a function that ends without its return stops there, on either side") {
  const Program program(
      "__host__ __device__ float twice(float x) {\n  if (x < 40) return 2 * x;\n}\n"
      "__global__ void k(float* p) {\n  p[threadIdx.x] = twice(threadIdx.x + 10);\n}\n"
      "int main(int n, char**) {\n  float* p;\n  cudaMalloc(&p, 128);\n  k<<<1, 32>>>(p);\n"
      "  cudaDeviceSynchronize();\n  return n > 1 && twice(50) > 0;\n}\n");
  const Outcome on_device = program.tried(), on_host = program.tried("", "host");
  CHECK(on_device.status == 1);
  CHECK_THAT(on_device.out, ContainsSubstring("a.cu:1: thread (30, 0) of block (0, 0) comes to the end of a function"));
  CHECK(on_host.status == 132);
  CHECK_THAT(on_host.out + on_host.err, ContainsSubstring("it ended with signal 4 at a.cu:"));
}

TEST_CASE("tried: what the host's compiler takes on the device, and nvcc does not, is refused there alone") {
  const auto body = [](const char* variable) { return std::string("  ") + variable + " v[n];\n  v[0] = 1;\n"; };
  const Program program("__global__ void k(float* p, int n) {\n#ifdef WRONG\n" + body("float") +
                        "#endif\n  p[0] = n;\n}\nint main(int n, char**) {\n" + body("_Float32") +
                        "  return v[0] != 1;\n}\n");
  const Program sizes(
      "template <class... T>\n__device__ int count(int x) {\n  int all[sizeof...(T)], one[sizeof x / sizeof *&x];\n"
      "  char text[sizeof \"abc\"] = \"abc\";\n  all[0] = one[0] = x;\n  return all[0] + one[0] + text[0];\n}\n"
      "__global__ void k(int* p) {\n  *p = count<int, float>(*p);\n}\nint main() {}\n");
  CHECK(sizes.tried().status == 0);
  CHECK(program.tried().status == 0);
  const Outcome outcome = program.tried("-DWRONG");
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err,
             ContainsSubstring("a.cu:3: v: the length of an array is a constant, which the compiler knows\n"));
}

#if defined(__x86_64__)
TEST_CASE("tried: a misaligned vector in a block that is not observed is no null pointer") {
  const Program program(
      "__global__ void k(const float* a, float4* b) {\n  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  b[i] = *reinterpret_cast<const float4*>(a + 4 * i + (blockIdx.x == 100));\n}\n"
      "int main() {\n  float* a;\n  float4* b;\n  cudaMalloc(&a, 200 * 512 + 16), cudaMalloc(&b, 200 * 512);\n"
      "  cudaMemset(a, 0, 200 * 512 + 16);\n  k<<<200, 32>>>(a, b);\n  cudaDeviceSynchronize();\n}\n");
  CHECK_THAT(program.tried("").out, ContainsSubstring("a.cu:3: misaligned: thread (0, 0) of block (100, 0)"));
  CHECK_THAT(program.tried("--observe 1e-9").out,
             ContainsSubstring("a.cu:3: thread (0, 0) of block (100, 0) touches an address that is misaligned, or"));
}
#endif

TEST_CASE("tried: a part of a host's buffer may be used while others are still copied, and that part may not") {
  const Program program(
      "#include <cstdio>\n__global__ void k(int* p) {\n  p[threadIdx.x] = 1;\n}\n"
      "int main(int n, char** how) {\n  constexpr int part = 4096;\n  const bool one = n > 1;\n"
      "  int *d, *h;\n  cudaMalloc(&d, 4 * part * sizeof *d), cudaMemset(d, 0, 4 * part * sizeof *d);\n"
      "#ifdef MANAGED\n  cudaMallocManaged(&h, 4 * part * sizeof *h);\n#else\n"
      "  cudaMallocHost(&h, 4 * part * sizeof *h);\n#endif\n"
      "  cudaStream_t s[4];\n  cudaEvent_t e[4];\n"
      "  for (int i = 0; i < 4; ++i) {\n    if (i == 0 || !one) cudaStreamCreate(&s[i]);\n    if (one) s[i] = s[0];\n"
      "    cudaEventCreate(&e[i]);\n#ifdef MANAGED\n    k<<<1, 1024, 0, s[i]>>>(h + i * part);\n#else\n"
      "    cudaMemcpyAsync(h + i * part, d + i * part, part * sizeof *h, cudaMemcpyDeviceToHost, s[i]);\n#endif\n"
      "    cudaEventRecord(e[i], s[i]);\n  }\n  int sum = 0;\n"
      "  for (int i = 0; i < 4; ++i) {\n#ifndef EARLY\n    cudaEventSynchronize(e[i]);\n#else\n    "
      "cudaEventSynchronize(e[0]);\n"
      "#endif\n    for (int j = 0; j < 1024; ++j) sum += h[i * part + j];\n  }\n  printf(\"%d\\n\", sum);\n"
      "  cudaDeviceSynchronize();\n  cudaFree(d);\n"
      "#ifdef MANAGED\n  cudaFree(h);\n#else\n  cudaFreeHost(h);\n#endif\n}\n");
  for (const std::string memory : {"", "-DMANAGED "})
    for (const std::string streams : {"", "one"}) {
      INFO(memory << streams);
      CHECK(program.tried(memory, streams).status == 0);
      CHECK_THAT(program.tried(memory + "-DEARLY", streams).out,
                 ContainsSubstring(": too early: the host uses h while"));
    }
}

TEST_CASE("tried: who waits for a function that runs behind a copy does not come too early") {
  const Program program(
      "#include <future>\nint main() {\n  int *d, *h;\n  cudaMalloc(&d, 4), cudaMemset(d, 0, 4), cudaMallocHost(&h, "
      "4);\n"
      "  std::promise<void> done;\n  cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost);\n"
      "  cudaLaunchHostFunc(nullptr, [](void* p) { static_cast<std::promise<void>*>(p)->set_value(); }, &done);\n"
      "  done.get_future().wait();\n  const int first = *h;\n  cudaFree(d), cudaFreeHost(h);\n  return first;\n}\n");
  CHECK(program.tried().status == 0);
}

TEST_CASE("tried: a pointer to a variable of another thread is told as that") {
  const Program program(
      "__global__ void k(float* b) {\n  __shared__ float* p;\n  float v = threadIdx.x;\n"
      "  if (threadIdx.x == 0) p = &v;\n  __syncthreads();\n  b[threadIdx.x] = *p;\n}\n"
      "int main() {\n  float* b;\n  cudaMalloc(&b, 128);\n  k<<<1, 32>>>(b);\n"
      "  cudaDeviceSynchronize();\n  cudaFree(b);\n}\n");
  const Outcome outcome = program.tried();
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, ContainsSubstring("a.cu:6: out of bounds: thread (1, 0) of block (0, 0)") &&
                              ContainsSubstring("this is a variable of another thread's own"));
}

TEST_CASE("tried: memory that is refused and got in less by the same line was a trial") {
  const Program program(
      "int main(int n, char**) {\n  float* p = nullptr;\n  size_t bytes = size_t(1) << 40;\n"
      "  while (cudaMalloc(&p, bytes) != cudaSuccess && n == 1) {\n    cudaGetLastError();\n"
      "    bytes /= 2;\n  }\n  cudaFree(p);\n}\n");
  CHECK(program.tried().status == 0);
  const Outcome once = program.tried("", "once");
  CHECK(once.status == 1);
  CHECK_THAT(once.out, ContainsSubstring("a.cu:4: failed call: p, 1099511627776 bytes: that is more than there is"));
}

TEST_CASE("tried: what cannot be read or written is said in a line") {
  const TemporaryFolder folder;
  const std::string place = folder.path.string(), file = " '" + place + "/b.cu'";
  std::ofstream(place + "/a.cu") << "#include \"pipe.h\"\nint main() {}\n";
  std::ofstream(place + "/b.cu") << "int main() { return }\n";
  REQUIRE(mkfifo((place + "/pipe.h").c_str(), 0600) == 0);
  const auto check = [](int status, const std::string& words, const Outcome& outcome) {
    CHECK(outcome.status == status);
    CHECK(std::regex_replace(outcome.err, std::regex("(Building|Waiting for another .*)\n"), "") ==
          "learn: " + words + "\n");
  };
  std::ofstream(place + "/zeros.cu") << "#include \"/dev/zero\"\n";
  const Outcome large = run_executable(
      "prlimit", "--data=1000000000 env LADDER_BUILD='" BUILD "' '" LEARN "' try '" + place + "/zeros.cu'");
  CHECK(large.status == 1);
  CHECK_THAT(large.err,
             EndsWith("\nthe compiler wants more than 953 MiB of memory: is what a file includes so large?\n"));
  const Outcome deleted =
      run_executable("sh", "-c 'mkdir gone-$$ && cd gone-$$ && rmdir ../gone-$$ && exec bash \"" LEARN "\" try a.cu'");
  CHECK(deleted.status == 2);
  CHECK_THAT(deleted.err, EndsWith("learn: the current folder is not there any more: cd to another one\n"));
  check(2, "try: --json and --report name the same file", learn_try("--json a --report ./a" + file));
  check(2, "try: -I takes a value", learn_try("-I ''" + file));
  check(1, "its compiler was stopped after 1 seconds (LADDER_COMPILE_SECONDS gives it more)",
        learn_try("'" + place + "/a.cu'", "LADDER_COMPILE_SECONDS=1 "));
  const Outcome full = run_executable(
      "unshare",
      "--user --map-root-user --mount sh -c \"mount -t tmpfs -o size=16k none /mnt && TMPDIR=/mnt LADDER_BUILD='" BUILD
      "' '" LEARN "' try '" +
          place + "/b.cu'\"");
  CHECK(full.status == 3);
  CHECK_THAT(full.err, ContainsSubstring("learn: no space is left: less than 64 MiB on the device of /mnt/"));
}

TEST_CASE("tried: what two files define, and what none does, is named in a line") {
  const TemporaryFolder folder;
  const std::string place = "-C '" + folder.path.string() + "' ";
  std::ofstream(folder.path / "a.cu") << "template <class T> __global__ void both(T* p) { *p = 1; }\n"
                                         "__global__ void k(int* p) { *p = 1; }\n"
                                         "int main() { both<<<1, 1>>>((int*)0); k<<<1, 1>>>((int*)0); }\n";
  std::ofstream(folder.path / "b.cu") << "template <class T> __global__ void both(T* p) { *p = 1; }\n"
                                         "__global__ void k(int* p) { *p = 2; }\n"
                                         "void f() { both<<<1, 1>>>((int*)0); }\n";
  std::ofstream(folder.path / "c.cu") << "__global__ void k(float* p);\nint main() {\n  k<<<1, 1>>>(0);\n}\n";
  const auto check = [&](const std::string& files, const std::string& words) {
    const Outcome outcome = learn_try(files, place);
    CHECK(outcome.status == 1);
    CHECK(std::regex_replace(outcome.err, std::regex("(Building|Waiting for another .*)\n"), "") == words + "\n");
  };
  check("a.cu b.cu", "a.cu and b.cu both define k(int*): only one of them may");
  check("c.cu", "c.cu:3: k(float*): declared, and no file of the program defines it");
}

TEST_CASE("tried: what a program is called, and what its errors say, has no power over a terminal") {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& name, const std::string& text) {
    const auto file = folder.path / name;
    std::ofstream(file) << text;
    const Outcome outcome = learn_try("'" + file.string() + "'");
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.out + outcome.err, ContainsSubstring("\\x1b") && !ContainsSubstring("\x1b"));
  };
  check("a\x1b.cu",
        "__global__ void race(int* out) { out[0] = threadIdx.x; }\n"
        "int main() { int* out; cudaMalloc(&out, 4); race<<<1, 32>>>(out); cudaFree(out); }\n");
  check("b.cu", "#line 1 \"\x1b.cu\"\nint main() { int* out; cudaMalloc(&out, 4); cudaFree(out); cudaFree(out); }\n");
  check("c.cu", "#error \x1b\nint main() {}\n");
  check("d\x1b.cu", "int main() { return }\n");
}

TEST_CASE("tried: what the memory refuses to a block that is not observed ends the thread, as in one that is") {
  const Outcome outcome = run_program("far_behind", "", "--observe\n1e-6");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, StartsWith("others 1 1\nno error\n") &&
                              ContainsSubstring("read_far_behind at far_behind.cu:14, 2 of 200 blocks observed"));
  CHECK_THAT(outcome.out, ContainsSubstring("far_behind.cu:7: out of bounds: thread (32, 0) of block (1, 0) reads "
                                            "global in[268435488]; in has 64 elements"));
  CHECK_THAT(run_program("far_behind", "", "--observe\n0").out,
             ContainsSubstring("thread (32, 0) of block (1, 0) reads global in[268435488]"));
  CHECK_THAT(outcome.out, !ContainsSubstring("far_behind.cu:8"));  // one line, whichever code has run it
}

TEST_CASE("tried: of large launches in several streams each is observed in part") {
  const Outcome outcome = run_program("large_streams", "", "--observe\n1e-6");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("no error\n5 5 5\n"));
  CHECK_THAT(outcome.out, ContainsSubstring("add at large_streams.cu:16, 5 times, 10 of 2500 blocks observed"));
  CHECK_THAT(outcome.out, ContainsSubstring("add at large_streams.cu:17, 5 times, 10 of 2500 blocks observed"));
  CHECK_THAT(run_program("large_streams", "again", "--observe\n1e-6").out,
             ContainsSubstring("large_streams.cu:17: no order between streams: this work writes a"));
}

TEST_CASE("tried: what is not observed computes the same") {
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(FILES) + "/../../../docs/examples")) {
    const std::string name = entry.path().stem();
    const bool prints_times = name == "order_of_tiles" || name == "whole_program";
    if (!std::filesystem::exists(BIN "/try_" + name) || prints_times) continue;
    const auto printed = [&](const char* seconds) {
      const std::string out = run_program(name, "", std::string("--observe\n") + seconds).out;
      return out.substr(0, out.find("\n" + name + ".cu on the emulator"));
    };
    CAPTURE(name);
    CHECK(printed("0") == printed("10"));
  }
}

TEST_CASE("tried: whole numbers of cuda/cmath, and cuInit()") {
  const Outcome outcome = run_program("whole_numbers");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("0 failures, 1028\n"));
}

TEST_CASE("tried: threads of one row, of which some wait, end early or ask for others, compute the same") {
  const std::string seen = run_program("rows", "", "--observe\ninf").out,
                    unseen = run_program("rows", "", "--observe\n0").out;
  CHECK_THAT(seen, ContainsSubstring("last_lane_votes 3292501207d5640\n") && ContainsSubstring("last_block 228000\n"));
  CHECK_THAT(unseen, ContainsSubstring("last_lane_votes at rows.cu:71, 2 times, 0 observed"));
  const auto printed = [](const std::string& out) { return out.substr(0, out.find("\nrows.cu on the emulator")); };
  CHECK(printed(seen) == printed(unseen));
}

TEST_CASE("tried: a block that takes long is observed for a time, and then does the rest of its work") {
  const Outcome outcome = run_program("one_long_thread", "", "--observe\n1e-6", "60");
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, StartsWith("0 wrong, 4194304 and 4194304\n") &&
                              ContainsSubstring("all at one_long_thread.cu:23, 1 block in part 1x1 -"));
}

TEST_CASE("tried: a thread in the midst of a row stops, and is named") {
  for (const std::string seconds : {"inf", "0"}) {
    CAPTURE(seconds);
    CHECK_THAT(run_program("row_stops", "", "--observe\n" + seconds).out,
               ContainsSubstring("row_stops.cu:6: thread (70, 0) of block (20, 0) finds that assert("));
    CHECK_THAT(
        run_program("row_stops", "endless", "--observe\n" + seconds, "1").out,
        ContainsSubstring("row_stops.cu:11: thread (70, 0) of block (20, 0) was still running here after 1 sec"));
  }
}

TEST_CASE("tried: a program's own output, and its report in a file of its own") {
  check_rows("published", {"9 global store 4 bytes 32 requests"});
  CHECK_THAT(run_program("published").out, ContainsSubstring("block 0 of 4, thread 0: y[0] = "));
  const TemporaryFolder folder;
  const std::string report = (folder.path / "report.txt").string(), json = (folder.path / "report.json").string();
  const Outcome outcome = run_program("published", "", "--report\n" + report + "\n--json\n" + json);
  CHECK(outcome.out == "block 0 of 4, thread 0: y[0] = 4.000000\ny[0] = 4.000000\n");
  std::ifstream text(report);
  CHECK_THAT(std::string(std::istreambuf_iterator<char>(text), {}), ContainsSubstring("published.cu on the emulator"));
  std::ifstream file(json);
  const auto document = nlohmann::json::parse(file);
  CHECK(document["program"]["status"] == 0);
  REQUIRE(document["benchmarks"].size() == 1);
  CHECK(document["benchmarks"][0]["verified"].is_null());  // nothing says what is right
  CHECK(document["benchmarks"][0]["counters"]["global_store_requests"] == 32);
}

TEST_CASE("tried: an atomic of the host's ends a kernel, as the emulator cannot see it; the host may have one") {
  const Outcome outcome = run_program("hidden_atomics");
  CHECK(outcome.status == 1);
  for (const char* mistake : {"", "wide"})
    CHECK_THAT(
        run_program("hidden_atomics", mistake).out,
        ContainsSubstring("hidden_atomics.cu:") && ContainsSubstring("thread (0, 0) of block (0, 0) makes an atomic "
                                                                     "of the host's, which hides its accesses"));
}

TEST_CASE("tried: a program's arguments and its status") {
  CHECK(run_program("statuses", "7").status == 7);
  CHECK(run_program("statuses", "exit").status == 9);
  CHECK_THAT(run_program("statuses", "'two words'").out, ContainsSubstring("argument two words\n"));
  const Outcome aborted = run_program("statuses", "abort");
  CHECK(aborted.status == 134);
  CHECK_THAT(aborted.out, ContainsSubstring("it ended with signal 6 (it was aborted)"));
  CHECK_THAT(run_program("statuses", "throw").out, ContainsSubstring("it ended with signal 6"));
  const Outcome crashed = run_program("statuses", "crash");
  CHECK(crashed.status == 139);
  CHECK_THAT(crashed.out, ContainsSubstring("it ended with signal 11 at statuses.cu:"));
}

TEST_CASE("tried: each case of docs/find_the_bug is named, and runs well once it is mended") {
  const auto check = [](const std::string& name, const std::string& words, int status = 1) {
    INFO(name);
    if (!std::filesystem::exists(MENDED + name + "_mended.cu")) {
      WARN(name + ".cu is not as it was, and is not checked");
      return;
    }
    const Outcome wrong = run_program(name), mended = run_program(name + "_mended");
    CHECK(wrong.status == status);
    CHECK_THAT(wrong.out, ContainsSubstring(words));
    CHECK(mended.status == 0);
    CHECK_THAT(mended.out, !ContainsSubstring(words));
  };
  check("case_1", "out of bounds: thread (198, 0) of block (167, 0) reads global in[-35791]");
  check("case_2", "ended before a barrier: ");
  check("case_3", "cudaMemcpy(): of the 28000 bytes that it copies from out, nothing wrote 3424");
  check("case_4", "lane i in bank (32*i + 0) % 32, 32 lanes in bank 0: 32 wavefronts", 0);
  check("case_5", "race on shared tile[17][1]: thread (16, 1) of block (0, 0) writes it at ");
  check("case_6", "a block of (32, 64, 1) threads cannot be launched: 1 to 1024 in all");
}

// One after the other: they share a build folder.
TEST_CASE("./learn try: its exit status and its messages") {
  const TemporaryFolder folder;
  const auto file = folder.path / "a \"program\".cu";
  std::filesystem::copy(FILES "/mistakes/statuses.cu", file);
  const Outcome quoted = learn_try("'" + file.string() + "' -- 0");
  CHECK(quoted.status == 0);
  CHECK(run_executable(
            "sh", "-c \"umask 777; LADDER_BUILD='" BUILD "' '" LEARN "' try '" FILES "/mistakes/statuses.cu' -- 0\"")
            .status == 0);
  CHECK_THAT(quoted.out, ContainsSubstring("argument 0\n"));

  const Outcome shown = run_executable("env", "LADDER_BUILD='" BUILD "' '" LEARN "' show '" + file.string() + "' -- 0");
  CHECK(shown.status == 0);
  CHECK_THAT(shown.out, EndsWith("/show/a \"program\".html\n"));

  const Outcome two_files =
      learn_try("-DTIMES=3 -I '" FILES "/several' '" FILES "/several/first.cu' '" FILES "/several/second.cu'");
  CHECK(two_files.status == 0);
  CHECK_THAT(two_files.out, ContainsSubstring("last is 222\n") && ContainsSubstring("times at second.cu:"));

  const Outcome unsupported = learn_try("'" FILES "/refused/unsupported.cu'");
  CHECK(unsupported.status == 2);
  CHECK(std::regex_replace(unsupported.err, std::regex("(Building|Waiting for another [^\n]*)\n"), "") ==
        "unsupported.cu:5: cudaTextureObject_t: textures, surfaces and arrays are not supported\n"
        "unsupported.cu:6: tex1Dfetch: textures, surfaces and arrays are not supported\n"
        "unsupported.cu:11: cudaGraphConditionalHandle: this part of graphs is not supported\n");
  std::ofstream(folder.path / "refused.cu") << "#ifdef RESULT\n__global__ int k(int* p) { return *p; }\n#else\n"
                                               "#include <cuda/barrier>\n#endif\nint main() {}\n";
  const std::string refused = "'" + (folder.path / "refused.cu").string() + "'";
  CHECK_THAT(learn_try(refused).err,
             EndsWith("refused.cu:4: cuda/barrier: this library is not there on the emulator\n"));
  CHECK_THAT(learn_try("-D RESULT " + refused).err, EndsWith("\nrefused.cu:2: a kernel returns void\n"));
  const Outcome library = learn_try("'" FILES "/refused/library.cu'");
  CHECK(library.status == 2);
  CHECK_THAT(library.err, ContainsSubstring("library.cu:2: cufft.h: this library is not there on the emulator"));
  // What is in the file counts, whatever its time says.
  const auto time = std::filesystem::last_write_time(file);
  std::filesystem::copy_file(FILES "/refused/no_main.cu", file, std::filesystem::copy_options::overwrite_existing);
  std::filesystem::last_write_time(file, time);
  CHECK(learn_try("'" + file.string() + "'").status == 2);
  for (const std::string name : {"main_of_a_class", "main_left_out"}) {
    const Outcome no_main = learn_try("'" FILES "/refused/" + name + ".cu'");
    CHECK(no_main.status == 2);
    CHECK_THAT(no_main.err, ContainsSubstring(name + ".cu: no main(): a whole program is wanted; "));
  }
  CHECK(learn_try("-D WITH_MAIN '" FILES "/refused/main_left_out.cu'").status == 0);
  const Outcome wrong = learn_try("'" FILES "/refused/does_not_compile.cu'");
  CHECK(wrong.status == 1);
  CHECK_THAT(wrong.err, ContainsSubstring("does_not_compile.cu:4:"));

  const Outcome missing = learn_try("/nosuch/file.cu");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.err, ContainsSubstring("/nosuch/file.cu: cannot be read"));
  std::ofstream(file) << " \n";
  std::ofstream(folder.path / "two\nlines.cu") << "int main() {}\n";
  CHECK_THAT(learn_try("'" + file.string() + "'").err, EndsWith("a \"program\".cu: nothing is in it\n"));
  CHECK_THAT(learn_try("'" + (folder.path / "two\nlines.cu").string() + "'").err,
             Equals("learn: try: a name with a line break in it is not taken\n"));
  const Outcome preloaded = learn_try("/nosuch/file.cu", "LD_PRELOAD=/nosuch.so ");
  CHECK(std::ranges::count(preloaded.err, '\n') < 8);  // and not once more for each command
  CHECK(learn_try("").status == 2);
  CHECK(learn_try("--nonsense x.cu").status == 2);
}
