#!/usr/bin/env bash
# tell_contents.sh STAMP FOLDER...: writes the file STAMP anew where something in the folders' sources has changed: what
# is compiled from them depends on it, and so on what is in the files, whatever their times say (those of `cp -p`, or of
# an archive, may be years old). So it does where the compiler would read another text than that of which keep_text.sh
# kept the hash in STAMP.text: where a file elsewhere has changed, or another one is included, or __has_include finds one.
set -euo pipefail

stamp=$1
shift

text_is_new() {
  local hash command
  { read -r hash && read -r command; } <"$stamp.text" || return 0
  [[ $(bash -c "$command" 2>/dev/null | sha256sum) != "$hash" ]]
}

mkdir -p "$(dirname "$stamp")"
# What cannot be read, such as a link to itself, keeps nothing else from being compiled.
now=$(find "$@" -maxdepth 1 -xtype f \( -name '*.c*' -o -name '*.h*' -o -name '*.inl' \) -print0 2>/dev/null | sort -z |
  xargs -0r sha256sum 2>/dev/null) || true
if [[ ! -f $stamp || $now != "$(<"$stamp")" ]] || { [[ -f $stamp.text ]] && text_is_new; }; then printf '%s\n' "$now" >"$stamp"; fi
