// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose bodies and functions jump by goto, as programs do that are
// written by programs, are taken where other statements say the same.
// RUN: %openmp %s %t --kernels 7
#include <stdio.h>
#define N 5000
double x[N], y[N];
int steps[N];

static double clipped(double v, double low, double high) {
  double r;
  if (v < low) {
    r = low;
    goto end;
    goto end;
  } else if (v > high) {
    r = high;
    goto end;
  }
  r = v;
  goto end;
nobody:
  puts("nobody comes here");
  r = 0;
end:;
  return r;
}

static int search(double v) {
  int found = -1;
  for (int k = 0; k < 20; ++k) {
    for (int j = 0; j < 5; ++j) {
      if (j * k > v)
        goto inner;
    }
  inner:
    if (k * k < v)
      goto next;
    found = k;
    goto out;
  next:;
  }
out:
  return found;
}

static int several(int k) {
  switch (k % 4) {
  case 0:
    goto done;
  case 1:
    k += 5;
    goto done;
  default:
    if (k > 100)
      goto done;
    k += 1;
  }
done:
  return k;
}

int main() {
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    x[i] = clipped(i * 0.01 - 3, 0.5, 40);
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    if (x[i] < 1)
      goto next;
    y[i] = x[i] * 2;
    goto end;
  next:;
    goto end;
  end:;
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    steps[i] = 0;
    while (1) {
      int both;
      if (steps[i] < 50) {
      } else {
        both = 0;
        goto known;
      }
      if (steps[i] > 20) {
        both = steps[i] < x[i];
        goto known;
      } else {
      }
      both = steps[i] < y[i];
    known:;
      if (!both)
        break;
      steps[i] += 1;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    y[i] += search(x[i]);
#pragma omp parallel for
  for (int i = 0; i < N; ++i)
    y[i] += several(steps[i] + i);
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < 10; ++j) {
      if (j == i % 12)
        goto left;
      y[i] += j;
      if (y[i] > 1000)
        goto more;
      y[i] -= 0.5;
    more:;
    }
  left:;
    x[i] -= 1;
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < N; ++i) {
    if (i % 3)
      goto end2;
    sum += (int)y[i];
  end2:;
  }
  // One that runs back stays.
#pragma omp parallel for
  for (int i = 0; i < N; ++i) {
  again:
    x[i] += 1;
    if (x[i] < 3)
      goto again;
  }
  int all = 0;
  double others = 0;
  for (int i = 0; i < N; ++i) {
    all += steps[i];
    others += (int)x[i];
  }
  printf("%.10g %d %.10g\n", sum, all, others);
}
