#: ./learn show CHAPTER... [VARIANT...] [--page FILE] [-- OPTIONS]
#: ./learn show FILE.cu [KERNEL...] [--page FILE] [-- ARGUMENTS]
#:     Draws a run as a page for a browser: its lanes, sectors and banks.
#:     Writes one file of HTML, prints its path, and opens it on a desktop.
#:     VARIANT       only these, also of chapters that are not named
#:     --page FILE   writes FILE; without it a file in build/show
#:     -- OPTIONS    go to each chapter; ./learn run step1 -- --help shows them
#:     FILE.cu       a program, as ./learn try runs it; KERNEL: only these
#:     Example: ./learn show step3 tile_32x8 pad1_32x8
# shellcheck shell=bash

# Sets file (empty where chapters are shown), chapters, variants, page (empty where it is not named) and options.
parse_show() {
  local names=() argument
  file=
  page=
  variants=()
  options=()
  while (($# > 0)); do
    argument=$1
    shift
    case $argument in
      --) options=("$@") && break ;;
      --page)
        [[ -n ${1:-} ]] || die 2 "show: --page takes a file"
        page=$1
        shift
        ;;
      -*) refuse_option "$argument" ;;
      *)
        if is_chapter "$argument"; then
          names+=("$argument")
        elif is_file "$argument"; then
          [[ -z $file ]] || die 2 "show: takes one file, not both '$file' and '$argument'"
          file=$argument
        else
          variants+=("$argument")
        fi
        ;;
    esac
  done
  if [[ -n $file && ${#names[@]} -gt 0 ]]; then die 2 "show: takes chapters or a file, not both"; fi
  if [[ -z $file ]]; then
    if ((${#names[@]} + ${#variants[@]} == 0)); then
      die 2 "show takes a chapter or a file, as in ./learn show step3; there are ${known[*]}"
    fi
    choose "${names[@]}"
    for argument in "${variants[@]}"; do
      if [[ -z $(chapters_with "$argument" "${chapters[@]}") ]]; then
        mapfile -t -n 1 -O ${#names[@]} names < <(chapters_with "$argument" "${known[@]}")
      fi
    done
    if ((${#names[@]} == 0)); then names=("${variants[0]}"); fi  # which is said to be no chapter
  fi
  choose "${names[@]}"
  if [[ " ${options[*]}" == *" --"@(show|device|json)* ]]; then
    die 2 "show: runs on the emulator and writes a page of its own: no --device, --json or --show goes behind --"
  fi
}

# What is there is a file whatever its name.
is_file() { [[ $1 == *.cu || $1 == *.cuh || -f $1 ]]; }

# chapters_with VARIANT CHAPTER...: those of the chapters whose variants.cu names the variant, a line each.
chapters_with() {
  local chapter
  for chapter in "${@:2}"; do
    if grep --quiet --fixed-strings "\"$1\"" "$root/$chapter/variants.cu"; then echo "$chapter"; fi
  done
}

is_chapter() { [[ " ${known[*]} ${known[*]%%_*} " == *" ${1%/} "* ]]; }

# Dies where a variant is in none of the executables, or an executable has none of the variants that are named.
check_variants() {
  local variant executable elsewhere all=()
  if ((${#variants[@]} == 0)); then return; fi
  for executable in "$@"; do mapfile -t -O ${#all[@]} all < <(variants_of "$executable"); done
  for variant in "${variants[@]}"; do
    [[ " ${all[*]} " == *" $variant "* ]] || die 2 "show: unknown variant '$variant', in no chapter; there are ${all[*]}"
  done
  for executable in "$@"; do
    if [[ -n $(wanted_of "$executable") ]]; then continue; fi
    elsewhere=$(chapters_with "${variants[0]}" "${known[@]}" | head -1)
    die 2 "show: '${variants[0]}' is no variant of $executable but of $elsewhere: ./learn show $elsewhere ${variants[0]}"
  done
}

variants_of() { run_tool "$build/bin/$1" --list; }

# The variants that were named and that the executable has, a line each.
wanted_of() {
  local variant
  for variant in "${variants[@]}"; do variants_of "$1" | grep --line-regexp --fixed-strings -- "$variant"; done || true
}

# Runs the executables one after the other. Sets `worst`, their highest status, `data`, the files that they wrote, and
# `recorded`, the arguments that tell a page of recorded times.
run_shown() {
  local executable status variant arguments
  worst=0
  data=()
  recorded=(--measured "$root/docs/measured")
  for executable in "$@"; do
    status=0
    arguments=(--device emulator --show "$temp/$executable.json" --json "$temp/$executable.report" "${options[@]}")
    # As many GPUs as the times are recorded of.
    if [[ $executable == many_gpus && " ${options[*]}" != *" --gpus"* ]]; then arguments+=(--gpus 2); fi
    while read -r variant; do arguments+=(--variant "$variant"); done < <(wanted_of "$executable")
    say "Running $executable"
    LADDER_BUILD_CAUSES=$(build_causes "$executable") await "$build/bin/$executable" "${arguments[@]}" >/dev/null || status=$?
    if ((status == 2 || status == 3)); then exit $status; fi
    if ((status > 3)); then say "learn: $executable broke off with status $status"; fi
    if ((status > 0)); then worst=1; fi
    if [[ -f $temp/$executable.json ]]; then data+=("$temp/$executable.json"); fi
    if [[ -f $temp/$executable.report ]]; then recorded+=(--report "$temp/$executable.report"); fi
  done
}

# Where there is a desktop.
open_page() {
  if [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] || ! have xdg-open; then return; fi
  xdg-open "$1" </dev/null &>/dev/null &
}

# Runs the program in `file`; sets `worst`, `data` and `recorded` as run_shown does.
show_program() {
  local variant
  worst=0
  # shellcheck source=/dev/null
  source "$root/common/learn/try.sh"
  files=("$file")
  check_files
  flags=()
  arguments=("${options[@]}")
  wishes=(--show "$temp/program.json" --report "$temp/report")
  for variant in "${variants[@]}"; do wishes+=(--kernel "$variant"); done
  build_program
  (run_program) >&2 || worst=$?
  if [[ -f $temp/report ]]; then sed -nE "/^(at the end|[^ ]+:[0-9]+): /p" "$temp/report" >&2; fi
  data=()
  recorded=()
  if [[ -f $temp/program.json ]]; then data=("$temp/program.json"); fi
}

show() {
  local executables
  mapfile -t known < <(all_chapters)
  parse_show "$@"
  set_up
  if [[ -n $file ]]; then
    build ladder_program
    show_program
    page=${page:-$build/show/$(basename "$file" .cu).html}
  else
    build ladder_program "${chapters[@]}"
    executables=("${chapters[@]}")
    page=${page:-$build/show/$(paste -sd+ <<<"$(printf '%s\n' "${chapters[@]}")").html}
    check_variants "${executables[@]}"
    run_shown "${executables[@]}"
  fi
  if ((${#data[@]} == 0)); then exit "$worst"; fi
  mkdir -p "$(dirname "$page")" 2>/dev/null || die 2 "show: cannot create the folder $(dirname "$page")"
  run_tool "$build/bin/ladder" page "$root/common/learn/show.html" "$page" "${data[@]}" "${recorded[@]}"
  printf '%s\n' "$page"
  open_page "$page"
  exit "$worst"
}
