#!/usr/bin/env bash
# apart.sh WALLS FOLDER COMMAND...: runs COMMAND, which somebody handed in, in FOLDER, which is empty, and then prints
# FOLDER/verdict. What it says goes to the other stream. WALLS keep it from all else:
#   namespaces  It can write to FOLDER alone, and no more than 64 MiB. There is no device, no network, no socket in /tmp
#               or /run, and no process but its own; they end with it. It takes no rights, but not every system allows it
#   user        It is a user who owns nothing else, and whose processes end with it. That takes root
#   none
# Within any of them it may have 4096 processes, and where memory is short it is the first to go.
set -euo pipefail

nobody=(setpriv --reuid=65533 --regid=65533 --clear-groups --no-new-privs)  # no service runs as this one

# close_up FOLDER PROGRAM: in a mount namespace of our own.
close_up() {
  local point options
  for point in /tmp /run; do  # programs that listen there would act for us
    if [[ $0 != "$point"/* && $2 != "$point"/* ]]; then mount -t tmpfs none "$point"; fi
  done
  mkdir -p "$1"
  while read -r _ point _ options _; do
    printf -v point %b "$point"
    if [[ $options == ro,* ]]; then continue; fi
    mount -o remount,bind,ro,nodev,nosuid "$point" || ! mountpoint --quiet "$point"  # another may lie over it
  done < <(cat /proc/self/mounts)
  mount -t tmpfs -o size=64m none "$1"
}

# within WALLS FOLDER COMMAND...
within() {
  local status=0 as=()
  echo 1000 >/proc/self/oom_score_adj
  case $1 in
    namespaces)
      close_up "$2" "$3"
      as=(setpriv --bounding-set=-all --inh-caps=-all --no-new-privs)
      ;;
    user)
      chown 65533 "$2"
      as=("${nobody[@]}")
      ;;
  esac
  cd "$2"
  # Where whoever calls may have fewer processes already, that stays.
  (ulimit -u 4096 2>&- || true; exec "${as[@]}" "${@:3}") >&2 || status=$?
  if ((status < 124)) && [[ -f verdict ]]; then head -c 1048576 verdict; fi
  exit $status
}

case $1 in
  within) within "${@:2}" ;;
  namespaces) exec unshare --user --map-root-user --mount --net --ipc --pid --fork --kill-child --mount-proc "$0" within "$@" ;;
  none) exec "$0" within "$@" ;;
esac
trap '"${nobody[@]}" bash -c "kill -KILL -1" || true' EXIT
trap exit TERM
"$0" within "$@" &
wait $!
