// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that stay in a group's local memory from one loop to the next, as far as
// there is room; longer ones are read again.
// RUN: %e2e %s %t -fopenmp-simd
// RUN: %e2e %s %t.groups --also TWOFOLD_ZERO_COPY=0 -O2 -fopenmp-simd -fplugin-arg-twofold-schedule=tile
// RUN: %e2e %s %t.plain --also TWOFOLD_CL_FLAGS=-cl-opt-disable -O1 -fopenmp-simd -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

#include <math.h>

#ifdef INTERPRETED
enum { Most = 5 * 140 };
#else
enum { Most = 3 * 9001 };
#endif
static float a[Most], b[Most], c[Most], top[Most], sums[Most];
static double wide[Most];
static int counts[Most];

static void fill(void) {
  for (int i = 0; i < Most; ++i) {
    a[i] = (i * 37 % 101) / 17.0f - 2;
    b[i] = c[i] = 7;
    wide[i] = i % 53 / 3.0;
    counts[i] = i * 7 % 29 - 3;
  }
}

// Of a number that is none the sign is the device's.
static void plain(float *x, int n) {
  for (int i = 0; i < n; ++i)
    if (x[i] != x[i])
      x[i] = NAN;
}

// How many elements there are up to the last one that is not as it was filled.
static int touched(const float *x) {
  int n = Most;
  while (n > 0 && x[n - 1] == 7)
    --n;
  return n;
}

static void show(const char *what) {
  plain(b, Most);
  plain(c, Most);
  plain(top, 40);
  plain(sums, 40);
  const int inB = touched(b), inC = touched(c);
  SHOW_FLOATS(what, b, inB);
  SHOW_FLOATS(what, c, inC);
  SHOW_FLOATS(what, top, 40);
  SHOW_FLOATS(what, sums, 40);
}

// The second loop begins before the first one, and what it stores is replaced
// by the third one.
static void shares(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float most = a[i * m], sum = 0;
    for (int j = 1; j < m; ++j)
      if (a[i * m + j] > most)
        most = a[i * m + j];
    for (int j = 0; j < m; ++j) {
      b[i * m + j] = a[i * m + j] - most;
      sum += b[i * m + j] * 0.25f;
    }
    for (int j = 0; j < m; ++j)
      b[i * m + j] /= sum;
    top[i] = most;
    sums[i] = sum;
  }
}

// Two sums in order, of doubles, by a pointer to the row.
static void normal(long n, long m) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i) {
    const double *row = wide + i * m;
    double mean = 0, squares = 0;
    for (long j = 0; j < m; ++j)
      mean += row[j];
    mean /= (double)m;
    for (long j = 0; j < m; ++j)
      squares += (row[j] - mean) * (row[j] - mean);
    for (long j = 0; j < m; ++j)
      c[i * m + j] = (float)((row[j] - mean) / (squares + 1));
  }
}

// The last loop leaves some columns that the one before it stores.
static void partly(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 1;
    for (int j = 0; j < m; ++j) {
      b[i * m + j] += 2;
      sum += b[i * m + j];
    }
    for (int j = 3; j < m; ++j)
      b[i * m + j] *= sum;
    sums[i] = sum;
  }
}

// Which of several zeros is the greatest, only the order tells, and of no
// numbers none is, but for the one that the row begins with.
static void zeros(int n, int m, float begin) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float most = i % 3 ? begin : a[i * m], least = begin;
    double sum = 0;
    for (int j = 0; j < m; ++j) {
      if (a[i * m + j] > most)
        most = a[i * m + j];
      least = a[i * m + j] < least ? a[i * m + j] : least;
    }
    for (int j = 0; j < m; ++j)
      sum += a[i * m + j] * (j + 0.5);
    top[i] = most != most ? 99 : 1 / most;
    top[i + 20] = least != least ? 99 : 1 / least;
    sums[i] = sum != sum ? 99 : (float)sum;
  }
}

// A sum in order beside one of integers, with an element of another array, and
// one that is stored on a condition.
static void mixed(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int found = 0;
    float sum = 0;
    for (int j = 0; j < m; ++j) {
      found += counts[i * m + j] > 0;
      if (counts[i * m + j] > 20)
        c[i * m + j] = found ? 1 : counts[i * m + j];
    }
    for (int j = 0; j < m; ++j)
      if (counts[i * m + j] > 2)
        sum += a[i * m + j];
    for (int j = 0; j < m; ++j)
      b[i * m + j] = a[i * m + j] * (float)found + sum * a[j];
    sums[i] = sum;
  }
}

// In parts: all sums are exact.
static void parts(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0, most = -5;
#pragma omp simd reduction(max : most)
    for (int j = 2; j < m; ++j)
      if (a[i * m + j] > most)
        most = a[i * m + j];
#pragma omp simd reduction(+ : sum)
    for (int j = 1; j < m; ++j) {
      c[i * m + j] = (float)counts[i * m + j];
      sum += c[i * m + j];
    }
    for (int j = 1; j < m; ++j)
      c[i * m + j] = c[i * m + j] * most + sum;
    for (int j = 1; j < m; ++j)
      b[i * m + j] = a[i * m + j] + c[i * m + j];
    sums[i] = sum;
  }
}

static float element(int at) { return b[at]; }

// A pointer and a function read what the last loop replaces.
static void elsewhere(int n, int m, const float *x, float *y) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    const float *row = &y[i * m];
    float sum = 0;
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i * m + j] + 1;
    for (int j = 0; j < m; ++j)
      sum += y[i * m + j] * 0.5f;
    for (int j = 0; j < m; ++j)
      c[i * m + j] = row[j];
    for (int j = 0; j < m; ++j)
      y[i * m + j] = sum;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < m; ++j)
      b[i * m + j] = a[i * m + j] + 2;
    for (int j = 0; j < m; ++j)
      sum += b[i * m + j] * 0.5f;
    top[i] = element(i * m);
    for (int j = 0; j < m; ++j)
      b[i * m + j] = sum;
  }
}

static void all(int n, int m) {
  fill();
  elsewhere(n, m, a, b);
  show("elsewhere");
  fill();
  shares(n, m);
  normal(n, m);
  show("shares");
  partly(n, m);
  show("partly");
  mixed(n, m);
  show("mixed");
  parts(n, m);
  show("parts");
  zeros(n, m, -1);
  for (int i = 0; i < n * m; ++i)
    a[i] = i * 7 % 5 ? (float)-(i % 4) : i % 2 ? 0.0f : -0.0f;
  zeros(n, m, -1);
  show("zeros");
  for (int i = 0; i < n * m; ++i)
    a[i] = i % 3 ? (float)(i % 4) : i % 2 ? NAN : 1 - i % 5 * 0.5f;
  zeros(n, m, -0.0f);
  zeros(n, m, NAN);
  show("numbers");
}

int main(void) {
  all(5, 140);
  all(1, 1);
  all(3, 2);
#ifndef INTERPRETED
  all(17, 517);
  all(2, 4096);
  all(3, 4097);
  all(1, 4095);
  all(3, 9001);
#endif
  return 0;
}
