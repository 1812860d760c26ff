#!/usr/bin/env bash
# batch_check.sh LEARN PROGRAMS: what ./learn try --batch prints of a list, with a stand-in for what tries each program.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
batch=$(dirname "$1")/common/tools/try/batch.sh
# The stand-in's program is its own outcome.
cat >"$folder/learn" <<'END'
#!/usr/bin/env bash
while [[ $1 != --report ]]; do shift; done
report=$2 program=$3
if (($# > 3)); then [[ ${*:4} == "-- graph 7" ]] || exit 3; fi
case $(<"$program") in
  right) echo ok >"$report" ;;
  wrong) echo "x.cu:3: race" >"$report" && exit 1 ;;
  refused) echo "x.cu:1: graphs" >&2 && exit 2 ;;
  slow) exec sleep 60 ;;
esac
END
chmod +x "$folder/learn"
for name in right wrong refused slow; do echo "$name" >"$folder/$name.cu"; done

# expect STATUS TEXT LINE...: of a list with these lines.
expect() {
  local said status=0
  printf '%s\n' "${@:3}" >"$folder/list"
  said=$(cd / && LADDER_TRY_SECONDS=2 "$batch" "$folder/learn" "$folder/list" --limits -- graph 7 2>&1) || status=$?
  if [[ $status != "$1" || $said != *"${2//FOLDER/"$folder"}"* ]]; then
    printf '%s\n' "status $status, and not $1, or without $2:" "$said"
    exit 1
  fi
}

expect 0 "4 programs: 1 right 1 wrong 1 refused 1 slow; 3 of 3 as expected" \
  "# all" "right.cu right" "wrong.cu wrong" "" "refused.cu" "slow.cu slow"
expect 0 "1 programs: 1 right 0 wrong 0 refused 0 slow; 1 of 1 as expected" $'\xef\xbb\xbf# of Windows\r' $'right.cu right\r' $'\r'
expect 0 "wrong  FOLDER/wrong.cu  x.cu:3: race" "$folder/wrong.cu"
expect 0 "refused  FOLDER/refused.cu  x.cu:1: graphs" "refused.cu refused"
expect 1 "wrong, and not right  FOLDER/wrong.cu" "wrong.cu right"
expect 2 "FOLDER/list:2: FOLDER/none.cu: cannot be read" "right.cu" "none.cu"
expect 2 "FOLDER/list:1: 'good' is no outcome: right, wrong, refused or slow" "right.cu good"
expect 2 "FOLDER/list:1: 'right and more' is no outcome" "right.cu right and more"
expect 2 "FOLDER/list: names no program" "# none"
status=0
"$batch" "$folder/learn" "$folder/nowhere" 2>"$folder/errors" || status=$?
[[ $status == 2 && $(<"$folder/errors") == "learn: try: $folder/nowhere: cannot be read" ]]
