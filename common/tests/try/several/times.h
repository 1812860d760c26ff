// What the two files of a program have in common.
#pragma once

void launch_times(int* values, int n);
__device__ int scaled(int value);
