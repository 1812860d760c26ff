#include "ladder/engine/emulator/executable/executable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>

namespace ladder::emulator {

ExecutableFile::ExecutableFile() : file_(open("/proc/self/exe", O_RDONLY | O_CLOEXEC)) {
  elf_version(EV_CURRENT);
  elf_ = file_ < 0 ? nullptr : elf_begin(file_, ELF_C_READ_MMAP, nullptr);
  if (elf_ == nullptr) {
    if (file_ >= 0) close(file_);
    throw std::runtime_error("cannot read this executable: /proc/self/exe");
  }
  dwarf_ = dwarf_begin_elf(elf_, DWARF_C_READ, nullptr);
}

ExecutableFile::~ExecutableFile() {
  dwarf_end(dwarf_);
  elf_end(elf_);
  close(file_);
}

Dwarf_Word number(Dwarf_Die entry, unsigned attribute, Dwarf_Word otherwise) {
  Dwarf_Attribute found;
  Dwarf_Word value = otherwise;
  dwarf_formudata(dwarf_attr_integrate(&entry, attribute, &found), &value);
  return value;
}

}  // namespace ladder::emulator
