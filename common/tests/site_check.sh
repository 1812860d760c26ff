#!/usr/bin/env bash
# site_check.sh LEARN: what ./learn site refuses, in a line; and that it writes a whole site or nothing. In a folder of its
# own, with stand-ins for Node, npm and the generator.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
generator=$folder/common/tools/site/node_modules
mkdir -p "$folder"/{build,common,docs/explore,tools} "$generator"/{.bin,github-markdown-css,minisearch}
touch "$folder"/{common/tools/site/package-lock.json,docs/explore/{index.html,LICENSE.jsep}}
touch "$generator"/{github-markdown-css/license,minisearch/LICENSE.txt}
cp "$1" "$folder"
cp -r "$(dirname "$1")/common/learn" "$folder/common"
cat >>"$folder/common/learn/site.sh" <<'END_OF_FILE'
set_up() { true; }
save() { echo "$1" >"$temp/site/show/$1.html"; }
END_OF_FILE
cat >>"$folder/common/learn/playground.sh" <<'END_OF_FILE'
build_playground() { mkdir "$1" && touch "$1/index.html"; }
END_OF_FILE

# stands_in FILE: for a program, of what stands on the input.
stands_in() {
  cat >"$1"
  chmod +x "$1"
}

stands_in "$folder/tools/node" <<<'echo v18.0.0'
stands_in "$folder/tools/npm" <<<'exit 1'
for tool in clang++-22 wasm-ld-22; do stands_in "$folder/tools/$tool" <<<'exit 1'; done
stands_in "$generator/.bin/eleventy" <<'END_OF_FILE'
#!/bin/sh
mkdir -p "${2#--output=}"/assets "${2#--output=}"/docs
touch "${2#--output=}"/assets/site.js
exit $(cat status)
END_OF_FILE

# expect STATUS LINE ARGUMENT...: ./learn site ARGUMENT... ends so, and its last line fits the pattern LINE.
expect() {
  local status=0 said
  said=$(PATH="$folder/tools:$PATH" LADDER_BUILD="$folder/build" "$folder/learn" site "${@:3}" 2>&1 | tail -n 1) || status=$?
  # shellcheck disable=SC2053
  if ((status != $1)) || [[ $said != $2 ]]; then printf 'site %s: status %s\n%s\n' "${*:3}" "$status" "$said" && exit 1; fi
}

out=$folder/new/out
expect 2 "learn: site takes one folder, not 'a b' (*" a b
expect 2 "learn: site: unknown option '--fast' (*" --fast
expect 2 "learn: site: '' is no name of a folder" ""
mkdir "$folder/mine"
touch "$folder/mine/notes"
expect 2 "learn: site: '$folder/mine' is there and is no site; *" "$folder/mine"
expect 2 "learn: site: '$folder/learn' is there and is no site; *" "$folder/learn"
expect 3 "learn: site: cannot write to $folder/learn" "$folder/learn/out"
expect 3 "learn: npm could not fetch what makes the site" "$out"
touch "$generator/.package-lock.json"
stands_in "$folder/tools/node" <<<'echo v16.20.0'
expect 3 "learn: the site is made with Node 18 or newer and npm (here: v16.20.0); *" "$out"
stands_in "$folder/tools/node" <<<'exit 127'
expect 3 "learn: the site is made with Node 18 or newer and npm (here: none); *" "$out"
stands_in "$folder/tools/node" <<<'echo v18.0.0'
echo 1 >"$folder/status"
expect 1 "learn: the site could not be made; *" "$out"
[[ -z $(ls "$folder/new") ]] || { echo "of a site that could not be made there is $(ls "$folder/new"/*)" && exit 1; }

echo 0 >"$folder/status"
expect 0 "$out/index.html" "$out"
touch "$out/old"
echo 1 >"$folder/status"
expect 1 "learn: the site could not be made; *" "$out"
[[ -e $out/old ]] || { echo "a site is gone that could not be made anew" && exit 1; }
echo 0 >"$folder/status"
expect 0 "$out/index.html" "$out"
expect 0 "$folder/build/site/index.html"
[[ $(ls "$folder/new") == out && ! -e $out/old && -f $out/show/race.html && -f $out/playground/index.html && -f $out/licences.txt ]] ||
  { echo "the site is not whole, or not alone: $(ls "$folder/new"/*)" && exit 1; }
[[ -e $folder/mine/notes ]] || { echo "what is no site is gone" && exit 1; }
