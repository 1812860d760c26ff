#!/usr/bin/env bash
# batch.sh LEARN LIST [OPTION...] [-- ARGUMENT...]: ./learn try OPTION... for each program of LIST, which gets these
# arguments, in a minute (LADDER_TRY_SECONDS) each.
# A line of LIST is the path of a program, from where LIST is, and perhaps the outcome that is expected: right, wrong
# (something is wrong with it, or it says so itself), refused, slow. Lines that begin with # say nothing. Exit status: 0
# all is as expected, 1 something is not, 2 the list cannot be read.
set -euo pipefail

learn=$1 list=$2
shift 2
options=()
while (($# > 0)) && [[ $1 != -- ]]; do options+=("$1") && shift; done
folder=$(dirname "$list")
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

refuse() {
  echo "learn: try: $*" >&2
  exit 2
}

[[ -f $list && -r $list ]] || refuse "$list: cannot be read"
paths=() wanted=() number=0
while read -r path word more || [[ -n $path ]]; do
  number=$((number + 1))
  if [[ -z $path || $path == \#* ]]; then continue; fi
  if [[ $path != /* ]]; then path=$folder/$path; fi
  [[ -f $path && -r $path ]] || refuse "$list:$number: $path: cannot be read"
  [[ $word =~ ^(|right|wrong|refused|slow)$ && -z $more ]] ||
    refuse "$list:$number: '$word${more:+ $more}' is no outcome: right, wrong, refused or slow"
  paths+=("$path")
  wanted+=("$word")
done < <(LC_ALL=C sed -e 's/\r$//' -e '1s/^\xef\xbb\xbf//' "$list")  # as Windows' editors write it, too
((${#paths[@]} > 0)) || refuse "$list: names no program"

# Sets outcome, and said: the first line that names a line of the program.
try_one() {
  local status=0
  rm -f "$temp/report"
  timeout --kill-after=5 "${LADDER_TRY_SECONDS:-60}" "$learn" try "${options[@]}" --report "$temp/report" "$@" \
    >/dev/null 2>"$temp/errors" </dev/null || status=$?
  outcome=right
  if [[ $status == 124 || $status == 137 ]]; then
    outcome=slow
  elif [[ ! -s $temp/report ]]; then
    outcome=refused
  elif ((status > 0)); then
    outcome=wrong
  fi
  said=$(cat "$temp/report" "$temp/errors" 2>/dev/null | grep -m 1 -E '^[^ :]+:([0-9]+:|.* no main)' || true)
}

declare -A times=()
expected=0 met=0
for i in "${!paths[@]}"; do
  try_one "${paths[i]}" "$@"
  times[$outcome]=$((${times[$outcome]:-0} + 1))
  note=
  if [[ -n ${wanted[i]} ]]; then
    expected=$((expected + 1))
    if [[ ${wanted[i]} == "$outcome" ]]; then met=$((met + 1)); else note=", and not ${wanted[i]}"; fi
  fi
  printf '%s\n' "$outcome$note  ${paths[i]}${said:+  $said}"
done
printf '%s programs:' "${#paths[@]}"
for outcome in right wrong refused slow; do printf ' %s %s' "${times[$outcome]:-0}" "$outcome"; done
printf '; %s of %s as expected\n' "$met" "$expected"
((met == expected))
