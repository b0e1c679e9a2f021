// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts, lengths and strides that no array has, at each place where they can
// be written: an error, and nothing is assigned; without elements they do not
// matter.
// RUN: %conform %s %t --native
/* clang-format off */
#include "show.h"
#include <limits.h>
#ifdef WITH_PLUGIN
#include <twofold/twofold.h>
static void handler(const struct twofold_error *e, void *user) {
  (void)user;
  printf("%s has %lld of %lld\n", e->array, (long long)e->index, (long long)e->count);
}
#define FAILS(array, found, wanted, ...) TWOFOLD_SLICE(__VA_ARGS__)
#define WORKS(statement, ...) TWOFOLD_SLICE(__VA_ARGS__)
#else
#define FAILS(array, found, wanted, ...)                                       \
  printf("%s has %lld of %lld\n", array, (long long)(found), (long long)(wanted))
#define WORKS(statement, ...) statement
#endif
enum { N = 12, M = 5, THREE = 3 };
static int a[N], c[N], A[N][M];

int main(void) {
  long huge = LONG_MAX, low = LONG_MIN, half = 1L << 62, sum = 0;
  unsigned long all = ULONG_MAX;
  unsigned char small = 5;
  short back = -2;
  _Bool one = 1;
  int behind = N + 1, before = -1, zero = 0;
  for (int i = 0; i < N; ++i)
    a[i] = i + 1, c[i] = -7;
#ifdef WITH_PLUGIN
  twofold_set_error_handler(handler, 0);
#endif
  FAILS("c[0:huge]", huge, 0, c[0:huge] = 1);
  FAILS("c[0:low]", low, 0, c[0:low] = 1);
  FAILS("c[0:all]", -1, 0, c[0:all] = 1);
  FAILS("c[0:half]", half, 0, c[0:half] = 1);
  FAILS("c[huge:2]", 2, 0, c[huge:2] = 1);
  FAILS("c[low:2]", 2, 0, c[low:2] = 1);
  FAILS("c[all:2:huge]", 2, 0, c[all:2:huge] = 1);
  FAILS("c[0:2:huge]", 2, 0, c[0:2:huge] = 1);
  FAILS("c[0:2:low]", 2, 0, c[0:2:low] = 1);
  FAILS("c[0:half:4]", half, 0, c[0:half:4] = 1);
  FAILS("a[half:2:half]", 2, 0, c[0:2] = a[half:2:half]);
  FAILS("a[0:huge]", huge, 2, c[0:2] = a[0:huge]);
  FAILS("a[huge:2]", 2, 0, c[a[huge:2]] = 1);
  FAILS("a[huge:2]", 2, 0, c[0:2] = c[a[huge:2]]);
  FAILS("A[0:2][0:huge]", 2, 0, A[0:2][0:huge] = 1);
  FAILS("A[0:huge][0:2]", huge, 0, A[0:huge][0:2] = 1);
  FAILS("A[0:half][0:half]", half, 0, A[0:half][0:half] = 1);
  FAILS("A[huge:2][1]", 2, 0, A[huge:2][1] = 1);
  FAILS("a[0:2:low]", 2, 0, sum += twofold_sum(a[0:2:low]));
  FAILS("a[0:huge]", huge, 0, sum += twofold_max(a[0:huge] * a[0:huge]) == INT_MIN ? 0 : 1);
  FAILS("a[0:low]", low, 0, sum += twofold_argmin(a[0:low]) + 1);
  FAILS("a[0:half:half]", half, 0, if (a[0:half:half] > 2) c[0:half] = 1);
  FAILS("c[0:half]", half, 2, if (a[0:2] > 2) c[0:half] = 1);
  FAILS("c[behind:]", -1, 0, c[behind:] = 1);
  FAILS("c[before:]", -1, 0, c[before:] = 1);
  FAILS("c[::zero]", -1, 0, c[::zero] = 1);
  FAILS("c[behind::-1]", -1, 0, c[behind::-1] = 1);
  WORKS(, c[huge:0] = 1);
  WORKS(, c[0:0:low] = a[low:0:huge]);
  WORKS(, c[N:] = 1);
  WORKS(, sum += twofold_count(a[huge:0]));
  WORKS(for (int i = 0; i < 5; ++i) c[i] = a[5 + i],
        c[0:small] = a[small:THREE + back * one + 4:one]);
  WORKS(for (int i = 0; i < 4; ++i) c[11 - 3 * i] = a[i], c[::-3] = a[0:4]);
  SHOW_INTEGER(sum);
  SHOW_INTEGERS("c", c, N);
  SHOW_INTEGERS("A", A[0], N * M);
}
