#!/usr/bin/env bash
# new_check.sh LEARN: what ./learn new makes, in a copy of the course: it builds; its checks fail, until it is filled. And
# what it refuses.
set -euo pipefail

# shellcheck source=common/tests/course_copy.sh
source "$(dirname "$1")/common/tests/course_copy.sh"
copy_course "$1"

die() {
  echo "$*"
  exit 1
}

# refused WORDS ARGUMENT...: ends with status 2 and one line, which has the words.
refused() {
  local status=0 said
  said=$(./learn new "${@:2}" 2>&1) || status=$?
  if [[ $status != 2 || $said == *$'\n'* || $said != *"$1"* ]]; then die "learn new ${*:2}: $status: $said"; fi
}

before=$(find . | sort)
refused "takes a chapter"
refused "takes a chapter" one transpose two
refused "cannot be a chapter's name" Six
refused "cannot be a chapter's name" ../step7
refused "cannot be a chapter's name" ""
refused "there is a common already" common
refused "there is a step1_naive already" step1_naive
refused "another use" profile
refused "another use" exercise_mine
refused "unknown problem 'sort'; there are reduction transpose" step7_mine sort
refused "unknown chapter" step7_mine exercise
[[ $(find . | sort) == "$before" ]] || die "something was left of what was refused"

./learn new step7_mine
./learn new step7_mine exercise
./learn new total reduction
checks=({,planted_}step7_mine_checks total_checks step7_mine_2_solution planted_step7_mine_2_solution_checks)
cmake --preset emulator -B build "${@:2}" >cmake.log || die "$(cat cmake.log)"

build() { cmake --build build --parallel "$(nproc)" --target "${checks[@]}" >build.log || die "$(cat build.log)"; }

build
for check in "${checks[@]}"; do
  if "build/bin/$check" >check.log; then die "$check passes, and nothing is filled"; fi
done

# fill FILE CODE: in the place of its TODO.
fill() {
  local text
  text=$(<"$1")
  printf '%s\n' "${text/  '// TODO'$'\n'/"$2"$'\n'}" >"$1"
}

fill step7_mine/kernel.cuh 'for (unsigned row = first_row + threadIdx.y; row < first_row + 32; row += 8) {
    const unsigned col = first_col + threadIdx.x;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
  }'
fill total/kernel.cuh '__shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  s[t] = first + t < count ? in[first + t] : 0;
  for (unsigned d = THREADS / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) sums[blockIdx.x] = s[0];'
fill step7_mine/exercise_2/solution.cuh 'const unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i < count) out[i] = 2 * in[i];'
build
for check in "${checks[@]}"; do "build/bin/$check" >check.log || die "$check: $(cat check.log)"; done
