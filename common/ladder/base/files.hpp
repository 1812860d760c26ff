// Files, read and written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ladder {

// The file's text; empty where it cannot be read.
std::string contents(const std::filesystem::path& file);

// The same of a file that a user names. Throws Failure(bad_usage) where it cannot be read.
std::string text_of_file(const std::string& path);

// Without their line ends.
std::vector<std::string> lines_of(const std::string& text);

// A file that appears whole or not at all: written beside its place and moved there by commit(). A signal that ends the
// program leaves nothing behind.
class OutputFile {
 public:
  // "-": standard output; "": nowhere. option: the one that named the file, for messages. Throws Failure(bad_usage)
  // where the file cannot be created; before commit() nothing stays on the disk.
  explicit OutputFile(const std::string& path, const std::string& option = "--json");
  // Throws std::runtime_error where the text cannot be written in full.
  void commit(const std::string& text);

 private:
  std::string path_, option_, temporary_;
  int device_ = -1;  // where it is none of those that another can take the place of
};

}  // namespace ladder
