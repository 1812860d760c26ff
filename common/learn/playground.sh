#: ./learn playground [OUT]
#:     Kernels that are edited, compiled and counted in a browser's tab.
#:     Builds the page and serves it here, on the loopback interface alone, until
#:     Ctrl+C. Needs Node 18 or newer with npm, clang++-22 and lld-22 (Debian: clang-22,
#:     lld-22), and Python to serve it.
#:     LADDER_PORT=N in the environment chooses the port; else 8022.
#:     OUT           build it in that folder, new or built before, and serve nothing
#:     Example: ./learn playground
# shellcheck shell=bash

# Sets out, the folder to write, and serves, whether it is to be served.
parse_playground() {
  (($# <= 1)) || die 2 "playground takes one folder, not '$*' (./learn playground --help)"
  refuse_options "$@"
  serves=$((1 - $#))
  out=${1-$build/playground/site}
  [[ -n $out ]] || die 2 "playground: '' is no name of a folder"
  out=$(readlink -m -- "$out")
  if [[ -e $out && ! -f $out/chapters.json ]] && [[ ! -d $out || -n $(ls -A "$out") ]]; then
    die 2 "playground: '$out' is there and is no playground; name a folder that is new or empty"
  fi
}

# build_playground OUT, in a configured build folder.
build_playground() {
  local playground=$root/common/tools/playground
  npm_packages "$playground" "the playground"
  configure
  say "Building the emulator for WebAssembly: some two minutes, the first time"
  quietly node "$playground/build.mjs" "$build" "$1" || die 1 "the playground could not be built; the errors are above"
}

playground() {
  local out serves tool port=${LADDER_PORT:-8022}
  parse_playground "$@"
  for tool in clang++-22 wasm-ld-22 python3; do
    have "$tool" || die 3 "the playground needs $tool, which is not here (Debian: clang-22, lld-22, python3)"
  done
  set_up
  build_playground "$out"
  if ((!serves)); then printf '%s\n' "$out/index.html" && return; fi
  say "The playground is at http://127.0.0.1:$port/ until Ctrl+C"
  python3 -m http.server "$port" --bind 127.0.0.1 --directory "$out" >/dev/null 2>"$temp/log" ||
    die 3 "port $port cannot be had, or the server ended (LADDER_PORT=N chooses another port)"
}
