// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of little work run where they are called once the runtime has seen
// them: each is called again and again, with none, few and many iterations.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"
#include <climits>
#include <cstdint>
#include <initializer_list>

constexpr int Most = 300;
static int A[Most * Most], B[Most * Most];
static double D[Most];

static void reductions(int n) {
  int Sum = 5, Least = INT_MAX, Last = -7, Place = -1;
  double Product = 1;
#pragma twofold parallel for reduction(+ : Sum) reduction(* : Product)         \
    reduction(min : Least) lastprivate(Last)
  for (int i = 0; i < n; ++i) {
    Sum += A[i];
    Product *= 1 + (A[i] & 1); // exact in any order
    Least = A[i] < Least ? A[i] : Least;
    Last = i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (A[i] < Sum) {
      Sum = A[i];
      Place = i;
    }
  SHOW_INTEGER(Sum);
  SHOW_INTEGER(Least);
  SHOW_INTEGER(Last);
  SHOW_INTEGER(Place);
  SHOW_FLOAT(Product);
}

/// The variables are the function's, and keep what the loop leaves in them.
static void outside(int n, int m) {
  int i, j = -1;
#pragma twofold parallel for
  for (i = 3; i < n; i += 2)
    A[i] += i;
  SHOW_INTEGER(i);
#pragma twofold parallel for collapse(2)
  for (i = n; i > 0; i -= 3)
    for (j = 0; j != m; ++j)
      B[i * Most + j] += i - j;
  SHOW_INTEGER(i);
  SHOW_INTEGER(j);
}

static void deep(long n, long m, long k) {
#pragma twofold parallel for collapse(3)
  for (long x = 0; x < n; ++x)
    for (long y = 1; y <= m; ++y)
      for (long z = k - 1; z >= 0; --z)
        B[(x * (m + 1) + y) * k + z] = int(x * 100 + y * 10 + z);
}

/// Work that inner loops do, up, down and not at all.
static void triangle(int n, int m) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = m - 1; j >= 3; j -= 2)
      for (int k = 0; k < 5; ++k)
        A[i] += B[j * 5 + k] & 7;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int Sum = 0;
    for (int j = 0; j < m; ++j)
      Sum += B[i * m + j];
    A[i] ^= Sum;
  }
}

static void pointers(int *from, int *to, int by) {
#pragma twofold parallel for
  for (int *p = from; p < to; p += by)
    *p = *p * 3 + 1;
}

static void histogram(int n) {
  int Bins[7] = {};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    Bins[unsigned(A[i]) % 7] += 1;
  SHOW_INTEGERS("bins", Bins, 7);
}

struct Scale {
  double By;
  int Shift;
  void apply(double *To, int n) const {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      To[i] = To[i] * By + Shift;
  }
};

/// What the body calls has a loop, too.
static int inner(const int *Row, int n) {
  int Sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    Sum += Row[i];
  return Sum;
}
static void nested(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    A[i] = inner(B + i, n) & 1023;
}

template <typename T> static void lambda(int n, T Offset) {
  auto Add = [&](int *To) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      To[i] += int(Offset);
  };
  Add(A);
  Add(B);
}

static void failing(int n, int At) {
  try {
#pragma twofold parallel for device(native)
    for (int i = 0; i < n; ++i) {
      if (i == At)
        throw i;
      A[i] ^= 1;
    }
  } catch (int Which) {
    SHOW_INTEGER(Which);
    for (int i = 0; i < n; ++i)
      A[i] = i; // any of the others may have run
  }
}

/// In order, by steps that only the call knows.
static void inOrder(int *a, int n, int step) {
#pragma twofold parallel for
  for (int i = 0; i < n; i += step)
    a[0] = (a[0] & 0xfffff) * 3 + i;
#pragma twofold parallel for
  for (int i = n; i > 0; i -= step)
    a[1] = (a[1] & 0xfffff) * 5 - i;
}

/// What fits into a register, of all kinds, and more of it than is passed.
enum class Kind : unsigned char { None, Some = 200 };
static void kinds(int *to, int n, bool yes, signed char small, Kind kind,
                  const int &offset, const double &half, unsigned short wide,
                  float real, char16_t letter, long long ninth, int8_t tenth) {
#pragma twofold parallel for
  for (int i = 2; i < n; ++i)
    to[i] += (yes ? small : 1) + int(kind) + offset + int(half * i) + wide +
             int(real) + letter + int(ninth >> 40) + tenth;
}

/// Rows of variable length.
#pragma clang diagnostic ignored "-Wvla-cxx-extension"
static void variableRows(int m, int *flat, int n) {
  typedef int Row[m];
  Row *to = (Row *)flat;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[i][m - 1] += 2 * to[i][0] + m;
}

/// Variables may be called as the functions' own parameters are.
static void names(int *to, int n, int step, long args, int lo, short hi,
                  long twofold_lower, long twofold_step) {
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    to[i] += int(args * lo - hi + twofold_step * twofold_lower);
#pragma twofold parallel for
  for (int i = 1; i < n; i += step)
    to[i] ^= int(args + lo + hi + twofold_lower - twofold_step);
#pragma twofold parallel for collapse(2)
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      to[3 * i + j] -= int(twofold_lower) + j;
}

/// More iterations than can be multiplied, of a nest that has none.
static void none(uint64_t n) {
#pragma twofold parallel for collapse(2)
  for (uint64_t i = n; i < n; ++i)
    for (uint64_t j = 0; j < n; ++j)
      A[0] = 1;
}

int main() {
  for (int i = 0; i < Most * Most; ++i) {
    A[i] = i * 37 % 101;
    B[i] = i * 53 % 89;
  }
  for (int i = 0; i < Most; ++i)
    D[i] = 0.01 * (i % 17);
  for (int n : {4, 0, 1, 3, 17, 100, 0, 299, 5}) {
    reductions(n);
    outside(n, n / 2);
    deep(n % 6, n % 5, n % 4);
    triangle(n, n / 3);
    pointers(A, A + n, 1 + n % 3);
    histogram(n);
    Scale{1.5, n}.apply(D, n);
    nested(n);
    lambda(n, 1.5 * n);
    failing(n, n / 2);
    none(uint64_t(n) << 40);
    inOrder(A, n, 1 + n % 4);
    kinds(A, n, n & 1, -5, n & 2 ? Kind::Some : Kind::None, n, 0.5 * n, 60000,
          2.75f, u'x', -(5LL << 40), -3);
    variableRows(n / 2 + 1, B, n);
    names(B, n, 1 + n % 3, -3, 7, 11, 13, n);
    SHOW_INTEGERS("a", A, 12);
    SHOW_INTEGERS("b", B, 12);
    SHOW_INTEGER(inner(A, Most));
    SHOW_INTEGER(inner(B, Most * Most));
    SHOW_FLOAT(D[n % Most]);
    for (double &Each : D)
      Each = Each > 1 ? 0.5 : Each;
  }
}
