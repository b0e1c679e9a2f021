// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays and pointers in structs; bases that are expressions.
// RUN: %conform %s %t
#include "show.h"

enum { N = 101, M = 13 };

int main(void) {
  struct Vector {
    double *data, inside[N];
    int size;
  };
  static double a[N], b[N];
  struct Vector u = {a, {0}, N}, v = {b, {0}, N}, *w = &v;
  for (int i = 0; i < N; ++i)
    a[i] = i, v.inside[i] = -i;
  int n = N;
#ifdef WITH_PLUGIN
#pragma twofold slice
  {
    w->data[0:w->size] = u.data[0:w->size] * 2;
    u.inside[:] = w->inside[:];
    (n > 3 ? a : b)[1:n - 1] = (a + 1)[0:n - 1] + *&w->inside[2];
  }
#else
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * 2;
  for (int i = 0; i < n; ++i)
    u.inside[i] = v.inside[i];
  for (int i = 0; i < n - 1; ++i)
    a[1 + i] = a[1 + i] + v.inside[2];
#endif
  SHOW_FLOATS("a", a, N);
  SHOW_FLOATS("b", b, N);
  SHOW_FLOATS("u", u.inside, N);
}
