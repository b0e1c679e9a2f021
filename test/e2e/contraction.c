// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a * b + c is fused where clang fuses it for the processor, and nowhere else;
// sqrt and division are correctly rounded.
// RUN: %e2e %s %t -march=x86-64-v3 -ffp-contract=on
// RUN: %e2e %s %t -march=x86-64-v3 -ffp-contract=off
// RUN: %e2e %s %t
#include "Inputs/show.h"
#include <math.h>

enum { Count = 2000 };
static float a[Count], b[Count], c[Count], r[Count];
static double x[Count], y[Count], z[Count], s[Count];

static float product(float p, float q) { return p * q; }

int main(void) {
  for (int i = 0; i < Count; ++i) {
    unsigned h = (unsigned)(i + 1) * 2654435761u;
    a[i] = (float)(h >> 8) / 7777777.0f;
    b[i] = (float)(h & 0xffffff) / 3333333.0f - 1.0f;
    c[i] = -a[i] * b[i];
    x[i] = a[i] * 1.000001 / 3;
    y[i] = b[i] / 0.7;
    z[i] = -x[i] * y[i];
  }
  const float rate = 0.02f, volatility = 0.3f; // the optimiser fuses no constants
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i) {
    float t = a[i] * b[i] + c[i];
    t *= rate + 0.5f * volatility * volatility;
    t += a[i] * 3.3f;
    t -= b[i] * c[i];
    t = c[i] - a[i] * b[i] * t;
    t = t + (a[i] * c[i]) + product(a[i], t) + a[i];
    float m = a[i] * a[i];
    t = m + t;
    t = -(a[i] * b[i]) - t + (float)(b[i] * x[i]);
    r[i] = sqrtf(t * t + a[i] * a[i]) / (1.0f + b[i] * b[i]);
    double u = x[i] * y[i] + z[i];
    u += y[i] * y[i];
    u = y[i] * z[i] - x[i] * u;
    u = 2 * u + a[i] * b[i];
    {
#pragma STDC FP_CONTRACT OFF
      u = u * x[i] + y[i];
    }
    s[i] = sqrt(u * u + 1) / (3 + x[i] * x[i]);
  }
  SHOW_FLOATS("r", r, Count);
  SHOW_FLOATS("s", s, Count);
}
