// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the three loops of the guide's section on dependences, where iterations
// meet and where they do not.
#include <stdio.h>

void total(int n, double *x);
void shift(int n, const float *a, float *b);
void scatter(int n, const int *to, const float *x, float *y);

int main(void) {
  enum { n = 100000 };
  static float x[n + 1], y[n + 1];
  static double z[n];
  static int to[n];
  for (int i = 0; i < n; ++i) {
    x[i] = (float)(i % 7);
    z[i] = 1;
    to[i] = i / 2;
  }
  shift(n, x, y);
  shift(n, x, x);
  scatter(n, to, x, y);
  total(n, z);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] + 3 * y[i];
  printf("%g %g\n", sum, z[n - 1]);
}
