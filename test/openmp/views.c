// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that Cython hands over as views, which it counts. Iterations have views
// of their own and do not count where nobody can tell; else the loop stays.
// RUN: %openmp %s %t --kernels 3
// RUN: %clang -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
// CHECK-COUNT-6: stays as it is: iterations make views, as of rows
#include <stdio.h>
enum { ROWS = 60, COLUMNS = 50 };
struct object {
  int count;
};
typedef struct {
  struct object *memview;
  char *data;
  long shape[8], strides[8];
} __Pyx_memviewslice;
static double x[ROWS * COLUMNS], y[ROWS];
static struct object owner = {1};

__attribute__((noinline)) static void __Pyx_INC_MEMVIEW(__Pyx_memviewslice *of,
                                                        int gil, int line) {
  if (!of->memview)
    return;
  __atomic_fetch_add(&of->memview->count, 1, __ATOMIC_RELAXED);
}
__attribute__((noinline)) static void
__Pyx_XCLEAR_MEMVIEW(__Pyx_memviewslice *of, int gil, int line) {
  if (!of->memview)
    return;
  __atomic_fetch_sub(&of->memview->count, 1, __ATOMIC_RELAXED);
  of->memview = 0;
  of->data = 0;
}
static double at(const char *data, long i, long stride) {
  return *(const double *)(data + i * stride);
}
static double sum_of(__Pyx_memviewslice row) {
  double s = 0;
  for (long i = 0; i < row.shape[0]; ++i)
    s += at(row.data, i, row.strides[0]);
  return s;
}
static double wrong_of(__Pyx_memviewslice row) {
  return at(row.data, row.shape[1], row.strides[0]);
}
static double there(__Pyx_memviewslice row) {
  return row.memview ? at(row.data, 0, row.strides[0]) : 0;
}

#define ROW(OF, I)                                                             \
  row.data = OF.data;                                                          \
  row.memview = OF.memview;                                                    \
  __Pyx_INC_MEMVIEW(&row, 0, 1);                                               \
  {                                                                            \
    long index = I, stride = OF.strides[0];                                    \
    row.data += index * stride;                                                \
  }                                                                            \
  row.shape[0] = OF.shape[1];                                                  \
  row.strides[0] = OF.strides[1];
#define CLEAR                                                                  \
  __Pyx_XCLEAR_MEMVIEW(&row, 0, 1);                                            \
  row.memview = 0;                                                             \
  row.data = 0;
#define LOOP(NAME, ...)                                                        \
  static void NAME(__Pyx_memviewslice a, __Pyx_memviewslice row) {             \
    _Pragma("omp parallel firstprivate(row)") {                                \
      _Pragma("omp for") for (long i = 0; i < ROWS; ++i) { __VA_ARGS__ }       \
    }                                                                          \
  }

LOOP(sums, ROW(a, i) y[i] = sum_of(row); CLEAR)
LOOP(
    some, if (i % 3) {
      ROW(a, i) y[i] = sum_of(row) + row.shape[0];
      CLEAR
    })
LOOP(
    pairs, for (int k = 0; k < 2; ++k) {
      ROW(a, (i + k) % ROWS) y[i] += sum_of(row);
      CLEAR
    })

LOOP(unset, ROW(a, i) y[i] = wrong_of(row); CLEAR)
LOOP(asks, ROW(a, i) y[i] = there(row); CLEAR)
LOOP(leaves, ROW(a, i) if (y[i] < 0) continue; y[i] = sum_of(row); CLEAR)
LOOP(
    keeps, if (i % 2) {
      ROW(a, i) y[i] = sum_of(row);
      CLEAR
    } else y[i] = row.shape[0];)
LOOP(uncounted, ROW(a, i) y[i] = sum_of(row); row.memview = 0;)
LOOP(moved, __Pyx_memviewslice b = a; ROW(b, i) y[i] = sum_of(row);
     CLEAR b.memview = 0;)

static void show(const char *what) {
  double s = 0;
  for (int i = 0; i < ROWS; ++i)
    s += y[i] * (i % 7 + 1);
  printf("%s: %.3f %d\n", what, s, owner.count);
  owner.count = 1;
}

int main(void) {
  __Pyx_memviewslice a = {
      &owner, (char *)x, {ROWS, COLUMNS}, {COLUMNS * sizeof *x, sizeof *x}};
  __Pyx_memviewslice none = {0, 0, {3, 2}, {0}};
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    x[i] = i % 13;
  sums(a, none), show("sums");
  some(a, none), show("some");
  pairs(a, none), show("pairs");
  unset(a, none), show("unset");
  asks(a, none), show("asks");
  leaves(a, none), show("leaves");
  uncounted(a, none), show("uncounted");
  moved(a, none), show("moved");
  return 0;
}
