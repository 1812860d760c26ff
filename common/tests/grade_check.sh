#!/usr/bin/env bash
# grade_check.sh LEARN PROGRAMS: what ./learn grade gives, in a folder of its own: solutions in the place of what students
# hand in, and stand-ins for programs that do not end well.
set -euo pipefail

export programs=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$(dirname "$1")
export TMPDIR=$folder/temporary
mkdir -p "$folder"/{build/bin,common/tools/ladder,temporary,stand_ins,compiling}
cp "$1" "$folder"
cp -r "$root/common/learn" "$folder/common"
cp "$root/common/tools/ladder/apart.sh" "$folder/common/tools/ladder"
ln -s "$programs"/ladder "$folder/build/bin"
# A program stands in $folder/compiling for what compiles one of that name; where there is none, all is well.
cat >"$folder/stand_ins/cmake" <<END
#!/bin/sh
if [ -x "$folder/compiling/\$4" ]; then exec "$folder/compiling/\$4"; fi
END
chmod +x "$folder/stand_ins/cmake"
cat >>"$folder/common/learn/grade.sh" <<'END'
set_up() { true; }
build() { "$cmake" --build "$programs/.." --target "$@" -- -n >/dev/null; }
END
cmake=$(command -v cmake)
export cmake PATH=$folder/stand_ins:$PATH

fail() {
  printf '%s\n' "$@"
  exit 1
}

# expect SCORE MOST [ARGUMENT...]: ./learn grade ARGUMENT... gives so many points of so many, in words and in JSON. Sets `said`.
expect() {
  said=$("$folder/learn" grade "${@:3}" --json "$folder/results.json" 2>&1) || fail "grade ${*:3} ends with $?" "$said"
  [[ $said == *$'\n'"$1 of $2 points" ]] || fail "grade ${*:3}: expected $1 of $2 points:" "$said"
  grep -q "^  \"score\": $1,$" "$folder/results.json" || fail "grade ${*:3}: results.json has another score than $1"
}

# stands_in PROGRAM TEXT: PROGRAM, in $folder, does what TEXT says.
stands_in() {
  rm -f "$folder/$1"
  printf '#!/bin/sh\n%s\n' "$2" >"$folder/$1"
  chmod +x "$folder/$1"
}

names=() places=()  # of the exercises
reasons=()          # of the first ones, why they are worth nothing

# hand_in REASON TEXT [FOLDER]: the next exercise's program does what TEXT says; or what compiles it: FOLDER is compiling.
hand_in() {
  stands_in "${3:-build/bin}/${names[${#reasons[@]}]}_exercise" "$2"
  reasons+=("$1")
}

# expect_reasons RIGHT: what was handed in is worth nothing, each for its reason; and of the exercises behind it, as many
# as RIGHT says keep their points.
expect_reasons() {
  local i line handed=("${names[@]::${#reasons[@]}+$1}")
  expect $((10 * $1)) $((10 * ${#handed[@]})) "${handed[@]}"
  for i in "${!reasons[@]}"; do
    line=$(grep "^${names[i]}: right " <<<"$said") || fail "nothing of ${names[i]}:" "$said"
    [[ $line == *" 0 of 4  ${reasons[i]}"* ]] || fail "expected '${reasons[i]}', and there is:" "$line"
    ln -sf "$programs/${names[i]}_solution" "$folder/build/bin/${names[i]}_exercise"
  done
  rm -f "$folder/compiling"/*
  reasons=()
}

for solution in "$programs"/*_solution; do
  name=$(basename "$solution" _solution)
  chapter=${name%_[0-9]}
  if [[ $chapter == first_steps ]]; then chapter=docs/first_steps; fi
  names+=("$name")
  places+=("$folder/$chapter/exercise${name#"${chapter#docs/}"}")
  mkdir -p "${places[-1]}"
  if [[ $chapter != docs/* ]]; then touch "$folder/$chapter/variants.cu"; fi
  ln -s "$solution" "$folder/build/bin/${name}_exercise"
done
count=${#names[@]}
((count > 0)) || fail "there are no solutions"
# Beside it, with fewer processes than an answer may have.
(ulimit -u 2000 2>/dev/null || true; exec "$folder/learn" grade --json "$folder/first.json") &>/dev/null &
expect $((10 * count)) $((10 * count))
wait $! || fail "two that grade disturb each other: $?"
cmp "$folder/first.json" "$folder/results.json" || fail "the same answers have other grades"

# Limits of time, and what can be told of an answer that is not compiled.
hand_in "its program was stopped after 1 seconds" 'exec sleep 20'
hand_in "its compiler was stopped after 1 seconds" 'sleep 20' compiling
printf '%s\n' "In file included from $folder/x.cuh:3:" $'/usr/include/y.h:1:1: error: \eno' >"$folder/errors"
hand_in 'it does not compile: x.cuh:3: error: \x1bno' "cat '$folder/errors'; exit 1" compiling
printf '%s\n' '#pragma once' '__global__ void k() {}' >"${places[3]}/exercise.cuh"
hand_in "it does not compile: ${places[3]#"$folder/"}/exercise.cuh:2: error: too few" "echo '$folder/common/kernel_call.hpp:9:7: error: too few'; exit 1" compiling
hand_in 'it does not compile: x.cuh:3:1: error: \x1bno' "printf '%s/x.cuh:3:1: error: \033no\n' '$folder'; exit 1" compiling
mkfifo "${places[5]}/exercise.cuh"
hand_in "exercise.cuh is no file that can be read" 'exit 0'
hand_in "it does not compile: ${places[6]#"$folder/"}/exercise.cuh: error: no" "printf '/etc/shadow:7:9: error: no\\n'; exit 1" compiling
hand_in "it does not compile: as: out of memory" 'echo "as: out of memory allocating 46 bytes"; exit 1' compiling
hand_in "it does not compile: error:aaa" "printf 'error: %100000d\\n' 0 | tr ' ' a; exit 1" compiling
LADDER_GRADE_SECONDS=1 expect_reasons 0
((${#said} < 20000)) || fail "a reason is ${#said} characters long"
rm "${places[5]}/exercise.cuh"

# Where nothing can be compiled, no answer is worth 0 for it.
stands_in compiling/ladder_trial 'echo "ccache: error: Failed to create directory /nowhere" >&2; exit 1'
stands_in compiling/step1_naive_exercise 'echo "error: no" >&2; exit 1'
status=0
said=$("$folder/learn" grade step1_naive --json "$folder/none.json" 2>&1) || status=$?
[[ $status == 3 && $said == "learn: nothing can be compiled here: ccache: error: Failed to create directory /nowhere" && ! -e $folder/none.json ]] ||
  fail "nothing can be compiled: $status" "$said"
rm "$folder/compiling"/{ladder_trial,step1_naive_exercise}

# Nor where no space is left for a verdict, here of a right answer.
status=0
said=$(unshare --user --map-root-user --mount bash -c "mount -t tmpfs -o size=64k none '$TMPDIR'; exec '$folder/learn' grade step2_coalesced" 2>&1) || status=$?
[[ $status == 3 && $said == "learn: no space is left: less than 64 MiB on the device of $TMPDIR/"* ]] || fail "a full disk: $status" "$said"
# So, too, where the answer's compiler has taken it.
full=(unshare --user --map-root-user --mount bash -c "mount -t tmpfs -o size=65m none '$TMPDIR'; exec '$folder/learn' grade step2_coalesced")
stands_in compiling/step2_coalesced_exercise "head -c 9000000 /dev/zero >\$TMPDIR/object; echo 'collect2: error: ld returned 1'; exit 1"
status=0
said=$("${full[@]}" 2>&1) || status=$?
[[ $status == 3 && $said == "learn: no space is left: less than 64 MiB on the device of $TMPDIR/"* ]] || fail "a disk that gets full: $status" "$said"
rm "$folder/compiling/step2_coalesced_exercise"

# Nor where there are not the addresses that a right answer takes.
status=0
said=$(ulimit -v 67108864 && "$folder/learn" grade step2_coalesced 2>&1) || status=$?
[[ $status == 3 && $said == "learn: addresses are limited here (ulimit -v 67108864), "*": nothing is judged; "* ]] || fail "few addresses: $status" "$said"

# One answer that does not end well costs the others nothing.
hand_in "its program was stopped: it took more than 2 GiB of memory" \
  'exec python3 -c "import os, time; os.fork(); a = str(7) * 1200000000; time.sleep(30)"'
hand_in "its program ended with signal SEGV" 'kill -SEGV $$'
hand_in "its program was stopped: it wrote more than 64 MiB to one file, or printed as much" 'exec yes >&2'
hand_in "its compiler was stopped: it wrote more than 64 MiB to one file, or printed as much" 'exec yes' compiling
hand_in "its program was killed (by itself, by a limit, or by the system where memory is short)" 'kill -KILL $$'
hand_in "it gave no verdict" 'echo "{\"exercise\":" >verdict'  # which no parser takes
hand_in "it gave no verdict: error: std::bad_alloc" 'echo "error: std::bad_alloc" >&2; exit 1'
hand_in "its program broke off with status 124" 'exit 124'
for other in 'mkfifo verdict' 'ln -s /dev/zero verdict' 'mkdir verdict' 'seq 300000 >verdict'; do
  hand_in "it gave no verdict" "$other"
done
expect_reasons 1
if LADDER_GRADE_SECONDS=soon "$folder/learn" grade step1_naive &>/dev/null; then fail "a limit that is none is taken"; fi

# The checks of a chapter reserve more memory than an answer may have of its own, and have a status of their own for what
# is wrong.
mkdir -p "$folder/common/ladder/problems/transpose"
touch "$folder/common/ladder/problems/transpose/problem.cpp"
finding='{"rule": "race", "message": "two at once"}'
stands_in build/bin/step3_padded_checks "echo '{\"version\": 1, \"chapters\": [{\"chapter\": \"x\", \"findings\": [$finding], \"not_checked\": []}]}' >verdict; exit 42"
ln -s "$programs/step2_coalesced_checks" "$folder/build/bin"
count=$(find "$folder" -name variants.cu | wc -l)
expect 24 $((10 + 10 * count)) step2_coalesced --checks
grep -q "two at once" "$folder/results.json" || fail "what a chapter's checks found is not told"

# What an answer says has no power over the teacher's terminal.
part() { printf '{"part": "%s", "good": %s, "said": ["%s"]}' "$@"; }
parts="$(part right false '\u001b[2J\u202eright'), $(part no_hazard true ''), $(part counts true ''), $(part limits true '')"
stands_in build/bin/step1_naive_exercise "cat >verdict <<'END'
{\"started\": true, \"parts\": [$parts]}
END"
expect 6 10 step1_naive
[[ $said == *'\x1b[2J\xe2\x80\xaeright'* ]] || fail "a control character reaches the terminal, or nothing does:" "$said"

# runs SECONDS: whether a sleep of so many seconds runs.
runs() { grep -qas "^sleep.$1" /proc/[0-9]*/cmdline; }

# ended SECONDS: whether it does not, a moment later: whoever was killed is still seen until it was its turn once more.
ended() {
  local end=$((SECONDS + 5))
  while runs "$1"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# One answer does not change another's result, what is in the folder, or the grading.
evil="id -u >verdict; rm -rf '$TMPDIR'/* '$folder'/build/bin/stolen; (exec setsid sleep 100.$$ &)
read -r _ _ _ parent _ </proc/\$PPID/stat; kill -STOP \$PPID; kill -KILL \$parent"
stands_in build/bin/step1_naive_exercise "exec 2>/dev/null; $evil"
touch "$folder/build/bin/stolen"
expect 10 20 step1_naive step2_coalesced
[[ -f $folder/build/bin/stolen ]] || fail "an answer has removed a file"
ended 100.$$ || fail "an answer has left a process behind"

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
  ended 100.$$ || fail "another user has left a process behind"
fi

# The loop of docs/grading.md grades each student's own answer. What compiles one takes it for the program.
class=$folder/class
mkdir -p "$class"/{course/docs/first_steps/exercise,course/build/bin,submissions/{bob,eve,zoe}/docs/first_steps/exercise}
cp -r "$folder"/{learn,common} "$class/course"
ln -s "$programs/ladder" "$class/course/build/bin"
cat >"$class/course/.gitignore" <<<"/build/"
cat >"$class/course/docs/first_steps/exercise/exercise.cuh" <<<"#!/bin/sh"
cat >"$class/submissions/bob/docs/first_steps/exercise/exercise.cuh" <<<"#!/bin/sh
exec '$programs/first_steps_solution' \"\$@\""
cat >"$class/submissions/zoe/docs/first_steps/exercise/exercise.cuh" <<<"#!/bin/sh
exit 9"
stands_in compiling/first_steps_exercise "cd '$class/course' && cp docs/first_steps/exercise/exercise.cuh build/bin/first_steps_exercise &&
chmod +x build/bin/first_steps_exercise"
git=(git -c user.name=teacher -c user.email=teacher@example.org -C "$class/course")
"${git[@]}" init --quiet && "${git[@]}" add . && "${git[@]}" commit --quiet --message=course
# (Of the exercises that it names, this course has the first.)
sed -n '/^ *for student in/,/^ *done/p' "$root/docs/grading.md" | sed 's/ first_steps_2 .* --json/ --json/' >"$folder/loop"
(cd "$class" && bash -euo pipefail "$folder/loop") || fail "the loop of docs/grading.md ends with $?"
[[ $(grep -h '^  "score"' "$class"/submissions/{bob,eve,zoe}.json | tr -dc '0-9\n' | paste -sd' ') == "10 0 0" ]] || fail "the students' points are wrong:" \
  "$(cat "$class"/submissions/*.txt)"
rm "$folder/compiling/first_steps_exercise"

# A signal ends the grading at once, and what it has started.
stands_in build/bin/step1_naive_exercise "trap '' TERM; sleep 200.$$; sleep 200.$$"
"$folder/learn" grade step1_naive &>/dev/null &
grading=$!
until runs 200.$$; do sleep 0.1; done
begin=$SECONDS
kill -TERM $grading
wait $grading && fail "an interrupted grading ends with 0"
((SECONDS - begin < 3)) || fail "an interrupted grading goes on for $((SECONDS - begin)) s"
ended 200.$$ || fail "what was graded runs on"
[[ -z $(ls "$TMPDIR") ]] || fail "a temporary folder is left"

# So does Ctrl-C, which all processes of the terminal get.
env --default-signal=INT setsid "$folder/learn" grade step1_naive &>/dev/null &
grading=$!
until runs 200.$$; do sleep 0.1; done
kill -INT -- -$grading
wait $grading && fail "an interrupted grading ends with 0"
ended 200.$$ || fail "what was graded runs on behind Ctrl-C"
[[ -z $(ls "$TMPDIR") ]] || fail "a temporary folder is left behind Ctrl-C"
