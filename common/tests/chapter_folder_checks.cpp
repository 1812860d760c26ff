// Whether each chapter's folder has what makes it whole: planted bugs, and an exercise that can be checked.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// Lines of the file that start with these words; 0 where there is no such file.
int lines_starting_with(const std::string& words, const fs::path& path) {
  std::ifstream file(path);
  int count = 0;
  for (std::string line; std::getline(file, line);) count += line.starts_with(words) ? 1 : 0;
  return count;
}

// A chapter is a folder with variants.cu.
std::vector<fs::path> chapters() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(SOURCES)) {
    if (fs::exists(entry.path() / "variants.cu")) found.push_back(entry.path());
  }
  return found;
}

bool is_exercise(const fs::directory_entry& entry) {
  return entry.is_directory() && entry.path().filename().string().starts_with("exercise");
}

void check_exercise(const fs::path& folder) {
  INFO(folder.string());
  for (const char* file : {"exercise.cuh", "launch.cu", "questions.cpp", "solution.cuh"}) {
    INFO(file);
    CHECK(fs::exists(folder / file));
  }
  CHECK(lines_starting_with("## Hint ", folder / "hints.md") == 3);
  CHECK(lines_starting_with("plant_empty_blank(", folder / "mistakes.cmake") == 1);
  CHECK(lines_starting_with("plant(", folder / "mistakes.cmake") > 0);
}

}  // namespace

TEST_CASE("every chapter has planted bugs and an exercise") {
  CHECK_FALSE(chapters().empty());
  for (const fs::path& chapter : chapters()) {
    INFO(chapter.string());
    CHECK(lines_starting_with("plant(", chapter / "planted_bugs.cmake") > 0);
    CHECK(fs::exists(chapter / "exercise"));
    for (const auto& entry : fs::directory_iterator(chapter)) {
      if (is_exercise(entry)) check_exercise(entry.path());
    }
  }
}

TEST_CASE("the first steps have three exercises") {
  int exercises = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SOURCES) / "docs/first_steps")) {
    if (!is_exercise(entry)) continue;
    check_exercise(entry.path());
    ++exercises;
  }
  CHECK(exercises == 3);
}
