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

# Ends all where what is compiled, linked or found may be lost for want of space.
need_space() {
  local folder
  for folder in "$temp" "$build"; do
    if (($(df --output=avail --block-size=1M "$folder" | tail -n 1) < 64)); then
      die 3 "no space is left: less than 64 MiB on the device of $folder"
    fi
  done
}

followed() { "$@" </dev/null 2>&1 | follow; }

# how_far COUNTER SECONDS: what is said of a build that stands at a counter such as [3/40] after that time. Steps are
# unequal: the time left is a guess, made once there is something to go by.
how_far() {
  local text=$1
  if [[ $1 =~ ^\[([0-9]+)/([0-9]+)\]$ ]] && (($2 >= 5 && BASH_REMATCH[1] > 0)); then
    text+=", about $(($2 * (BASH_REMATCH[2] - BASH_REMATCH[1]) / BASH_REMATCH[1])) s left"
  fi
  printf '%s' "$text"
}

# Keeps the output. On a terminal, shows meanwhile how far the counter at the start of a line has come.
follow() {
  local line begin=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line"
    if [[ -t 2 && $line =~ ^\[[^]]*\] ]]; then printf '\r\033[K%s ' "$(how_far "${BASH_REMATCH[0]}" $((SECONDS - begin)))" >&2; fi
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

configure_and_build() {
  if ! configured; then
    say "Configuring a new build folder; to fill it takes longer than any later build"
    if have ninja; then export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}; fi
    quietly cmake --fresh --preset "$preset" -S "$root" -B "$build" || die 3 "CMake could not configure $build"
  fi
  say "Building"
  quietly cmake --build "$build" --parallel "$(nproc)" --target "$@" || die 1 "the build failed; the errors are above"
}

# The shell command that builds what tells why a chapter's result is wrong. The chapter calls it where one is.
build_causes() {
  printf '{ echo "Building what tells why" >&2; flock %q cmake --build %q --parallel %d --target %q >/dev/null; }' \
    "$build/.lock" "$build" "$(nproc)" "${1}_with_causes"
}
