// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of objects by += and +, of a member, a free function and a template.
// RUN: %conform %s %t
#include "show.h"

enum { N = 120 };

struct point {
  double x = 0, y = 0;
  point &operator+=(const point &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
template <typename T> struct pair_of {
  T a, b[2];
};
template <typename T>
pair_of<T> operator+(const pair_of<T> &l, const pair_of<T> &r) {
  return {l.a + r.a, {l.b[0] + r.b[0], l.b[1] + r.b[1]}};
}
template <typename T>
pair_of<T> operator-(const pair_of<T> &l, const pair_of<T> &r) {
  return {l.a - r.a, {l.b[0] - r.b[0], l.b[1] - r.b[1]}};
}

template <typename T> pair_of<T> total(const pair_of<T> *v, int n) {
  pair_of<T> sum = {7, {1, 2}};
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (i % 3)
      sum = sum + v[i];
    else
      sum = sum - v[i];
  }
  return sum;
}

int main() {
  static point p[N];
  static pair_of<int> q[N];
  for (int i = 0; i < N; ++i) {
    p[i].x = i;
    p[i].y = -2 * i;
    q[i] = {i, {i * i, 1}};
  }
  point sum;
  sum.x = 100;
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    sum += p[i];
  SHOW_FLOAT(sum.x);
  SHOW_FLOAT(sum.y);
  pair_of<int> t = total(q, N);
  int results[] = {t.a, t.b[0], t.b[1]};
  SHOW_INTEGERS("t", results, 3);
}
