#!/usr/bin/env bash
# list_files.sh LIST COMMAND...: runs the compiler's command. LIST: the student's files that it read, a line each.
set -euo pipefail

list=$1
shift
"$@"
root=$(readlink -f "$(dirname "$0")/../..")
while [[ $1 != -MF ]]; do shift; done
sed -e 's/\\ /\x1f/g' -e 's/^[^:]*: //' -e 's/[ \\]\+/\n/g' "$2" | tr '\037' ' ' | grep . | xargs -d '\n' realpath --no-symlinks |
  { grep -v -e ^/usr/ -e "^$root/common/" -e "^${list%/contents/*}/" || true; } | sed "s#^$root/##" >"$list"
