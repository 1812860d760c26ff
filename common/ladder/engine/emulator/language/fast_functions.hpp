// CUDA's functions that trade accuracy for speed on the GPU: computed in full here. (CUDA Math API, "Single Precision
// Intrinsics".)
#pragma once

#include <cmath>

#include "ladder/engine/emulator/language/device.hpp"

LADDER_DEVICE float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }
LADDER_DEVICE float __expf(float x) { return std::exp(x); }
LADDER_DEVICE float __exp10f(float x) { return std::pow(10.0f, x); }
LADDER_DEVICE float __logf(float x) { return std::log(x); }
LADDER_DEVICE float __log2f(float x) { return std::log2(x); }
LADDER_DEVICE float __log10f(float x) { return std::log10(x); }
LADDER_DEVICE float __powf(float x, float y) { return std::pow(x, y); }
LADDER_DEVICE float __sinf(float x) { return std::sin(x); }
LADDER_DEVICE float __cosf(float x) { return std::cos(x); }
LADDER_DEVICE float __tanf(float x) { return std::tan(x); }
LADDER_DEVICE float __tanhf(float x) { return std::tanh(x); }
LADDER_DEVICE float __fdividef(float a, float b) { return a / b; }
LADDER_DEVICE float fdividef(float a, float b) { return a / b; }
LADDER_DEVICE double fdivide(double a, double b) { return a / b; }
LADDER_DEVICE float fdivide(float a, float b) { return a / b; }
