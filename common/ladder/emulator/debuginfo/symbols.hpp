// The symbols of this executable that the emulator has to know of, from its ELF symbol table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ladder::emulator {

// A static kernel of a chapter is a static_function.
enum class SymbolKind { kernel, static_function, variable, protected_variable, thread_local_variable };

struct Symbol {
  SymbolKind kind;
  std::string name;      // as the linker has it
  std::uintptr_t value;  // an offset in this executable, or in its thread-local segment
  std::size_t size;

  // The variable's own name: what stands behind the last "::" of "void transpose<32u>(float const*, ...)::tile".
  std::string short_name() const;
  // Whether it is a variable of a function; of this one, whose name is given as the linker has it: one of _Z<name> is
  // called _ZZ<name>E<variable> (Itanium C++ ABI, 5.1.6).
  bool is_local() const { return name.starts_with("_ZZ"); }
  bool is_local_to(const std::string& function) const;
};

// All kernels, static functions and variables of this executable; read_symbols() finds them (elf_symbols.cpp). Both
// throw std::runtime_error where the table cannot be read or has been stripped.
const std::vector<Symbol>& symbols();
std::vector<Symbol> read_symbols();

// A function as its source has it, of its name as the linker has it: "transpose<32u>".
std::string function_name(const std::string& symbol);

// The kernel as its source has it: "transpose<32u>". Empty where there is none.
std::string kernel_name(const void* kernel);

// The size of the kernel's code in bytes; 0 where there is no such kernel.
std::size_t code_bytes(const void* kernel);

}  // namespace ladder::emulator
