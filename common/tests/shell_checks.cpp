// Temporary folders: new ones, and nobody else's.
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "ladder/base/shell.hpp"

using ladder::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

// The system's folder of temporary files is another one for as long as this lives.
class OtherTemporaryPlace {
 public:
  explicit OtherTemporaryPlace(const fs::path& place) : before_(fs::temp_directory_path()) {
    setenv("TMPDIR", place.c_str(), 1);
  }
  ~OtherTemporaryPlace() { setenv("TMPDIR", before_.c_str(), 1); }

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("a temporary folder is new, its owner's alone, and goes with what is in it") {
  fs::path path;
  {
    const TemporaryFolder folder;
    path = folder.path;
    CHECK(fs::is_empty(path));
    CHECK(fs::status(path).permissions() == fs::perms::owner_all);
    CHECK(TemporaryFolder().path != path);
    std::ofstream(path / "file") << "text";
  }
  CHECK(!fs::exists(path));
}

// Names that a process number and a count make can be guessed, and taken before.
TEST_CASE("a temporary folder is none that was there, and leaves what others put there") {
  const TemporaryFolder place;
  const OtherTemporaryPlace other(place.path);
  for (int i = 1; i < 100; ++i) {
    const auto taken = place.path / ("ladder_" + std::to_string(getpid()) + "_" + std::to_string(i));
    fs::create_directory(taken);
    std::ofstream(taken / "file") << "text";
  }
  { CHECK(fs::is_empty(TemporaryFolder().path)); }
  for (const auto& taken : fs::directory_iterator(place.path)) CHECK(fs::exists(taken.path() / "file"));
}

TEST_CASE("where there is no place for a temporary folder, that is said") {
  const OtherTemporaryPlace other("/proc");
  CHECK_THROWS_AS(TemporaryFolder(), fs::filesystem_error);
}
