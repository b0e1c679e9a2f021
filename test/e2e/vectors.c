// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that start at any address and have any length, and rows in any number,
// are what they are without vectors.
// RUN: %e2e %s %t -O2 -march=native
// RUN: %e2e %s %t -O2
#include "Inputs/show.h"
#include <string.h>

enum { Most = 3000, Wide = 70 };
static float a[Most + 40], b[Most + 40], c[Most + 40];
static double x[Most + 40], y[Most + 40];
static unsigned char u[3 * Most], v[3 * Most];
static int matrix[Wide][Wide], vector[Wide], product[Wide];

static long sumOf(const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  unsigned long sum = 0;
  for (size_t i = 0; i < size; ++i)
    sum = sum * 31 + p[i];
  return (long)(sum % 1000003);
}

static void numbers(float *r, const float *p, const float *q, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    r[i] = p[i] * 2 + q[i] + r[i] + i;
}

static void masked(double *r, const double *p, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (p[i] > 3)
      r[i] = p[i] - i;
}

static int bytes(unsigned char *r, const unsigned char *p, unsigned n) {
  int last = -1;
#pragma twofold parallel for lastprivate(last)
  for (unsigned i = 0; i < n; ++i) {
    r[i] = (unsigned char)(p[i] * 3 + i);
    last = r[i];
  }
  return last;
}

/* Elements at addresses that are no multiple of their size. */
struct __attribute__((packed)) Packed {
  char before[2];
  float each[Most];
};
static char room[sizeof(struct Packed) + 80];
static void packedNumbers(struct Packed *p, int n) {
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i)
    p->each[i] = (float)i;
}

static void multiply(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int k = 0; k < m; ++k)
      sum += matrix[i][k] * vector[k];
    product[i] = sum;
  }
}

int main(void) {
  for (int at = 0; at < 64; ++at) {
    struct Packed *p = (struct Packed *)(room + at);
    packedNumbers(p, Most - at);
    SHOW_INTEGER(sumOf(room, sizeof room));
  }
  for (int i = 0; i < Most + 40; ++i) {
    a[i] = (float)(i % 13);
    b[i] = (float)(i % 7);
    x[i] = i % 11;
    v[i] = (unsigned char)(i * 7);
  }
  for (int i = 0; i < Wide * Wide; ++i)
    (&matrix[0][0])[i] = i % 17 - 8;
  for (int i = 0; i < Wide; ++i)
    vector[i] = i % 5;
  static const int lengths[] = {0, 15, 512, 1024, 2999};
  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; ++k)
    for (int start = 0; start < 34; start += 5) {
      memset(c, 0, sizeof c);
      memset(y, 0, sizeof y);
      memset(u, 0, sizeof u);
      numbers(c + start, a + start, b + (start & 1 ? 0 : start), lengths[k]);
      masked(y + start, x + start, lengths[k]);
      int last = bytes(u + start, v + start, 2u * (unsigned)lengths[k]);
      SHOW_INTEGER(sumOf(c, sizeof c));
      SHOW_INTEGER(sumOf(y, sizeof y));
      SHOW_INTEGER(sumOf(u, sizeof u));
      SHOW_INTEGER(last);
    }
  for (int n = 0; n < 11; ++n)
    for (int m = 0; m < Wide; m += 9) {
      memset(product, 0, sizeof product);
      multiply(n, m);
      SHOW_INTEGER(sumOf(product, sizeof product));
    }
  return 0;
}
