#: ./learn check [CHAPTER...] [--all] [--verbose] [--json FILE] [--sarif FILE]
#:     Builds and runs the checks of these chapters, or of every chapter.
#:     A line for each thing that is wrong, as ./learn run says it; of each variant
#:     at the first size that shows it.
#:     --all         of every chapter, and where they are right all that checks the
#:                   course itself: the emulator, the tools, hundreds of planted
#:                   bugs. Takes minutes
#:     --verbose     all that the checks have to say, as ctest shows it; so does
#:                   LADDER_VERBOSE=1
#:     --json FILE   what is wrong in the chapters, and what was not checked, for
#:                   programs (-: standard output); docs/readers.md says more
#:     --sarif FILE  the same as SARIF, for code hosts
#:     Example: ./learn check step1
# shellcheck shell=bash

# Sets names, all, verbose, json and sarif.
parse_check() {
  names=()
  all=
  verbose=${LADDER_VERBOSE:-}
  json=
  sarif=
  while (($# > 0)); do
    case $1 in
      --all) all=1 ;;
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
  if [[ -n $all ]] && ((${#names[@]} > 0)); then die 2 "--all checks every chapter: it takes none"; fi
  if [[ -n $verbose && -n $json$sarif ]]; then die 2 "--verbose shows what ctest says: there is no --json or --sarif of it"; fi
  if [[ $json == - && $sarif == - ]]; then die 2 "--json and --sarif: one of them alone goes to standard output"; fi
}

# set_document OPTION FILE
set_document() {
  local -n document=${1#--}
  [[ -n $2 && $2 != --* ]] || die 2 "$1 takes a file, or - for standard output"
  [[ -z $document ]] || die 2 "$1: given twice; it takes one file"
  if [[ $2 != - ]] && [[ -d $2 || ! -w $(dirname -- "$2") ]]; then die 2 "$1: cannot write '$2'"; fi
  # As OutputFile says in the end; here it is said before the work.
  if [[ $2 =~ \.(cu|cuh|cpp|hpp|h|c)$ ]]; then die 2 "$1: '$2' is named as source code, which is not overwritten"; fi
  document=$2
}

# unchecked CHAPTER REASON [LOG]: the verdict on a chapter without one; LOG: what the compiler said.
unchecked() {
  local log=()
  if (($# > 2)); then log=(--compiler-log "$3" --root "$root"); fi
  if [[ -n $json$sarif ]]; then
    run_tool "$build/bin/ladder" verdict --unchecked "$1" --reason "$2" "${log[@]}" --json "$temp/$1.json"
  fi
}

# Builds what is to run. Sets `built` to the chapters that can be checked and `wrong` to those that do not compile; of
# them there is a verdict, too.
build_checks() {
  local chapter status=0 targets=("${chapters[@]/%/_checks}")
  built=("${chapters[@]}")
  wrong=()
  if [[ -n $common ]]; then targets=(all); fi  # its checks run what others build
  if [[ -n $json$sarif ]]; then build ladder_program; fi
  (build "${targets[@]}") || status=$?
  if ((status == 0)); then return; fi
  if ((status > 1)) || [[ -n $verbose ]]; then exit "$status"; fi
  built=()
  for chapter in "${chapters[@]}"; do
    if (build "${chapter}_checks") &>/dev/null; then
      built+=("$chapter")
    else
      wrong+=("$chapter")
      unchecked "$chapter" "it does not compile" "$temp/log"
    fi
  done
  if ((${#wrong[@]} == 0)); then exit "$status"; fi  # what does not compile is in common/
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
  run_tool "$build/bin/ladder" verdict "${verdicts[@]}" "${documents[@]}"
}

# labels LABEL...: a regular expression for ctest.
labels() { local IFS='|' && echo "^($*)\$"; }

# More than there are cores: some only wait for a time limit.
run_tests() {
  await ctest --test-dir "$build" --output-on-failure --no-tests=error -j"$(($(nproc) * 3 / 2))" "$@" >&3 || exit 1
}

# Checks the chapters of `built`, several at a time, and says what their checks find, in the order of the course. Adds to
# `wrong` those that are.
check_chapters() {
  local most begun=0 place chapter status running=()
  most=$(nproc)
  if [[ -t 3 ]]; then export LADDER_COLUMNS=${LADDER_COLUMNS:-$(tput cols 2>/dev/null || echo 80)}; fi
  if nvidia-smi -L &>/dev/null; then most=1; fi  # a GPU's memory may not do for several
  for place in "${!built[@]}"; do
    for (( ; begun < ${#built[@]} && begun < place + most; ++begun)); do
      chapter=${built[begun]}
      await_program in_session "$build/bin/${chapter}_checks" --reporter "findings::Xfolder=$chapter::Xroot=$root" \
        --reporter "verdict::out=$temp/$chapter.json::Xfolder=$chapter" >"$temp/$chapter.findings" 2>"$temp/$chapter.said" &
      running+=($!)
    done
    chapter=${built[place]}
    status=0
    wait "${running[place]}" 2>/dev/null || status=$?  # bash has words of its own where one broke off
    if ((status > 0)); then remark_unset "$chapter" "$chapter" >&3; fi
    cat "$temp/$chapter.findings" >&3
    cat "$temp/$chapter.said" >&2
    if [[ ! -s $temp/$chapter.json ]]; then
      need_space  # for want of it, a verdict may be lost
      say "learn: the checks of $chapter broke off with status $status"
      unchecked "$chapter" "its checks broke off with status $status"
      if ((status == 0)); then status=1; fi  # a kernel may end the program
    fi
    if ((status == 0)); then say "$chapter: all is right"; else wrong+=("$chapter"); fi
  done
}

check() {
  local common own built wrong unwritten=0
  parse_check "$@"
  known=(common)
  choose_from_all "${names[@]}"
  common=$all  # not empty: the checks of common/, too
  if [[ ${chapters[-1]} == common ]]; then
    unset 'chapters[-1]'
    if ((${#names[@]} > 0)); then common=1; fi
  fi
  refuse_unreadable
  exec 3>&1
  if [[ $json == - || $sarif == - ]]; then exec 3>&2; fi  # standard output is for the document alone
  set_up
  build_checks
  own=("${chapters[@]%%_*}")  # the chapters' labels
  if [[ -n $verbose ]]; then
    if [[ -n $all ]]; then run_tests; else run_tests -L "$(labels "${own[@]}" ${common:+common})"; fi
    return
  fi
  check_chapters
  write_verdict || unwritten=$?
  if ((${#wrong[@]} > 0)); then
    need_addresses
    die 1 "wrong: ${wrong[*]} (--verbose says more)"
  fi
  if ((unwritten > 0)); then exit "$unwritten"; fi
  if [[ -n $all ]]; then
    run_tests -LE "$(labels "${own[@]}")"
  elif [[ -n $common ]]; then
    run_tests -L "$(labels common)"
  elif ((${#names[@]} == 0)); then
    say "(The emulator and the tools were not checked: ./learn check --all)"
  fi
}
