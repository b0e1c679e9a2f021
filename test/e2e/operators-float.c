// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point arithmetic and conversions, bit for bit: special values, mixed
// precision, rounding to and from integers.
// RUN: %e2e %s %t -ffp-contract=on
// RUN: %e2e %s %t -ffp-contract=off -march=x86-64-v3
// RUN: %e2e %s %t -ffp-contract=on -march=x86-64-v3
#include "Inputs/show.h"

enum { Count = 48, Slots = 32 };
static double out[Count][Slots];
static float f[Count];
static double d[Count];
static long whole[Count][6];

// NaNs differ in sign and payload between processors: print one spelling.
static void show(const double *row, int n) {
  for (int k = 0; k < n; ++k)
    if (row[k] != row[k])
      printf(" nan");
    else
      printf(" %a", row[k]);
  printf("\n");
}

int main(void) {
  for (int i = 0; i < Count; ++i) {
    f[i] = (float)((i - 20) * 1.1 / (i % 7 + 0.3));
    d[i] = (i * 7 % 31 - 13) / 3.7;
  }
  f[40] = 1e38f;
  f[41] = -0.0f;
  f[42] = 1.0f / 0.0f;
  f[43] = 1e-30f;
  d[44] = 1e308;
  d[45] = -1.0 / 0.0;
  d[46] = 0.0 / 0.0;
  d[47] = -0.0;
  float scale = 1.7f, g = 0.1f;
  int n = Count;

#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = 0;
    float a = f[i], b = f[n - 1 - i];
    double x = d[i], y = d[n - 1 - i];
    out[i][k++] = a + b;
    out[i][k++] = a - b;
    out[i][k++] = a * b;
    out[i][k++] = a / b;
    out[i][k++] = x + y;
    out[i][k++] = x - y;
    out[i][k++] = x * y;
    out[i][k++] = x / y;
    out[i][k++] = a * b + scale;
    out[i][k++] = scale - a * b;
    out[i][k++] = a * b - a * g;
    out[i][k++] = x * y + a;
    out[i][k++] = -(x * y) + x;
    out[i][k++] = a * x - b;
    out[i][k++] = (a + b) * (a - b) + g;
    out[i][k++] = a * 0.1;
    out[i][k++] = a * 0.1f;
    out[i][k++] = (float)x * g;
    out[i][k++] = (float)(x * g);
    out[i][k++] = a < b;
    out[i][k++] = (a != a) + 2 * (x == x) + 4 * (x >= y) + 8 * (a > -0.0f);
    out[i][k++] = a ? 1 : 2;
    out[i][k++] = x && !a;
    out[i][k++] = a > 0 ? a : x;
    out[i][k++] = i * 0.1f + i / 3;
    out[i][k++] = 1 / 3.0f + i;
    float sum = g;
    sum += a * b;
    sum -= g * a;
    out[i][k++] = sum;
    sum *= 1.1;
    sum /= 3;
    out[i][k++] = sum;
    out[i][k++] = -a + +x;
    int steps = 3;
    steps *= 1.9;
    out[i][k++] = steps;
    sum++;
    out[i][k++] = sum;
    for (; k < Slots; ++k)
      out[i][k] = 0;

    float small = a > -1000 && a < 1000 ? a : 0;
    double medium = x > -1e9 && x < 1e9 ? x : 0;
    whole[i][0] = (int)small;
    whole[i][1] = (signed char)small;
    whole[i][2] = (long)(medium * 1e5);
    whole[i][3] = (unsigned)(medium > 0 ? medium : -medium);
    whole[i][4] = (unsigned char)(small > 0 ? small : -small);
    whole[i][5] = (long)(float)((i + 1) * 123456789L);
  }
  for (int i = 0; i < Count; ++i) {
    show(out[i], Slots);
    SHOW_INTEGERS("whole", whole[i], 6);
  }
}
