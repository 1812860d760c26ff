#!/usr/bin/env bash
# contents_check.sh LEARN PROGRAMS: what is compiled follows what is in the files, and not their times.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tell() { "$(dirname "$1")/common/cmake/tell_contents.sh" "$folder/stamps/a b" "$folder/a b"; }
learn=$1

# expect_new YES|no WHAT: whether the stamp of the folder "a b" is written anew.
expect_new() {
  local before=$folder/before is_new=no
  touch -d "1 hour ago" "$folder/stamps/"*
  tell "$learn"
  touch -d "1 minute ago" "$before"
  if [[ "$folder/stamps/a b" -nt $before ]]; then is_new=YES; fi
  if [[ $is_new != "$1" ]]; then echo "$2: expected $1, and it is $is_new" && exit 1; fi
}

mkdir -p "$folder/a b/below"
echo right >"$folder/a b/kernel.cuh"
cp -p "$folder/a b/kernel.cuh" "$folder/kept"
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

# So it does of all else that decides which text the compiler reads: files elsewhere, and files that were not there.
mkdir "$folder"/{"else where",first}
echo right >"$folder/else where/real.txt"
cp -p "$folder/else where/real.txt" "$folder/kept"
cat >"$folder/a b/kernel.cpp" <<'END'
#include <stddef.h>
#if __has_include("below/late.txt") || __has_include("../late.txt")
wrong
#endif
#ifdef AGAIN
#include <real.txt>
#endif
END
compile() {
  "$(dirname "$learn")/common/cmake/keep_text.sh" "$folder/stamps/a b.text" c++ "${launcher:-env}" c++ "$@" -I "$folder/first" -I "$folder/else where" -Dright= \
    -MD -MF "$folder/a list" -c "$folder/a b/kernel.cpp" -o "$folder/o"
}
tell "$learn"
compile
expect_new no "the system's files"
compile -DAGAIN
expect_new no "a file elsewhere"
echo wrong >"$folder/else where/real.txt"
touch -d "5 days ago" "$folder/else where/real.txt"
expect_new YES "another text elsewhere, five days old"
cp -p "$folder/kept" "$folder/else where/real.txt"
expect_new no "the text of before elsewhere"
for late in first/real.txt "a b/below/late.txt" late.txt; do
  echo wrong >"$folder/$late"
  expect_new YES "$late, which was not there"
  rm "$folder/$late"
  expect_new no "$late, which is not there again"
done
if launcher=$(command -v ccache); then  # which looks for files that were there
  export CCACHE_DIR=$folder/cache
  sleep 1.1  # of newer files it keeps nothing
  compile -DAGAIN
  touch "$folder/late.txt"
  if compile -DAGAIN 2>/dev/null; then echo "ccache keeps what a file changes that was not there" && exit 1; fi
  rm "$folder/late.txt"
fi
rm "$folder/else where/real.txt"
expect_new YES "nothing is elsewhere any more"
if compile -DAGAIN 2>/dev/null; then echo "a file that is not there is compiled" && exit 1; fi
expect_new YES "it has not been compiled since"

# follows TARGET PATTERN: what is made by the rule whose output fits PATTERN follows what is in the sources of TARGET.
follows() {
  local rules
  rules=$(grep -E "^build [^:]*$2[ :]" "$build/build.ninja") || { echo "no rule makes $2" && exit 1; }
  if grep -vF "contents/$1_emulated " <<<"$rules"; then echo "it does not follow the sources of $1" && exit 1; fi
}

build=$(dirname "$2")
cd "$(dirname "$learn")"
if [[ -f $build/build.ninja ]]; then
  for file in */variants.cu {docs/,}*/exercise*/exercise.cuh; do
    place=${file%/*}
    name=${place##*/}
    case $name in
      exercise*)
        name=$(basename "${place%/*}")${name#exercise}_exercise
        grep -qF "tell_contents.sh $build/contents/${name}_emulated $PWD/${place%/*} $PWD/$place" "$build/build.ninja" ||
          { echo "nobody looks at what is in $place" && exit 1; }
        ;;
      *) follows "$name" "/${name}_source.cpp" ;;  # what a report shows of it
    esac
    follows "$name" "/${name}_emulated.cpp.o"
  done
fi
