#!/usr/bin/env bash
# Times every variant of every chapter on a GPU, each size in turn, beside the ceilings; with the last transpose chapter
# and with the sums also the vendor's libraries, PyTorch and CuPy. Needs what is built and this folder, no CMake:
#   common/tools/bench/bench.sh BIN_DIR OUT_DIR [--quick]
# Writes bench.json, results.md and, where Python has matplotlib, the plots to OUT_DIR: all of them, or on any failure
# nothing. --quick: two sizes of each problem and few runs, to see that all works.
# Exit status: 0 all is well; 1 a variant was wrong; 2 bad usage; 3 there is no GPU.
set -euo pipefail
shopt -s extglob

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
command_line=${LADDER_COMMAND:-common/tools/bench/bench.sh $*}
matrices=(1024x1024 2048x2048 4096x4096 8192x8192 8191x8193 16384x16384 1024x262144 262144x1024 32768x32768
  49152x49152)
arrays=($((1 << 16)) $((1 << 18)) $((1 << 20)) $((1 << 22)) $((1 << 24)) $((1 << 26)) $((1 << 28)) $((1 << 30)))
repeats=21

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
        matrices=(4096x4096 8191x8193)
        arrays=($((1 << 20)) $((1 << 26)))
        repeats=5
        ;;
      -*) die 2 "unknown option '$argument'" ;;
      *) words+=("$argument") ;;
    esac
  done
  if ((${#words[@]} != 2)) || [[ ! -d ${words[0]} ]]; then die 2 "usage: bench.sh BIN_DIR OUT_DIR [--quick]"; fi
  bin=${words[0]}
  out=${words[1]%/}
  steps=("$bin"/step!(*_checks))
  steps=("${steps[@]##*/}")
  for program in "${steps[@]}" reduction ladder_table; do
    [[ -x $bin/$program ]] || die 2 "there is no $bin/$program"
  done
}

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

measure_transposes() {
  local size step arguments
  for size in "${matrices[@]}"; do
    say "$SECONDS s: transposes of $size"
    for step in "${steps[@]}"; do
      arguments=(--rows "${size%x*}" --cols "${size#*x}")
      if [[ $step == "${steps[-1]}" ]]; then arguments+=(--peers); fi
      measure "$step" "$step-$size" "${arguments[@]}"
    done
    note_clocks
  done
}

measure_sums() {
  local size
  for size in "${arrays[@]}"; do
    say "$SECONDS s: sums of $size"
    measure reduction "reduction-$size" --elements "$size" --peers
    note_clocks
  done
}

merge() {
  "$bin/ladder_table" --no-table --json "$temp/out/bench.json" --executable "$command_line" \
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
measure_transposes
measure_sums
merge
show
publish
