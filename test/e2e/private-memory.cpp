// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of an iteration's own, with subscripts that only the run knows: lanes of
// a vector must not meet there.
// RUN: %e2e %s %t --native --many-kernels
// RUN: %e2e %s %t --native --many-kernels -mprefer-vector-width=128 -mavx2
// RUN: %e2e %s %t --native --many-kernels -O3 -march=native
#include "Inputs/show.h"
#include <array>
#include <cstring>

enum { N = 203 };
static int x[N], y[N];
static int *links[N];
static double real[N];

template <class F> static void show(const char *name, F &&run) {
  for (int i = 0; i < N; ++i) {
    x[i] = i * 7919 % 1009;
    y[i] = i;
    real[i] = 0;
  }
  run();
  SHOW_INTEGERS(name, y, N);
  SHOW_FLOATS(name, real, N);
}

/* The array as it is, and after it was changed where x says. */
static void arrays() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    float t[4], u[4];
    for (int q = 0; q < 4; ++q)
      t[q] = i + q;
    for (int q = 0; q < 4; ++q)
      u[q] = t[x[i] & 3] + q;
    y[i] = t[x[i] & 3] + u[x[i] & 3];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    unsigned char t[8] = {1, 2, 3};
    t[x[i] & 7] = i;
    t[x[i] >> 3 & 7] += 3;
    y[i] += t[i & 7] + t[x[i] % 5];
  }
#pragma twofold parallel for collapse(2)
  for (int r = 0; r < 7; ++r)
    for (int c = 0; c < 29; ++c) {
      double t[2][3];
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 3; ++b)
          t[a][b] = r * a + c * b;
      real[r * 29 + c] = t[x[r] & 1][c % 3];
    }
}

/* v[axis], of a vector that is an array in a struct, by value and by name. */
struct Point {
  float v[3];
  float operator[](int axis) const { return v[axis]; }
  float &operator[](int axis) { return v[axis]; }
};
static Point scaled(Point p, int axis) {
  p[axis] *= 2;
  return p;
}
static void axes() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    Point p = {{1.f * i, 2.f * i, 3.f * i}};
    int axis = p[x[i] % 3] > x[i] ? x[i] % 3 : 2;
    y[i] = p[axis];
    p[(axis + 1) % 3] += 1;
    Point q = scaled(p, x[i] % 3);
    y[i] += q[0] + q[1] * 3 + q[axis];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    std::array<int, 5> a;
    a.fill(i);
    a[x[i] % 5] -= 7;
    std::array<int, 5> b = a;
    b.at(x[i] % 3) += 2;
    y[i] ^= a[i % 5] * 5 + b[2];
  }
}

static void stacks() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int stack[16], top = 0, sum = 0;
    stack[top++] = i;
    stack[top++] = x[i];
    for (int k = 0; k < 6; ++k) {
      if (x[i] >> k & 1)
        stack[top++] = sum + k;
      else if (top > 0)
        sum += stack[--top];
    }
    while (top > 0)
      sum = sum * 3 + stack[--top];
    y[i] = sum;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    short sorted[6];
    for (int k = 0; k < 6; ++k)
      sorted[k] = (x[i] * (k + 3)) % 31;
    for (int k = 1; k < 6; ++k)
      for (int m = k; m > 0 && sorted[m] < sorted[m - 1]; --m) {
        short least = sorted[m];
        sorted[m] = sorted[m - 1];
        sorted[m - 1] = least;
      }
    y[i] += sorted[2] * 100 + sorted[i % 6];
  }
}

/* Tables that all iterations build alike, that differ, that are changed later,
   or built on some paths. */
static void tables(int a, int b) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int weights[3] = {1, 0, 2};
    const int signs[4] = {1, -1, b, a + b};
    y[i] = i * weights[x[i] % 3] + signs[x[i] & 3];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t[4] = {a, b, 7, 9};
    if (x[i] & 1)
      t[2] = 5;
    y[i] += t[x[i] & 3];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t[2];
    int before = 0;
    if (x[i] & 2) {
      t[0] = a;
      t[1] = b;
      before = t[x[i] & 1];
    }
    t[0] = 3;
    t[1] = 4;
    y[i] += before + t[x[i] >> 4 & 1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t[8];
    std::memset(t, 0, sizeof t);
    for (int k = 0; k < 5; ++k)
      ++t[(x[i] >> k) & 7];
    y[i] += t[i & 7] * 10 + t[3];
  }
}

/* Lengths that only the run knows, and pointers. */
static int sum(const int *p, int n) {
  int all = 0;
  for (int k = 0; k < n; ++k)
    all += p[k];
  return all;
}
__attribute__((noinline)) static void put(int *p, int at, int value) {
  p[at] = value;
}
static void pointers(int n) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int *t = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
    for (int k = 0; k < n; ++k)
      t[k] = i ^ k;
    y[i] += t[x[i] % n];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t[4] = {i, i + 1, i * 2, 5}, *p = t + (x[i] & 1);
    links[i] = p;
    *links[i] += 3;
    put(t, x[i] & 3, 11);
    p[x[i] >> 1 & 1] -= 1;
    y[i] += sum(t, 4) + *p;
    links[i] = nullptr;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int a[2] = {i, 1}, b[2] = {2, -i};
    int *both[2] = {a, b};
    both[x[i] & 1][x[i] >> 1 & 1] = 9;
    y[i] += a[0] + 2 * a[1] + 3 * b[0] + 4 * b[1];
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t[4] = {i, i * 3, i - 9, 4};
    auto next = [&](int k) { return t[k & 3]++; };
    y[i] += next(x[i]) + next(x[i] >> 1) + t[x[i] & 3];
  }
}

/* Sums over private rows, whose iterations may be run four at once. */
static void rows(int n) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int t[16];
    t[0] = t[1] = t[2] = t[3] = i;
    t[x[i] & 3] = 100;
    int all = 0;
    for (int k = 0; k < n; ++k)
      all += t[k] * x[k];
    y[i] += all;
  }
}

static thread_local int mine[4];
static void single() {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    mine[0] = i;
    mine[1] = x[i];
    mine[x[i] & 1] += 5;
    y[i] += mine[0] * 3 + mine[1];
  }
  volatile int *always = x;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    __atomic_fetch_add(&y[always[i] % N], 1, __ATOMIC_RELAXED);
}

int main() {
  show("arrays", arrays);
  show("axes", axes);
  show("stacks", stacks);
  show("tables", [] { tables(4, -6); });
  show("pointers", [] { pointers(5); });
  show("rows", [] { rows(4); });
  show("single", single);
  return 0;
}
