#: ./learn try FILE.cu [-- OPTIONS]
#:     Runs a kernel of your own: hazards, counters, and on a GPU its time.
#:     A comment in the file says how to launch it:
#:
#:     // try: launch n=256 grid=16,16 block=16,16
#:     //   kernel=mm(const float a[n*n], const float b[n*n], float c[n*n], n)
#:     // try: transpose rows=1000 cols=777 grid=25,32 block=32,8
#:     //   kernel=transpose(in, out, rows, cols)
#:     // try: sum elements=100000 grid=391 block=256 kernel=sum(in, out, elements)
#:
#:     grid= block=         one to three numbers; shared=BYTES: dynamic memory
#:     n=256                a constant, under any name, for what follows
#:     const float a[SIZE]  an array of test data
#:     float a[SIZE]        an array that nothing has written yet
#:     int a[SIZE]=VALUE    an array whose element i is VALUE
#:     transpose            of floats `in`, to `out`; the result is verified
#:     sum                  of `in`; `out` has a float for each block
#:
#:     Values have no blanks outside brackets. docs/try.md has the rest.
#:     -- OPTIONS    ./learn try FILE.cu -- --help
#:     Example: ./learn try docs/examples/matrix_product.cu
# shellcheck shell=bash

# Sets file and options.
parse_try() {
  file=${1:-}
  if [[ -z $file || $file == -* ]]; then die 2 "try takes a file: ./learn try FILE.cu (./learn try --help)"; fi
  if (($# > 1)) && [[ $2 != -- ]]; then die 2 "try: one file, and -- before OPTIONS, not '$2'"; fi
  options=("${@:3}")
}

# build_tried FILE: writes the host code for the file, and compiles both to bin/tried.
build_tried() {
  local file=$1 experiments=$build/try/experiments.cu status=0
  take_lock  # until the end: there is one `tried` in a build folder
  build try_wrapper
  "$build/bin/try_wrapper" "$file" >"$temp/experiments.cu" || exit 2
  if ! cmp --silent "$temp/experiments.cu" "$experiments"; then cp "$temp/experiments.cu" "$experiments"; fi
  (build tried) || status=$?
  if ((status == 1)); then "$build/bin/try_wrapper" --unsupported "$file" >&2; fi
  if ((status > 0)); then exit $status; fi
}

try() {
  parse_try "$@"
  set_up
  build_tried "$file"
  "$build/bin/tried" "${options[@]}"
}
