# The folders of the course, and the names that people give them.
# shellcheck shell=bash

# The folders with kernels, in the order of the course.
all_chapters() {
  local file
  for file in "$root"/step*/variants.cu "$root"/!(step*|many_gpus)/variants.cu "$root"/many_gpus/variants.cu; do
    file=${file%/variants.cu}
    if [[ -f $file/variants.cu ]]; then echo "${file##*/}"; fi
  done
}

# of_problem CHAPTER WORD: what the executable in $bin says of the problem that its kernels solve: its name, its ceiling,
# the bytes of its elements, or its sizes for profile, bench, quick or sanitize, a line each.
of_problem() { "$bin/$1" --problem | sed -n "s/^$2 //p"; }

# named NAME: of `known` the one with this name, or else those with this label, a line each.
named() {
  local name
  if [[ " ${known[*]} " == *" $1 "* ]]; then echo "$1" && return; fi
  for name in "${known[@]}"; do
    if [[ ${name%%_*} == "$1" ]]; then echo "$name"; fi
  done
}

# choose NAME...: sets `chapters` to those of `known` that the names, in full or as labels, stand for, in the order of
# the course.
choose() {
  local name found wanted=" "
  for name in "$@"; do
    name=${name%/}  # as the shell completes it
    found=$(named "$name")
    [[ -n $found ]] || die 2 "unknown chapter '$name'; there are ${known[*]}"
    wanted+="${found//$'\n'/ } "
  done
  chapters=()
  for name in "${known[@]}"; do
    if [[ $wanted == *" $name "* ]]; then chapters+=("$name"); fi
  done
}

# refuse_option OPTION: it may be meant for a chapter, where the command hands those on.
refuse_option() {
  local hint=" (./learn $command --help)" before=${command_line%%" $1"*} behind=$1 word words
  read -ra words <<<"${command_line#"$before $1"}"
  for word in "${words[@]}"; do  # a chapter's name goes before --
    if [[ -n $(named "${word%/}") ]]; then before+=" $word"; else behind+=" $word"; fi
  done
  if [[ $(help_of "$command") == *' [-- OPTIONS]'* ]]; then hint="; write -- before a chapter's: $before -- $behind"; fi
  die 2 "$command: unknown option '$1'$hint"
}

refuse_options() {
  local argument
  for argument in "$@"; do
    if [[ $argument == -* ]]; then refuse_option "$argument"; fi
  done
}

# choose_from_all NAME...: the same, of all chapters and of what `known` holds already; without a name all of them.
# Nothing else may stand there.
choose_from_all() {
  local all
  mapfile -t all < <(all_chapters)
  known=("${all[@]}" "${known[@]}")
  refuse_options "$@"
  choose "$@"
  if (($# == 0)); then chapters=("${known[@]}"); fi
}

# choose_exercises NAME...: the same, of the exercises: those of docs/first_steps, and then the chapters'. One in the
# folder exercise has the name of the folder that it is in; in exercise_2, <folder>_2.
choose_exercises() {
  local chapter folder
  known=()
  for chapter in docs/first_steps $(all_chapters); do
    for folder in "$root/$chapter"/exercise?(_+([0-9])); do
      if [[ -d $folder ]]; then known+=("${chapter##*/}${folder##*/exercise}"); fi
    done
  done
  refuse_options "$@"
  choose "$@"
  if (($# == 0)); then chapters=("${known[@]}"); fi
}

# The folder of the exercise NAME, from the root.
exercise_folder() {
  local parent=$1 number=
  if [[ ! -d $root/$1 && $1 =~ _[0-9]+$ ]]; then
    number=${BASH_REMATCH[0]}
    parent=${1%"$number"}
  fi
  if [[ $parent == first_steps ]]; then parent=docs/first_steps; fi
  echo "$parent/exercise$number"
}

# Ends all where a source of one of `chapters` is no file that can be read; for a FIFO a compiler would wait.
refuse_unreadable() {
  local chapter file
  for chapter in "${chapters[@]}"; do
    file=$(find "$root/$chapter" -maxdepth 2 -name '[!.]*.[ch]*' ! -type d \( ! -xtype f -o ! -readable \) -print -quit)
    if [[ -n $file ]]; then die 2 "${file#"$root/"} is no file that can be read"; fi
  done
}

# Whether the answer to the exercise NAME is there and is no file that can be read; for a FIFO a compiler would wait.
is_unreadable() {
  local answer
  answer=$root/$(exercise_folder "$1")/exercise.cuh
  [[ -e $answer && ! (-f $answer && -r $answer) ]]
}
