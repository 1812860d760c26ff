#: ./learn site [OUT]
#:     Builds the course as a website: lessons, search, and saved runs.
#:     It works from a folder, without a server. Prints the path of its first page,
#:     and opens it on a desktop. Needs Node 18 or newer with npm. Where clang++-22
#:     and wasm-ld-22 are, it has the playground, too, which needs a server
#:     (LADDER_NO_PLAYGROUND=1: not even there).
#:     OUT           a new folder, or a site built before; without it build/site
#:     Example: ./learn site /tmp/ladder
# shellcheck shell=bash

# Sets out, the folder to write. A site that is there is replaced, and anything else is left alone.
parse_site() {
  (($# <= 1)) || die 2 "site takes one folder, not '$*' (./learn site --help)"
  refuse_options "$@"
  out=${1-$build/site}
  [[ -n $out ]] || die 2 "site: '' is no name of a folder"
  out=$(readlink -m -- "$out")
  if [[ -e $out && ! -f $out/assets/site.js ]] && [[ ! -d $out || -n $(ls -A "$out") ]]; then
    die 2 "site: '$out' is there and is no site; name a folder that is new or empty"
  fi
  mkdir -p "$(dirname "$out")" 2>/dev/null || true
  [[ -w $(dirname "$out")/. ]] || die 3 "site: cannot write to $(dirname "$out")"
}

# save NAME ARGUMENT...: the page that ./learn show makes of these arguments, whether or not it shows a mistake; with a
# way back.
save() {
  local status=0
  say "Saving what ./learn show ${*:2} draws"
  await env -u DISPLAY -u WAYLAND_DISPLAY LADDER_NO_INSTALL=1 "$root/learn" show --page "$temp/site/show/$1.html" "${@:2}" >/dev/null || status=$?
  [[ -f $temp/site/show/$1.html ]] || exit "$status"
  sed -i '0,/<body[^>]*>/s||&<p style="margin:.5rem 1rem"><a href="../index.html">The Memory Ladder</a></p>|' "$temp/site/show/$1.html"
}

# The licences of what others wrote and the site brings along.
licences() {
  local file
  for file in "$site"/node_modules/{github-markdown-css/license,minisearch/LICENSE.txt} "$root"/docs/explore/LICENSE.jsep; do
    printf '%s\n\n' "== ${file#"$site/node_modules/"}"
    cat "$file"
    printf '\n'
  done
}

# Puts the finished site where it is wanted.
put_site() {
  local new
  new=$(mktemp -d "$out.XXXXXX") || die 3 "site: cannot write to $(dirname "$out")"
  chmod 755 "$new"
  if ! cp -r "$temp/site/." "$new"; then
    rm -rf "$new"
    die 3 "site: cannot write to $new"
  fi
  rm -rf "$out"
  mv "$new" "$out"
}

site() {
  local out site=$root/common/tools/site
  # shellcheck source=/dev/null
  source "$root/common/learn/show.sh"
  # shellcheck source=/dev/null
  source "$root/common/learn/playground.sh"
  parse_site "$@"
  npm_packages "$site" "the site"
  set_up
  mkdir -p "$temp/site/show"
  save steps_2_and_3 step2 step3 tile_32x8 pad1_32x8
  save sum reduction naive shuffle
  save race "$root/common/tests/try/mistakes/missing_barrier.cu"
  save two_gpus many_gpus pack_exchange_unpack fused -- --gpus 2 --rows 256 --cols 256
  if [[ -n ${LADDER_NO_PLAYGROUND:-} ]]; then
    say "Without the playground (LADDER_NO_PLAYGROUND)"
  elif have clang++-22 && have wasm-ld-22; then
    export LADDER_SITE_HAS_PLAYGROUND=1
    build_playground "$temp/site/playground"
  else
    say "Without the playground, which needs clang++-22 and wasm-ld-22 (Debian: clang-22, lld-22)"
  fi
  say "Making the pages"
  quietly env -C "$root" "$site/node_modules/.bin/eleventy" --config=common/tools/site/eleventy.config.js \
    --output="$(realpath --relative-to "$root" "$temp/site")" || die 1 "the site could not be made; the errors are above"
  mkdir "$temp/site/docs/explore"
  sed 's|"../../README.md"|"../../index.html"|' "$root/docs/explore/index.html" >"$temp/site/docs/explore/index.html"
  licences >"$temp/site/licences.txt"
  put_site
  printf '%s\n' "$out/index.html"
  open_page "$out/index.html"
}
