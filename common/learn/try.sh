#: ./learn try [OPTIONS] FILE.cu... [-- ARGUMENTS]
#:     Compiles a whole CUDA program, of one or several files, as nvcc would, runs
#:     it on the emulator, and says what each launch did: hazards, counters, limits;
#:     and what its host code does wrong. ARGUMENTS go to the program.
#:     -I DIR, -D NAME, -std=c++20   as for nvcc
#:     --observe SECONDS  how long to observe each kernel: 10, or inf; the rest of a
#:                     large or repeated launch just runs, a hundred times as fast
#:     --limits        what limits each launch, with the arithmetic
#:     --report FILE   the report goes there, not behind the program's own output
#:     --json FILE     and as JSON there
#:     --trace FILE    with the requests of each launch's first block, one by one
#:     A program is somebody's code, and runs as you. docs/try.md has the rest.
#:     Example: ./learn try docs/examples/whole_program.cu
# shellcheck shell=bash

# Sets files, flags (for the compiler), wishes (for the report) and arguments (the program's).
parse_try() {
  local argument
  files=()
  flags=()
  wishes=()
  arguments=()
  while (($# > 0)); do
    argument=$1
    shift
    case $argument in
      --) arguments=("$@") && break ;;
      -I | -D)
        (($# > 0)) || die 2 "try: $argument takes a value"
        flags+=("$argument" "$1") && shift
        ;;
      -I* | -D* | -std=*) flags+=("$argument") ;;
      --limits) wishes+=("$argument") ;;
      --report | --json | --trace | --show | --gpu | --observe)
        (($# > 0)) || die 2 "try: $argument takes a value"
        wishes+=("$argument" "$1") && shift
        ;;
      -*) die 2 "try: unknown option '$argument'; arguments of the program go behind --" ;;
      *) files+=("$argument") ;;
    esac
  done
  if ((${#files[@]} == 0)); then die 2 "try takes a program: ./learn try FILE.cu (./learn try --help)"; fi
  check_files
}

check_files() {
  local file
  for file in "${files[@]}"; do
    if [[ ! -f $file || ! -r $file ]]; then die 2 "$file: cannot be read"; fi
  done
}

# build_program: the files as $temp/tried.
build_program() {
  local status=0
  take_lock  # there is one `tried` in a build folder
  build cuda_to_cpp
  "$root/common/tools/try/compile.sh" "$build" "$build/try/program.o" "${flags[@]}" -- "${files[@]}" || exit $?
  (build tried) || status=$?
  if ((status > 0)); then exit $status; fi
  ln "$build/bin/tried" "$temp/tried" 2>/dev/null || cp "$build/bin/tried" "$temp/tried"
  release_lock
}

# run_program: with what it is to be called, and what the report is to have.
run_program() {
  local name
  name=$(basename "${files[0]}")
  (
    LADDER_TRY=$(printf '%s\n' --name "$name" "${wishes[@]}")
    export LADDER_TRY
    exec -a "./${name%.*}" "$temp/tried" "${arguments[@]}"
  )
}

try() {
  parse_try "$@"
  set_up
  build_program
  run_program
}
