#!/usr/bin/env bash
# mpi_check.sh EXECUTABLE: several processes of many_gpus, built with LADDER_MPI=ON: one of them reports; what is wrong is
# said, with its status; and when one dies, the run ends. On GPUs, if there are two, else on the emulator.
set -euo pipefail

program=$(readlink -f "$1")
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
two=(timeout 120 mpirun --oversubscribe -n 2 "$program")
failed=0

fail() { echo "mpi_check: $1" >&2 && failed=1; }

# gives STATUS COUNT PATTERN ARGUMENT...: the exit status, and how many lines of all output have the pattern.
gives() {
  local status=0 output
  output=$("${two[@]}" "${@:4}" 2>&1) || status=$?
  [[ $status == "$1" ]] || fail "${*:4}: status $status, not $1: $output"
  [[ $(grep -c -- "$3" <<<"$output") == "$2" ]] || fail "${*:4}: not $2 lines with '$3': $output"
}

gives 0 1 '^nccl_all_reduce .* yes' --rows 100 --cols 70 --variant nccl_all_reduce
gives 2 2 'error: --gpus: mpirun has started 2 processes' --gpus 3
gives 2 2 'error: --peers: in one process alone' --peers --device emulator

"${two[@]}" --rows 2048 --cols 2048 >/dev/null 2>&1 &
run=$!
sleep 4
pkill -KILL -n -f "^$program --rows 2048" || fail "nothing to kill"
began=$SECONDS status=0
wait $run || status=$?
if ((status == 0)); then fail "a process was killed, and the run has status 0"; fi
if ((SECONDS - began > 30)); then fail "$((SECONDS - began)) s until a run with a dead process ended"; fi
exit $failed
