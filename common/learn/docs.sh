#: ./learn docs [--check]
#:     Renews what is generated in the lessons: tables, samples, figures.
#:     From runs on the emulator and from recorded results.
#:     --check       changes nothing; fails where one of them is stale, or where a
#:                   link leads nowhere
#:     Example: ./learn docs --check
# shellcheck shell=bash

docs() {
  local mode=()
  case "${*:-}" in
    "") ;;
    --check) mode=(--check) ;;
    *) die 2 "docs takes --check or nothing, not '$*' (try ./learn help)" ;;
  esac
  have python3 || die 3 "the documentation is made with python3, which is not here"
  set_up
  choose_from_all
  build "${chapters[@]}" ladder_program request_cost message_table without_barrier_checks try_case_{1..6} try_matrix_product
  python3 -B -X utf8 "$root/common/tools/docs/docs.py" "${mode[@]}" --root "$root" --executables "$build/bin" || exit 1
}
