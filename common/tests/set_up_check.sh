#!/usr/bin/env bash
# set_up_check.sh LEARN: where Debian 12 has to get Catch2 from its backports, with stand-ins for apt and for root.
set -euo pipefail

unset LADDER_NO_INSTALL LADDER_NO_BACKPORTS  # of whoever runs the checks
learn=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
# shellcheck source=/dev/null
source "$(dirname "$learn")/common/learn/set_up.sh"

# expect_source FILE TEXT EXPECTED: the source that own_source makes, where a file with that text is what apt names.
expect_source() {
  local source
  named="http://example.org/debian/ $temp/$1:1"
  printf '%s\n' "$2" >"$temp/$1"
  source=$(own_source)
  if [[ $source != "$3" ]]; then
    printf '%s\n' "from '$2' was made:" "$source"
    exit 1
  fi
}

apt-get() { printf '%s' "${named:+$named$'\n'}"; }
uri='URIs: http://example.org/debian/'
entry=$'Types: deb\nURIs: http://example.org/debian\nSuites: bookworm bookworm-updates'
line='http://example.org/debian bookworm main'
expect_source "a mirror's.sources" "$entry"$'\nSigned-By: /a.gpg' "$uri"$'\nSigned-By: /a.gpg'
expect_source a.sources "$entry"$'\nSigned-By:\n -----BEGIN PGP' "$uri"
expect_source a.list "deb [arch=amd64 signed-by=/b.gpg] $line" "$uri"$'\nSigned-By: /b.gpg'
expect_source a.list "deb $line" "$uri"
# The key of another entry of the file is not taken.
expect_source a.sources $'URIs: http://other.org\nSuites: bookworm\nSigned-By: /o.gpg\n\n'"$entry" "$uri"
expect_source a.list "deb [signed-by=/o.gpg] http://other.org bookworm stable"$'\n'"# deb [signed-by=/o.gpg] $line"$'\n'"deb $line" "$uri"
named=  # apt has not yet looked
[[ -z $(own_source) ]]

on_bookworm() { true; }
may_install() { true; }
# shellcheck disable=SC2317
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

# One variable forbids all.
# shellcheck disable=SC2317
configured() { false; }
package_version() { :; }
: >"$temp/said"
: >"$temp/done"
LADDER_NO_INSTALL=1 install_catch2
LADDER_NO_INSTALL=1 install_packages
expect 0 0

# A course of its own, in which a package and Catch2 are missing. apt-get does what $temp/apt says.
mkdir -p "$temp"/course/{common,step1_mine/exercise}
touch "$temp/course/step1_mine/variants.cu"
cp "$learn" "$temp/course"
cp -r "$(dirname "$learn")/common/learn" "$temp/course/common"
cat >>"$temp/course/common/learn/exercise.sh" <<END
backports_file=$temp/new.sources
configured() { false; }
missing_packages() { echo libdw-dev; }
missing_tools() { :; }
may_install() { true; }
package_version() { :; }
on_bookworm() { true; }
own_source() { echo "URIs: http://example.org/debian"; }
catch2_in_apt() { if grep -q "^update" "$temp/done" && [[ -e $temp/new.sources ]]; then echo 3.7.1; fi; }
as_root() { "\$@"; }
apt_get() { echo "\$*" >>"$temp/done" && "$temp/apt" "\$@"; }
build_exercises() { chapters=() passed=(all); }
END

# set_up_with APT COMMAND...: COMMAND, where apt-get does what APT says. Sets `said` and `status`.
set_up_with() {
  rm -f "$temp/done" "$temp/new.sources"
  touch "$temp/done"
  printf '#!/bin/sh\n%s\n' "$1" >"$temp/apt"
  chmod +x "$temp/apt"
  status=0
  said=$("${@:2}" 2>&1 | tr -d '\r') || status=$?
}

# expect_set_up QUESTIONS INSTALLS WHAT: so many questions, and packages installed.
expect_set_up() {
  if [[ $(grep -c 'y/N' <<<"$said") != "$1" || $(grep -c '^install' "$temp/done") != "$2" || $status != 0 ]]; then
    echo "$3: expected $1 questions, $2 installations and status 0, and it ends with $status:"
    cat "$temp/done" - <<<"$said"
    exit 1
  fi
}

course=$temp/course/learn
set_up_with 'exit 100' "$course" exercise
expect_set_up 0 2 "apt-get fails"
[[ $said == *"could not install libdw-dev; CMake fetches what it can"*"could not install catch2"* && ! -e $temp/new.sources ]]
if TERM=xterm script -qec true /dev/null </dev/null >/dev/null; then
  answer() { script -qec "env -u CI ${2:-} '$course' ${3:-} exercise" /dev/null <<<"$1"; }
  set_up_with 'exit 0' answer n
  expect_set_up 1 0 "a no"
  [[ $said == *"libdw-dev, and Catch2 with a new source of packages, bookworm-backports?"* && ! -e $temp/new.sources ]]
  set_up_with 'exit 0' answer y
  expect_set_up 1 2 "a yes"
  [[ -e $temp/new.sources ]]
  set_up_with 'exit 0' answer n "" --yes
  expect_set_up 0 2 "--yes"
  set_up_with 'exit 0' answer n CI=true
  expect_set_up 0 2 "CI"
  set_up_with 'exit 0' answer y LADDER_NO_INSTALL=1 --yes
  expect_set_up 0 0 "forbidden"
fi

# A kill leaves no source behind.
interrupt() {
  "$course" exercise &
  until [[ -e $temp/waits ]]; do sleep 0.1; done
  kill -TERM $!
  wait $! && exit 1
}
set_up_with "if [ -e '$temp/new.sources' ]; then touch '$temp/waits'; sleep 9.$$; sleep 9.$$; fi" interrupt
[[ -e $temp/waits && ! -e $temp/new.sources ]] || { echo "a source of packages is left:" "$said" && exit 1; }
