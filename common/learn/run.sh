#: ./learn run [CHAPTER...] [--each] [--quiz] [--json FILE] [-- OPTIONS]
#:     Builds the chapters, runs them, and ends with the ladder of speeds:
#:     what each kernel reaches, and what limits it. Without a name: all but
#:     many_gpus, for which more has to be built.
#:     --each        without a name, too, the table of each chapter, and one of all
#:     --quiz        asks what a request of each variant costs before it shows it,
#:                   on an empty screen: what stood there is scrolled up
#:     --json FILE   all results in one file (-: standard output)
#:     -- OPTIONS    go to each chapter; ./learn run step1 -- --help shows them
#:     Example: ./learn run step1 step2 -- --rows 100 --cols 300
# shellcheck shell=bash

# shellcheck source=common/learn/check.sh
source "$root/common/learn/check.sh"  # set_document

# What tells why a result is wrong, of the chapters of which it was built once: kept as new as they are.
with_causes() {
  local chapter
  for chapter in "${chapters[@]}"; do
    if [[ -e $build/bin/${chapter}_with_causes ]]; then echo "${chapter}_with_causes"; fi
  done
}

# Runs the chapters one after the other. Sets `worst`, their highest status, `wrong`, those that are, `reports`, the files
# that they wrote, and `on`, the device. In brief, what a chapter prints stays where it is not all right.
run_chapters() {
  local chapter report status printed=$temp/printed
  worst=0
  wrong=
  on=
  reports=()
  if ((!brief && ${#chapters[@]} > 1)); then export LADDER_NO_NOTES=1; fi  # the table of all has them
  for chapter in "${chapters[@]}"; do
    status=0
    report=$temp/$chapter.json
    if ((brief)); then exec 4>"$printed"; else exec 4>&3; fi
    if [[ -t 3 ]]; then export LADDER_COLUMNS=${LADDER_COLUMNS:-$(tput cols 2>/dev/null || echo 80)}; fi
    LADDER_BUILD_CAUSES=$(build_causes "$chapter") await_program "$build/bin/$chapter" --json "$report" "${options[@]}" >&4 || status=$?
    if ((!brief)); then
      echo >&3
    elif ((status > 0)); then
      cat "$printed" >&3
    elif ((${#reports[@]} == 0)); then
      on=$(head -n 3 "$printed" | tr -s '\n ' ' ' | sed -n 's/^[^ ]* on\([^)]*)\): .*/On\1: /p')
    fi
    if ((status == 2 || status == 3)); then exit $status; fi  # the next would say the same
    if ((status > 3)); then say "learn: $chapter broke off with status $status"; fi
    if ((status > 0)); then worst=1 wrong+=" $chapter"; fi
    if [[ -f $report ]]; then reports+=("$report"); fi
  done
}

# Ends all with the names of the variants, as nothing is run.
list_variants() {
  local chapter
  for chapter in "${chapters[@]}"; do run_tool "$build/bin/$chapter" ${json:+--json "$json"} "${options[@]}"; done
  exit 0
}

# The table of all chapters where there are several, the ladder, and the JSON file where one is asked for.
show_ladder() {
  local arguments=(--measured "$root/docs/measured")
  if ((${#reports[@]} == 0)); then
    [[ -z $json ]] || die 2 "--json: the chapters gave no results"
    return
  fi
  if ((brief)); then
    arguments+=(--brief)
    if ((worst == 0)); then printf '%s' "$on" >&3; fi
  elif ((${#chapters[@]} == 1)); then
    arguments+=(--no-table)
  else
    printf 'All variants\n\n' >&3
  fi
  if [[ -n $json ]]; then arguments+=(--json "$json" --executable "$command_line"); fi
  run_tool "$build/bin/ladder" table "${arguments[@]}" "${reports[@]}"
}

# What the quiz asks for may stand on the screen, from an earlier run.
empty_screen() {
  local lines
  lines=$(tput lines 2>/dev/null) || lines=24
  printf '%*s\033[H' "$lines" "" | tr ' ' '\n'
}

# Sets names, chapters, json, quiz, options, and brief: no tables but the ladder.
parse_run() {
  names=()
  json=
  brief=1
  quiz=()
  options=()
  while (($# > 0)); do
    case $1 in
      --json)
        set_document --json "${2:-}"
        shift
        ;;
      --json=*) set_document --json "${1#*=}" ;;
      --each) brief=0 ;;
      --quiz) quiz=(--quiz) ;;
      --) options=("${@:2}") && break ;;
      *) names+=("$1") ;;
    esac
    shift
  done
  options+=("${quiz[@]}")
  choose_from_all "${names[@]}"
  if ((${#names[@]} == 0)); then mapfile -t chapters < <(all_chapters | grep -vx many_gpus); fi
  if ((${#names[@]} + ${#options[@]} > 0)); then brief=0; fi
  if [[ " ${options[*]}" == *" --json"* ]]; then die 2 "--json goes before --"; fi
}

run() {
  parse_run "$@"
  refuse_unreadable
  set_up
  local causes
  mapfile -t causes < <(with_causes)
  build "${chapters[@]}" ladder_program "${causes[@]}"
  if [[ " ${options[*]} " == *" --list "* ]]; then list_variants; fi
  exec 3>&1
  if [[ $json == - ]]; then exec 3>&2; fi  # standard output is for the results alone
  if ((${#quiz[@]} > 0)) && [[ -t 3 && ${TERM:-dumb} != dumb ]]; then empty_screen >&3; fi
  run_chapters
  show_ladder
  if [[ -n $wrong ]]; then
    say "More of what is wrong: ./learn check$wrong"
  elif ((!brief && ${#names[@]} == 0)); then
    say "(The chapter on several GPUs was not run: ./learn run many_gpus)"
  elif ((brief)); then
    say "Next: docs/README.md; ./learn check, once you edit a kernel; ./learn exercise"
  fi
  exit "$worst"
}
