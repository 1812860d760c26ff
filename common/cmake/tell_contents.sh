#!/usr/bin/env bash
# tell_contents.sh STAMPS ROOT FOLDER...: for each folder below ROOT a file in the folder STAMPS, with hashes of what is
# in its sources. It is written anew only where they have changed: what is compiled from the folder depends on it, and so
# on what is in the files, whatever their times say (those of `cp -p`, or of an archive, may be years old). So it
# does on the files of other folders that it includes, which list_files.sh lists beside the stamp.
set -euo pipefail

stamps=$1
cd "$2"
shift 2
mkdir -p "$stamps"
# What cannot be read, such as a link to itself, keeps nothing else from being compiled.
all=$(find "$@" -maxdepth 1 -xtype f \( -name '*.c*' -o -name '*.h*' -o -name '*.inl' \) -print0 2>/dev/null | sort -z |
  xargs -0r sha256sum 2>/dev/null) || true
for folder in "$@"; do
  now=$(awk -v folder="$folder" 'index($0, "  " folder "/") == 65 && !index(substr($0, 68 + length(folder)), "/")' <<<"$all")
  stamp=$stamps/${folder//\//_}
  now+=$(cat "$stamp".of_* 2>/dev/null | grep -vxE "(${folder//./[.]}|$(dirname "${folder//./[.]}"))/[^/]*" | sort -u |
    while read -r file; do if [[ -f $file ]]; then sha256sum "$file"; fi; done) || true
  if [[ ! -f $stamp || $now != "$(<"$stamp")" ]]; then printf '%s\n' "$now" >"$stamp"; fi
done
