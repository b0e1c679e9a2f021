// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of an array whose ends conditions choose, each updated by one iteration:
// the last one takes what remains, or the first ones have one element more. Some
// overlap after all.
// RUN: %conform %s %t --unsimulated
#include <stddef.h>
#include <stdio.h>

enum { Room = 6000 };
static double f[Room], g[Room];
static int count = 5001, blocks = 37;

static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < Room; ++i)
    sum += (f[i] + 3 * g[i]) * (i % 1013 + 1);
  printf("%s %.17g\n", what, sum);
}

static void last(int n, int parts) {
  const int q = n / parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q, hi = t == parts - 1 ? n : lo + q;
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  }
  show("last");
}

static void assigned(void) {
#pragma twofold parallel for
  for (int t = 0; t < blocks; ++t) {
    int q = count / blocks, lo = t * q, hi = lo + q;
    if (!(t < blocks - 1))
      hi = count;
    for (int i = hi - 1; i >= lo; --i)
      for (int j = 0; j < 9; ++j) {
        f[i] += i * 0.5 + j;
        g[i] -= j;
      }
  }
  show("assigned");
}

static void lengths(size_t n, size_t parts) {
  const size_t q = n / parts;
#pragma twofold parallel for
  for (size_t t = 0; t < parts; ++t) {
    const int end = t + 1 == parts;
    const size_t length = end ? n - t * q : q;
    double *from = f + t * q;
    for (size_t i = 0; i < length; ++i)
      for (int j = 0; j < 9; ++j)
        from[i] += (double)i * 0.5 + j;
  }
  show("lengths");
}

static void shifted(int n, int parts) {
  const int q = n / parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t == 0 ? 0 : t * q + 1,
              hi = t == parts - 1 ? n : (t + 1) * q + 1;
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  }
  show("shifted");
}

static void of_rows(int n, int parts, int rows) {
  const int q = n / parts;
#pragma twofold parallel for collapse(2)
  for (int r = 0; r < rows; ++r)
    for (int t = 0; t < parts; ++t) {
      const int lo = t * q, hi = t == parts - 1 ? n : lo + q;
      for (int i = lo; i < hi; ++i)
        for (int j = 0; j < 9; ++j)
          f[r * n + i] += i * 0.5 + j + r;
    }
  show("of_rows");
}

static void remainder(int n, int parts) {
  const int q = n / parts, r = n % parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q + (t < r ? t : r), hi = lo + q + (t < r);
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  }
  show("remainder");
}

static void wide(unsigned n, unsigned parts) {
#pragma twofold parallel for
  for (unsigned t = 0; t < parts; ++t) {
    const unsigned q = n / parts, r = n % parts;
    const unsigned lo = t * q + (t < r ? t : r), length = q + (t < r ? 1u : 0u);
    for (unsigned i = 0; i < length; ++i)
      for (int j = 0; j < 9; ++j)
        f[lo + i] += i * 0.5 + j;
  }
  show("wide");
}

static void longer(long n, long parts) {
  const long q = n / parts, r = n % parts;
#pragma twofold parallel for
  for (long t = 0; t < parts; ++t) {
    long lo, hi;
    if (t < r) {
      lo = t * (q + 1);
      hi = lo + q + 1;
    } else {
      lo = r * (q + 1) + (t - r) * q;
      hi = lo + q;
    }
    for (long i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += (double)i * 0.5 + j;
  }
  show("longer");
}

static int least(int a, int b) {
  if (a < b)
    return a;
  return b;
}

static void called(int n, int parts) {
  const int q = n / parts, r = n % parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q + least(t, r), hi = (t + 1) * q + least(t + 1, r);
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  }
  show("called");
}

static void cut(int n, int parts) {
  const int q = (n + parts - 1) / parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    int lo = t * q, hi = lo + q;
    if (lo > n)
      lo = n;
    if (hi > n)
      hi = n;
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i * 0.5 + j;
  }
  show("cut");
}

static void shorter(int n, int parts) {
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int q = n / parts, length = q - (t > 3);
    for (int i = 0; i < length; ++i)
      for (int j = 0; j < 9; ++j)
        f[t * q + i] += i * 0.5 + j;
  }
  show("shorter");
}

static void one_too_many(int n, int parts) {
  const int q = n / parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q, hi = t == parts - 1 ? n : lo + q + 1;
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + j;
  }
  show("one_too_many");
}

static void wrong_last(int n, int parts) {
  const int q = n / parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q, hi = t == 3 ? n : lo + q;
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + j;
  }
  show("wrong_last");
}

static void wrong_remainder(int n, int parts) {
  const int q = n / parts, r = n % parts;
#pragma twofold parallel for
  for (int t = 0; t < parts; ++t) {
    const int lo = t * q + (t < r ? t : r), hi = lo + q + (t <= r);
    for (int i = lo; i < hi; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += i + j;
  }
  show("wrong_remainder");
}

int main(void) {
  for (int round = 0; round < 2; ++round) {
    last(5001, 37);
    last(10, 37);
    assigned();
    lengths(5001, 12);
    shifted(5001, 14);
    of_rows(801, 12, 7);
    remainder(5001, 37);
    remainder(20, 37);
    wide(5001, 38);
    longer(5001, 36);
    called(5001, 11);
    cut(5001, 130);
    shorter(5001, 13);
    one_too_many(5001, 13);
    wrong_last(5001, 13);
    wrong_remainder(5001, 13);
  }
}
