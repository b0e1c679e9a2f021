// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers and pointers that each iteration moves on by one distance, in the body
// or in the head, where they may begin, too; and what they are after the loop.
// RUN: %e2e %s %t
// RUN: %e2e %s %t -O3 -march=native
#include "Inputs/show.h"

enum { N = 300 };
static float x[4 * N], y[4 * N];
static int counts[4 * N];
static const int *volatile end_of_counts = counts + 4 * N;

static void fill(void) {
  for (int i = 0; i < 4 * N; ++i) {
    x[i] = i * 7 % 101 / 4.0f;
    y[i] = i % 13;
    counts[i] = i * 31 % 97;
  }
}

static void daxpy(int n, float a, const float *from, int incx, float *to, int incy) {
  int ix = 0, iy = incy < 0 ? (1 - n) * incy : 0;
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    to[iy] += a * from[ix];
    ix += incx;
    iy += incy;
  }
  SHOW_INTEGER(ix);
  SHOW_INTEGER(iy);
}

static long walked(int n, const float *from, float *to) {
  float *out = to;
#pragma twofold parallel for
  for (int i = 0; i < n; i++) {
    *out++ = *from * 2;
    *out++ = i;
    from = from + 3;
  }
  return out - to;
}

static void head(int n, long by) {
  int i, j;
  unsigned k;
  const int *at;
#pragma twofold parallel for
  for (i = 0, j = 2 * n, k = 5u, at = counts + 7; i < n; i++, j -= 2, k += 4, at += by)
    y[j] = k % 11 + *at;
  SHOW_INTEGER(i);
  SHOW_INTEGER(j);
  SHOW_INTEGER(k);
  SHOW_INTEGER(end_of_counts - at);
}

static void declared(int n) {
#pragma twofold parallel for
  for (int i = n - 1, j = 3; i >= 0; --i, ++j) {
    int k = j;
    counts[k] += i;
  }
}

static long back(long first, long last) {
  long at = -5, unused = 0;
#pragma twofold parallel for
  for (long i = last; i > first; i--) {
    x[i] = at--;
    at -= 2;
    unused++;
  }
  return at + 1000 * unused;
}

static int none(int n) {
  int at = 17;
#pragma twofold parallel for
  for (int i = 3; i < n; ++i) {
    counts[i] = at;
    at += 5;
  }
  return at;
}

static unsigned wraps(unsigned n) {
  unsigned at = 4294967290u;
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i) {
    counts[i] = (int)(at % 1000);
    at += 1000003;
  }
  return at;
}

int main(void) {
  fill();
  daxpy(N, 0.5f, x, 2, y, 1);
  daxpy(N, -1.5f, x, 1, y, -3);
  SHOW_FLOATS("daxpy", y, 4 * N);
  SHOW_INTEGER(walked(N, x, y));
  SHOW_FLOATS("walked", y, 4 * N);
  head(N, 2);
  head(0, 1);
  SHOW_FLOATS("head", y, 4 * N);
  declared(N);
  SHOW_INTEGERS("declared", counts, 4 * N);
  SHOW_INTEGER(back(3, N));
  SHOW_INTEGER(back(N, N));
  SHOW_FLOATS("back", x, 4 * N);
  SHOW_INTEGER(none(2));
  SHOW_INTEGER(none(N));
  SHOW_INTEGER(wraps(N));
  SHOW_INTEGERS("none", counts, 4 * N);
  return 0;
}
