#: ./learn try [OPTIONS] FILE.cu... [-- ARGUMENTS]
#:     Runs a whole CUDA program, as it is, and says what each launch did.
#:     It is compiled as nvcc would, from one or several files, and runs on the
#:     emulator: hazards, counters, limits, and what its host code does wrong.
#:     ARGUMENTS go to the program.
#:     -I DIR, -D NAME, -std=c++20   as for nvcc; its -O3, -arch=, -gencode=,
#:                     -rdc=, -lineinfo, -g and -lLIBRARY change nothing
#:     --observe SECONDS  how long to observe each kernel: 10, or inf; the rest of
#:                     a large or repeated launch just runs, a hundred times faster
#:     --time-limit SECONDS  for the whole program: 600; what was found until then
#:                     is reported. (For its compiler: LADDER_COMPILE_SECONDS, 300)
#:     --gpus P        how many GPUs the program finds: 1
#:     --limits        what limits each launch, with the arithmetic
#:     --report FILE   the report goes there, not behind the program's own output
#:     --json FILE     and as JSON there
#:     --trace FILE    with the requests of each launch's first block, one by one
#:     --batch LIST    each program that a line of LIST names, and the totals; the
#:                     line may say what is expected: right, wrong, refused, slow
#:     A program is somebody's code, and runs as you. docs/try.md has the rest.
#:     Example: ./learn try docs/examples/whole_program.cu
# shellcheck shell=bash

seconds=600  # that a program may take, where nothing else is said

# Sets list, report, files, flags (for the compiler), wishes (for the report), seconds and arguments (the program's).
parse_try() {
  local argument
  declare -gA documents=()  # by their places, the options that name them
  list=
  report=
  files=()
  flags=()
  wishes=()
  arguments=()
  while (($# > 0)); do
    argument=$1
    shift
    case $argument in
      --) arguments=("$@") && break ;;
      -I | -D)
        [[ -n ${1:-} ]] || die 2 "try: $argument takes a value"
        flags+=("$argument" "$1") && shift
        ;;
      -std=*)
        [[ $argument =~ =(c|gnu)\+\+[0-9][0-9a-z]$ ]] || die 2 "try: $argument: -std takes a standard such as c++20"
        flags+=("$argument")
        ;;
      -I* | -D*) flags+=("$argument") ;;
      -O[0-3] | -arch=* | -gencode=* | -rdc=* | -lineinfo | -g | -l?*) ;;  # nvcc's, which change nothing here
      --limits) wishes+=("$argument") ;;
      --time-limit)
        [[ ${1:-} =~ ^[0-9]+([.][0-9]+)?$ ]] || die 2 "try: --time-limit takes seconds, such as 60; 0: none"
        seconds=$1 LADDER_TRY_SECONDS=$1 && export LADDER_TRY_SECONDS && shift  # of each program of a list
        ;;
      --batch)
        (($# > 0)) || die 2 "try: $argument takes a value"
        list=$1 && shift
        ;;
      --report | --json | --trace | --show | --gpu | --gpus | --observe)
        (($# > 0)) || die 2 "try: $argument takes a value"
        if [[ $argument != --gpu* && $argument != --observe ]]; then take_document "$argument" "$1"; fi
        if [[ $argument == --report ]]; then report=$1; fi
        wishes+=("$argument" "$1") && shift
        ;;
      -*) die 2 "try: unknown option '$argument'; arguments of the program go behind --" ;;
      *) files+=("$argument") ;;
    esac
  done
  if [[ -n $list ]]; then
    ((${#files[@]} == 0)) || die 2 "try: --batch takes a list, and no program beside it"
    return
  fi
  [[ ${LADDER_COMPILE_SECONDS:-1} =~ ^[1-9][0-9]*$ ]] || die 2 "LADDER_COMPILE_SECONDS takes seconds, 1 or more, not '$LADDER_COMPILE_SECONDS'"
  if ((${#files[@]} == 0)); then die 2 "try takes a program: ./learn try FILE.cu (./learn try --help)"; fi
  check_files
}

# take_document OPTION FILE: of two that name one file, one would be lost.
take_document() {
  local place
  place=$(realpath -m -- "${2:-none}")
  if [[ $place != /dev/* && -n ${documents[$place]:-} ]]; then die 2 "try: ${documents[$place]} and $1 name the same file"; fi
  documents[$place]=$1
}

check_files() {
  local file
  for file in "${files[@]}"; do
    if [[ $file == *$'\n'* ]]; then die 2 "try: a name with a line break in it is not taken"; fi
    if [[ ! -f $file || ! -r $file ]]; then die 2 "$file: cannot be read"; fi
    if ! grep -q '[^[:space:]]' "$file"; then die 2 "$file: nothing is in it"; fi
  done
}

# build_program: the files as $temp/tried.
build_program() {
  local status=0 begin missing limit=${LADDER_COMPILE_SECONDS:-300}
  take_lock  # there is one `tried` in a build folder
  build cuda_to_cpp
  begin=$SECONDS
  TMPDIR=$temp await timeout --kill-after=1 "$limit" "$root/common/tools/try/compile.sh" "$build" "$build/try/program.o" "${flags[@]}" -- "${files[@]}" \
    2>"$temp/said" || status=$?
  if ended_by_time $status "$limit" "$begin"; then die 1 "its compiler was stopped after $limit seconds (LADDER_COMPILE_SECONDS gives it more)"; fi
  printable <"$temp/said"
  if ((status > 0)); then need_space && exit $status; fi
  (build tried) 2>"$temp/unlinked" || status=$?
  if ((status > 0)); then
    missing=$(sed -nE 's#^(.*/)?([^/ ]+:[0-9]+)(:\(\.text[^)]*\))?: undefined reference to .(.*).$#\2: \4: declared, and no file of the program defines it#p' "$temp/log" | sort -u)
    if [[ -n $missing ]]; then say "$missing"; else cat "$temp/unlinked" >&2; fi
    exit $status
  fi
  ln "$build/bin/tried" "$temp/tried" 2>/dev/null || cp "$build/bin/tried" "$temp/tried"
  release_lock
}

# read_machine_code ARCHITECTURE: what nvcc makes of the files' loads and stores, as $temp/machine_code, where nvcc and
# its disassembler are there. Where nvcc refuses a file, that is said, and the rest goes on.
read_machine_code() {
  local file
  if ! have nvcc || ! have nvdisasm; then return; fi
  for file in "${files[@]}"; do
    if [[ $file == *.c ]]; then continue; fi
    if nvcc -O3 -lineinfo -cubin -arch="$1" "${flags[@]}" -o "$temp/cubin" "$file" >"$temp/nvcc" 2>&1; then
      nvdisasm -g -c "$temp/cubin" 2>/dev/null || true
    else
      say "nvcc refuses $file: $(sed -n '/error/{s/^[^(]*[(]\([0-9]*\)[)]: /line \1: /p;q}' "$temp/nvcc")"
    fi
  done >"$temp/machine_code"
  wishes+=(--machine-code "$temp/machine_code")
}

# run_program: with what it is to be called, and what the report is to have.
run_program() {
  local name status=0 begin=$SECONDS waker='' why="the program, or a process of its own, closed its output, or ended without the C library"
  name=$(basename "${files[0]}")
  LADDER_TRY=$(printf '%s\n' --name "$name" "${wishes[@]}")
  mkdir -m 777 "$temp/told" "$temp/kept"  # the program may become another user
  # timeout's SIGTERM does not wake one that has stopped itself. (As in_session(): ended where whoever waits was killed.)
  if [[ $seconds == *[1-9]* ]]; then
    (LADDER_SESSION_OF=$temp sleep "$seconds" 0.2 && left_behind | xargs -r kill -CONT) &
    waker=$!
  fi
  await start_program "$name" || status=$?
  if [[ -n $waker ]]; then  # else it would hold the output open as long
    end_tree "$waker"
    wait "$waker" 2>/dev/null || true
  fi
  if ended_by_time $status "$seconds" "$begin"; then
    say "learn: the program was stopped after $seconds seconds (--time-limit SECONDS gives it more)"
    why="the program did not heed SIGTERM"
    status=124
  elif ((status == 134)); then
    why="it was aborted, as the C library does where it finds the memory of malloc() destroyed: is a copy to the host too long?"
  elif ((status == 137)); then
    why="the program was killed (by itself or another process, by a limit, or by the system where memory is short)"
  fi
  trap 'tell_kept && exit 143' TERM  # of who waits for a child
  await_children
  trap - TERM
  tell_kept
  if is_lost; then
    if ((status == 0)); then status=1; fi
  elif ((status == 0)) && is_told wrong; then
    say "learn: something is wrong in a child process, or before another program took its place: their output says what"
    status=1
  fi
  return $status
}

# is_told MARK: whether the program, or a process of its own, has left one that fits the pattern: good, wrong, unwritten;
# the number of a process that has not told what it found, or broken, where another program took its place meanwhile.
is_told() { compgen -G "$temp/told/$1" >/dev/null; }

# is_lost: whether a process has not told what it found.
is_lost() { is_told "[0-9]*" || is_told broken || { ((status != 2)) && ! is_told "*"; }; }

# tell_kept: what such processes had seen when they last made a launch or a call, where the report and its JSON go.
tell_kept() {
  local file text place texts='' json=''
  for file in "$temp/kept/"*; do
    { IFS= read -r -d '' text && texts+=$text && IFS= read -r -d '' text && json+=$text; } 2>/dev/null <"$file" || true
  done
  if is_lost && [[ -n $texts ]]; then say "learn: $why (status $status): here is what was seen before"; fi
  if is_lost && [[ -z $texts ]]; then say "learn: the report is lost: $why (status $status)"; fi
  if [[ -n $texts ]]; then put "$texts" "${report:--}"; fi
  for place in "${!documents[@]}"; do
    if [[ ${documents[$place]} == --report ]] || ! is_lost; then continue; fi
    if [[ ${documents[$place]} == --json && -n $json ]]; then put "$json" "$place"; else say "learn: the file of ${documents[$place]} is not written"; fi
  done
}

# put TEXT FILE: "-" is standard output.
put() {
  if [[ ${2##*/} == - ]]; then printf '%s' "$1" 2>/dev/null || true; return; fi
  { printf '%s' "$1" >"$2"; } 2>/dev/null || say "learn: $2 cannot be written"
}

# What a child process finds counts, though the program may have ended before it. It has the rest of the time.
await_children() {
  local checks=0 word
  while [[ -n $(left_behind) ]]; do
    if ((checks++ == 2)); then say "learn: the program has ended, and a child process of it runs on: its end is awaited"; fi
    sleep 0.1
    if ! ended_by_time 124 "$seconds" "$begin"; then continue; fi
    say "learn: a child process still ran after $seconds seconds: it is stopped"
    mkdir -p "$temp/told/wrong"
    for word in TERM KILL; do
      left_behind | xargs -r kill -$word || true
      left_behind | xargs -r kill -CONT || true
      for ((checks = 0; checks < 100; ++checks)); do
        [[ -n $(left_behind) ]] || return 0
        sleep 0.1
      done
    done
  done
}

# What it does for longer than the limit of time ends, with a report of what was found, which may take 10 seconds.
start_program() {
  export LADDER_TRY
  echo 1000 >/proc/self/oom_score_adj  # where memory is short, it is the first to go
  # shellcheck disable=SC2016  # they are that bash's
  in_session timeout --foreground --kill-after=12 "$seconds" bash -c 'exec -a "$0" "$@"' "./${1%.*}" "$temp/tried" "${arguments[@]}"
}

try() {
  parse_try "$@"
  if [[ -n $list ]]; then
    await "$root/common/tools/try/batch.sh" "$root/learn" "$list" "${flags[@]}" "${wishes[@]}" -- "${arguments[@]}" || exit $?
    return
  fi
  set_up
  build_program
  read_machine_code sm_90
  run_program
}
