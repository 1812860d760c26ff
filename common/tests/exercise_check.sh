#!/usr/bin/env bash
# exercise_check.sh LEARN: which exercises ./learn exercise judges, and how it ends; in a folder of its own, with
# stand-ins for the programs that judge.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{build/bin,common,docs/first_steps/exercise{,_2},step1_mine/exercise{,_2},total/exercise{,_2}}
export TMPDIR=$folder/temporary
mkdir "$TMPDIR"
cp "$1" "$folder"
cp -r "$(dirname "$1")/common/learn" "$folder/common"
touch "$folder"/{step1_mine,total}/variants.cu
cat >>"$folder/common/learn/exercise.sh" <<'END'
set_up() { true; }
build() { [[ " $* " != *" ${DOES_NOT_COMPILE:-none}_exercise "* ]] || die 1 "the build failed"; }
END

# ends NAME STATUS: so does the program that judges the exercise; it says its name, but for a blank that is not asked for.
ends() {
  cat >"$folder/build/bin/$1_exercise" <<END
#!/bin/sh
[ "$2 \$1" = "4 --if-started" ] || echo "judged $1"
exit $2
END
  chmod +x "$folder/build/bin/$1_exercise"
}

# expect STATUS JUDGED NOT_STARTED NAME...: ./learn exercise NAME... ends with STATUS.
expect() {
  local status=0 said judged not_started
  said=$("$folder/learn" exercise "${@:4}" 2>&1) || status=$?
  judged=$(sed -n 's/^judged //p' <<<"$said" | paste -sd' ')
  not_started=$(sed -n 's/^Not started: //p' <<<"$said")
  if [[ "$status|$judged|$not_started" != "$1|$2|$3" ]]; then
    echo "exercise ${*:4}: expected $1|$2|$3, but it is $status|$judged|$not_started:"$'\n'"$said"
    exit 1
  fi
}

for name in first_steps step1_mine total; do
  ends "$name" 0
  ends "${name}_2" 4
done
expect 0 total "" total         # a name in full is that one, though it is a label too
expect 1 total_2 "" total_2     # asked for alone, a blank that is empty does not pass
expect 0 "total" total_2 total total_2
expect 0 step1_mine step1_mine_2 step1
expect 0 step1_mine "" step1_mine
expect 0 first_steps "" first_steps
expect 0 "first_steps step1_mine total" "first_steps_2 step1_mine_2 total_2"
ends step1_mine_2 1
expect 1 "step1_mine step1_mine_2" "" step1
expect 0 step1_mine "" step1_mine
ends step1_mine 4
ends step1_mine_2 4
expect 1 "" "step1_mine step1_mine_2" step1  # nothing is started
ends step1_mine 2
expect 1 step1_mine "" step1_mine  # broke off
expect 2 "" "" step7
export DOES_NOT_COMPILE=first_steps_2
expect 1 "first_steps" "" first_steps first_steps_2  # one that does not compile leaves the others to be judged
expect 1 "" "" first_steps_2
expect 1 "total" "total_2" total total_2 first_steps_2
unset DOES_NOT_COMPILE
mkfifo "$folder/total/exercise/exercise.cuh"
expect 2 "" "" total  # a compiler would wait for it
rm "$folder/total/exercise/exercise.cuh"
if ((EUID == 0)); then
  touch "$folder/total/exercise/exercise.cuh"
  chmod -R a+rX,a-w "$folder"/{build,common,docs,step1_mine,total,learn}
  chmod 0 "$folder/total/exercise/exercise.cuh"
  chmod a+rx "$folder"
  status=0
  said=$(env TMPDIR=/tmp setpriv --reuid=65533 --regid=65533 --clear-groups "$folder/learn" exercise total 2>&1) || status=$?
  [[ $status == 2 && $said == "learn: total/exercise/exercise.cuh is no file that can be read" ]] || { echo "unreadable: $status" "$said" && exit 1; }
  chmod -R u+w "$folder"
  rm "$folder/total/exercise/exercise.cuh"
fi

# What a program does to its process group, ./learn does not get.
printf '#!/bin/sh\nkill -KILL 0\n' >"$folder/build/bin/total_exercise"
status=0
said=$(setsid "$folder/learn" exercise total 2>&1) || status=$?
[[ $status == 1 && $said == "learn: the check of total broke off with status 137" ]] || { echo "kill(0): $status" "$said" && exit 1; }

# One that has stopped itself is not waited for; nor does an input that is closed matter.
# shellcheck disable=SC2016  # the program's own
printf '#!/bin/sh\nkill -STOP $$\n' >"$folder/build/bin/total_exercise"
status=0
said=$(timeout 60 "$folder/learn" exercise total 2>&1 <&-) || status=$?
[[ $status == 1 && $said == "learn: total_exercise has stopped itself"*$'\n'"learn: the check of total broke off with status 137" ]] ||
  { echo "stopped: $status" "$said" && exit 1; }
