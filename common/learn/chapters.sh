# The folders of the course, and the names that people give them.
# shellcheck shell=bash

# The folders with kernels, in the order of the course.
all_chapters() {
  local file
  for file in "$root"/step*/variants.cu "$root"/!(step*)/variants.cu; do
    if [[ -f $file ]]; then basename "$(dirname "$file")"; fi
  done
}

# of_problem CHAPTER WORD: what the executable in $bin says of the problem that its kernels solve: its name, its ceiling,
# or its sizes for profile, bench, quick or sanitize, a line each.
of_problem() { "$bin/$1" --problem | sed -n "s/^$2 //p"; }

# choose NAME...: sets `chapters` to those of `known` that the names, in full or as labels, stand for, in the order of
# the course.
choose() {
  local name wanted=" "
  for name in "$@"; do
    name=${name%/}  # as the shell completes it
    [[ " ${known[*]} ${known[*]%%_*} " == *" $name "* ]] || die 2 "unknown chapter '$name'; there are ${known[*]}"
    wanted+="$name "
  done
  chapters=()
  for name in "${known[@]}"; do
    if [[ $wanted == *" $name "* || $wanted == *" ${name%%_*} "* ]]; then chapters+=("$name"); fi
  done
}

# choose_from_all NAME...: the same, of all chapters and of what `known` holds already; without a name all of them.
# Nothing else may stand there.
choose_from_all() {
  local argument all
  for argument in "$@"; do
    if [[ $argument == -* ]]; then die 2 "unknown option '$argument' (try ./learn help)"; fi
  done
  mapfile -t all < <(all_chapters)
  known=("${all[@]}" "${known[@]}")
  choose "$@"
  if (($# == 0)); then chapters=("${known[@]}"); fi
}

# choose_exercises NAME...: the same, of the exercises. Each chapter has one in the folder exercise, of the chapter's name;
# one in exercise_2 is called <chapter>_2.
choose_exercises() {
  local folder chapter
  for folder in "$root"/*/exercise_+([0-9]); do
    chapter=$(basename "$(dirname "$folder")")
    if [[ -d $folder ]]; then known+=("${chapter}_${folder##*_}"); fi
  done
  choose_from_all "$@"
}

# The folder of the exercise NAME, from the root.
exercise_folder() { if [[ -d $root/$1 ]]; then echo "$1/exercise"; else echo "${1%_*}/exercise_${1##*_}"; fi; }
