// The preprocessing and the rewriting of CUDA C++: tokens, kernels, launches, qualifiers.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "ladder/base/failure.hpp"
#include "tests/try/run_program.hpp"
#include "tools/try/source/rewriting.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::Matches;
using Catch::Matchers::StartsWith;

namespace {

std::string rewritten(const std::string& text, void (*step)(Source&)) {
  Source source = source_of(text);
  step(source);
  return text_of(source);
}

// "WHERE: WHY" of each.
std::vector<std::string> refusals(const Source& source, tried::Judged judged = tried::Judged::program) {
  std::vector<std::string> all;
  for (const auto& [token, why] : tried::find_wrong_sides(source, judged))
    all.push_back(source.place(token) + ": " + why);
  return all;
}

}  // namespace

TEST_CASE("asm: a statement that is an arm of a branch is one still") {
  CHECK(rewritten("if (a) b(); else asm volatile(\"membar.gl;\");", tried::translate_asm) ==
        "if (a) b(); else do { __threadfence(); } while (false);");
}

TEST_CASE("asm: in a function of the host it is its processor's, but for what is for the device there") {
  const std::string host = "inline void timer::start() { asm volatile(\"rdtsc\" : \"+m\"(low) :: \"eax\"); }";
  CHECK(rewritten(host, tried::translate_asm) == host);
  for (const char* device :
       {"__device__ void f() { asm(\"membar.gl;\"); }", "template <int n> __global__ void k() { asm(\"membar.gl;\"); }",
        "int main() { run([] __device__ { asm(\"membar.gl;\"); }); }",
        "struct Fence { __device__ void operator()() { asm(\"membar.gl;\"); } };"}) {
    CHECK_THAT(rewritten(device, tried::translate_asm), ContainsSubstring("__threadfence()"));
  }
}

TEST_CASE("tokens: a file is what it was, with its lines and files") {
  const std::string text =
      "# 1 \"mm.cu\"\nint a = 0x1e+2, b = 1e+2; // none\n"
      "# 7 \"a b.h\" 1 3\nconst char* s = R\"x(<<<\n)\" \" )x\" \"\\\"<<<\" L'\\'';\n\n# 3 \"mm.cu\" 2\nfloat c;";
  const Source source = source_of(text);
  CHECK(text_of(source) == text);
  CHECK(source.tokens.back().file == "mm.cu");
  const auto place = [&](const std::string& word) {
    for (std::size_t i = 0; i < source.tokens.size(); ++i) {
      if (source.is(i, word.c_str())) return source.place(i);
    }
    return std::string("nowhere");
  };
  CHECK(place("a") == "mm.cu:1");
  CHECK(place("s") == "a b.h:7");
  CHECK(place("c") == "mm.cu:3");
  CHECK(place("0x1e") == "mm.cu:1");
  CHECK(place("1e+2") == "mm.cu:1");
  CHECK(place("<<<") == "nowhere");
  CHECK(text_of(source_of("a<:1:> <% %> B<::A> b<:::a:>")) == "a[1] { } B<::A> b[::a]");
  CHECK(source_of("# 99999999999999999999 \"mm.cu\"\nint a;\n").tokens.back().file.empty());
}

TEST_CASE("tokens: what is cut off in the middle is no reason to read on") {
  for (const char* text : {"\"abc", "R\"x(abc", "'", "# 3 \"", "# ", "#", "0x", "a<b", "f(", "\\", "R\"", "u8R\"("}) {
    INFO(text);
    CHECK(text_of(source_of(text)) == text);
  }
}

TEST_CASE("a launch hands over first, and keeps its lines") {
  CHECK(rewritten("k<<<g, b>>>(x, y);", tried::replace_launches) == "k(x, y), ::ladder::emulator::launch(g, b);");
  CHECK(rewritten("ns::k<A<B<int>>> <<<f(1, a[2]), dim3(3), n * sizeof(T<int>), s>>>(x);", tried::replace_launches) ==
        "ns::k<A<B<int>>>(x), ::ladder::emulator::launch(f(1, a[2]), dim3(3), n * sizeof(T<int>), s);");
  CHECK(rewritten("k<<<g,\n  b>>>(\n x);", tried::replace_launches) == "k\n(\n x), ::ladder::emulator::launch(g, b);");
  CHECK(rewritten("k<<<{1}, {2, 3}>>>(x);", tried::replace_launches) ==
        "k(x), ::ladder::emulator::launch({1}, {2, 3});");
  CHECK(rewritten("k << <g, b >> >(x);", tried::replace_launches) == "k(x), ::ladder::emulator::launch(g, b);");
  for (const std::string end : {"k << <", "k<<<g, b>>", "k<<<g, b >> ", "k<<<g, b >> >", "k<<<g, b >> > "})
    CHECK_THROWS_AS(rewritten(end, tried::replace_launches), Failure);
  CHECK_THROWS_AS(rewritten("k<<<g, b>>>;", tried::replace_launches), Failure);
  CHECK_THROWS_AS(rewritten("k<<<g, b;", tried::replace_launches), Failure);
}

TEST_CASE("what the preprocessor makes for each side: host functions have the host's, functions for both sides both") {
  const std::string file = "# 1 \"a.cu\"\n";
  const auto merged = [&](const std::string& device, const std::string& host) {
    Source source = source_of(file + device);
    tried::merge_sides(source, source_of(file + host));
    return text_of(source);
  };
  CHECK(merged("int f() { return 1; }\nint a;", "int f() { return 2; }\nint a;") ==
        file + file + "int f() { return 2; }\n# 2 \"a.cu\"\nint a;");
  for (const char* qualifier : {"__device__", "__global__ static"}) {
    const std::string device = qualifier + std::string(" void f() { 1; }\nint a = 1;");
    CHECK(merged(device, qualifier + std::string(" void f() { 2; }\nint a = 2;")) == file + device);
  }
  CHECK_THAT(merged("struct A : B<1> {\npublic:\n __host__ __device__ A() : a{1} { 1; }\n};",
                    "struct A : B<1> {\npublic:\n __host__ __device__ A() : a{1} { 2; }\n};"),
             ContainsSubstring("!::ladder::emulator::in_kernel())\n# 3 \"a.cu\"\n{ 2; } else\n# 3 \"a.cu\"\n{ 1; } }"));
  // What the host alone declares; but not what says __device__, nor what the device has elsewhere.
  CHECK_THAT(merged("\n\n\nvoid f();\n__device__ int h();",
                    "namespace n { int a; }\nstruct S { int b; };\n"
                    "int h();\n__device__ int g(); void f();"),
             ContainsSubstring("namespace n { int a; }") && ContainsSubstring("struct S { int b; };\n# 4"));
  for (const char* cut_off : {"struct", "struct {", "int f(", "int f() {", "template <", "extern", ":", "= {", "}"}) {
    INFO(cut_off);
    CHECK(merged(cut_off, "") == file + cut_off);
    CHECK_NOTHROW(merged("", cut_off));
  }
}

TEST_CASE("host functions tell nobody of their loads and stores; device functions and constexpr ones do") {
  const auto is_spared = [](const std::string& text) {
    const std::string before =
        "bool operator*=(int, int) { return 1; }\ntemplate <class T, int n = (1 < 2)> struct S : B<T> {\n";
    const std::string result = rewritten(before + text + "};", tried::spare_host_code);
    const auto end = result.rfind('\n');
    return result.find("no_sanitize(\"thread\")", end) != std::string::npos;
  };
  for (const char* text :
       {"void f() {}", "S() : a{1}, b(2) {}", "~S() {}",
        "[[nodiscard]] static int f(int (*)(int) = g) noexcept(true) {}",
        "template <class U> auto f(U u) -> decltype(u) { return u; }", "operator int() const { return 1; }",
        "int operator()(int) { return 1; }", "friend bool operator<(S, S) { return 1; }", "__extension__ int f() {}"}) {
    INFO(text);
    CHECK(is_spared(text));
  }
  for (const char* text : {"__device__ void f() {}", "__host__ __device__ S() {}", "constexpr int f() { return 1; }",
                           "template <class U> requires requires(U u) { u(); } int f() { return 1; }", "void f();",
                           "int a = f();", "int a{1};", "void (*f)(int);", "S() = default;"}) {
    INFO(text);
    CHECK(!is_spared(text));
  }
  CHECK(rewritten("extern \"C\" int f() {}", tried::spare_host_code).substr(0, 26) == "extern \"C\" __attribute__((");
}

TEST_CASE("main() returns 0 where it does not say what; its lambdas and other functions return nothing") {
  CHECK(rewritten(
            "int main() { if (a) return; auto f = [&](int) { return; }; auto g = [] { return; }; b[i]; { return ; } }",
            tried::complete_main) ==
        "int main() { if (a) return 0; auto f = [&](int) { return; }; auto g = [] { return; }; b[i]; { return 0 ; } }");
  CHECK(rewritten("void f() { return; }", tried::complete_main) == "void f() { return; }");
}

TEST_CASE("a kernel becomes its code, and a function that hands over its arguments") {
  const std::string text = rewritten(
      "template <class T, int n = 3> __global__ static void k(T* a, int b[], void (*f)(int), T) { a[0] = b; }\n",
      tried::split_kernels);
  const std::string parameters = "(T* a, int b[], void (*f)(int), T unnamed_1)";
  CHECK_THAT(text, ContainsSubstring("k__device_code" + parameters + " { a[0] = b; }"));
  CHECK_THAT(text, ContainsSubstring("no_sanitize(\"thread\")") &&
                       ContainsSubstring("k__device_code_plain" + parameters + " { a[0] = b; }"));
  CHECK_THAT(text, ContainsSubstring("::ladder::emulator::hand_over(static_cast<void (*)" + parameters +
                                     ">(k__device_code<T, n>), " + "static_cast<void (*)" + parameters +
                                     ">(k__device_code_plain<T, n>), a, b, f, unnamed_1); }\n"));
  CHECK(rewritten("__global__ void k(int);", tried::split_kernels) == " void k(int);");
  CHECK(rewritten("__global__ explicit k;", tried::split_kernels) == " explicit k;");
  CHECK_THAT(rewritten("template <class T> __global__ void k(T a = 1);", tried::split_kernels),
             ContainsSubstring("void k(T a = 1); template <class T>") && ContainsSubstring("k__device_code(T a = 1);"));
  CHECK_THAT(rewritten("template <> __global__ void k<float>(float) {}", tried::split_kernels),
             ContainsSubstring(">(k__device_code_plain<float>), unnamed_1)"));
  CHECK_THAT(rewritten("template <typename... Ts> __global__ void k(Ts... all) {}", tried::split_kernels),
             ContainsSubstring("void (*)(Ts... all)>(k__device_code_plain<Ts...>), all...)"));
}

TEST_CASE("device functions are inlined unless they call themselves; variables are told apart") {
  const auto text = rewritten(
      "__host__ __device__ int f(int i) { return i; }\n__device__ int g(int i) { return h(i); }\n"
      "__device__ int h(int i) { return g(i); }\n__device__ float table[2] = {f(1), 2};\n"
      "__device__ int elsewhere(int);\nauto l = [=] __device__ (int i) { return i; };\n"
      "__attribute__((aligned(16))) __device__ float x[4];\n[[maybe_unused]] __device__ float y;\n"
      "auto m = [=] __host__ __device__ (int i) { return i; };\nauto n = [](int i) __device__ { return i; };\n",
      tried::replace_qualifiers);
  CHECK_THAT(text, ContainsSubstring(" __attribute__((always_inline)) int f(int i)"));
  CHECK_THAT(text, ContainsSubstring("\n int g(int i)") && ContainsSubstring("\n int h(int i)"));
  CHECK_THAT(text, ContainsSubstring("__attribute__((used, aligned(32), abi_tag(\"emulated\"))) float table[2]"));
  CHECK_THAT(text, ContainsSubstring("\n int elsewhere(int);") && ContainsSubstring("[=]  (int i)"));
  CHECK_THAT(text, ContainsSubstring("abi_tag(\"emulated\"))) float x[4];"));
  CHECK_THAT(text, ContainsSubstring("abi_tag(\"emulated\"))) float y;"));
  CHECK_THAT(text, ContainsSubstring("[=]   (int i)") && ContainsSubstring("[](int i)  {"));
}

TEST_CASE("arrays are called what the program calls them, and registers are numbers") {
  CHECK(rewritten("cudaMalloc((void**)&d_a, n);", tried::name_allocations) ==
        "cudaMalloc(::ladder::emulator::named(\"d_a\", (void**)&d_a), n);");
  CHECK(rewritten("cudaMalloc(&this->all[f(1, 2)], n);", tried::name_allocations) ==
        "cudaMalloc(::ladder::emulator::named(\"this->all[f(1, 2)]\", &this->all[f(1, 2)]), n);");
  CHECK(rewritten("auto i = threadIdx.x;", tried::make_registers_numbers) == "auto i = unsigned(threadIdx.x);");
}

TEST_CASE("what the emulator does not have is named with its line, but not in strings and headers") {
  const auto found =
      tried::find_unsupported(source_of("# 1 \"/usr/include/x.h\" 1 3\nint cudaKnown; int tex3D;\n# 1 \"mine.cu\" 2\n"
                                        "const char* text = \"tex2D\";\nint v = tex2D<int>(t, 1, 2);\nint cudaKnown, "
                                        "myCudaCheck;\ncudaNoSuch();\nncclNoSuch();\n"));
  REQUIRE(found.size() == 3);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:2: tex2D: textures"));
  CHECK_THAT(found[1], ContainsSubstring("mine.cu:4: cudaNoSuch: is not supported"));
  CHECK_THAT(found[2], ContainsSubstring("mine.cu:5: ncclNoSuch: is no part of NCCL"));
}

TEST_CASE("what the program declares itself is not named, whatever it is called") {
  const auto found = tried::find_unsupported(
      source_of("# 1 \"mine.cu\"\nvoid cudaCheck(int);\ncudaError_t cudaStatus = 0;\nfloat *cudaA, cudaB;\n"
                "int f() { cudaB = 1; cudaCheck(cudaStatus); return cudaNoSuch(cudaA); }\n"));
  REQUIRE(found.size() == 2);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:2: cudaError_t"));  // no headers here
  CHECK_THAT(found[1], ContainsSubstring("mine.cu:4: cudaNoSuch"));
}

TEST_CASE("an attribute of a kernel is no declaration of the program's own") {
  const auto found = tried::find_unsupported(source_of("# 1 \"mine.cu\"\nvoid __cluster_dims__(2, 1, 1) k() {}\n"));
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:1: __cluster_dims__: clusters of blocks are not supported"));
}

TEST_CASE("of graphs and of attributes of launches, what is not there is named") {
  const auto found = tried::find_unsupported(
      source_of("# 1 \"mine.cu\"\ncudaGraphAddChildGraphNode(n);\nid = cudaLaunchAttributeClusterDimension;\n"
                "id = cudaLaunchAttributeProgrammaticStreamSerialization;\ncudaGraphicsMapResources();\n"));
  REQUIRE(found.size() == 4);
  CHECK_THAT(found[0],
             ContainsSubstring("mine.cu:1: cudaGraphAddChildGraphNode: this part of graphs is not supported"));
  CHECK_THAT(found[1], ContainsSubstring("cudaLaunchAttributeClusterDimension: clusters of blocks are not supported"));
  CHECK_THAT(found[2], ContainsSubstring("cudaLaunchAttributeProgrammaticStreamSerialization: is not supported"));
  CHECK_THAT(found[3], ContainsSubstring("cudaGraphicsMapResources: sharing memory with others is not supported"));
}

TEST_CASE("what CUDA has no longer is named although the headers declare it, to say so") {
  const auto found = tried::find_unsupported(
      source_of("# 1 \"x.h\" 1 3\nint __shfl(int, int);\n# 1 \"mine.cu\" 2\nint f() { return __shfl(1, 2); }\n"));
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:1: __shfl: was removed from CUDA"));
}

TEST_CASE("a kernel that launches is named; host code beside it is not") {
  const auto found =
      refusals(source_of("# 1 \"mine.cu\"\n__global__ void k();\nvoid f() { k<<<1, 1>>>(); }\n"
                         "__global__ void k() {\n  if (x) { k<<<1, 1>>>(); }\n}\nvoid g() { k<<<1, 1>>>(); }\n"));
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:4: <<<: dynamic parallelism"));
}

TEST_CASE("what hides accesses is named, functions in code for the device; host code may have them") {
  const std::string file = "# 1 \"mine.cu\"\n";
  const auto hides = [&](const std::string& program) {
    std::string all;
    const Source source = source_of(file + program);
    for (const auto& [token, why] : tried::find_hidden(source, tried::Judged::program))
      all += source.place(token) + ": " + why + "\n";
    return all;
  };
  for (const std::string attribute :
       {"no_sanitize", "no_sanitize_thread", "__no_sanitize_thread__", "no_instrument_function", "__optimize__",
        "disable_sanitizer_instrumentation", "alias", "target_clones", "naked"}) {
    INFO(attribute);
    const std::string line = ":2: " + attribute + ": hides accesses from the emulator\n";
    const std::string given = "\n__attribute__((noinline, " + attribute + "(\"thread\"))) ";
    CHECK(hides("__global__ void k(int* p) { [&]() " + given + "{ *p = 1; }(); }") == "mine.cu" + line);
    CHECK(hides(given + "__device__ void f(int* p) { *p = 1; }") == "mine.cu" + line);
    CHECK(hides(given + "void f(int*);\n__device__ void f(int* p) { *p = 1; }") == "mine.cu" + line);
    CHECK(hides("int main() { run([=] __device__ (int* p) [[gnu::aligned(4),\ngnu::" + attribute +
                "]] { *p = 1; }); }") == "mine.cu" + line);
    // What a kernel may reach without __device__: by operators, constructors, pointers.
    CHECK(hides("struct S { " + given + "operator int() const; };") == "mine.cu" + line);
    CHECK(hides("auto f = [](int* p)" + given + " { *p = 1; };") == "mine.cu" + line);
    CHECK(hides("__device__ int " + attribute + "(int n); __global__ void k(int* p) { *p = " + attribute + "(1); }")
              .empty());
  }
  for (const std::string function : {"__atomic_load_n", "__sync_fetch_and_add", "_mm_loadu_ps", "_mm256_loadu_ps",
                                     "__builtin_ia32_loadups", "vld1q_f32"}) {
    INFO(function);
    const std::string line = "mine.cu:2: " + function + ": hides accesses from the emulator\n";
    CHECK(hides("__global__ void k(int* p) {\n" + function + "(p, 1); }") == line);
    CHECK(hides("struct S { constexpr static int f(int* p) {\nreturn " + function + "(p, 1); } };") == line);
    CHECK(hides("int f(int* p) { return " + function + "(p, 1); } int main() { run([=] __device__ { g(); }); " +
                function + "(0, 1); }")
              .empty());
  }
  for (const std::string pragma :
       {"#pragma GCC optimize (\"O3\")", "#pragma clang attribute push(__attribute__((no_sanitize(\"thread\"))))"})
    CHECK(hides("\n" + pragma + "\nint a;") == "mine.cu:2: " + pragma + ": hides accesses from the emulator\n");
  CHECK(hides("#pragma unroll\n#pragma GCC diagnostic push\n#pragma nv_diag_suppress 177\nint a;").empty());
  CHECK(hides("\nextern \"C\" void __tsan_write4(void*) {}") ==
        "mine.cu:2: __tsan_write4: hides accesses from the emulator\n");
  for (const std::string name :
       {"\"__tsan_read4\"", "\"__ts\" \"an_read4\"", "\".globl __tsan_read4\"", "\"_ZN6ladder8emulator5abortEv\""})
    CHECK_THAT(hides("\nextern \"C\" void f(void*) asm(" + name + ");"),
               Matches("mine.cu:2: (__tsan_read4|_ZN6ladder\\w+): hides accesses from the emulator\n"));
  CHECK_THAT(hides("\n#pragma redefine_extname f __tsan_read4\n"), StartsWith("mine.cu:2: #pragma redefine_extname"));
  CHECK_THAT(hides("\nasm(\".globl f\"); void g() { asm(\"nop\"); }"),
             Catch::Matchers::Equals("mine.cu:2: asm: outside of functions, hides accesses from the emulator\n"));
  CHECK(hides("extern \"C\" int puts(const char*) asm(\"puts\"); const char* a = \"tsan\" R\"(an)\";").empty());
  CHECK(
      hides(
          "__global__ void k() { __syncthreads(); __syncwarp(); } constexpr int a = 1; __device__ int vld1, optimize;")
          .empty());
}

TEST_CASE("in an answer, what hides accesses is found anywhere, and what the course has") {
  const auto lines = [](const std::string& program) {
    std::string all;
    const Source source = source_of("# 1 \"a.cuh\"\n" + program);
    for (const auto& [token, why] : tried::find_hidden(source, tried::Judged::answer)) all += source.place(token) + " ";
    return all;
  };
  CHECK(lines("__global__ void k() {\nasm(\"membar.gl;\"); }\n__device__ void f() { __asm__ volatile(\"exit;\"); }") ==
        "a.cuh:2 a.cuh:3 ");
  CHECK(lines("void f() {\nasm(\"rdtsc\"); } // asm\n__device__ int asmx;\nasm(\".globl f\");") == "a.cuh:2 a.cuh:4 ");
  CHECK(lines("struct S { int f(int* p) {\nreturn __atomic_load_n(p, 1); } };") == "a.cuh:2 ");
  CHECK(lines("\nnamespace ladder::emulator {}\nvoid launch(int);\nnamespace l = ladder;") == "a.cuh:2 a.cuh:4 ");
  CHECK(lines("int ladders = __emulated_alignment<4>();").empty());
  CHECK(lines("# 1 \"a/launch.cu\"\nvoid f() { ladder::launch(k); }").empty());
}

TEST_CASE("what the library moves in a kernel is named, and variables of the host's threads") {
  for (const std::string name : {"mempcpy", "memmove", "bcopy", "memccpy", "swab", "wmemcpy", "wmemmove", "wmemset",
                                 "strncpy", "stpcpy", "wcsncpy", "wcpcpy", "strncmp", "explicit_bzero"}) {
    const auto found =
        refusals(source_of("# 1 \"a.cu\"\n__global__ void k(char* p, char* q) {\n" + name + "(p, q, 4);\nstd::" + name +
                           "(p, q, 4); auto f = " + name + "; }\nvoid f(char* p) { " + name + "(p, p, 4); }"));
    CAPTURE(name, found);
    REQUIRE(found.size() == 3);
    CHECK_THAT(found[0], ContainsSubstring("a.cu:2: " + name + ": of the host's library"));
    CHECK(refusals(source_of("__device__ int " + name + "(char* p); __global__ void k(char* p) { " + name + "(p); }"))
              .empty());
  }
  CHECK(refusals(source_of("__global__ void k(char* p) { int stride = 1, wcount; p[stride] = strength(wcount); }"))
            .empty());
  CHECK(refusals(source_of("__global__ void k() { thread_local int a; }")).size() == 1);
  CHECK(refusals(
            source_of("__global__ void k() { __attribute__((abi_tag(\"shared\"))) __constinit thread_local int a; }"))
            .empty());
}

TEST_CASE("names that are declared again are no variables of the device, nor the library's") {
  const std::string device = "__device__ int n; __global__ void k(int) {}\n";
  for (const char* right :
       {"int main() { int a = 1, n = 2; return n; }", "int main() { int a(1), n; f(a, n); }",
        "int printf(const char*, ...); int main() { auto [a, n] = pair(); printf(a, n); }",
        "int cudaMemcpyFromSymbol(void*, int); int main() { int a; cudaMemcpyFromSymbol(&a, n); }",
        "int main() { for (int a = 0, n = 1; n; ) n = a; }", "int main() { auto f = [n = 3] { return n; }; }",
        "int main() { int a = 1, k(3); return k; }", "template <int n> int f() { return n; }",
        "int main() { goto n; n: return 0; }", "int main() { for (int n : v) use(n); }",
        "__global__ void g(float* p) { float a = 1, strlen = a; p[0] = strlen; }",
        "enum { swab = 2 }; __global__ void g(int* p) { p[0] = swab; }",
        "__global__ void g(int* p) { for (int i = 0, memcmp = 2; i < memcmp; ++i) p[i] = memcmp; }"}) {
    INFO(right);
    CHECK(refusals(source_of(device + right)).empty());
  }
  for (const char* wrong :
       {"int main() { n = 2; }", "int main() { k(3); }",
        "int printf(const char*, ...); int main() { printf(\"\", n); }",
        "int cudaMemcpy(void*, int, int); int main() { cudaMemcpy(0, n, 4); }",
        "__global__ void g(char* p) { std::strlen(p); }", "__global__ void g(int* p) { p[0] = strlen(0); }"}) {
    INFO(wrong);
    CHECK(refusals(source_of(device + wrong)).size() == 1);
  }
}

TEST_CASE("a variable that is updated before it has a value is named, where that is sure") {
  const auto unset = [](const std::string& body) {
    std::string all;
    const Source source = source_of("# 1 \"a.cu\"\n__global__ void k(float* p, int n) { " + body + " }");
    for (const auto& [token, why] : tried::find_unset(source)) all += source.place(token) + ": " + why + "\n";
    return all;
  };
  for (const char* wrong :
       {"float sum;\nfor (int i = 0; i < n; ++i) sum += p[i];", "float sum, a = 1; if (n > 1) {\nsum *= a; }",
        "unsigned a, sum; while (n--) { p[1] = 2;\nsum ^= 1; sum = 3; }", "for (;;) { double sum; {\nsum -= 2; } }",
        "float sum[2];\nsum[1] += 2;", "float a[2][2], sum[4][4]; for (;;)\nsum[1][n] = fmaf(p[0], p[1], sum[1][n]);",
        "float sum; while (n--)\nsum = fmaxf(p[n], sum);", "float sum;\nsum = sum + 1;", "float4 sum;\nsum.x += p[0];",
        "int sum[2];\nsum[n % 2] = p[0] + sum[n % 2];", "float sum; for (; n && p[n];)\nsum += p[n--];",
        "float sum; while (n && p[n])\nsum += p[n--];",
        "float sum; for (int i = 0; i < n && p[i]; ++i, sum = 0) {\nsum += p[i]; }"})
    CHECK(unset(wrong) == "a.cu:2: sum: is updated, and has no value yet; declare it with one\n");
  for (const char* wrong :
       {"float sum;\nif (n > 0 && p[n] > sum) sum = p[n];",
        "float sum; for (int i = 0; i < n; ++i) {\nif (p[i] > sum) sum = p[i]; }", "int sum;\nwhile (sum < n) ++sum;"})
    CHECK(unset(wrong) == "a.cu:2: sum: is compared, and has no value yet; declare it with one\n");
  for (const char* right : {"float sum = 0; sum += 1;",
                            "float sum; f(&sum); sum += 1;",
                            "float sum; { float sum = 1; } sum += 1;",
                            "float sum; for (int i = 0; i < n; ++i) if (i) sum += 1; else sum = 1;",
                            "{ float sum; } p->sum += 1;",
                            "float sum; [&] { sum = 1; }(); sum += 1;",
                            "float sum; for (;;) { n ? sum += 1 : sum = 2; }",
                            "float sum[2]; sum[0] = sum[1] = 0; sum[1] += 2;",
                            "float sum[2] = {}; sum[1] += 2;",
                            "float sum[2]; f(sum); sum[1] += 2;",
                            "float sum; for (;;) { if (n > 2 && p[0] > sum) n = 3; sum = p[1]; }",
                            "float sum; for (int i = 0; i < n && (i == 0 || p[i] > sum); ++i) sum = p[i];",
                            "float sum; for (int i = 0; i < n; ++i, sum += 1) sum = p[i];",
                            "float sum; for (int i : p) sum = i;",
                            "float sum; sum = set(sum);",
                            "float sum[9]; for (;;) sum[n] = n ? sum[n - 1] : 0;",
                            "int sum; sum = sizeof(sum);",
                            "int sum; n = p.sum; sum = 3;",
                            "float sum; asm(\"\" : \"=f\"(sum)); sum += 1;",
                            "float sum; sum = p[0]; n = sum > 1;",
                            "float sum; for (int i = 0; i < n; ++i) { if (i == 0) sum = 0; sum += p[i]; }",
                            "float sum; do { sum = p[n]; } while (sum > 1);",
                            "int sum; f<sum>(n); sum = 1;",
                            "int* sum; sum = &n; *sum += 1;",
                            "__shared__ float sum[4]; sum[n] += 1;",
                            "__shared__ int sum; sum += 1;",
                            "float sum; p.sum += 1;",
                            "struct S { int sum; void f() { sum += 1; } };",
                            "class : S { float sum; void f() { sum *= 2; } } s;"}) {
    INFO(right);
    CHECK(unset(right).empty());
  }
  CHECK(tried::find_unset(source_of("int main() { int a; a += 1; }")).empty());
}

TEST_CASE("tiles of several warps are named") {
  const auto found =
      refusals(source_of("# 1 \"mine.cu\"\n__global__ void k() {\n  auto a = tiled_partition<32>(b);\n"
                         "  auto c = tiled_partition<256>(b);\n}\n"));
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:3: tiled_partition: tiles of more than 32 threads"));
}

TEST_CASE("a kernel that allocates is named; what both sides may run is not, nor is a new object in a given place") {
  const auto found = refusals(source_of(
      "# 1 \"mine.cu\"\n__global__ void k() { int* p = (int*)malloc(4); }\n"
      "__device__ int* f() { return new int[2]; }\n__device__ void g(void* p) { new (p) int; pool.malloc(4); }\n"
      "__host__ __device__ int* h() { return new int; }\nint* i() { return (int*)malloc(4); }\n"));
  REQUIRE(found.size() == 2);
  CHECK_THAT(found[0], ContainsSubstring("mine.cu:1: malloc: memory that a kernel allocates"));
  CHECK_THAT(found[1], ContainsSubstring("mine.cu:2: new: memory that a kernel allocates"));
}

TEST_CASE("tried: a program's macros change nothing of the headers, and are no words of CUDA C++") {
  const TemporaryFolder folder;
  const std::string file = folder.path / "macros.cu", compile = FILES "/../../tools/try/compile.sh '" BUILD "' ";
  const auto compiled = [&](const std::string& flags, const std::string& text) {
    std::ofstream(file) << text;
    return run_executable("bash",
                          compile + shell_quoted(folder.path / "o") + " " + flags + " -- " + shell_quoted(file));
  };
  std::vector<std::string> names{"TILE",  "WARP",  "BLOCK", "MAX",  "swap", "min",
                                 "value", "count", "bytes", "mask", "real"};
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    names.push_back({letter});
    names.push_back({static_cast<char>(std::toupper(letter))});
  }
  std::string defines, flags;
  for (const std::string& name : names) {
    defines += "#define " + name + " (\n";
    flags += "-D " + name + "='( ' ";
  }
  const std::string program =
      "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cuda/atomic>\n#include "
      "<nccl.h>\n"
      "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n__global__ void kernel() {}\nint main() {}\n";
  CHECK(compiled("", defines + program).err == "");
  CHECK(compiled(flags, program).err == "");
  CHECK(compiled("-DNDEBUG '-D F(x)=x' -D G", "int main() { static_assert(F(G) == 1); assert(false + 0 x); }").err ==
        "");
  for (const std::string name : {"__global__", "__device__", "threadIdx"}) {
    const Outcome outcome = compiled("-D " + name + "=", program);
    CHECK(outcome.status == 2);
    CHECK(outcome.err == "macros.cu: " + name + " is a word of CUDA C++, and is no macro (-D, #define)\n");
    CHECK(compiled("", "#define " + name + "\n" + program).err == outcome.err);
  }
}

namespace {

// All that is refused, "WHERE: WHY", of a program that includes these of the system's.
std::string refused(const std::string& program, tried::Judged judged = tried::Judged::program) {
  std::string all;
  for (const std::string& refusal :
       refusals(source_of("# 1 \"/usr/include/stdlib.h\" 1 3\nextern int rand(void); extern int abs(int);\n"
                          "# 1 \"/usr/include/c++/12/algorithm\" 1 3\nnamespace std { template <class T> void "
                          "sort(T, T); template <class T> constexpr T max(T, T); }\n"
                          "# 1 \"/usr/include/c++/12/cmath\" 1 3\nnamespace std { constexpr float sqrt(float); }\n"
                          "# 1 \"launch.hpp\" 1 3\ntemplate <typename F> void launch(F f); void sync(float);\n"
                          "# 1 \"a.cu\" 2\n" +
                          program),
                judged))
    all += refusal + "\n";
  return all;
}

const std::string shared = "__attribute__((aligned(128), abi_tag(\"shared\"))) __constinit thread_local ";

}  // namespace

TEST_CASE("sides: what one side has of the other's is refused, as nvcc refuses it") {
  // why: with its line in front.
  const auto check = [](const std::string& program, const std::string& why) {
    INFO(program);
    CHECK_THAT(refused(program), ContainsSubstring("a.cu:" + why));
  };
  const std::string by_kernel = "a function of the host, which no kernel can call";
  check("int f(int a) { return a; }\n__global__ void k(int* p) {\n*p = f(1); }", "3: f: " + by_kernel);
  check("template <class T> T f(T a) { return a; } __device__ int g() { return f<int>(1); }", "1: f: " + by_kernel);
  check("__device__ int f() { return 1; } int main() { return f(); }",
        "1: f: a function of the device, which the host can neither call nor hand on");
  check("__device__ int f(int a) { return a; } void g(int (*)(int)); int main() { g(f); }",
        "1: f: a function of the device, which the host can neither call nor hand on");
  const std::string handed =
      "__global__ void k(int* p, int (*h)(int)) {} __host__ __device__ int both(int a) { return a; } "
      "__device__ int f(int a) { return a; } __device__ int (*t[])(int) = {f, both};\n";
  for (const std::string argument : {"p, f", "p, &f", "p, (T)f", "p, static_cast<T>(f)", "S{f}, p"})
    check(handed + "int main() { k<<<1, 1>>>(" + argument + "); run([] __device__ { f(1); }); }",
          "2: f: a function of the device, which the host can neither call nor hand on");
  for (const std::string argument : {"p, both", "p, &both", "both, p"})
    check(handed + "int main() { k<<<1, 1>>>(" + argument + "); }", "2: both: handed to a kernel, it is a function of");
  CHECK(refused(handed + "int main() { k<<<1, 1>>>(p, sum(both), q[both(1)]); }") == "");
  check("__global__ void k(char* p) { *p = strlen(p); }", "1: strlen: of the host's library");
  check("__global__ void k(int* p) { std::vector<int> v; }", "1: vector: of the host's library");
  check("__global__ void k(int* p) { ((::std::atomic<int>*)p)->store(1); }", "1: atomic: of the host's library");
  check("__global__ void k(int* p) {} int main() { k(0); }", "1: k: a kernel is not called, but launched");
  check("__global__ void k(int* p) {} int f(int a) { return 0 < a && a > k(0); }", "1: k: a kernel is not called");
  check("__global__ void k(int* p) { if (p[0] < 2 && p[1] > 1) k(p); }", "1: k: a kernel is not called");
  check("template <int n> __global__ void k(int* p) {} __global__ void l() { k<3>(0); }",
        "1: k: a kernel is not called");
  check("void k(int* p) {} int main() { k<<<1, 1>>>(0); }", "1: k: is launched, and no kernel");
  check("__device__ void k(int* p) {}\nint main() { launch(k, 1); }", "1: k: is launched, and no kernel");
  check("__device__ void k(int* p) {}\nint main() { launch(::k, 1); }", "1: k: is launched, and no kernel");
  const std::string object = "struct S { S() {} S(int a); int f() { return 1; } __device__ int g(); }; ";
  check(object + "__global__ void k(S* s) {\n*s.f(); }", "2: f: " + by_kernel);
  check(object + "__device__ int h(S* s) { return s->f() + s->g(); }", "1: f: " + by_kernel);
  for (const std::string made : {"S s;", "S s[2];", "S s(1);", "S s{};", "f(S());", "return S{1, 2};", "S s = S(1);"})
    check(object + "__device__ int h() {\n" + made + " }", "2: S: " + by_kernel);
  check("template <class T> struct S { S(T) {} }; __global__ void k() { S<int> s(1); }", "1: S: " + by_kernel);
  check("int f(int a); __global__ void k() { int (*p)(int) = f; }", "1: f: " + by_kernel);
  check("int f(int a); __global__ void k() { g(1, &f); }", "1: f: " + by_kernel);
  check("int f(int a); __global__ void k(int* p) <% p<:0:> = f(1); %>", "1: f: " + by_kernel);
  check("__global__ void k(int* p) { if (p[0] and not strlen(0)) p[1] = 0; }", "1: strlen: of the host's library");
  check("__global__ void k(int* p) { std::sort(p, p + 2); }", "1: sort: of the host's library");
  check("__global__ void k(int* p) { std::sort<int*>(p, p + 2); }", "1: sort: of the host's library");
  check("using namespace std; __global__ void k(int* p) { sort(p, p + 2); }", "1: sort: of the host's library");
  for (const std::string made : {"S s;", "S s{1};", "S s = t;", "S s[2];"})
    check("struct S { ~S() {} int a; }; __device__ void h(S& t) {\n" + made + " }", "2: ~S: " + by_kernel);
  check("__global__ void k(int* p) { throw 1; }", "1: throw: a GPU has no exceptions");
  check("__global__ void k(int* p) { try { *p = 1; } catch (...) {} }", "1: try: a GPU has no exceptions");
  check("__global__ void k() { " + shared + "int s = 3; }", "1: __shared__: takes no initial value");
  check("__global__ void k() { " + shared + "int s[2]{}; }", "1: __shared__: takes no initial value");
  check("__global__ void k(int* p) { static int n; *p = n++; }", "1: static: one variable of all threads");
  check("__device__ int x; int main() { x = 3; }", "1: x: of the device");
  check("__device__ int x[3]; int main() { cudaMemcpy(x, 0, 4); }", "1: x: of the device");
  check("__device__ int x[3]; __global__ void k(int* p) {} int main() { k<<<1, 1>>>(x); }", "1: x: of the device");
  check("__attribute__((abi_tag(\"constant\"))) float c[3]; int main() { return c[1]; }", "1: c: of the device");
  check("int main() { return threadIdx.x; }", "1: threadIdx: a kernel has it");
}

TEST_CASE("sides: what nvcc takes with --expt-relaxed-constexpr alone is a program's, and no answer's") {
  const std::string functions = "constexpr int f(int a) { return a; } struct S { constexpr S(int a) {} };\n";
  for (const auto& [body, name] : std::vector<std::pair<std::string, std::string>>{
           {"p[0] = f(p[1]);", "f: a function of the host"},
           {"constexpr int n = f(1); p[0] = n;", "f: a function of the host"},
           {"int a[f(2)]; p[0] = a[p[1]];", "f: a function of the host"},
           {"S s(1);", "S: a function of the host"},
           {"p[0] = std::max(p[1], 2);", "max: of the host's library"},
           {"p[0] = std::max<int>(p[1], 2);", "max: of the host's library"},
           {"p[0] = std::sqrt(2.0f) + max(p[1], 2) + sizeof(f(1));", ""}}) {
    const std::string program = functions + "__global__ void k(int* p) { " + body + " }";
    INFO(body);
    CHECK(refused(program) == "");
    const std::string said = refused(program, tried::Judged::answer);
    if (name.empty())
      CHECK(said == "");
    else
      CHECK_THAT(said, StartsWith("a.cu:2: " + name));
  }
  CHECK(refused("constexpr __host__ __device__ int f() { return 1; } __global__ void k(int* p) { *p = f(); } constexpr "
                "int g() { return 1; } constexpr int h = g(); __global__ void l(int* p) { *p = h; }",
                tried::Judged::answer) == "");
}

TEST_CASE("sides: what nvcc takes is taken") {
  for (const std::string& program : std::vector<std::string>{
           "__host__ __device__ int f() { return rand(); } __global__ void k(int* p) { *p = f(); } int main() { return "
           "f(); }",
           "int f() { return 1; } __device__ int f(int a) { return a; } __global__ void k(int* p) { *p = f(1); }",
           "constexpr int f() { return 1; } __global__ void k(int* p) { *p = f(); }",
           "struct S { int f(); __device__ int g() { return ::f(1); } }; __device__ int f(int); __global__ void k(S s) "
           "{ s.g(); }",
           "int f() { return 1; } __global__ void k(int* p) { int f[3]; *p = f[0]; auto g = [](int f) { return f; }; "
           "g(f(1)); }",
           "__global__ void k(int* p) { *p = abs(*p); sync(3); my::vector<int> v; int time = 3; *p = time; }",
           "__global__ void k(int* p); template __global__ void l<3>(int*); int main() { k<<<1, 1>>>(0), l<3> <<<1, "
           "1>>>(0); use(k); }",
           "__global__ void k(int* p) { cuda::std::atomic_ref<int> a(*p); ::cuda::std::atomic<int> b; }",
           "extern \"C\"__global__ void k(int* p) { *p = threadIdx.x; }",
           "void k() {} __global__ void k(int* p) {} int main() { k(), k<<<1, 1>>>(0); }",
           "void f() {} struct T { void launch(void (*)()); }; int main() { T t; t.launch(f); }",
           "void launch(void (*)()); void f() {} int main() { launch(f); }",
           "__global__ void k(int* p, int (*f)(int)); int both(int a); __device__ int (*t)(int) = both; int main() { "
           "k<<<1, 1>>>(p, t_on_device); g(both); k<<<both(1), 1>>>(p, h); make<v<v<int>>>(both); }",
           "__global__ void k() { " + shared + "int s[4]; extern " + shared + "int t[]; " + shared +
               "struct { int a; } u; }",
           "__global__ void k() { static " + shared + "int s; static const int t[2] = {1, 2}; static_assert(true); }",
           "static __device__ int x; template <class T> void give(T& t); int main() { cudaMemcpyToSymbol(x, 0, 4); "
           "give(x); }",
           "__device__ int x; int f(int x) { return x; } int main() { run([=] __device__() { x = threadIdx.x; }); }",
           "__device__ const int x = 3; __device__ __managed__ int y; int main() { return x + y; }",
           "uint3 threadIdx; int f() { return threadIdx.x; }",
           "struct S { S() = default; __host__ __device__ S(int a); S(const char* a); }; __global__ void k() { S s; S "
           "t(1), u[2]; S v = t; }",
           "struct S { S(int a); }; __global__ void k(S s) { S t = s, u(s); S* p = &u; S v(*p); use(sizeof(S(1))); }",
           "struct S { constexpr S() {} }; struct T { S s; int n; }; __global__ void k() { S s; T t{{}, 1}; T u; }",
           "struct S { S() {} int f(); }; struct T { __device__ T(S s, int n); __device__ int f(); }; __global__ void "
           "k(T t) { t.f(); T u = t; }",
           "struct S { S(int a) {} }; __global__ void k(int* p) { int S(2); *p = S; }",
           "int sum(int* p); struct S { int a, sum; __device__ int f() { return sum; } };",
           "int sum(int a); enum class Op { sum, product }; __global__ void k(Op o) { if (o == Op::sum) return; }",
           "int f(int a); __global__ void k(int* p) { struct L { int f(int a) { return a; } } l; *p = l.f(1); }",
           "int f(int a); __global__ void k(int* p) { decltype(f(1)) a = 1; static_assert(noexcept(f(1)) || true); }",
           "int f(int a); struct S { int (*f)(int); }; __global__ void k(S s, int* p) { *p = s.f(1); }",
           "__global__ void k(int* p) { *p = std::max(*p, 1) + max(*p, 2); mine::sort(p, p); sort(p); }",
           "int f() { try { throw 1; } catch (int a) { return a; } } __global__ void k(int* p) { *p = 1; }",
           "int main() { std::sort(p, p); S s; }",
           "using namespace std; __device__ void sort(int*, int*); __global__ void k(int* p) { sort(p, p); "
           "mine::sort(p); "
           "s.sort(p); }",
           "struct S { ~S() {} }; struct T { __device__ ~T() {} }; __device__ void h(S& s, T& t) { S* p = &s; T u = t; "
           "}",
           "__global__ void add(int* p) { auto add = [](int a, int b) { return a + b; }; *p = add(1, 2); }",
           "__global__ void sum(int* p) {} int f(int n) { std::vector<int> sum(n); return sum(0); }",
           "__global__ void k(int* p) {} int f(int n) { std::function<int(int)>* k{f}; return k(n); }",
           "struct A {}; template <class T> struct B {}; B<::A> b;",
           "template <class T> __global__ void k(int* p) {} int main() { k<v<v<int> > > << <1, f<int>(2) >> >(0); "
           "k<int> << < 1, 1 >>> (0); k<int><<<1, 1>> > (0); v<v<v<int> > > a; v<v<int> > (0); }"}) {
    INFO(program);
    CHECK(refused(program) == "");
  }
}
