// Programs that end in other ways than by returning from main(): each has a race, and what is found is reported all the
// same. ends HOW
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

__global__ void race(int* out) { out[0] = threadIdx.x; }

// By pointers that the host gives them, as nvcc refuses a call of the function.
__global__ void leave_program(int* out, void (*exit)(int)) {
  if (threadIdx.x == 1) exit(3);  // in_kernel
  out[threadIdx.x] = 1;
}

__global__ void leave_at_once(int* out, void (*_exit)(int)) {
  _exit(3);  // at_once_in_kernel
  out[0] = 1;
}

__global__ void wait_for_local(int* out) {
  volatile int round = 0;
  while (round >= 0) round = round > 1000 ? 0 : round + 1;  // for_local
  out[0] = round;
}

__global__ void wait_for_global(volatile int* out) {
  while (out[0] >= 0) {  // for_global
  }
}

__device__ __noinline__ unsigned wander(unsigned seed) {
  while (seed != 0) seed = seed % 7 + 1;  // in_function
  return seed;
}
__global__ void wander_on(int* out) { out[0] = wander(out[0] + 1); }

jmp_buf before;
__global__ void jump(int* out, void (*longjmp)(jmp_buf, int)) {
  longjmp(before, 1);  // jump_in_kernel
  out[0] = 1;
}

unsigned descend(unsigned depth) {
  volatile unsigned room[64] = {depth};
  return descend(room[0] + 1) + room[depth % 64];
}

struct AtEnd {
  int* out = nullptr;
  ~AtEnd() {
    if (out != nullptr) race<<<1, 32>>>(out);  // in_destructor
  }
} at_end;

int race_as_child(void* ends_itself) {
  int* out;
  cudaMalloc(&out, 4096);
  race<<<1, 32>>>(out);
  cudaFree(out);
  if (ends_itself != nullptr) exit(0);
  return 0;
}

void leave(int, siginfo_t*, void*) { _exit(0); }

int main(int, char** arguments) {
  const char* const how = arguments[1];
  alignas(16) static char stack[1 << 20];
  char* const again[] = {arguments[0], strdup("returns"), nullptr};
  char* const nothing[] = {nullptr};
  int* out;
  cudaMalloc(&out, 4096);
  cudaMemset(out, 0, 4096);
  if (strcmp(how, "in_child") == 0) {
    int status = 0;
    if (fork() != 0) return wait(&status) == 0;
  }
  if (strcmp(how, "in_itself") == 0) {
    int status = 0;
    if (fork() != 0) return wait(&status) == 0;
    execl("/proc/self/exe", arguments[0], "returns", nullptr);
  }
  if (strcmp(how, "in_cleared_child") == 0) {
    int status = 0;
    if (vfork() != 0) return wait(&status) == 0;
    execve("/proc/self/exe", again, nothing);
    _exit(0);
  }
  if (strcmp(how, "in_clone") == 0 || strcmp(how, "in_lost_clone") == 0) {
    int status = 0;
    clone(race_as_child, stack + sizeof stack, SIGCHLD, strcmp(how, "in_clone") == 0 ? stack : nullptr);
    return wait(&status) == 0;
  }
  if (strcmp(how, "killed_child") == 0) {
    const pid_t child = fork();
    int status = 0;
    if (child != 0) return wait(&status) == 0;
  }
  if (strcmp(how, "in_daemon") == 0 && daemon(0, 0) != 0) return 2;
  if (strcmp(how, "in_late_child") == 0) {
    if (fork() != 0) return 0;
    sleep(2);
  }
  if (strcmp(how, "handles_faults") == 0) {
    struct sigaction action {};
    action.sa_sigaction = leave;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
    out[0] = 1;  // on_host
  }
  if (strcmp(how, "thread") == 0) {
    std::thread([] {
      usleep(100'000);  // until main() has ended
      race_as_child(nullptr);
    }).detach();
    pthread_exit(nullptr);
  }
  race<<<1, 32>>>(out);  // race
  cudaDeviceSynchronize();
  if (strcmp(how, "_exit") == 0) _exit(0);
  if (strcmp(how, "_Exit") == 0) _Exit(0);
  if (strcmp(how, "quick_exit") == 0) quick_exit(0);
  if (strcmp(how, "system_call") == 0) syscall(SYS_exit_group, 0);
  if (strcmp(how, "recursion") == 0) printf("%u\n", descend(0));
  if (strcmp(how, "jump_in_kernel") == 0 && setjmp(before) == 0) jump<<<1, 1>>>(out, longjmp);
  if (strcmp(how, "execl") == 0) execl("/bin/echo", "echo", "another", "program", nullptr);
  if (strcmp(how, "execvp") == 0) {
    char* words[] = {strdup("echo"), strdup("another"), strdup("program"), nullptr};
    execvp("echo", words);
  }
  if (strcmp(how, "fexecve") == 0) fexecve(open("/proc/self/exe", O_RDONLY), again, nothing);
  if (strcmp(how, "killed_child") == 0) raise(SIGKILL);
  if (strcmp(how, "pthread_exit") == 0) pthread_exit(nullptr);
  if (strcmp(how, "elsewhere") == 0 && freopen("/dev/null", "w", stdout) == nullptr) return 2;
  if (strcmp(how, "at_quick_exit") == 0) {
    at_quick_exit([] { _exit(0); });
    quick_exit(0);
  }
  if (strcmp(how, "other_user") == 0 && geteuid() == 0 && setuid(65534) != 0) return 2;
  if (strcmp(how, "signal") == 0) raise(atoi(arguments[2]));
  if (strcmp(how, "kills_its_group") == 0) kill(0, SIGKILL);
  if (strcmp(how, "waiting") == 0) pause();
  if (strcmp(how, "daemon") == 0 && fork() == 0) {
    setsid();
    execl("/bin/sleep", "sleep", "3600.25", nullptr);
  }
  if (strcmp(how, "deaf") == 0 && signal(SIGTERM, SIG_IGN) != SIG_ERR) pause();
  if (strcmp(how, "deaf_child") == 0 && fork() == 0) pause();
  if (strcmp(how, "closed") == 0) {
    for (int i = 0; i < 1024; ++i) close(i);
  }
  if (strcmp(how, "closed_range") == 0) syscall(SYS_close_range, 3u, ~0u, 0u);
  if (strcmp(how, "left_child") == 0) {
    if (fork() == 0) sleep(60), exit(0);
    raise(SIGKILL);
  }
  if (strcmp(how, "threads_exit") == 0) {
    for (int i = 0; i < 4; ++i) std::thread([] { exit(0); }).detach();
    pause();
  }
  if (strcmp(how, "no_byte") == 0) {
    const rlimit none{};
    setrlimit(RLIMIT_FSIZE, &none);
  }
  if (strcmp(how, "killed_in_kernel") == 0) std::thread([] { sleep(1), raise(SIGKILL); }).detach();
  if (strcmp(how, "heap") == 0) {
    int* const short_one = static_cast<int*>(malloc(16));
    cudaMemcpy(short_one, out, 4096, cudaMemcpyDeviceToHost);
    free(short_one);
    free(malloc(4000));
    abort();
  }
  if (strcmp(how, "in_kernel") == 0) leave_program<<<1, 32>>>(out, exit);
  if (strcmp(how, "at_once_in_kernel") == 0) leave_at_once<<<1, 1>>>(out, _exit);
  if (strcmp(how, "for_local") == 0) wait_for_local<<<1, 1>>>(out);
  if (strcmp(how, "for_global") == 0 || strcmp(how, "killed_in_kernel") == 0) wait_for_global<<<1, 1>>>(out);
  if (strcmp(how, "in_function") == 0) wander_on<<<1, 1>>>(out);
  if (strcmp(how, "in_destructor") == 0) at_end.out = out;
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorName(error));
}
