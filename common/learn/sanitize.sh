#: ./learn sanitize
#:     On a GPU: every variant under compute-sanitizer.
#:     Its memcheck, racecheck, initcheck and synccheck, each of which has to find
#:     a planted bug as well.
#:     Example: ./learn sanitize
# shellcheck shell=bash

sanitize() {
  local chapters
  (($# == 0)) || die 2 "sanitize takes nothing, not '$1' (try ./learn help)"
  nvidia-smi -L >/dev/null 2>&1 || die 3 "there is no GPU"
  have compute-sanitizer || die 3 "there is no compute-sanitizer (it is part of the CUDA Toolkit)"
  set_up
  mapfile -t chapters < <(all_chapters)
  build "${chapters[@]}" sanitizer_controls
  "$root/common/tools/bench/sanitize.sh" "$build/bin"
}
