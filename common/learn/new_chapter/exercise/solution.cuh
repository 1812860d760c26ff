// Exercise NEW_EXERCISE: TODO what is to be written.
//
//   ./learn exercise NEW_EXERCISE
//   ./learn hint NEW_EXERCISE
//
// TODO: what is given, and what is asked for. exercise.cuh and solution.cuh differ in the blank alone.
#pragma once

// TODO: a kernel of your own. This one makes out[i] twice in[i], with a thread for each i.
__global__ void twice(const float* in, float* out, unsigned count) {
  // --- your code: begin --------------------------------
  // TODO
  // --- your code: end ----------------------------------
}
