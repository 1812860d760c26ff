// A main() that is a member's, and another one in a namespace: neither is the program's.
struct Solver {
  int main();
};
int Solver::main() { return 0; }
namespace solver {
int main() { return Solver().main(); }
}  // namespace solver
