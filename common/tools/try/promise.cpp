// What ./learn try learns of a process that tells nothing at its end, as SIGKILL leaves it no time: marks, and the
// report as it stood.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "tools/try/program.hpp"

namespace ladder::tried {
namespace {

std::filesystem::path told, promise;  // folders: the program may have allowed no byte to be written
int open_told = -1;                   // the first of them: the program may become a user who cannot reach it

// A file that is memory: what stands in it stays, however the process ends, and whatever it does to its descriptors.
constexpr std::size_t room = 1 << 22;
char* kept = nullptr;  // null: there can be none
std::string kept_at;

// Beside that of a program whose place this one has taken.
void make_room() {
  kept = nullptr;
  rlimit most{};
  if (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur < room) return;
  kept_at = told.parent_path() / "kept" / std::to_string(getpid());
  while (access(kept_at.c_str(), F_OK) == 0) kept_at += '+';
  const int file = open(kept_at.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  void* const memory = posix_fallocate(file, 0, room) == 0
                           ? mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                           : MAP_FAILED;
  if (memory != MAP_FAILED) kept = static_cast<char*>(memory);
  close(file);
}

}  // namespace

void promise_report() {
  std::error_code none;
  if (told.empty()) {
    told = std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / "told";
    open_told = open(told.c_str(), O_PATH | O_CLOEXEC);
  }
  promise = told / std::to_string(getpid());
  if (mkdir(promise.c_str(), 0700) != 0 && errno == EEXIST) mkdir((told / "broken").c_str(), 0700);
  make_room();
}

bool can_keep() { return kept != nullptr; }
void keep_so_far(const std::string& text, const std::string& json) {
  if (!can_keep()) return;
  const std::size_t end = text.copy(kept, room / 2);
  const bool fits = json.size() < room - end - 1;  // a part of it would be none
  kept[end] = 0;
  kept[end + 1 + (fits ? json.copy(kept + end + 1, json.size()) : 0)] = 0;
}

void keep_promise(const std::string& outcome) {
  if (outcome.empty()) keep_so_far("", "");
  if (can_keep() && kept[0] == 0) unlink(kept_at.c_str());  // a program may have a thousand children
  if (!outcome.empty() && mkdir((told / outcome).c_str(), 0700) != 0 && errno == EACCES)
    mkdirat(open_told, outcome.c_str(), 0700);
  if (rmdir(promise.c_str()) != 0 && errno == EACCES) unlinkat(open_told, promise.filename().c_str(), AT_REMOVEDIR);
}

bool has_promised() { return !promise.empty(); }

}  // namespace ladder::tried
