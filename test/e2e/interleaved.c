// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members of elements, which vectors read and store together, beside accesses
// of the same iteration to places that only the run tells. No two iterations
// meet.
// RUN: %e2e %s %t -O2
// RUN: %e2e %s %t -O3 -march=native
#include <stdio.h>

enum { Count = 1000 };
static double Values[4 * Count + 8], Sums[Count];
static float Lanes[4 * Count + 8];
static struct Cell {
  int at, left, right, sum;
} Cells[Count];

static void fill(void) {
  for (int i = 0; i < 4 * Count + 8; ++i) {
    Values[i] = i * 7 % 23;
    Lanes[i] = i * 5 % 29;
  }
  for (int i = 0; i < Count; ++i)
    Cells[i] = (struct Cell){i * 3 % 4, i, i % 7, 0};
}

static void show(const char *name) {
  double sum = 0;
  for (int i = 0; i < 4 * Count + 8; ++i)
    sum += (i % 13 + 1) * (Values[i] + 2 * Lanes[i]);
  for (int i = 0; i < Count; ++i)
    sum += (i % 11 + 1) *
           (Sums[i] + Cells[i].left + Cells[i].right * 2 + Cells[i].sum * 3);
  printf("%s %.17g\n", name, sum);
}

static void swapped(int n, double (*v)[4]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = (int)v[i][0] & 3;
    double kept = v[i][k];
    v[i][k] = v[i][3];
    v[i][3] = kept;
    v[i][1] += v[i][k];
  }
}

// The next element is read after this one has been stored to: y is x + 1.
static void read_after(int n, double *y, const double *x, double *z) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    double a = x[2 * i] * 3;
    y[2 * i] = a;
    z[i] = a + x[2 * i + 1];
  }
}

static void read_between(int n, float *y, const float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    y[4 * i] = x[4 * i + 1] * 3;
    y[4 * i + 2] = x[4 * i] + x[4 * i + 1];
  }
}

static void stored_between(int n, struct Cell *c) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *member = &c[i].at;
    c[i].left = i;
    member[member[0]] += 5;
    c[i].right = c[i].left + 1;
    c[i].sum = member[1 + (i & 1)];
  }
}

// The subscripts do not wrap, which the vectoriser has the program test.
static void may_wrap(unsigned n, float *y, const float *x, const float *at) {
#pragma twofold parallel for
  for (unsigned i = 0; i < n; ++i) {
    y[2 * i] += x[2 * i + 1];
    y[2 * i + 1] += y[2 * i + ((int)at[i] & 1)];
  }
}

static void stored_after(int n, float *y, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    y[2 * i] = i;
    x[2 * i] = -i;
    y[2 * i + 1] = i + 1;
  }
}

int main(void) {
  fill();
  swapped(Count, (double (*)[4])Values);
  show("swapped");
  fill();
  read_after(Count, Values + 1, Values, Sums);
  show("read after");
  fill();
  read_between(Count, Lanes + 1, Lanes);
  show("read between");
  fill();
  stored_between(Count, Cells);
  show("stored between");
  fill();
  may_wrap(Count, Lanes, Lanes, Lanes + 2 * Count);
  show("may wrap");
  fill();
  stored_after(Count, Lanes, Lanes + 1);
  show("stored after");
  fill();
  stored_after(Count, Lanes, Lanes);
  show("stored after, in place");
}
