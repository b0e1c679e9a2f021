// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes that do not fit together: the handler is told, nothing is written, and
// reductions are those of no elements.
// RUN: %conform %s %t
#include "show.h"
#include <string.h>
#include <twofold/twofold.h>

enum { N = 101, M = 13 };

#ifdef WITH_PLUGIN
static void handler(const struct twofold_error *e, void *user) {
  const char *text = strstr(e->text, "shape-errors.c:");
  printf("%s %d\n", strchr(strchr(text, ':') + 1, ':') + 1, (int)*(int *)user);
  SHOW_INTEGER(e->kind);
  SHOW_INTEGER(e->found);
  SHOW_INTEGER(e->index);
  SHOW_INTEGER(e->count);
  printf("%s in %s\n", e->array, e->function);
}
#else
static void expect(const char *text, const char *array, long index, long count) {
  printf("%s 7\ne->kind = 2\ne->found = 1\n", text);
  printf("e->index = %ld\ne->count = %ld\n%s in main\n", index, count, array);
}
#endif

int main(void) {
  static int a[N], A[N][M];
  int n = 10, m = 9, sum, user = 7, calls = 0;
#ifdef WITH_PLUGIN
  twofold_set_error_handler(handler, &user);
#pragma twofold slice
  {
    a[0:n] = A[0:m][2] + ++calls;
    a[0:n] += a[5:m - 20];
    sum = twofold_sum(A[0:n][0:m] * A[0:m][0:m]);
    a[0:n] = 1;
  }
#else
  expect("14: shapes differ: 'a[0:n]' is (10) and 'A[0:m][2]' is (9)", "A[0:m][2]", 9, 10);
  expect("15: a length of 'a[5:m - 20]' is negative: (-11)", "a[5:m - 20]", -11, 0);
  expect("37: shapes differ: 'A[0:n][0:m]' is (10, 9) and 'A[0:m][0:m]' is (9, 9)", "A[0:m][0:m]", 9, 10);
  ++calls;
  sum = 0;
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#endif
  SHOW_INTEGER(sum);
  SHOW_INTEGER(calls);
  SHOW_INTEGERS("a", a, N);
}
