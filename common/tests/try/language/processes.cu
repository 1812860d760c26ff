// Right programs that handle signals, make processes, have options and free memory at their end. processes HOW
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void count(int* out) { out[threadIdx.x] = threadIdx.x; }

sigjmp_buf before;
void go_back(int) { siglongjmp(before, 1); }

int launch_nothing(void*) { return 3; }

// As if nobody had been there before: neither files that are open, nor options that were read.
bool begins_anew(int count, char** words) {
  if (fetestexcept(FE_ALL_EXCEPT) != 0 || errno != 0 || optind != 1 || opterr != 1 || optarg != nullptr) return false;
  struct stat program, file;
  stat("/proc/self/exe", &program);
  for (int i = 3; i < 100; ++i) {
    if (fstat(i, &file) == 0 && file.st_ino == program.st_ino) return false;
  }
  return getopt(count, words, "+a:") == 'a' && atoi(optarg) == 5 && getopt(count, words, "+a:") == -1 && optind == 3;
}

struct Array {
  int* numbers = nullptr;
  ~Array() { cudaFree(numbers); }
} of_all;
int* of_main = nullptr;

bool counts() {
  int *numbers, last = 0;
  cudaMallocManaged(&numbers, 4096);
  count<<<1, 32>>>(numbers);
  cudaDeviceSynchronize();
  last = numbers[31];
  cudaFree(numbers);
  return last == 31;
}

int main(int count, char** arguments) {
  if (count > 2 && !begins_anew(count, arguments)) return 5;
  const char* const how = arguments[1];
  char* words[] = {arguments[0], strdup("as_child"), nullptr};
  char* nothing[] = {nullptr};
  alignas(16) static char stack[1 << 16];
  int status = 0;
  if (strcmp(how, "handles_faults") == 0) {
    signal(SIGSEGV, go_back);
    if (signal(SIGSEGV, go_back) != go_back) return 2;
    if (sigsetjmp(before, 1) == 0) *(volatile int*)8 = 1;
  }
  if (strcmp(how, "frees_at_exit") == 0) {
    cudaMalloc(&of_all.numbers, 4096);
    cudaMalloc(&of_main, 4096);
    atexit([] { cudaFree(of_main); });
  }
  if (strcmp(how, "daemon") == 0 && daemon(1, 1) != 0) return 2;
  if (!counts()) return 1;
  if (strcmp(how, "status_of_child") == 0 && fork() == 0) return 3;
  if (strcmp(how, "clone") == 0) clone(launch_nothing, stack + sizeof stack, SIGCHLD, nullptr);
  if (strcmp(how, "calls_itself") == 0 && vfork() == 0) {
    execve("/proc/self/exe", words, nothing);
    _exit(4);
  }
  if (wait(&status) > 0) printf("the child ends with %d\n", WEXITSTATUS(status));
}
