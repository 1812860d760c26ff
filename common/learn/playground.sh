#: ./learn playground [OUT]
#:     Kernels that are edited, compiled and counted in a browser's tab.
#:     Builds the page and serves it here, on the loopback interface alone, until
#:     Ctrl+C. Needs Node 18 or newer with npm, clang++-22 and lld-22 (Debian: clang-22,
#:     lld-22), and Python to serve it.
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

# What a tab's compiler and editor are made of, as package-lock.json names it, in node_modules.
fetch_playground() {
  local version tool
  version=$(have npm && node --version 2>/dev/null) || true
  at_least "${version#v}" 18 || die 3 "the playground is made with Node 18 or newer and npm (here: ${version:-none}); nothing else needs them"
  for tool in clang++-22 wasm-ld-22; do
    have "$tool" || die 3 "the playground is made with $tool, which is not here: install clang-22 and lld-22"
  done
  if [[ $playground/node_modules/.package-lock.json -nt $playground/package-lock.json ]]; then return; fi
  say "Fetching the compiler and the editor of a tab, with npm"
  quietly npm --prefix "$playground" ci --ignore-scripts --no-audit --no-fund || die 3 "npm could not fetch what makes the playground"
}

playground() {
  local out serves playground=$root/common/tools/playground
  parse_playground "$@"
  fetch_playground
  set_up
  configure
  say "Building the emulator for WebAssembly: some two minutes, the first time"
  quietly node "$playground/build.mjs" "$build" "$out" || die 1 "the playground could not be built; the errors are above"
  if ((!serves)); then printf '%s\n' "$out/index.html" && return; fi
  say "The playground is at http://127.0.0.1:${LADDER_PORT:-8022}/ until Ctrl+C"
  exec python3 -m http.server "${LADDER_PORT:-8022}" --bind 127.0.0.1 --directory "$out" >/dev/null 2>&1
}
