#: ./learn bench [OUT_DIR] [--quick] [--links]
#:     On a GPU: times every variant over all sizes, beside libraries.
#:     Results, table and plots go to docs/measured/GPU, or OUT_DIR.
#:     --quick       two sizes and few runs
#:     --links       the chapter on several GPUs, on 1, 2, 4 and 8 as far
#:                   as they are there; to docs/measured/GPU-xNUMBER
#:     Example: ./learn bench /tmp/mine --quick
# shellcheck shell=bash

# gpu_or_die: the name of the first GPU.
gpu_or_die() { nvidia-smi --id=0 --query-gpu=name --format=csv,noheader 2>/dev/null || die 3 "there is no GPU"; }

bench() {
  local argument gpu out='' links='' options=()
  for argument in "$@"; do
    case $argument in
      --quick) options+=(--quick) ;;
      --links)
        options+=(--links)
        links=-x$(nvidia-smi -L 2>/dev/null | wc -l)
        ;;
      -*) refuse_option "$argument" ;;
      *) [[ -z $out ]] || die 2 "one folder, not '$out' and '$argument'" && out=$argument ;;
    esac
  done
  gpu=$(gpu_or_die)
  gpu=${gpu#NVIDIA }
  gpu=${gpu,,}
  out=${out:-$root/docs/measured/${gpu//[^a-z0-9]/-}$links}
  set_up
  mapfile -t chapters < <(all_chapters)
  build "${chapters[@]}" ladder_program rates
  LADDER_COMMAND=$command_line "$root/common/tools/bench/bench.sh" "$build/bin" "$out" "${options[@]}"
}
