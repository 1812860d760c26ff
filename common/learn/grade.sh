#: ./learn grade [--checks] [--json FILE] [EXERCISE...]
#:     Points for each exercise: right 4, no hazard 2, counts 3, limits 1.
#:     --checks      and as many for the checks of each chapter, whose kernels
#:                   may have been edited
#:     --json FILE   as Gradescope's results.json (-: standard output)
#:     Judged on the emulator. To compile an answer and to run it may each take
#:     LADDER_GRADE_SECONDS (60), files of 64 MiB and a memory of 2 GiB. It runs
#:     what was handed in, apart from all else where the system permits:
#:     docs/readers.md. Exit status: 0 all was judged, whatever it is worth; 1
#:     the JSON cannot be written; 2 bad usage; 3 nothing can be compiled, less
#:     than 64 MiB are left on the disk, or addresses are limited (ulimit -v).
#:     Example: ./learn grade step1 step2 --json results.json
# shellcheck shell=bash

# shellcheck source=common/learn/check.sh
source "$root/common/learn/check.sh"  # set_document

# Sets names, checks and json.
parse_grade() {
  names=()
  checks=
  json=
  while (($# > 0)); do
    case $1 in
      --checks) checks=1 ;;
      --json)
        set_document --json "${2:-}"
        shift
        ;;
      --json=*) set_document --json "${1#*=}" ;;
      *) names+=("$1") ;;
    esac
    shift
  done
  [[ ${LADDER_GRADE_SECONDS:-1} =~ ^[1-9][0-9]*$ ]] || die 2 "LADDER_GRADE_SECONDS takes seconds, 1 or more, not '$LADDER_GRADE_SECONDS'"
}

# within_limits WHAT COMMAND...: with limits on time, files and memory; what it says goes to $temp/said. Sets `why`: what
# became of it, which is called WHAT there, where it did not end by itself.
within_limits() {
  local what=$1 seconds=${LADDER_GRADE_SECONDS:-60} begin=$SECONDS status=0
  why=
  limited "${@:2}" 2>"$temp/said" </dev/null &
  keep_small $!
  wait $! 2>/dev/null || status=$?
  if [[ -n $why ]]; then
    status=137
  elif ended_by_time $status "$seconds" "$begin"; then
    why="$what was stopped after $seconds seconds"
  elif ((status == 137)); then
    why="$what was killed (by itself, by a limit, or by the system where memory is short)"
  elif ((status == 128 + $(kill -l XFSZ))); then
    why="$what was stopped: it wrote more than 64 MiB to one file, or printed as much"
  elif ((status > 128)); then
    why="$what ended with signal $(kill -l $status)"
  elif ((status > 4)); then  # of less, a verdict tells: ./learn exercise --help
    why="$what broke off with status $status"
  fi
  return $status
}

# keep_small PROCESS: waits for it, and ends it where it and all that it has started take more memory than they may.
keep_small() {
  local kib
  while kill -0 "$1" 2>/dev/null; do
    kib=$(tree_of "$1" | sed 's#.*#/proc/&/status#' | xargs cat 2>/dev/null | awk '$1 == "VmRSS:" { kib += $2 } END { print kib + 0 }') || true
    if ((kib > 2097152)); then
      why="$what was stopped: it took more than 2 GiB of memory"
      end_tree "$1"
      return
    fi
    sleep 0.1
  done
}

limited() {
  ulimit -f 65536 -c 0
  ulimit -d "${reserve:-8388608}"  # KiB; the emulator keeps arrays apart from that
  exec timeout --kill-after=1 "$seconds" "$@"
}

# compile TARGET ANSWER: whether that can be done, else $why. Nothing of an answer runs meanwhile.
compile() {
  local status=0 place
  take_lock
  LC_ALL=C TMPDIR=$temp within_limits "its compiler" cmake --build "$build" --target "$1" >"$temp/compiled" || status=$?
  release_lock
  if ((status != 0)) && [[ -z $why || $why == *"broke off"* ]]; then
    why=$(grep -a -h -m1 -E '[Ee]rror:|: out of memory|undefined reference|multiple definition|: (Permission denied|No such file or directory|not found)$' "$temp/compiled" "$temp/said" | head -c 500) || true
    if [[ $why == /*:*[Ee]rror:* && ${why%%:*} != *.cuh ]]; then  # where the answer led there, and else where its kernel begins
      place=$(grep -a -o -m1 -E '/[^ ]+[.]cuh:[0-9]+' "$temp/compiled") || place=$2:$(grep -a -n -m1 __global__ "$root/$2" 2>/dev/null | cut -d: -f1) || true
      why="${place%:}: ${why#*: }"
    fi
    why="it does not compile${why:+: ${why//"$root/"/}}"
  fi
  return $status
}

# An answer does not compile: ends all where nothing would, as the answers are not why.
check_compiler() {
  local why
  date "+// %s.%N%nint main() {}" 2>/dev/null >"$build/trial.cu" || die 3 "nothing can be compiled here: $build/trial.cu cannot be written"
  compile ladder_trial "" || die 3 "nothing can be compiled here: ${why#it does not compile: }"
}

# apart COMMAND...: with limits, and kept from all else by $walls. Prints its verdict.
apart() {
  rm -rf "$temp/apart" && mkdir "$temp/apart"
  within_limits "its program" "$root/common/tools/ladder/apart.sh" "$walls" "$temp/apart" "$@"
}

# Sets `walls` to the highest that this system permits.
choose_walls() {
  local why
  for walls in namespaces user none; do
    if LADDER_GRADE_SECONDS=60 apart "$build/bin/ladder" grade --help; then break; fi
  done 2>/dev/null
  if [[ $walls == none ]]; then
    say "learn: this system lets nothing keep answers apart: one can change another's result, and your files (docs/readers.md)"
  fi
}

# What judges an answer, and what is compiled with it and is not the student's.
build_judges() {
  local name targets=(ladder_program ladder_exercise ladder_exercise_main refuse "${chapters[@]/%/_questions}")
  if [[ -n $checks ]]; then
    targets+=(ladder_findings_reporter)
    for name in "$root"/common/ladder/problems/*/problem.cpp; do targets+=("ladder_$(basename "$(dirname "$name")")_shared_checks"); done
  fi
  build "${targets[@]}"
}

# judge NAME KIND ARGUMENT...: what the program NAME_KIND says, given these, to $temp/NAME.KIND; where that is no verdict,
# $temp/NAME.KIND.why counts.
judge() {
  local why reserve=2097152 answer
  answer=$(exercise_folder "$1")/exercise.cuh
  if [[ $2 == checks ]]; then reserve=8388608 answer=$1/kernel.cuh; fi
  if [[ $2 == exercise ]] && is_unreadable "$1"; then
    why="exercise.cuh is no file that can be read"
  elif compile "$1_$2" "$answer"; then
    apart "$build/bin/$1_$2" "${@:3}" >"$temp/$1.$2" || true
    if [[ $2 == exercise ]] && grep -qs '"good": *false' "$temp/$1.$2"; then
      (ulimit -S -t 60 -d 4194304 && remark_unset "$(exercise_folder "$1")" "$1_$2" | head -n 5) >"$temp/$1.$2.unset" 2>/dev/null || true
    fi
    : "${why:="it gave no verdict$(tail -n 1 "$temp/said" | head -c 500 | sed 's/^/: /')"}"
  else
    check_compiler
  fi
  need_space  # for want of it, an answer may be worth nothing
  printf '%s\n' "$why" >"$temp/$1.$2.why"
}

grade() {
  local name arguments=()
  parse_grade "$@"
  choose_exercises "${names[@]}"
  need_addresses
  set_up
  build_judges
  need_space
  choose_walls
  for name in "${chapters[@]}"; do
    judge "$name" exercise --json verdict
    arguments+=(--exercise "$name")
  done
  if [[ -n $checks ]]; then
    for name in $(all_chapters); do
      judge "$name" checks --reporter "verdict::out=verdict::Xfolder=$name"
      arguments+=(--chapter "$name")
    done
  fi
  if [[ -n $json ]]; then arguments+=(--json "$json"); fi
  run_tool "$build/bin/ladder" grade "$temp" "${arguments[@]}"
}
