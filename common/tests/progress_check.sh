#!/usr/bin/env bash
# Checks what is shown of a build that is under way.   progress_check.sh LEARN BIN
set -euo pipefail

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() { echo "$1" && exit 1; }

cat >"$temp/build" <<'END'
printf '[1/2] one\n[2/'
sleep 2.5
printf '2] two\nlast'
END
cat >"$temp/follow" <<END
source "$(dirname "$1")/common/learn/build.sh"
temp=$temp
bash "$temp/build" | follow
END

bash "$temp/follow" 2>"$temp/shown"
[[ $(<"$temp/log") == $'[1/2] one\n[2/2] two\nlast' ]] || fail "kept: $(<"$temp/log")"
[[ ! -s $temp/shown ]] || fail "shown where there is no terminal: $(<"$temp/shown")"

TERM=xterm script -qec "bash $temp/follow" "$temp/shown" >/dev/null
for words in "[1/2] 1 s" "[2/2] "; do
  grep -qF "$words" "$temp/shown" || fail "'$words' is not shown: $(cat -v "$temp/shown")"
done
[[ $(<"$temp/log") == $'[1/2] one\n[2/2] two\nlast' ]] || fail "kept, at a terminal: $(<"$temp/log")"
