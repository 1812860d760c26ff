#: ./learn grade [--checks] [--json FILE] [EXERCISE...]
#:     Points for each exercise: right 4, no hazard 2, counts 3, limits 1.
#:     --checks      and as many for the checks of each chapter, whose kernels
#:                   may have been edited
#:     --json FILE   as Gradescope's results.json (-: standard output)
#:     Judged on the emulator. To compile an answer and to run it may each take
#:     LADDER_GRADE_SECONDS (60), files of 64 MiB and a memory of 8 GiB. It runs what
#:     was handed in: docs/readers.md says how to keep that apart from what is yours.
#:     Exit status: 0 all was judged, whatever it is worth.
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
}

# within_limits COMMAND...: with limits on time, files and memory; what it says goes to $temp/said. Sets `why`: what became
# of it, where it did not end by itself.
within_limits() {
  local seconds=${LADDER_GRADE_SECONDS:-60} begin=$SECONDS status=0
  why=
  await limited "$@" &>"$temp/said" </dev/null || status=$?
  if ((status == 124 || (status == 137 && SECONDS - begin >= seconds))); then
    why="it was stopped after $seconds seconds"
  elif ((status == 137)); then
    why="it was killed: the system does so where memory is short"
  elif ((status > 128)); then
    why="it ended with signal $(kill -l $status)"
  elif ((status > 4)); then  # of less, a verdict tells: ./learn exercise --help
    why="it broke off with status $status"
  fi
  return $status
}

limited() {
  ulimit -f 65536 -c 0
  ulimit -d 8388608
  exec timeout --kill-after=5 "$seconds" "$@"
}

# compile TARGET: whether that can be done, else $why.
compile() {
  local status=0
  take_lock
  within_limits cmake --build "$build" --target "$1" || status=$?
  release_lock
  if ((status != 0)) && [[ -z $why || $why == "it broke off"* ]]; then
    why=$(echo "it does not compile" && grep -a -m1 'error:' "$temp/said") || true
  fi
  return $status
}

# keep_whole FILE: a verdict, unless $why says that there is none, or what was judged has put something else there.
keep_whole() {
  local most=1048576  # bytes
  if [[ -n $why || -L $1 || ! -f $1 || $(stat -c %s "$1") -gt $most ]]; then rm -rf "$1"; fi
}

# What judges an answer, and what is compiled with it and is not the student's.
build_judges() {
  local name targets=(ladder_program ladder_exercise ladder_exercise_main "${chapters[@]/%/_questions}")
  if [[ -n $checks ]]; then
    targets+=(ladder_findings_reporter)
    for name in "$root"/common/ladder/problems/*/problem.cpp; do targets+=("ladder_$(basename "$(dirname "$name")")_checks"); done
  fi
  build "${targets[@]}"
}

# judge NAME: $temp/NAME.exercise; where there is none, or it cannot be read, $temp/NAME.why counts.
judge() {
  local why
  if compile "$1_exercise"; then within_limits "$build/bin/$1_exercise" --json "$temp/$1.exercise" || true; fi
  keep_whole "$temp/$1.exercise"
  printf '%s\n' "${why:-it gave no verdict}" >"$temp/$1.why"
}

# judge_checks CHAPTER: the same with $temp/CHAPTER.check.
judge_checks() {
  local why
  if compile "$1_checks"; then
    within_limits "$build/bin/$1_checks" --reporter "verdict::out=$temp/$1.check::Xfolder=$1" || true
  fi
  keep_whole "$temp/$1.check"
  printf '%s\n' "${why:-it gave no verdict}" >"$temp/$1.why"
}

grade() {
  local name arguments=()
  parse_grade "$@"
  choose_exercises "${names[@]}"
  set_up
  build_judges
  for name in "${chapters[@]}"; do
    judge "$name"
    arguments+=(--exercise "$name")
  done
  if [[ -n $checks ]]; then
    for name in $(all_chapters); do
      judge_checks "$name"
      arguments+=(--chapter "$name")
    done
  fi
  if [[ -n $json ]]; then arguments+=(--json "$json"); fi
  "$build/bin/ladder" grade "$temp" "${arguments[@]}"
}
