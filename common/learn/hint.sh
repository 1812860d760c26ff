#: ./learn hint CHAPTER [1|2|3]
#:     Shows a hint to the chapter's exercise: that one, or the next.
#:     Example: ./learn hint step1
# shellcheck shell=bash

hint() {
  local name number=${2:-} shown folder
  if (($# == 0 || $# > 2)) || [[ ! ${number:-1} =~ ^[123]$ ]]; then
    die 2 "hint takes a chapter, and if you like the number of a hint, 1 to 3"
  fi
  choose_exercises "$1"
  name=${chapters[0]}
  folder=$(exercise_folder "$name")
  shown=$build/hints/$name  # holds the number of the last one
  if [[ -z $number ]]; then
    number=$(($(cat "$shown" 2>/dev/null || echo 0) + 1))
    if ((number > 3)); then number=3; fi
  fi
  printf 'Hint %s of 3 to %s\n' "$number" "$name"
  awk -v title="## Hint $number" '/^## / { wanted = $0 == title; next } wanted' "$root/$folder/hints.md" | fold -s
  if ((number == 3)); then printf 'The solution: %s/solution.cuh\n' "$folder"; fi
  { mkdir -p "$(dirname "$shown")" && echo "$number" >"$shown"; } 2>/dev/null ||
    say "learn: which hint was the last is not kept: $build cannot be written to"
}
