// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways that a shortest path joins are stored again by some iteration, and stay
// what they are: all loops are offloaded. Also in the form in which an item has
// several rows, round its edges, and where a way from a place to itself is negative.
// RUN: %e2e %s %t
// RUN: %e2e %s %t.tile --many-kernels --also TWOFOLD_ZERO_COPY=0 -O2 -march=x86-64-v3 -fplugin-arg-twofold-schedule=tile
#include "Inputs/show.h"

enum { MOST = 131 };
static int paths[MOST * MOST];
static float lengths[MOST * MOST];
static double table[67][90];

static void shortest(int n, int *p) {
  for (int k = 0; k < n; ++k) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (p[i * n + k] + p[k * n + j] < p[i * n + j])
          p[i * n + j] = p[i * n + k] + p[k * n + j];
  }
}

static void widest(int n, int *p) {
  for (int k = 0; k < n; ++k) {
#pragma twofold parallel for collapse(2)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        int over = p[i * n + k] < p[k * n + j] ? p[i * n + k] : p[k * n + j];
        p[i * n + j] = p[i * n + j] > over ? p[i * n + j] : over;
      }
  }
}

// Other bounds, and a row whose element makes the others smaller.
static void within(int first, int end, int rows, int k) {
#pragma twofold parallel for
  for (int i = 0; i < rows; ++i)
    for (int j = first; j < end; ++j) {
      double over = table[i][k] + table[k][j];
      if (over < table[i][j])
        table[i][j] = over;
    }
}

static void lightest(int n, float *p) {
  for (int k = 0; k < n; ++k) {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        p[i * n + j] = p[i * n + k] + p[k * n + j] < p[i * n + j] ? p[i * n + k] + p[k * n + j] : p[i * n + j];
  }
}

int main(void) {
  static const int sizes[] = {1, 4, 37, 64, 65, 131};
  for (unsigned x = 0; x < sizeof sizes / sizeof *sizes; ++x) {
    const int n = sizes[x];
    for (int i = 0; i < n * n; ++i) {
      paths[i] = i % (n + 1) ? 1 + i * 37 % 4096 : 0;
      lengths[i] = i % (n + 1) ? 1 + i * 41 % 1031 / 8.0f : 0;
    }
    shortest(n, paths);
    SHOW_INTEGERS("shortest", paths, n * n);
    lightest(n, lengths);
    SHOW_FLOATS("lightest", lengths, n * n);
  }
  for (int i = 0; i < 37 * 37; ++i)
    paths[i] = 1 + i * 37 % 4096;
  widest(37, paths);
  SHOW_INTEGERS("widest", paths, 37 * 37);
  for (int i = 0; i < 67; ++i)
    for (int j = 0; j < 90; ++j)
      table[i][j] = i == j ? 0 : 1 + (i * 53 + j * 29) % 97 / 4.0;
  within(0, 90, 67, 5);
  within(3, 80, 67, 5); // outside of the columns there is no such round
  within(7, 80, 67, 5);
  within(3, 80, 4, 5);
  SHOW_FLOATS("within", &table[0][0], 67 * 90);
  return 0;
}
