#: ./learn check [CHAPTER...] [--verbose] [--json FILE] [--sarif FILE]
#:     Builds and runs the checks of these chapters, or all that there are.
#:     A line for each thing that is wrong, as ./learn run says it; of each variant
#:     at the first size that shows it. All that checks the course itself runs
#:     behind that, where no chapter is named and all are right.
#:     --verbose     all that the checks have to say, as ctest shows it; so does
#:                   LADDER_VERBOSE=1
#:     --json FILE   what is wrong in the chapters, and what was not checked, for
#:                   programs (-: standard output); docs/readers.md says more
#:     --sarif FILE  the same as SARIF, for code hosts
#:     Example: ./learn check step1
# shellcheck shell=bash

# Sets names, verbose, json and sarif.
parse_check() {
  names=()
  verbose=${LADDER_VERBOSE:-}
  json=
  sarif=
  while (($# > 0)); do
    case $1 in
      --verbose) verbose=1 ;;
      --json | --sarif)
        set_document "$1" "${2:-}"
        shift
        ;;
      --json=* | --sarif=*) set_document "${1%%=*}" "${1#*=}" ;;
      *) names+=("$1") ;;
    esac
    shift
  done
  if [[ -n $verbose && -n $json$sarif ]]; then die 2 "--verbose shows what ctest says: there is no --json or --sarif of it"; fi
  if [[ $json == - && $sarif == - ]]; then die 2 "--json and --sarif: one of them alone goes to standard output"; fi
}

# set_document OPTION FILE
set_document() {
  local -n document=${1#--}
  [[ -n $2 ]] || die 2 "$1 takes a file, or - for standard output"
  [[ -z $document ]] || die 2 "$1: given twice; it takes one file"
  if [[ $2 != - ]] && [[ -d $2 || ! -w $(dirname -- "$2") ]]; then die 2 "$1: cannot write '$2'"; fi
  document=$2
}

# say_findings CHAPTER: the findings of its checks, and $temp/CHAPTER.json with them.
say_findings() {
  local status=0
  "$build/bin/$1_checks" --reporter "findings::Xfolder=$1" --reporter "verdict::out=$temp/$1.json::Xfolder=$1" >&3 ||
    status=$?
  if [[ ! -s $temp/$1.json ]]; then
    say "learn: the checks of $1 broke off with status $status"
    unchecked "$1" "its checks broke off with status $status"
  fi
  return $status
}

# unchecked CHAPTER REASON [LOG]: the verdict on a chapter without one; LOG: what the compiler said.
unchecked() {
  local log=()
  if (($# > 2)); then log=(--compiler-log "$3" --root "$root"); fi
  if [[ -n $json$sarif ]]; then
    "$build/bin/ladder_verdict" --unchecked "$1" --reason "$2" "${log[@]}" --json "$temp/$1.json"
  fi
}

# Builds what is to run. Of what does not compile there is a verdict, too.
build_checks() {
  local chapter status=0 targets=(all)
  if ((${#names[@]} > 0)); then targets=("${chapters[@]/%/_checks}"); fi
  if [[ -n $json$sarif ]]; then build ladder_verdict; fi
  (build "${targets[@]}") || status=$?
  if ((status == 0)); then return; fi
  for chapter in "${chapters[@]}"; do
    if [[ $chapter == common ]] || (build "${chapter}_checks") &>/dev/null; then continue; fi
    unchecked "$chapter" "it does not compile" "$temp/log"
  done
  write_verdict
  exit $status
}

# Of the chapters that have one.
write_verdict() {
  local chapter verdicts=() documents=()
  if [[ -z $json$sarif ]]; then return; fi
  for chapter in "${chapters[@]}"; do
    if [[ -s $temp/$chapter.json ]]; then verdicts+=("$temp/$chapter.json"); fi
  done
  if [[ -n $json ]]; then documents+=(--json "$json"); fi
  if [[ -n $sarif ]]; then documents+=(--sarif "$sarif"); fi
  "$build/bin/ladder_verdict" "${verdicts[@]}" "${documents[@]}"
}

run_tests() { ctest --test-dir "$build" --output-on-failure --no-tests=error -j"$(nproc)" "$@" >&3 || exit 1; }

check() {
  local chapter labels wrong=()
  parse_check "$@"
  known=(common)
  choose_from_all "${names[@]}"
  exec 3>&1
  if [[ $json == - || $sarif == - ]]; then exec 3>&2; fi  # standard output is for the document alone
  set_up
  build_checks
  labels=$(IFS='|' && echo "${chapters[*]%%_*}")
  if [[ -n $verbose ]]; then
    if ((${#names[@]} > 0)); then run_tests -L "^($labels)\$"; else run_tests; fi
    return
  fi
  for chapter in "${chapters[@]}"; do
    if [[ $chapter == common ]]; then continue; fi
    if say_findings "$chapter"; then say "$chapter: all is right"; else wrong+=("$chapter"); fi
  done
  write_verdict
  if ((${#wrong[@]} > 0)); then die 1 "wrong: ${wrong[*]} (--verbose says more)"; fi
  if ((${#names[@]} == 0)); then run_tests -LE "^(${labels/|common/})\$"; fi
  if [[ " ${names[*]} " == *" common "* ]]; then run_tests -L '^common$'; fi
}
