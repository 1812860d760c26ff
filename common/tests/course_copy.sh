# To be sourced. copy_course LEARN: goes into a copy of the course, without what was built, that is gone at the end.
# shellcheck shell=bash

copy_course() {
  local part copy
  copy=$(mktemp -d)
  # shellcheck disable=SC2064  # that folder
  trap "rm -rf '$copy'" EXIT
  for part in "$(dirname "$1")"/*; do
    if [[ ${part##*/} != @(build*|results) ]]; then cp -r "$part" "$copy"; fi
  done
  cd "$copy" || exit
}
