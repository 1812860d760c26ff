#: ./learn grade [--checks] [--json FILE] [EXERCISE...]
#:     Points for each exercise: right 4, no hazard 2, counts 3, limits 1.
#:     --checks      and as many for the checks of each chapter, whose kernels
#:                   may have been edited
#:     --json FILE   as Gradescope's results.json (-: standard output)
#:     Judged on the emulator, each in at most LADDER_GRADE_SECONDS (60). It runs what
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

# within_limits COMMAND...: in so many seconds, with no file larger than 64 MiB.
within_limits() {
  (
    ulimit -f 65536 -c 0
    exec timeout --kill-after=5 "${LADDER_GRADE_SECONDS:-60}" "$@"
  ) &>/dev/null </dev/null
}

# why_not STATUS: of a program that gave no verdict.
why_not() {
  case $1 in
    124 | 137) echo "it was stopped after ${LADDER_GRADE_SECONDS:-60} seconds" ;;
    *) echo "it broke off with status $1" ;;
  esac
}

# judge NAME: $temp/NAME.exercise, or $temp/NAME.why.
judge() {
  local status=0
  (build "$1_exercise") &>/dev/null || status=$?
  if ((status == 3)); then die 3 "the exercises could not be built: try ./learn exercise $1"; fi
  if ((status != 0)); then
    { echo "it does not compile" && grep -m1 'error:' "$temp/log"; } >"$temp/$1.why" || true
    return
  fi
  within_limits "$build/bin/$1_exercise" --json "$temp/$1.exercise" || status=$?
  if [[ ! -s $temp/$1.exercise ]]; then why_not $status >"$temp/$1.why"; fi
}

# judge_checks CHAPTER: $temp/CHAPTER.check
judge_checks() {
  local status=0 why="it does not compile"
  if (build "$1_checks") &>/dev/null; then
    within_limits "$build/bin/$1_checks" --reporter "verdict::out=$temp/$1.check::Xfolder=$1" || status=$?
    why=$(why_not $status)
  fi
  if [[ ! -s $temp/$1.check ]]; then
    "$build/bin/ladder" verdict --unchecked "$1" --reason "$why" --json "$temp/$1.check"
  fi
}

grade() {
  local name arguments=()
  parse_grade "$@"
  choose_exercises "${names[@]}"
  set_up
  build ladder_program
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
