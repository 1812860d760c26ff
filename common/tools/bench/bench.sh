#!/usr/bin/env bash
# Times every variant of every chapter on a GPU, each size in turn, beside the ceilings; with the last chapter of each
# problem and size of an element also the vendor's libraries, PyTorch and CuPy. Needs what is built and the sources, no
# CMake:
#   common/tools/bench/bench.sh BIN_DIR OUT_DIR [--quick] [--links]
# Writes bench.json, rates.json (what limits are worked out from), results.md and, where Python has matplotlib, the
# plots to OUT_DIR: all of them, or on any failure nothing. --quick: two sizes of each problem and few runs, to see that all works.
# --links: the chapters on several GPUs, which are left out otherwise, on as many as there are; no rates and no plots.
# Exit status: 0 all is well; 1 a variant was wrong; 2 bad usage; 3 there is no GPU.
set -euo pipefail
shopt -s extglob

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
command_line=${LADDER_COMMAND:-common/tools/bench/bench.sh $*}
sizes=bench  # which of the sizes that a chapter names
repeats=21
links=  # "yes": the chapters on several GPUs
# shellcheck source=/dev/null
source "$here/../../learn/chapters.sh"

say() { printf '%s\n' "$*" >&2; }

die() {
  say "bench.sh: $2"
  exit "$1"
}

parse() {
  local argument program words=()
  for argument in "$@"; do
    case $argument in
      --quick)
        sizes=quick
        repeats=5
        ;;
      --links) links=yes ;;
      -*) die 2 "unknown option '$argument'" ;;
      *) words+=("$argument") ;;
    esac
  done
  if ((${#words[@]} != 2)) || [[ ! -d ${words[0]} ]]; then die 2 "usage: bench.sh BIN_DIR OUT_DIR [--quick] [--links]"; fi
  bin=${words[0]}
  out=${words[1]%/}
  mapfile -t words < <(root=$here/../../.. all_chapters)
  for program in "${words[@]}" ladder rates; do
    [[ -x $bin/$program ]] || die 2 "there is no $bin/$program"
  done
  chapters=()
  for program in "${words[@]}"; do
    if [[ $(links_of "$program") == "$links" ]]; then chapters+=("$program"); fi
  done
}

# links_of CHAPTER: "yes" where its problem has a number of GPUs.
links_of() { of_problem "$1" bench | sed -n '1s/.*--gpus.*/yes/p'; }

# Of the first GPU, which is the one that the chapters take.
of_gpu() { nvidia-smi --id=0 --query-gpu="$1" --format=csv,noheader | sed 's/, /; /g'; }

# As the last run left them: a GPU without work slows down within a second.
note_clocks() { of_gpu clocks.sm,clocks.mem >>"$temp/clocks"; }

# measure CHAPTER NAME ARGUMENTS...: runs it, its report goes to $temp/NAME.json.
measure() {
  local chapter=$1 name=$2 status=0
  "$bin/$chapter" --device gpu --repeats $repeats --json "$temp/$name.json" "${@:3}" >"$temp/log" || status=$?
  if ((status > 0)); then
    cat "$temp/log" >&2
    die "$((status > 3 ? 1 : status))" "$chapter ${*:3}: exit status $status; nothing is recorded"
  fi
  reports+=("$temp/$name.json")
}

# measure_problem NAME CHAPTER...: all that solve it, size by size.
measure_problem() {
  local name=$1 size words chapter arguments all
  local -A last  # chapter with elements of this size
  shift
  for chapter in "$@"; do last[$(of_problem "$chapter" elements)]=$chapter; done
  mapfile -t all < <(of_problem "$1" $sizes)
  for size in "${all[@]}"; do
    if [[ $size =~ --gpus\ ([0-9]+) ]] && ((BASH_REMATCH[1] > $(nvidia-smi -L | wc -l))); then continue; fi
    words=${size//--+([a-z]) /}
    say "$SECONDS s: ${name}s of ${words// /x}"
    for chapter in "$@"; do
      read -ra arguments <<<"$size"
      if [[ " ${last[*]} " == *" $chapter "* ]]; then arguments+=(--peers); fi
      measure "$chapter" "$chapter-${words// /x}" "${arguments[@]}"
    done
    note_clocks
  done
}

# The problems one after the other, in the order of the course.
measure_all() {
  local chapter problem
  declare -A solved_by
  local problems=()
  for chapter in "${chapters[@]}"; do
    problem=$(of_problem "$chapter" name)
    if [[ -z ${solved_by[$problem]:-} ]]; then problems+=("$problem"); fi
    solved_by[$problem]+=" $chapter"
  done
  for problem in "${problems[@]}"; do
    # shellcheck disable=SC2086 # several chapters
    measure_problem "$problem" ${solved_by[$problem]}
  done
}

# What the GPU can do, by kernels made for that.
measure_rates() {
  say "$SECONDS s: rates"
  "$bin/rates" "$temp/out/rates.json" --executable "$command_line" || die $? "the rates cannot be measured"
}

merge() {
  "$bin/ladder" table --no-table --json "$temp/out/bench.json" --executable "$command_line" \
    --context "gpu=$(of_gpu name)" --context "driver=$(of_gpu driver_version)" \
    --context "clocks_before=$clocks_before" \
    --context "clocks_seen=$(sort -u "$temp/clocks" | paste -sd, | sed 's/,/, /g')" \
    --context "highest_clocks=$(of_gpu clocks.max.sm,clocks.max.mem)" \
    --context "seconds=$SECONDS" "${reports[@]}"
}

# The table and the plots; without Python, or without its matplotlib, the results alone.
show() {
  if ! command -v python3 >/dev/null; then
    say "No python3: neither results.md nor plots"
    return
  fi
  python3 -B "$here/tables.py" "$temp/out/bench.json" "$temp/out/results.md"
  if [[ -n $links ]]; then return; fi  # ./learn docs draws them
  if python3 -c 'import matplotlib' 2>/dev/null; then
    python3 -B "$here/plots.py" "$temp/out/bench.json" "$temp/out"
  else
    say "No plots: python3 has no matplotlib"
  fi
}

# Each file appears whole.
publish() {
  local file
  mkdir -p "$out"
  part=$(mktemp -d "$out/.part.XXXX")
  cp "$temp/out"/* "$part"
  for file in "$part"/*; do mv -f "$file" "$out"; done
  say "$SECONDS s: wrote $out"
}

parse "$@"
[[ ! -e $out || -d $out ]] || die 2 "'$out' is not a folder"
nvidia-smi -L >/dev/null 2>&1 || die 3 "there is no GPU"
temp=$(mktemp -d)
part=$temp
trap 'rm -rf "$temp" "$part"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkdir "$temp/out"
reports=()
SECONDS=0
clocks_before=$(of_gpu clocks.sm,clocks.mem)
[[ -n $links ]] || measure_rates
measure_all
merge
show
publish
