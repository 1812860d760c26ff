#!/usr/bin/env bash
# edited_check.sh LEARN: whatever a student edits, empties, renames or takes away, all the rest is still configured.
set -euo pipefail

# shellcheck source=common/tests/course_copy.sh
source "$(dirname "$1")/common/tests/course_copy.sh"
copy_course "$1"

configure() {
  cmake --preset emulator -B build >cmake.log 2>&1 || { echo "$1"; cat cmake.log; exit 1; }
}

configure "as it is"
for file in docs/find_the_bug/case_{1,5}.cu docs/examples/histogram.cu; do echo 'int broken(' >>"$file"; done
: >docs/find_the_bug/case_2.cu
rm docs/find_the_bug/case_3.cu docs/examples/matrix_product.cu docs/first_steps/exercise/exercise.cuh
mv docs/find_the_bug/case_4.cu docs/find_the_bug/mine.cu
cp docs/examples/histogram.cu docs/examples/my_histogram.cu
for file in docs/first_steps/exercise_2/exercise.cuh step{1_naive,3_padded}/{kernel.cuh,exercise/exercise.cuh} reduction/variants.cu; do
  : >"$file"
done
rm -r docs/first_steps/exercise_3 step2_coalesced/exercise
mv step4_vectorized/variants.cu step4_vectorized/mine.cu
configure "files edited, emptied, renamed and taken away"
for name in find_the_bug/case_{1,2,3,4,5} examples/{histogram,matrix_product}; do
  grep -q "docs/$name.cu is not as it was" cmake.log || { cat cmake.log; exit 1; }
done
[[ $(grep -c "is not as it was" cmake.log) == 7 ]]
cmake --build build --target help >targets
grep -q "try_case_6" targets
if grep -E "try_(case_[1-5]|mine|histogram|my_histogram|matrix_product)\b" targets; then exit 1; fi
rm -r docs/{find_the_bug,examples,first_steps}
configure "folders taken away"
