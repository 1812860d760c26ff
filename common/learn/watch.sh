#: ./learn watch CHAPTER
#:     Checks the chapter whenever one of its files is saved.
#:     Ctrl-C ends it.
#:     Example: ./learn watch step1
# shellcheck shell=bash

# shellcheck source=common/learn/check.sh
source "$root/common/learn/check.sh"

# The state of a chapter's files; what an editor keeps beside them does not count.
state_of() { find "$root/$1" -type f ! -name '.*' ! -name '*~' -printf '%p %T@ %s\n' | sort; }

watch() {
  local chapter checked
  choose_from_all "$@"
  if (($# != 1)); then die 2 "watch takes one chapter: ./learn watch step1"; fi
  chapter=${chapters[0]}
  while true; do
    checked=$(state_of "$chapter")
    (check "$chapter") || true
    say "Watching $chapter; Ctrl-C ends"
    while [[ $(state_of "$chapter") == "$checked" ]]; do sleep 0.3; done
  done
}
