#!/usr/bin/env bash
# signals_check.sh LEARN: whatever ends ./learn, it ends what it has started, and leaves no temporary folder; in a folder
# of its own, with a stand-in for what it runs.
set -euo pipefail

folder=$(mktemp -d)
trap 'end_sleepers; rm -rf "$folder"' EXIT
mkdir -p "$folder"/{build/bin,common,total/exercise,stand_ins}
export TMPDIR=$folder/temporary
mkdir "$TMPDIR"
cp "$1" "$folder"
cp -r "$(dirname "$1")/common/learn" "$folder/common"
touch "$folder"/total/{variants.cu,exercise/exercise.cuh}
cat >>"$folder/common/learn/exercise.sh" <<'END'
set_up() { true; }
build() { true; }
END

# What ./learn runs sleeps for so long; by that it is found.
nap=99.$$
sleepers() { grep -las "^sleep.$nap" /proc/[0-9]*/cmdline | cut -d/ -f3 || true; }
end_sleepers() { sleepers | xargs -r kill -KILL || true; }

fail() {
  printf '%s\n' "$@"
  exit 1
}

# stands_in COMMANDS: what ./learn runs, which then writes its number to the file `runs`, and sleeps.
stands_in() {
  # shellcheck disable=SC2016  # its own number
  printf '#!/bin/sh\n%s\necho $$ >"%s/runs"\nsleep %s\n' "$1" "$folder" "$nap" >"$folder/build/bin/total_exercise"
  chmod +x "$folder/build/bin/total_exercise"
}

await_run() {
  local begin=$SECONDS
  until [[ -s $folder/runs ]]; do
    ((SECONDS - begin < 20)) || fail "nothing runs"
    sleep 0.1
  done
}

# expect_nothing_left WHAT SECONDS: after so many at most.
expect_nothing_left() {
  local begin=$SECONDS
  while [[ -n $(sleepers) || -n $(ls "$TMPDIR") ]]; do
    ((SECONDS - begin < $2)) || fail "$1: what ran runs on, or a temporary folder is left:" "$(sleepers)" "$(ls "$TMPDIR")"
    sleep 0.1
  done
  rm -f "$folder/runs"
}

# A signal ends it at once, also where a program that it waits for does not heed it, and that program.
printf '#!/bin/sh\necho "$*" >>"%s/removed"\nexec %s "$@"\n' "$folder" "$(command -v rm)" >"$folder/stand_ins/rm"
chmod +x "$folder/stand_ins/rm"
stands_in 'trap "" HUP INT QUIT'
for expected in HUP:129 INT:130 QUIT:131 TERM:143; do
  env --default-signal=HUP,INT,QUIT PATH="$folder/stand_ins:$PATH" setsid "$folder/learn" exercise total &>"$folder/said" &
  await_run
  begin=$SECONDS
  kill -"${expected%:*}" -- -$!
  status=0
  wait $! || status=$?
  if [[ $status != "${expected#*:}" || -s $folder/said ]] || ((SECONDS - begin > 3)); then
    fail "expected $expected, but it is $status after $((SECONDS - begin)) s:" "$(<"$folder/said")"
  fi
  expect_nothing_left "$expected" 0
  [[ $(wc -l <"$folder/removed") == 1 ]] || fail "$expected: it has cleaned up so often:" "$(<"$folder/removed")"
  rm "$folder/removed"
done

# Of Ctrl-\ bash says nothing, also where a clock runs beside a program that is tried.
cat >>"$folder/common/learn/try.sh" <<'END'
set_up() { true; }
build_program() { cp "$root/build/bin/total_exercise" "$temp/tried"; }
read_machine_code() { true; }
END
echo "int main() {}" >"$folder/x.cu"
stands_in ""
env --default-signal=QUIT setsid "$folder/learn" try "$folder/x.cu" &>"$folder/said" &
await_run
kill -QUIT -- -$!
status=0
wait $! || status=$?
if [[ $status != 131 || -s $folder/said ]]; then fail "Ctrl-\\ in try: $status" "$(<"$folder/said")"; fi
expect_nothing_left "Ctrl-\\ in try" 0

# Where the whole group is ended, as by `timeout`, a program that is tried still says what was found so far.
stands_in 'trap "echo found so far; exit 1" TERM'
setsid "$folder/learn" try "$folder/x.cu" &>"$folder/said" &
await_run
kill -TERM -- -$!
wait $! 2>/dev/null || true
grep -q "found so far" "$folder/said" || fail "an end of the group in try: what was found is lost:" "$(<"$folder/said")"
expect_nothing_left "an end of the group in try" 0

# Ctrl-Z stops what runs, in a session of its own as it is, and `fg` lets it go on.
set -m
"$folder/learn" exercise total &>/dev/null &
set +m
await_run
# Both, each time: learn stops last, and goes on only from there.
for expected in TSTP:TT CONT:SS; do
  kill -"${expected%:*}" -- -$!
  begin=$SECONDS
  until [[ $(cut -d' ' -f3 "/proc/$(<"$folder/runs")/stat" "/proc/$!/stat" | tr -d '\n') == "${expected#*:}" ]]; do
    if ((SECONDS - begin > 5)); then fail "${expected%:*}: learn and what runs are not in states ${expected#*:}"; fi
    sleep 0.1
  done
done
kill -TERM $!
wait $! 2>/dev/null || true
expect_nothing_left "Ctrl-Z" 0

# A kill of ./learn leaves nothing, of all that it has started in its session, and of it alone: where it leads the session of
# a terminal, too, which hangs up then. Nor does a kill of the process that works for it.
# shellcheck disable=SC2016  # for the other shell
leading='echo $$ >"$0/leads"; exec "$0/learn" "$@"'
for what in ./learn its_session its_terminal its_worker; do
  for command in exercise\ total try\ "$folder/x.cu"; do
    if [[ $what == its_terminal ]]; then
      timeout 60 script -qec "bash -c '$leading' '$folder' $command" /dev/null </dev/null &>/dev/null &
    else
      # shellcheck disable=SC2086  # two words
      setsid bash -c "$leading" "$folder" $command &>/dev/null &
    fi
    await_run
    read -r leader <"$folder/leads"
   case $what in
      its_session) kill -KILL -- "-$leader" ;;
      its_worker) pgrep -P "$leader" -s "$leader" | xargs kill -KILL ;;
      *) kill -KILL "$leader" ;;
    esac
    wait $! 2>/dev/null || true  # bash has words of its own
    expect_nothing_left "a kill of $what in $command" 20
  done
done

# Signals that come together, whenever they come, on a busy machine.
stands_in ""
all=(TERM INT HUP QUIT TERM)
for ((i = 0; i < 50; ++i)); do
  (
    env --default-signal=HUP,INT,QUIT setsid "$folder/learn" exercise total &>"$folder/said.$i" &
    until kill -0 -- -$! 2>/dev/null; do true; done
    sleep "0.$((i % 10 * 7 % 10))$((i % 10))"
    for signal in "${all[@]:0:i % 2 * 3 + 2}"; do kill -"$signal" -- -$! 2>/dev/null || true; done
    status=0
    wait $! 2>/dev/null || status=$?
    ((status > 128)) || echo "status $status" >>"$folder/said.$i"
  ) &
done
wait
expect_nothing_left "signals that come together" 20
[[ -z $(cat "$folder"/said.*) ]] || fail "signals that come together:" "$(cat "$folder"/said.*)"
