#: ./learn try FILE.cu [-- OPTIONS]
#:     Runs a kernel of your own; ./learn try --help shows how.
# shellcheck shell=bash

try_usage() {
  cat <<'END'
Usage: ./learn try FILE.cu [-- OPTIONS]

Runs the kernels of a CUDA file of your own: hazards, counters, and what each line asks of the memory; on a GPU also
the time. A comment in the file says how to launch it:

  // try: launch n=256 grid=16,16 block=16,16 kernel=mm(const float a[n*n], const float b[n*n], float c[n*n], n)
  // try: transpose rows=1000 cols=777 grid=25,32 block=32,8 kernel=transpose(in, out, rows, cols)
  // try: sum elements=100000 grid=391 block=256 kernel=sum(in, out, elements)

  grid=X,Y,Z block=X,Y,Z  what stands between <<< and >>>; shared=BYTES adds dynamic shared memory
  n=256                   a constant, under any name, for what follows
  const float a[SIZE]     an array of test data: fractions from 0 to 1, or whole numbers from 0 to 127
  float a[SIZE]           an array that nothing has written yet
  int a[SIZE]=VALUE       an array whose element i is VALUE
  kernel=NAME(ARGUMENTS)  comes last. A value has no blanks outside brackets; the comment may go on in the next lines

transpose: floats `in`, of rows x cols, and `out`. sum: `in`, of `elements`, and `out`, one per block, all 0; their total
is the sum (type=int or double instead of float). Both verify the result. Several `try:` lines run one after the other.

OPTIONS: ./learn try FILE.cu -- --help. docs/try.md has examples, and what the emulator does not support.
Exit status: 0 all is well; 1 a wrong result, a hazard, or a file that does not compile; 2 bad usage, or no `try:` line.
END
}

# Sets file and options.
parse_try() {
  if [[ ${1:-} == --help || ${1:-} == -h ]]; then try_usage && exit; fi
  file=${1:-}
  if [[ -z $file || $file == -* ]]; then die 2 "try takes a file: ./learn try FILE.cu (./learn try --help)"; fi
  if (($# > 1)) && [[ $2 != -- ]]; then die 2 "try: one file, and -- before OPTIONS, not '$2'"; fi
  options=("${@:3}")
}

# Writes the host code for the file, compiles both, and runs them.
try() {
  local experiments=$build/try/experiments.cu status=0
  parse_try "$@"
  set_up
  take_lock  # until the end: there is one `tried` in a build folder
  build try_wrapper
  "$build/bin/try_wrapper" "$file" >"$temp/experiments.cu" || exit 2
  if ! cmp --silent "$temp/experiments.cu" "$experiments"; then cp "$temp/experiments.cu" "$experiments"; fi
  (build tried) || status=$?
  if ((status == 1)); then "$build/bin/try_wrapper" --unsupported "$file" >&2; fi
  if ((status > 0)); then exit $status; fi
  "$build/bin/tried" "${options[@]}"
}
