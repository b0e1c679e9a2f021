// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers whose extents a clause tells, as a computed number.
// RUN: %conform %s %t
#include "errors.h"
#include "show.h"
#include <stdlib.h>

int main(void) {
  size_t rows = 10;
  unsigned columns = 13;
  float *a = calloc(rows * columns, sizeof *a);
  int *at = malloc(rows * sizeof *at);
  for (size_t i = 0; i < rows; ++i)
    at[i] = (int)i;
#pragma twofold parallel for bounds extent(a, rows *columns) extent(at, rows)
  for (size_t i = 0; i < rows; ++i)
    for (unsigned j = 0; j < columns; ++j)
      a[at[i] * columns + j] = (float)(i + j);
  for (size_t i = 0; i < rows * columns; ++i)
    printf("%g\n", a[i]);
  at[9] = 10;
  VIOLATES(a, 130, 130, 25)
#pragma twofold parallel for bounds extent(a, rows *columns) extent(at, rows)
  for (size_t i = 0; i < rows; ++i)
    a[at[i] * columns] = 1;
  VIOLATED();
  free(a);
  free(at);
}
