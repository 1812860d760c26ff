# Configures and builds, in silence where all goes well.
# shellcheck shell=bash

# quietly COMMAND...: shows the output only where the command fails, without Ninja's counters and command lines.
quietly() {
  await followed "$@" && return
  if grep -q "No space left on device" "$temp/log"; then die 3 "no space is left on the device of $build or of $temp"; fi
  need_space
  sed -e '/^\[/d' -e '/^FAILED: /{N;d}' "$temp/log" | printable
  return 1
}

# npm_packages FOLDER WHAT: what makes it, as package-lock.json names it, in FOLDER/node_modules.
npm_packages() {
  local version
  version=$(have npm && node --version 2>/dev/null) || true
  at_least "${version#v}" 18 || die 3 "$2 is made with Node 18 or newer and npm (here: ${version:-none}); nothing else needs them"
  if [[ $1/node_modules/.package-lock.json -nt $1/package-lock.json ]]; then return; fi
  say "Fetching what makes $2, with npm"
  quietly npm --prefix "$1" ci --ignore-scripts --no-audit --no-fund || die 3 "npm could not fetch what makes $2"
}

# Ends all where what is compiled, linked or found may be lost for want of space.
need_space() {
  local folder
  for folder in "$temp" "$build"; do
    if (($(df --output=avail --block-size=1M "$folder" | tail -n 1) < 64)); then
      die 3 "no space is left: less than 64 MiB on the device of $folder"
    fi
  done
}

# Ends all where right kernels may fail for want of addresses: checks have arrays of more than 2^31 elements, which take
# more than 512 GiB of them, and no memory.
need_addresses() {
  if [[ $(ulimit -v) != unlimited ]]; then
    die 3 "addresses are limited here (ulimit -v $(ulimit -v)), and checks take more than 512 GiB of them: nothing is judged; lift that limit, it is none on memory"
  fi
}

followed() { run_tool "$@" </dev/null 2>&1 | follow; }

# Keeps the output. On a terminal, shows meanwhile where the counter at the start of its lines stands, as [3/40] does, and
# the seconds that pass: of the time that is left nothing is known, as steps are unequal.
follow() {
  local line='' part counter='' status=0 begin=$SECONDS
  while ((status == 0 || status > 128)); do  # more than 128: a second without a whole line
    status=0
    IFS= read -r -t 1 part || status=$?
    line+=$part
    if ((status > 0)); then
      if ((status <= 128)); then printf %s "$line"; fi
    else
      printf '%s\n' "$line"
      if [[ $line =~ ^\[[^]]*\] ]]; then counter=${BASH_REMATCH[0]}; fi
      line=
    fi
    if [[ -t 2 && -n $counter ]]; then printf '\r\033[K%s %d s ' "$counter" $((SECONDS - begin)) >&2; fi
  done >"$temp/log"
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# Is there a complete build folder, made for this folder and not for one that was since moved or copied?
configured() {
  [[ -f $build/build.ninja || -f $build/Makefile ]] &&
    [[ $(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt") -ef $root ]]
}

lock=  # not empty while no other ./learn may change the build folder: the number of an open file

# Waits until no other ./learn works in the build folder.
take_lock() {
  if [[ -n $lock ]]; then return; fi
  if ! mkdir -p "$build" 2>/dev/null || [[ ! -w $build ]]; then
    die 3 "cannot write to the build folder $build (the variable LADDER_BUILD names another one)"
  fi
  have flock || return 0
  exec {lock}>"$build/.lock"
  if flock --nonblock "$lock"; then return; fi
  say "Waiting for another ./learn that works in $build"
  flock "$lock"
}

release_lock() {
  if [[ -n $lock ]]; then exec {lock}>&-; fi
  lock=
}

# build TARGET...: the lock goes with it, unless it was taken before.
build() {
  local held=$lock
  take_lock
  configure_and_build "$@"
  if [[ -z $held ]]; then
    release_lock
  fi
}

configure() {
  if have ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
  configured || quietly cmake --fresh --preset "$preset" -S "$root" -B "$build" || die 3 "CMake could not configure $build"
}

configure_and_build() {
  configured ||
    say "Configuring a new build folder. To fill it takes about $((120 / $(nproc) + 5)) s on $(nproc) cores; later builds take seconds"
  configure
  say "Building"
  quietly cmake --build "$build" --parallel "$(nproc)" --target "$@" || die 1 "the build failed; the errors are above"
}

# The shell command that builds what tells why a chapter's result is wrong. The chapter calls it where one is.
build_causes() {
  printf '{ echo "Building what tells why" >&2; flock %q cmake --build %q --parallel %d --target %q >/dev/null; }' \
    "$build/.lock" "$build" "$(nproc)" "${1}_with_causes"
}
