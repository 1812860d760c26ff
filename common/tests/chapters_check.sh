#!/usr/bin/env bash
# chapters_check.sh LEARN: ./learn check of several chapters at a time, in a folder of its own with stand-ins for their
# checks: what is said comes in the order of the course.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{build/bin,common,step1_a,step2_b,step3_c}
touch "$folder"/step{1_a,2_b,3_c}/variants.cu
cp "$1" "$folder"
cp -r "$(dirname "$1")/common/learn" "$folder/common"
cat >>"$folder/common/learn/check.sh" <<'END'
set_up() { true; }
build() {  # what is not named in $root/broken
  local target
  for target in "$@"; do
    if grep -qxF -- "$target" "$root/broken"; then exit 1; fi
  done
}
run_tests() { printf 'ctest%s\n' "${*:+ $*}"; }
END

touch "$folder/broken"

# stands_in CHAPTER TEXT: for its checks. $verdict is the file that they have to write.
stands_in() {
  # shellcheck disable=SC2016  # for the stand-in
  printf '#!/usr/bin/env bash\nverdict=${4#verdict::out=} verdict=${verdict%%::*}\n%s\n' "$2" >"$folder/build/bin/$1_checks"
  chmod +x "$folder/build/bin/$1_checks"
}

# expect STATUS LINE... -- ARGUMENT...: ./learn check ARGUMENT... ends so, and says these lines.
expect() {
  local status=0 said due=() wanted=$1
  shift
  while [[ $1 != -- ]]; do
    due+=("$1")
    shift
  done
  said=$(setsid --wait "$folder/learn" check "${@:2}" 2>&1) || status=$?
  if ((status != wanted)) || [[ $said != "$(printf '%s\n' "${due[@]}")" ]]; then
    printf 'check %s: status %s\n%s\n' "${*:2}" "$status" "$said"
    exit 1
  fi
}

# shellcheck disable=SC2016  # the stand-ins' own
{
  stands_in step1_a 'sleep 0.5; echo {} >"$verdict"; echo "skipped: one"'
  stands_in step2_b 'echo {} >"$verdict"; echo "step2_b/kernel.cuh:1:1: error: wrong"; echo "a warning" >&2; exit 1'
  stands_in step3_c 'echo {} >"$verdict"'
}
first=("skipped: one" "step1_a: all is right")
expect 1 "${first[@]}" "step2_b/kernel.cuh:1:1: error: wrong" "a warning" "step3_c: all is right" \
  "learn: wrong: step2_b (--verbose says more)" --
expect 0 "${first[@]}" "step3_c: all is right" -- step3 step1
stands_in step3_c 'kill -SEGV $$'
expect 1 "${first[@]}" "learn: the checks of step3_c broke off with status 139" \
  "learn: wrong: step3_c (--verbose says more)" -- step1 step3
for stop in 'kill -STOP $$' 'bash -c "kill -STOP \$\$"'; do  # itself, or a process of its own
  stands_in step3_c "$stop"
  expect 1 "${first[@]}" "learn: step3_c_checks has stopped itself, or what it started has: it is ended" \
    "learn: the checks of step3_c broke off with status 137" "learn: wrong: step3_c (--verbose says more)" -- step1 step3
done
stands_in step3_c 'kill -KILL 0'  # what it does to its process group, ./learn does not get
expect 1 "${first[@]}" "learn: the checks of step3_c broke off with status 137" \
  "learn: wrong: step3_c (--verbose says more)" -- step1 step3
mkdir "$folder/small"
status=0
said=$(unshare --user --map-root-user --mount bash -c "mount -t tmpfs -o size=16k none '$folder/small'; TMPDIR='$folder/small' '$folder/learn' check step3" 2>&1) || status=$?
[[ $status == 3 && $said == "learn: no space is left: less than 64 MiB on the device of $folder/small/"* ]] || { echo "a full disk: $status" "$said" && exit 1; }
# So, too, where a right kernel may lack addresses.
stands_in step3_c 'exit 1'
status=0
said=$(ulimit -v 67108864 && "$folder/learn" check step3 2>&1) || status=$?
[[ $status == 3 && $said == *"learn: addresses are limited here (ulimit -v 67108864), "* ]] || { echo "few addresses: $status" "$said" && exit 1; }
mkfifo "$folder/step2_b/kernel.cuh"
expect 2 "learn: step2_b/kernel.cuh is no file that can be read" -- step1 step2  # a compiler would wait for it
rm "$folder/step2_b/kernel.cuh"
expect 2 "learn: --all checks every chapter: it takes none" -- --all step1
expect 2 "learn: check: unknown option '--rows' (./learn check --help)" -- step1 --rows 4
said=$("$folder/learn" run step1 --rows 4 2>&1) || status=$?
[[ $status$said == "2learn: run: unknown option '--rows'; write -- before a chapter's: ./learn run step1 -- --rows 4" ]] ||
  { echo "an option of a chapter: $status" "$said" && exit 1; }
said=$("$folder/learn" run --limits step1 2>&1) || status=$?
[[ $said == *": ./learn run step1 -- --limits" ]] || { echo "an option before a chapter: $said" && exit 1; }
# shellcheck disable=SC2016
stands_in step2_b 'echo {} >"$verdict"'
# shellcheck disable=SC2016
stands_in step3_c 'echo {} >"$verdict"'
expect 0 "${first[@]}" "step2_b: all is right" "step3_c: all is right" \
  "(The emulator and the tools were not checked: ./learn check --all)" --
expect 0 "${first[@]}" "step2_b: all is right" "step3_c: all is right" 'ctest -LE ^(step1|step2|step3)$' -- --all
expect 0 ctest -- --all --verbose
expect 0 'ctest -L ^(common)$' -- common
expect 0 "step2_b: all is right" 'ctest -L ^(common)$' -- common step2
expect 0 'ctest -L ^(step2|common)$' -- common step2 --verbose
expect 0 'ctest -L ^(step1|step2|step3)$' -- --verbose
# What does not compile keeps the others from nothing.
echo step2_b_checks >"$folder/broken"
expect 1 "${first[@]}" "step3_c: all is right" "learn: wrong: step2_b (--verbose says more)" --
expect 1 -- --verbose step2
expect 1 "learn: wrong: step2_b (--verbose says more)" -- step2
true >"$folder/broken"
stands_in step3_c 'exit 0'
expect 1 "${first[@]}" "learn: the checks of step3_c broke off with status 0" \
  "learn: wrong: step3_c (--verbose says more)" -- step1 step3
expect 2 "learn: --json takes a file, or - for standard output" -- --json --all
"$folder/learn" check step1 2>/dev/null >&-

# On a terminal, what checks write to a file is as wide as the terminal.
if TERM=xterm script -qec true /dev/null </dev/null >/dev/null; then
  # shellcheck disable=SC2016  # the stand-in's own
  stands_in step2_b 'echo {} >"$verdict"; echo "in ${LADDER_COLUMNS:-any} columns, below $*"; exit 1'
  said=$(NO_COLOR=1 TERM=xterm script -qec "stty cols 50; '$folder/learn' check step2" /dev/null </dev/null | tr -d '\r' | head -n 1) || true
  [[ $said == "in 50 columns, below "*"::Xroot=$folder "* ]] || { printf 'on a terminal:\n%s\n' "$said" && exit 1; }
fi
