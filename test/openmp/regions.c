// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions with more in them than loops run as on one thread, but for the loops.
// RUN: %openmp %s %t --kernels 17
#include <math.h>
#include <stdio.h>
enum { N = 4000, BINS = 8 };
static double a[N], b[N], c[N];
static int bins[BINS], steps;
static double norm;

/* Loops that the threads of any region share out. */
static void smooth(double weight) {
  int i;
#pragma omp for
  for (i = 1; i < N - 1; i++)
    b[i] = a[i] * (1 - weight) + weight * 0.5 * (a[i - 1] + a[i + 1]);
#pragma omp single
  steps++;
#pragma omp for nowait
  for (i = 1; i < N - 1; i++)
    a[i] = b[i];
#pragma omp barrier
}

static void start(void) {
  int i;
#pragma omp for schedule(static)
  for (i = 0; i < N; i++)
    a[i] = i % 17;
}

/* Memory that each thread has, and iterations of one thread share. */
static void rows(double *scratch, int n) {
#pragma omp for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      scratch[j] = i + j;
    c[i] = scratch[0] * scratch[3];
  }
}

static double pow_of(double x, int n) {
  double p = 1;
  while (n-- > 0)
    p *= x;
  return p;
}

int main(void) {
  int i, n = N, count = 0, best = -1;
  double sum = 0, most = -1, t = 4;
  start(); // no region at all
#pragma omp parallel private(i)
  {
    double weight = 0.25;
    for (int step = 0; step < 6; step++) {
      if (step % 2)
        weight = pow_of(0.5, step);
      smooth(weight);
    }
  }
  printf("%d %.10g\n", steps, a[100]);
#pragma omp parallel firstprivate(t) private(i)
  {
    double scratch[4];
    double mine = 0, large = -1;
    int where = -1, own[BINS];
    t = t * 2;
    for (i = 0; i < BINS; i++)
      own[i] = 0;
#pragma omp master
    count += 3;
#pragma omp masked filter(0)
    count += 2;
#pragma omp for
    for (i = 0; i < n; i++) {
      for (int j = 0; j < 4; j++)
        scratch[j] = i + j;
      b[i] = scratch[0] * scratch[3] + t;
      mine += b[i];
    }
#pragma omp for nowait
    for (i = 0; i < n; i++)
      own[(int)a[i] & (BINS - 1)]++;
#pragma omp for nowait
    for (i = 0; i < n; i++)
      if (b[i] > large) {
        large = b[i];
        where = i;
      }
#pragma omp critical
    {
      sum += mine;
      for (i = 0; i < BINS; i++)
        bins[i] += own[i];
      if (large > most) {
        most = large;
        best = where;
      }
    }
  }
  printf("%d %.10g %.10g %d %g\n", count, sum, most, best, t);
  for (i = 0; i < BINS; i++)
    printf("%d ", bins[i]);
#pragma omp parallel reduction(+ : norm) shared(count)
  {
#pragma omp for
    for (i = 0; i < n; i++)
      norm += a[i] * a[i];
#pragma omp single
    {
      printf("single\n");
      steps += 1;
    }
    double local = 0;
#pragma omp for
    for (i = 0; i < n; i++)
      local += a[i];
#pragma omp atomic
    sum += local;
  }
  norm = sqrt(norm);
  printf("%.10g %.10g\n", norm, sum);
#pragma omp target map(tofrom : a, count)
  {
    t = 7;
    count = 11;
#pragma omp parallel for
    for (i = 0; i < n; i++)
      a[i] = t + i;
#pragma omp parallel
    {
#pragma omp for
      for (i = 0; i < n; i++)
        a[i] += count;
    }
  }
  printf("%g %d %g\n", t, count, a[5]);
#pragma omp target teams map(from : b)
#pragma omp distribute
  for (int y = 0; y < 40; y++)
#pragma omp parallel for
    for (int x = 0; x < 100; x++)
      b[y * 100 + x] = y - x;
  printf("%g\n", b[105]);
#pragma omp parallel
  {
    double scratch[4];
    rows(scratch, n);
  }
  printf("%g\n", c[100]);
  /* Other names of memory that each thread has. */
#pragma omp parallel
  {
    double scratch[4];
#pragma omp for
    for (i = 0; i < n; i++) {
      double *other = scratch;
      for (int j = 0; j < 4; j++)
        other[j] = i - j;
      c[i] = scratch[1] * scratch[2];
    }
    scratch[0] = 1;
  }
  printf("%g\n", c[77]);
  /* The pointer of a device is a copy. */
  double *at = a;
#pragma omp target map(tofrom : a)
  {
    at += 2;
#pragma omp parallel for
    for (i = 0; i < n; i++)
      a[i] += 1;
  }
  printf("%d\n", (int)(at - a));
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(10)
  for (i = 0; i < n; i++)
    c[i] += 1;
#pragma omp parallel for collapse(2)
  for (int y = 0; y < 50; y++)
    for (int x = 0; x < y; x++)
      b[y * 50 + x] += x;
  printf("%g %g\n", c[100], b[105]);
  /* What each thread has found by functions and choices. */
  double top = -1, far = 1e9;
  int low_at = 100000;
#pragma omp parallel
  {
    double near = -1, deep = 1e9;
    int at = 100000;
#pragma omp for nowait
    for (i = 0; i < n; i++) {
      near = fmax(near, b[i] - c[i]);
      deep = fmin(c[i], deep);
      at = at < 3 * i + 70 ? at : 3 * i + 70;
    }
#pragma omp critical
    {
      top = fmax(near, top);
      far = fmin(far, deep);
      low_at = at < low_at ? at : low_at;
    }
  }
  printf("%.10g %.10g %d\n", top, far, low_at);
  /* Lanes that each thread runs have their own counter. */
#pragma omp parallel
  {
    double own[BINS];
    int q;
#pragma omp simd
    for (i = 0; i < BINS; i++)
      own[i] = i * 0.25;
#pragma omp for private(q)
    for (q = 0; q < n; q++)
      c[q] += own[q % BINS];
  }
  printf("%g %g\n", c[5], c[N - 1]);
  /* What follows tells how many threads there are, and stays. */
  count = 0;
#pragma omp parallel
  {
    int one = 1;
#pragma omp for
    for (i = 0; i < n; i++)
      c[i] = a[i] + 1;
#pragma omp atomic
    count += one;
  }
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < n; i++)
      c[i] *= 2;
#pragma omp critical
    count++;
  }
  printf("%g %d\n", c[9], count > 0);
}
