// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of OpenMP's become Twofold's, with what its clauses mean.
// RUN: %openmp %s %t --kernels 10
#include <stdio.h>
#include <stdlib.h>
#define N 100000
double a[N], b[N], c[N];
int h[16];
int main() {
  int i, j;
  double s = 0, m = -1;
  int n = N;
#pragma omp parallel for schedule(static)
  for (i = 0; i < n; i++) {
    a[i] = i * 0.5;
    b[i] = N - i;
  }
  i = 7;
#pragma omp parallel for private(i) num_threads(4) if (n > 10)
  for (i = 0; i < n; i++)
    c[i] = a[i] + b[i];
  printf("%d\n", i);
#pragma omp target teams distribute parallel for map(to : a[0 : n])            \
    map(from : b[0 : n])
  for (i = 0; i < n; i++)
    b[i] = a[i] * 2;
#pragma omp parallel for simd reduction(+ : s) reduction(max : m)
  for (j = 0; j < n; j++) {
    s += (long)b[j] % 7;
    if (b[j] > m)
      m = b[j];
  }
  printf("%g %g %d\n", s, m, j);
  double t = 3, l = 0;
#pragma omp parallel for firstprivate(t) lastprivate(l) default(none)          \
    shared(c, n)
  for (int k = 0; k < n; k++) {
    l = c[k] + t;
    c[k] = l;
  }
  printf("%g\n", l);
#pragma omp parallel for
  for (int k = 0; k < n; k++)
#pragma omp atomic
    h[(int)c[k] & 15]++;
  int cnt = 0;
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    if ((int)c[k] % 3 == 0) {
#pragma omp critical
      cnt++;
    }
#pragma omp parallel for reduction(+ : h[0 : 16])
  for (int k = 0; k < n; k++)
    h[k & 15] += 2;
#pragma omp parallel for collapse(2) private(t)
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 100; x++) {
      t = x * y;
      a[y * 100 + x] = t;
    }
#pragma omp parallel for
  for (int k = 1; k < 10; k++)
    printf("%s", k > 1000 ? "x" : "");
#pragma omp parallel for firstprivate(t)
  for (int k = 1; k < n; k++) {
    t += 1;
    a[k] += t > 0;
  }
#pragma omp parallel
  {
    int q = 3;
#pragma omp for
    for (int k = 1; k < n; k++)
      a[k] += q;
  }
  double sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[k];
  for (int k = 0; k < 16; k++)
    printf("%d ", h[k]);
  printf("%d %.10g\n", cnt, sum);
}
