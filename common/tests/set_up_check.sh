#!/usr/bin/env bash
# set_up_check.sh LEARN: where Debian 12 has to get Catch2 from its backports, with stand-ins for apt and for root.
set -euo pipefail

learn=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
# shellcheck source=/dev/null
source "$(dirname "$learn")/common/learn/set_up.sh"

on_bookworm() { true; }
may_install() { true; }
package_version() { true; }
own_source() { echo "URIs: http://example.org/debian"; }
say() { printf '%s\n' "$*" >>"$temp/said"; }
as_root() { printf '%s\n' "$*" >>"$temp/done"; }
apt_get() { as_root apt-get "$@"; }
# Catch2 is in the backports alone.
apt-cache() {
  if grep -q "^install .*$backports_file\$" "$temp/done"; then echo "catch2 | 3.7.1-0.4~bpo12+1 | backports"; fi
}

# expect SAID DONE: so many lines were said, and so many commands run.
expect() {
  local file
  for file in said "done"; do
    if (($(wc -l <"$temp/$file") != $1)); then
      echo "$file: expected $1 lines, and there are:"
      cat "$temp/$file"
      exit 1
    fi
    shift
  done
}

: >"$temp/said"
: >"$temp/done"
LADDER_NO_BACKPORTS=1 install_catch2
expect 0 0

install_catch2
expect 2 3  # the source and the package; the file, an update, and an install
grep -q "bookworm-backports.*LADDER_NO_BACKPORTS=1" "$temp/said"
grep -q "apt-get install catch2=3.7.1" "$temp/done"
