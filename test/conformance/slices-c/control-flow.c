// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks with labels, goto, switch and loops of every kind, slices of
// variable-length arrays that they declare, and macros in macros. Control flow
// is the same wherever loops run.
// RUN: %conform %s %t --native
#include "show.h"
/* clang-format off */

#ifdef WITH_PLUGIN
#include <twofold/twofold.h>
#define SLICE _Pragma("twofold slice")
#define ADD(o, a, b, n) TWOFOLD_SLICE(o[0:n] = a[0:n] + b[0:n])
#define SUM(a, n) TWOFOLD_SLICE(twofold_sum(a[0:n]))
#define LARGEST(a, n) TWOFOLD_SLICE(twofold_max(a[0:n]))
#define EACH(a, start, count, operation) a[start:count] operation
#else
static int sum(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }
static int largest(const int *a, int n) { int m = *a; while (n--) m = a[n] > m ? a[n] : m; return m; }
#define SLICE
#define ADD(o, a, b, n) do { for (int at = 0; at < n; ++at) o[at] = a[at] + b[at]; } while (0)
#define SUM(a, n) sum(a, n)
#define LARGEST(a, n) largest(a, n)
#define EACH(a, start, count, operation) for (int at = start; at < start + count; ++at) a[at] operation
#endif
#define BOTH(o, a, b, n) do { ADD(o, a, b, n); ADD(o, o, b, n); } while (0)
#define TWICE(x) x; x
#define APPLY(M, ...) M(__VA_ARGS__)
#define JOINED(a, b) a##b
#define GREATER(a, b) ((a) > (b) ? (a) : (b))

enum { N = 9 };

static void jumps(int *o, int *a, int n) {
  int k = 0;
  SLICE
  {
again:
    EACH(o, 0, n, += k + 1);
    if (++k < 3)
      goto again;
    switch (k) {
    case 3:
      EACH(o, 0, n, *= 2);
      break;
    default:
      EACH(o, 0, n, = 0);
    }
    do {
      EACH(o, 0, n, -= 1);
    } while (o[0] > 3);
    for (int i = 0; i < 2; ++i) {
      if (i == 1)
        continue;
      EACH(o, i, 3, = i);
    }
#pragma clang loop unroll(disable)
    for (int i = 0; i < 2; ++i) {
      EACH(o, i, 2, += (_BitInt(20))k);
    }
#pragma clang loop unroll(disable)
    while (++k < 6)
      EACH(o, 0, n, += k);
    goto done;
    EACH(o, 0, n, = 99);
done:;
    {
      int t[n];
      EACH(t, 0, n, = k);
      EACH(t, 2, n - 2, += 5);
      a[1] = t[1] + t[2];
    }
  }
  SLICE
further:
  EACH(o, 0, n, += 1);
  if (o[7] < 40)
    goto further;
  SLICE
  if (k > 5) { EACH(a, 0, n, += 1); } else { EACH(a, 0, n, += 2); }
  SLICE
  for (int i = 0; i < 3; ++i) EACH(o, i, 2, += i);
}

int main(void) {
  int a[N], b[N], o[N] = {0}, xy[N] = {0};
  for (int i = 0; i < N; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  BOTH(o, a, b, N);
  TWICE(ADD(o, o, a, N));
  ADD(JOINED(x, y), o, b, N);
  APPLY(ADD, o, xy, a, N);
  if (SUM(a, N) > 3)
    ADD(o, o, o, N);
  else
    ADD(o, a, a, N);
  for (int k = 0; k < 3; ++k)
    ADD(o, o, a, N);
  SHOW_INTEGERS("o", o, N);
  int firsts[] = {SUM(a, 2), SUM(a, 3), GREATER(SUM(a, N), LARGEST(b, N))};
  SHOW_INTEGERS("firsts", firsts, 3);
  switch (SUM(a, 3)) {
  case 3:
    SHOW_INTEGER(LARGEST(o, N));
  }
  jumps(o, a, N);
  SHOW_INTEGERS("o", o, N);
  SHOW_INTEGERS("a", a, N);
}
