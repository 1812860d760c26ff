#!/usr/bin/env bash
# contents_check.sh LEARN PROGRAMS: what is compiled follows what is in the files, and not their times.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tell() { "$(dirname "$1")/common/cmake/tell_contents.sh" "$folder/stamps" "$folder" "a b" step/exercise; }
learn=$1

# expect_new YES|no WHAT: whether the stamp of the folder "a b" was written anew.
expect_new() {
  local before=$folder/before is_new=no
  touch -d "1 hour ago" "$folder/stamps/"*
  tell "$learn"
  touch -d "1 minute ago" "$before"
  if [[ "$folder/stamps/a b" -nt $before ]]; then is_new=YES; fi
  if [[ $is_new != "$1" ]]; then echo "$2: expected $1, and it is $is_new" && exit 1; fi
  if [[ $folder/stamps/step_exercise -nt $before ]]; then echo "$2: the other folder is told, too" && exit 1; fi
}

mkdir -p "$folder/a b/below" "$folder/step/exercise"
echo right >"$folder/a b/kernel.cuh"
cp -p "$folder/a b/kernel.cuh" "$folder/kept"
echo other >"$folder/step/exercise/exercise.cuh"
tell "$learn"
expect_new no "nothing has changed"
touch "$folder/a b/kernel.cuh"
expect_new no "another time"
echo wrong >"$folder/a b/kernel.cuh"
touch -d "5 days ago" "$folder/a b/kernel.cuh"
expect_new YES "another text, five days old"
cp -p "$folder/kept" "$folder/a b/kernel.cuh"
expect_new YES "the text of before"
echo x >"$folder/a b/mine.hpp"
expect_new YES "a header"
rm "$folder/a b/mine.hpp"
expect_new YES "a header less"
mkfifo "$folder/a b/pipe.cuh"
expect_new no "a pipe"
echo x >"$folder/a b/below/other.cuh"
expect_new no "a folder below"
ln -s loop.cuh "$folder/a b/loop.cuh"
expect_new no "a link to itself"

# So it does of files elsewhere that one of these includes.
mkdir "$folder/else where"
echo right >"$folder/else where/real.txt"
cp -p "$folder/else where/real.txt" "$folder/kept"
printf '#include <stddef.h>\n#ifdef AGAIN\n#include "../else where/real.txt"\n#endif\n' >"$folder/a b/kernel.cuh"
tell "$learn"
list() {
  cat "$folder/a b/kernel.cuh" >"$folder/a b/kernel.cpp"
  "$(dirname "$learn")/common/cmake/list_files.sh" "$folder/stamps/a b.of_x" c++ "$@" -Dright= -MD -MF "$folder/a list" -c "$folder/a b/kernel.cpp" -o "$folder/o"
  tell "$learn"
}
list
expect_new no "the system's files"
list -DAGAIN
expect_new no "a file elsewhere"
echo wrong >"$folder/else where/real.txt"
touch -d "5 days ago" "$folder/else where/real.txt"
expect_new YES "another text elsewhere, five days old"
cp -p "$folder/kept" "$folder/else where/real.txt"
expect_new YES "the text of before elsewhere"
rm "$folder/else where/real.txt"
expect_new YES "nothing is elsewhere any more"
mkfifo "$folder/else where/real.txt"
expect_new no "a pipe elsewhere"

# follows FOLDER PATTERN: what is made by the rule whose output fits PATTERN follows what is in FOLDER.
follows() {
  local rules
  rules=$(grep -E "^build [^:]*$2[ :]" "$build/build.ninja") || { echo "no rule makes $2" && exit 1; }
  if grep -vF "contents/${1//\//_} " <<<"$rules"; then echo "it does not follow what is in $1" && exit 1; fi
}

build=$(dirname "$2")
cd "$(dirname "$learn")"
if [[ -f $build/build.ninja ]]; then
  for file in */variants.cu {docs/,}*/exercise*/exercise.cuh; do
    place=${file%/*}
    name=${place##*/}
    case $name in
      exercise*)
        name=$(basename "${place%/*}")${name#exercise}
        follows "$place" "/${name}_exercise_emulated.cpp.o"
        ;;
      *)
        follows "$place" "/${name}_emulated.cpp.o"
        follows "$place" "/${name}_source.cpp"  # what a report shows of it
        ;;
    esac
  done
fi
