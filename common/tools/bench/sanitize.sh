#!/usr/bin/env bash
# Runs every variant of every chapter under the four tools of compute-sanitizer, at small ragged sizes. Each tool first
# has to find a bug of its own kind in bin/sanitizer_controls. Needs what is built and the sources, no CMake:
#   common/tools/bench/sanitize.sh BIN_DIR
# Exit status: 0 all clean; 1 something was found, or a control was not; 2 bad usage; 3 no GPU or no compute-sanitizer.
set -euo pipefail
shopt -s extglob

tools=(memcheck racecheck initcheck synccheck)
declare -A controls=([memcheck]=out_of_bounds [racecheck]=missing_barrier [initcheck]=uninitialized_read
  [synccheck]="barrier_in_branch mask_without_caller")
found=99     # the exit status for errors that a tool finds
longest=300  # seconds for one process
at_once=4    # processes; nothing is timed here

die() {
  printf 'sanitize.sh: %s\n' "$2" >&2
  exit "$1"
}

# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  local running
  mapfile -t running < <(jobs -pr)
  if ((${#running[@]} > 0)); then kill "${running[@]}" 2>/dev/null; fi
  rm -rf "$logs"
}

# under TOOL NAME COMMAND...: runs it and keeps all that it says in $logs/TOOL.NAME, the exit status last.
# shellcheck disable=SC2317 # in_turn calls it
under() {
  local tool=$1 log=$logs/$1.$2 status=0 more=()
  # The shared memory, too, where this version can watch it.
  if [[ $tool == initcheck && -n $watches_shared ]]; then more=(--initcheck-address-space all); fi
  timeout "$longest" compute-sanitizer --tool "$tool" --error-exitcode "$found" "${more[@]}" "${@:3}" >"$log" 2>&1 ||
    status=$?
  printf 'exit status %s\n' "$status" >>"$log"
}

# in_turn COMMAND...: in the background, but not more than a few at once.
in_turn() {
  while (($(jobs -pr | wc -l) >= at_once)); do wait -n; done
  "$@" &
}

exited_with() { [[ $(tail -n 1 "$2") == "exit status $1" ]]; }

# The tool has nothing to complain of, and says so: one that could not attach says nothing.
is_clean() {
  exited_with 0 "$1" &&
    grep -qE '(ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards displayed \(0 errors, 0 warnings\))$' "$1"
}

# Starts the tool on its controls and on all chapters.
start() {
  local tool=$1 control chapter size sizes
  for control in ${controls[$tool]}; do in_turn under "$tool" "control $control" "$bin/sanitizer_controls" "$control"; done
  for chapter in "${chapters[@]}"; do
    mapfile -t sizes < <(of_problem "$chapter" sanitize)
    for size in "${sizes[@]}"; do
      # shellcheck disable=SC2086 # a size is several words
      in_turn under "$tool" "$chapter $size" "$bin/$chapter" --device gpu --repeats 1 $size
    done
  done
}

# Says what the tool found. False where it is anything but its controls.
judge() {
  local tool=$1 log name clean=0 bad=0
  for log in "$logs/$tool".*; do
    name=${log#"$logs/$tool."}
    if [[ $name == control* ]] && exited_with $found "$log"; then continue; fi
    if [[ $name != control* ]] && is_clean "$log"; then
      clean=$((clean + 1))
      continue
    fi
    bad=1
    if [[ $name == control* ]]; then printf 'not found: '; fi
    printf '%s: %s\n' "$tool" "$name"
    sed 's/^/  /' "$log"
  done
  if ((bad == 0)); then
    printf '%-10s %d runs clean; found the planted %s\n' "$tool" "$clean" "${controls[$tool]// /, }"
  fi
  return $bad
}

if (($# != 1)) || [[ ! -d $1 ]]; then die 2 "usage: sanitize.sh BIN_DIR"; fi
bin=$1
command -v compute-sanitizer >/dev/null || die 3 "there is no compute-sanitizer (it is part of the CUDA Toolkit)"
nvidia-smi -L >/dev/null 2>&1 || die 3 "there is no GPU"
[[ -x $bin/sanitizer_controls ]] || die 3 "there is no $bin/sanitizer_controls: build with the GPU engine"

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=/dev/null
source "$here/../../learn/chapters.sh"
mapfile -t chapters < <(root=$here/../../.. all_chapters)
watches_shared=$(compute-sanitizer --help | grep -e --initcheck-address-space || true)
logs=$(mktemp -d)
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
compute-sanitizer --version | tail -n 1
for tool in "${tools[@]}"; do start "$tool"; done
wait
if grep -qs 'Device not supported' "$logs"/*; then die 3 "compute-sanitizer does not support this GPU here"; fi
worst=0
for tool in "${tools[@]}"; do judge "$tool" || worst=1; done
exit $worst
