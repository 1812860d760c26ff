# What the course needs, and what of it is missing: installed where that can be done, else named.
# shellcheck shell=bash

backports_file=/etc/apt/sources.list.d/memory-ladder-backports.sources

have() { command -v "$@" >/dev/null; }  # one of these commands

at_least() { printf '%s\n' "$2" "$1" | sort --version-sort --check=quiet; }  # at_least VERSION LEAST

may_install() { ((EUID == 0)) || have sudo; }

consent=${CI:+yes}  # or no; not empty: nobody is asked

# may_change WHAT: whether it may be installed: LADDER_NO_INSTALL=1 forbids it, and at a terminal one is asked, once.
may_change() {
  if [[ -n ${LADDER_NO_INSTALL:-} ]]; then return 1; fi
  if [[ -z $consent && -t 0 && -t 2 ]]; then
    printf 'Install with apt-get: %s? [y/N] ' "$1" >&2
    read -r consent || true
    if [[ $consent == [yY]* ]]; then consent=yes; else consent=no; fi
  fi
  [[ $consent != no ]]
}

as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

apt_get() {
  quietly as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get --yes --no-install-recommends -o DPkg::Lock::Timeout=120 "$@"
}

# The version of an installed package, or nothing.
package_version() {
  dpkg-query --show --showformat '${db:Status-Status} ${Version}\n' "$1" 2>/dev/null | sed -n 's/^installed //p'
}

missing_packages() {
  local library
  [[ -n ${CXX:-} ]] || have c++ g++ clang++ || echo g++
  have cmake || echo cmake
  have ninja make || echo ninja-build
  [[ -e /etc/ssl/certs/ca-certificates.crt ]] || ! may_install || echo ca-certificates  # for what CMake fetches
  if configured; then return; fi  # with libraries from wherever
  # The first is the one that CMake cannot fetch.
  for library in libdw-dev libboost-context-dev nlohmann-json3-dev libfmt-dev; do
    [[ -n $(package_version "$library") ]] || echo "$library"
  done
}

# What may be installed behind the packages, in words.
and_catch2() {
  if configured || at_least "$(package_version catch2)" 3.7.1; then return; fi
  printf ', and Catch2'
  if [[ -z ${LADDER_NO_BACKPORTS:-} ]] && on_bookworm; then printf ' with a new source of packages, bookworm-backports'; fi
}

install_packages() {
  local packages
  mapfile -t packages < <(missing_packages)
  if ((${#packages[@]} == 0)); then return; fi
  if ! may_install; then
    if configured; then return; fi  # by hand, with all that it needs
    die 3 "packages are missing; install them as root: apt-get install --no-install-recommends ${packages[*]}"
  fi
  if ! may_change "${packages[*]}$(and_catch2)"; then return; fi  # what is missing then is named, and CMake fetches the rest
  say "Installing with apt-get: ${packages[*]}"
  apt_get update || true  # what could be updated may be enough
  apt_get install "${packages[@]}" || say "apt-get could not install ${packages[*]}; CMake fetches what it can"
}

# The version of Catch2 that apt has, where it is new enough.
catch2_in_apt() {
  local version
  version=$(apt-cache madison catch2 | awk 'NR == 1 { print $3 }')
  if at_least "${version:-0}" 3.7.1; then printf '%s\n' "$version"; fi
}

# Where apt gets Debian's bookworm from, whatever file names it, and the key for it where the file does: as lines of a
# source entry. Empty where apt has not yet looked.
own_source() {
  local uri file separator='\n'  # of entries: a line each, or, in a .sources file, a paragraph
  # shellcheck disable=SC2016  # the names are apt's
  read -r uri file < <(apt-get indextargets --format '$(REPO_URI) $(SOURCESENTRY)' 'Origin: Debian' 'Codename: bookworm' \
    'Component: main' 'Identifier: Packages') || return 0
  file=${file%:*}
  if [[ $file == *.sources ]]; then separator=; fi
  printf 'URIs: %s\n' "$uri"
  awk -v RS="$separator" -v uri="${uri%/}" \
    'index($0, uri) && /(^deb |(^|\n)URIs:)/ && / bookworm([ \n]|$)/ { print; exit }' "$file" |
    sed -nE 's/^Signed-By: *([^ ]+)$|^deb .*signed-by=([^] ]+).*/Signed-By: \1\2/p'
}

# Debian 12 has a new Catch2 in its backports, which apt looks into once they are a source of packages.
add_backports() {
  local source
  source=$(own_source) || true
  if [[ -z $source ]] && apt_get update; then source=$(own_source) || true; fi
  if [[ -z $source ]]; then return; fi
  if ! may_change "Catch2, with a new source of packages, bookworm-backports"; then return; fi
  say "Adding a source of packages, bookworm-backports, for Catch2: $backports_file" \
    "(LADDER_NO_BACKPORTS=1 forbids it, and CMake fetches Catch2)"
  printf '%s\n' "Types: deb" "$source" "Suites: bookworm-backports" "Components: main" >"$temp/backports"
  trap forget_source EXIT  # unless it has brought what it is for
  as_root install -m 644 "$temp/backports" "$backports_file"
  apt_get update || true
}

forget_source() {
  trap '' TERM
  as_root rm -f "$backports_file"
}

on_bookworm() {
  [[ $(sed -nE 's/^(ID|VERSION_CODENAME)="?([^"]*)"?$/\2/p' /etc/os-release | sort | paste -sd' ') == "bookworm debian" ]]
}

# Where apt has no Catch2 that is new enough, CMake fetches it.
install_catch2() {
  local version
  if at_least "$(package_version catch2)" 3.7.1 || ! may_install || [[ -n ${LADDER_NO_INSTALL:-} ]]; then return; fi
  version=$(catch2_in_apt)
  if [[ -z $version && -z ${LADDER_NO_BACKPORTS:-} ]] && on_bookworm; then
    add_backports
    version=$(catch2_in_apt)
  fi
  if [[ -z $version ]]; then return; fi
  if ! may_change "catch2 $version"; then return; fi
  say "Installing with apt-get: catch2 $version"
  apt_get install "catch2=$version" || { say "apt-get could not install catch2; CMake fetches it" && return; }
  trap - EXIT
}

# The compiler, with the arguments given here.
compiler() {
  local command
  read -ra command <<<"${CXX:-$(command -v c++ g++ clang++ | sed 1q)}"
  have "${command[0]:-no compiler}" && "${command[@]}" "$@"
}

compiler_is_good() {
  local version least=11
  version=$(compiler --version) || return 1
  if [[ $version == *clang* ]]; then least=14; fi
  at_least "$(compiler -dumpversion)" $least
}

# What is not there or too old, a line each.
missing_tools() {
  local cmake
  cmake=$(have cmake && cmake --version | awk 'NR == 1 { print $3 }')
  at_least "${cmake:-0}" 3.25 || echo "  CMake 3.25 or newer (here: ${cmake:-none}), else: pip install cmake," \
    "or snap install cmake --classic, or Kitware's apt repository"
  compiler_is_good || echo "  a C++20 compiler: g++ 11, clang++ 14 or newer (the variable CXX chooses one: CXX=g++-12)"
  have ninja make || echo "  ninja or make"
  ! compiler_is_good || compiler -E -x c++ - <<<"#include <elfutils/libdw.h>" &>/dev/null ||
    echo "  libdw with its headers: libdw-dev (Debian, Ubuntu), elfutils-devel (Fedora), elfutils elsewhere"
}

set_up() {
  local missing
  if have apt-get && have dpkg-query; then
    install_packages
    configured || install_catch2
  fi
  missing=$(missing_tools)
  if [[ -n $missing ]]; then die 3 "this machine lacks what follows; look among its packages first"$'\n'"$missing"; fi
}
