#!/usr/bin/env bash
# learn_check.sh LEARN PROGRAMS: what ./learn says where it cannot run, or build: one line, and status 3. PROGRAMS: the
# folder of those that it runs.
set -euo pipefail

learn=$1 programs=$2
temp=$(mktemp -d)
trap 'chmod -R u+w "$temp"; rm -rf "$temp"' EXIT

# expect_line LINE WHAT COMMAND...: LINE is a pattern.
expect_line() {
  local status=0
  "${@:3}" >"$temp/out" 2>"$temp/all" || status=$?
  sed '/^Configuring /d; /^Building$/d' "$temp/all" >"$temp/err"
  # shellcheck disable=SC2053
  if ((status != 3)) || [[ -s $temp/out || $(<"$temp/err") != $1 || $(<"$temp/err") == *$'\n'* ]]; then
    printf '%s: status %s\n' "$2" "$status"
    cat "$temp/out" "$temp/err"
    exit 1
  fi
}
expect_refusal() { expect_line "learn: it needs Linux with bash 4*docs/machines.md" "$@"; }

# with NAME: a folder with a stand-in of that name, of what stands on the input, for the front of the PATH.
with() {
  mkdir "$temp/$1"
  cat >"$temp/$1/$1"
  chmod +x "$temp/$1/$1"
}

for command in run check watch exercise hint progress grade show try new bench profile sanitize docs site; do
  "$learn" "$command" --help
done >"$temp/help"
"$learn" help >>"$temp/help"
if grep -E '.{81}' "$temp/help"; then echo "does not fit a terminal" && exit 1; fi
expect_refusal "an old bash" bash -c "BASH_VERSION='3.2.57(1)-release'; . '$learn' help"
# shellcheck disable=SC2016 # for the other shell
expect_refusal "another shell" sh -c 'unset BASH_VERSION; . "$1" help' sh "$learn"
expect_refusal "another system" env OSTYPE=darwin23 "$learn" help
with sort <<<'#!/bin/sh
echo "sort: unrecognized option: version-sort" >&2; exit 1'
expect_refusal "other tools" env "PATH=$temp/sort:$PATH" "$learn" help
expect_line "learn: it needs 20 open files: ulimit -n gives 12" "few open files" bash -c "ulimit -n 12; exec '$learn' help"
expect_line "learn: it needs Linux with * tools, without LD_PRELOAD; *" "what is loaded before all else" \
  env LD_PRELOAD=: "PATH=$temp/sort:$PATH" "$learn" help
expect_line "learn: there can be no temporary folder in /nowhere: *" "no place for temporary files" \
  env TMPDIR=/nowhere "$learn" progress

mkdir -p "$temp"/course/{common,build,step1_mine/exercise}
touch "$temp/course/step1_mine/variants.cu"
cp "$learn" "$temp/course"
cp -r "$(dirname "$learn")/common/learn" "$temp/course/common"
echo 'set_up() { true; }' >>"$temp/course/common/learn/exercise.sh"
with cmake <<'END'
#!/bin/sh
for i in $(seq 400); do echo "x.cpp:$i: fatal error: error writing to x.o: No space left on device"; done
exit 1
END
at_course=(env "PATH=$temp/cmake:$PATH" LADDER_BUILD="$temp/course/build" "$temp/course/learn" exercise step1)
expect_line "learn: no space is left on the device of $temp/course/build or of *" "a full disk" "${at_course[@]}"
chmod a+rx "$temp"
chmod -R a+rX,a-w "$temp/course" "$temp/cmake"
other=()
if ((EUID == 0)); then other=(setpriv --reuid=65533 --regid=65533 --clear-groups); fi  # root may write anywhere
expect_line "learn: cannot write to the build folder $temp/course/build *" "a checkout that is not ours" "${other[@]}" "${at_course[@]}"

# A result is not written over an answer, and nothing is graded before that is said.
status=0
said=$("$learn" grade first_steps --json "$temp/exercise.cuh" 2>&1) || status=$?
[[ $status == 2 && $said == "learn: --json: '$temp/exercise.cuh' is named as source code, which is not overwritten" ]] ||
  { echo "over an answer: $status" "$said" && exit 1; }

# Of a compiler's tool that is killed, or a program of ours, one line is said, and none in bash's words.
common=$(dirname "$learn")/common
mkdir -p "$temp"/tools/{try,bin}
ln -s "$(dirname "$programs")/cuda_headers" "$temp/tools"
ln -s "$programs/cuda_to_cpp" "$temp/tools/bin"
with dies <<'END'
#!/bin/sh
kill -KILL $$
END
dies=$temp/dies/dies
echo "__global__ void k() {} int main() {}" >"$temp/x.cu"

# expect_killed WHAT COMMAND...
expect_killed() {
  local status=0
  said=$("${@:2}" 2>&1) || status=$?
  [[ $status == 1 && $said == "error: "*" ended with signal KILL: "* && $said != *$'\n'* ]] ||
    { echo "$1 is killed: $status" "$said" && exit 1; }
}

for what in compiler objcopy readelf ld cuda_to_cpp; do
  { cat "$(dirname "$programs")/try/settings.sh" && echo "$what=$dies"; } >"$temp/tools/try/settings.sh"
  if [[ $what == cuda_to_cpp ]]; then ln -sf "$dies" "$temp/tools/bin/cuda_to_cpp"; fi
  expect_killed "$what" "$common/tools/try/compile.sh" "$temp/tools" "$temp/x.o" -- "$temp/x.cu"
done
refuse=$common/tools/exercise/refuse.sh
expect_killed "what refuses answers" "$refuse" "$dies" true
expect_killed "an answer's compiler" "$refuse" true "$common/cmake/compile_kernels.sh" objcopy readelf ld "$dies" -o "$temp/x.o"
