#!/usr/bin/env bash
# set_up_check.sh LEARN: where Debian 12 has to get Catch2 from its backports, with stand-ins for apt and for root.
set -euo pipefail

learn=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
# shellcheck source=/dev/null
source "$(dirname "$learn")/common/learn/set_up.sh"

# expect_source TEXT EXPECTED: the source that own_source makes, where a file with that text is what apt names.
expect_source() {
  local source
  printf '%s\n' "$1" >"$temp/a mirror's.sources"
  source=$(own_source)
  if [[ $source != "$2" ]]; then
    printf '%s\n' "from '$1' was made:" "$source"
    exit 1
  fi
}

named="http://example.org/debian/ $temp/a mirror's.sources:1"
apt-get() { printf '%s' "${named:+$named$'\n'}"; }
expect_source $'Types: deb\nSigned-By: /a.gpg\nSuites: bookworm' $'URIs: http://example.org/debian/\nSigned-By: /a.gpg'
expect_source 'deb [arch=amd64 signed-by=/b.gpg] http://example.org/debian bookworm main' \
  $'URIs: http://example.org/debian/\nSigned-By: /b.gpg'
expect_source 'deb http://example.org/debian bookworm main' 'URIs: http://example.org/debian/'
expect_source $'Types: deb\nSigned-By:\n -----BEGIN PGP' 'URIs: http://example.org/debian/'
named=  # apt has not yet looked
expect_source '' ''

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
