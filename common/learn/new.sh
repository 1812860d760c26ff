#: ./learn new CHAPTER [PROBLEM|exercise]
#:     Makes a folder to fill: a new chapter, or one more exercise of one.
#:     PROBLEM       what its kernels compute: transpose (if none is named) or
#:                   reduction
#:     It builds, and its checks fail until each TODO in it is done.
#:     Example: ./learn new step7_mine
#:     Example: ./learn new step3_padded exercise
# shellcheck shell=bash

# What new folders hold: a chapter's, in which a problem's own new_chapter/ lies as well, and in it an exercise's.
template=$root/common/learn/new_chapter
problems=$root/common/ladder/problems

new() {
  if (($# == 0 || $# > 2)); then die 2 "new takes a chapter, and if you like a problem, or the word exercise"; fi
  if [[ ${2:-} == exercise ]]; then new_exercise "$1"; else new_chapter "$1" "${2:-transpose}"; fi
}

new_chapter() {
  check_problem "$2"
  check_name "$1"
  copy "$template" "$problems/$2/new_chapter"
  write_exercise "$made/exercise" "$1"
  sed -i "s/NEW_CHAPTER/$1/g; s/NEW_LABEL/${1%%_*}/g; s/NEW_PROBLEM/$2/g" "$made"/*.*
  put "$1"
}

new_exercise() {
  local number=2
  choose_from_all "$1"
  if ((${#chapters[@]} != 1)); then die 2 "'$1' stands for more than one chapter: ${chapters[*]}"; fi
  while [[ -e $root/${chapters[0]}/exercise_$number ]]; do number=$((number + 1)); done
  copy "$template/exercise"
  write_exercise "$made" "${chapters[0]}_$number"
  put "${chapters[0]}/exercise_$number"
}

check_problem() {
  local known=("$problems"/*/new_chapter)
  known=("${known[@]%/new_chapter}")
  known=("${known[@]##*/}")
  if [[ " ${known[*]} " != *" $1 "* ]]; then die 2 "unknown problem '$1'; there are ${known[*]}"; fi
}

# A name that nothing has, neither a file nor, in CMake and CTest, a target or a label.
check_name() {
  local taken="all clean exercise gpu help install planted solutions test"
  [[ $1 =~ ^[a-z][a-z0-9]*(_[a-z0-9]+)*$ ]] || die 2 "'$1' cannot be a chapter's name: use a-z, 0-9 and _, as in step7_mine"
  if [[ -e $root/$1 ]]; then die 2 "there is a $1 already"; fi
  if [[ " $taken " == *" ${1%%_*} "* ]] || grep -rqE "add_(executable|library|program)\($1[ )]" "$root/common"; then
    die 2 "the build has another use for the name $1"
  fi
}

# copy FOLDER...: what is in them, into the folder `made`. That lies in a hidden one, which goes when the command ends.
copy() {
  local folder
  hidden=$(mktemp -d "$root/.new.XXXXXX" 2>/dev/null) || die 3 "cannot write to $root"
  trap 'rm -rf "$hidden"' EXIT
  made=$hidden/made
  mkdir "$made"
  for folder in "$@"; do cp -r "$folder/." "$made"; done
}

# write_exercise FOLDER NAME: the student's file is the solution with an empty blank.
write_exercise() {
  sed -i "s/NEW_EXERCISE/$2/g" "$1"/*
  sed '/ your code: begin /,/ your code: end /{//!d}' "$1/solution.cuh" >"$1/exercise.cuh"
}

# Moves what was made to its place, from the root.
put() {
  mv -T "$made" "$root/$1"
  printf 'Made %s. What is to be done there: grep -rn TODO %s\n' "$1" "$1"
}
