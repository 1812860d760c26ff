#!/usr/bin/env bash
# grade_check.sh LEARN PROGRAMS: what ./learn grade gives, in a folder of its own: solutions in the place of what students
# hand in, and stand-ins for programs that do not end well.
set -euo pipefail

export programs=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$(dirname "$1")
export TMPDIR=$folder/temporary
mkdir -p "$folder"/{build/bin,common/tools/ladder,temporary,stand_ins}
cp "$1" "$folder"
cp -r "$root/common/learn" "$folder/common"
cp "$root/common/tools/ladder/apart.sh" "$folder/common/tools/ladder"
ln -s "$programs"/ladder "$folder/build/bin"
# What cannot be compiled is named in $folder/broken.
cat >"$folder/stand_ins/cmake" <<END
#!/bin/sh
if grep -qxF "\$4" "$folder/broken"; then cat "$folder/errors" && exit 1; fi
END
chmod +x "$folder/stand_ins/cmake"
cat >>"$folder/common/learn/grade.sh" <<'END'
set_up() { true; }
build() { "$cmake" --build "$programs/.." --target "$@" -- -n >/dev/null; }
END
cmake=$(command -v cmake)
export cmake PATH=$folder/stand_ins:$PATH
touch "$folder/broken"

fail() {
  printf '%s\n' "$@"
  exit 1
}

# expect SCORE MOST [ARGUMENT...]: ./learn grade ARGUMENT... gives so many points of so many, in words and in JSON.
expect() {
  local said
  said=$("$folder/learn" grade "${@:3}" --json "$folder/results.json" 2>&1) || fail "grade ${*:3} ends with $?" "$said"
  [[ $said == *$'\n'"$1 of $2 points" ]] || fail "grade ${*:3}: expected $1 of $2 points:" "$said"
  grep -q "^  \"score\": $1,$" "$folder/results.json" || fail "grade ${*:3}: results.json has another score than $1"
}

# stands_in NAME TEXT: a program of that name.
stands_in() {
  rm -f "$folder/build/bin/$1"
  printf '#!/bin/sh\n%s\n' "$2" >"$folder/build/bin/$1"
  chmod +x "$folder/build/bin/$1"
}

count=0
for solution in "$programs"/*_solution; do
  name=$(basename "$solution" _solution)
  chapter=${name%_[0-9]}
  if [[ $chapter == first_steps ]]; then chapter=docs/first_steps; fi
  mkdir -p "$folder/$chapter/exercise${name#"${chapter#docs/}"}"
  if [[ $chapter != docs/* ]]; then touch "$folder/$chapter/variants.cu"; fi
  ln -s "$solution" "$folder/build/bin/${name}_exercise"
  count=$((count + 1))
done
((count > 0)) || fail "there are no solutions"
expect $((10 * count)) $((10 * count))
cp "$folder/results.json" "$folder/first.json"
expect $((10 * count)) $((10 * count))
cmp "$folder/first.json" "$folder/results.json" || fail "the same answers have other grades"

expect 10 10 step1_naive
echo step1_naive_exercise >"$folder/broken"
printf '%s\n' "In file included from $folder/x.cuh:3:" $'/usr/include/y.h:1:1: error: \eno' >"$folder/errors"
[[ $("$folder/learn" grade step1_naive) == *'0 of 4  it does not compile: x.cuh:3: error: \x1bno'* ]] || fail "a header of the system is blamed"
printf '%s/x.cuh:3:1: error: \eno\n' "$folder" >"$folder/errors"
expect 0 10 step1_naive
[[ $("$folder/learn" grade step1_naive) == *'0 of 4  it does not compile: x.cuh:3:1: error: \x1bno'* ]] || fail "the reason is missing"
: >"$folder/broken"
stands_in step1_naive_exercise 'sleep 20'
LADDER_GRADE_SECONDS=1 expect 0 10 step1_naive
grep -q "stopped after 1 seconds" "$folder/results.json" || fail "the time limit is not named" "$(<"$folder/results.json")"
stands_in step1_naive_exercise 'exec python3 -c "import os, time; os.fork(); a = str(7) * 1200000000; time.sleep(30)"'
expect 0 10 step1_naive
grep -q "took more than 2 GiB" "$folder/results.json" || fail "the memory that children take is not counted" "$(<"$folder/results.json")"
stands_in step1_naive_exercise 'kill -SEGV $$'
expect 0 10 step1_naive
grep -q "ended with signal SEGV" "$folder/results.json" || fail "the signal is not named"
stands_in step1_naive_exercise 'exec yes >&2'
expect 0 10 step1_naive
grep -q "more than 64 MiB" "$folder/results.json" || fail "the limit of what is written is not named"
stands_in step1_naive_exercise 'kill -KILL $$'
expect 0 10 step1_naive
grep -q "was killed" "$folder/results.json" || fail "a kill is taken for a limit of time"
stands_in step1_naive_exercise 'echo "{\"exercise\":" >verdict'  # which no parser takes
expect 10 20 step1_naive step2_coalesced
grep -q "gave no verdict" "$folder/results.json" || fail "half a verdict is not named"
stands_in step1_naive_exercise 'echo "error: std::bad_alloc" >&2; exit 1'
expect 0 10 step1_naive
grep -q "gave no verdict: error: std::bad_alloc" "$folder/results.json" || fail "what it said last is not told"
for other in 'mkfifo verdict' 'ln -s /dev/zero verdict' 'mkdir verdict' 'seq 300000 >verdict'; do
  stands_in step1_naive_exercise "$other"
  LADDER_GRADE_SECONDS=5 expect 10 20 step1_naive step2_coalesced
done

stands_in step1_naive_exercise 'exit 124'
expect 0 10 step1_naive
grep -q "broke off with status 124" "$folder/results.json" || fail "a status is taken for a limit of time"
if LADDER_GRADE_SECONDS=soon "$folder/learn" grade step1_naive &>/dev/null; then fail "a limit that is none is taken"; fi

# The checks of a chapter reserve more memory than an answer may have of its own, and have a status of their own for what
# is wrong.
mkdir -p "$folder/common/ladder/problems/transpose"
touch "$folder/common/ladder/problems/transpose/problem.cpp"
finding='{"rule": "race", "message": "two at once"}'
stands_in step3_padded_checks "echo '{\"version\": 1, \"chapters\": [{\"chapter\": \"x\", \"findings\": [$finding], \"not_checked\": []}]}' >verdict; exit 42"
ln -s "$programs/step2_coalesced_checks" "$folder/build/bin"
count=$(find "$folder" -name variants.cu | wc -l)
expect 24 $((10 + 10 * count)) step2_coalesced --checks
grep -q "two at once" "$folder/results.json" || fail "what a chapter's checks found is not told"

# What an answer says has no power over the teacher's terminal.
part() { printf '{"part": "%s", "good": %s, "said": ["%s"]}' "$@"; }
parts="$(part right false '\u001b[2J\u202eright'), $(part no_hazard true ''), $(part counts true ''), $(part limits true '')"
stands_in step1_naive_exercise "cat >verdict <<'END'
{\"started\": true, \"parts\": [$parts]}
END"
expect 6 10 step1_naive
said=$("$folder/learn" grade step1_naive)
[[ $said == *'\x1b[2J\xe2\x80\xaeright'* ]] || fail "a control character reaches the terminal, or nothing does:" "$said"

# runs SECONDS: whether a sleep of so many seconds runs.
runs() { grep -qas "^sleep.$1" /proc/[0-9]*/cmdline; }

# One answer does not change another's result, what is in the folder, or the grading.
evil="id -u >verdict; rm -rf '$TMPDIR'/* '$folder'/build/bin/stolen; (exec setsid sleep 100.$$ &)
read -r _ _ _ parent _ </proc/\$PPID/stat; kill -STOP \$PPID; kill -KILL \$parent"
stands_in step1_naive_exercise "exec 2>/dev/null; $evil"
touch "$folder/build/bin/stolen"
expect 10 20 step1_naive step2_coalesced
[[ -f $folder/build/bin/stolen ]] || fail "an answer has removed a file"
if runs 100.$$; then fail "an answer has left a process behind"; fi

# Where no walls are possible, that is said, and the answers are judged.
said=$(unshare --user --map-root-user bash -c "echo 0 >/proc/sys/user/max_user_namespaces; '$folder/learn' grade step2_coalesced" 2>&1)
[[ $said == *"keep answers apart"*"10 of 10 points"* ]] || fail "without walls:" "$said"

# As root, another user's rights are a wall as well, where there are no namespaces: in a container.
if ((EUID == 0)); then
  chmod 711 "$folder"
  mkdir "$folder/own"
  said=$("$folder/common/tools/ladder/apart.sh" user "$folder/own" "$folder/build/bin/step1_naive_exercise") || true
  [[ $said == 65533 ]] || fail "nobody else's rights:" "$said"
  [[ -f $folder/build/bin/stolen ]] || fail "another user has removed a file"
  if runs 100.$$; then fail "another user has left a process behind"; fi
fi

# A signal ends the grading at once, and what it has started.
stands_in step1_naive_exercise "trap '' TERM; sleep 200.$$; sleep 200.$$"
"$folder/learn" grade step1_naive &>/dev/null &
grading=$!
until runs 200.$$; do sleep 0.1; done
begin=$SECONDS
kill -TERM $grading
wait $grading && fail "an interrupted grading ends with 0"
((SECONDS - begin < 3)) || fail "an interrupted grading goes on for $((SECONDS - begin)) s"
if runs 200.$$; then fail "what was graded runs on"; fi
[[ -z $(ls "$TMPDIR") ]] || fail "a temporary folder is left"
