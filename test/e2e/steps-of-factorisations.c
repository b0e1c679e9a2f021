// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in loops, whose numbers go on in equal steps from call to call: what is
// known of many calls at once ends where iterations meet, and holds again where
// the loop is run from the beginning, on other memory, or by larger steps.
// RUN: %e2e %s %t --native
#include "Inputs/show.h"

enum { N = 24 };

static void factorise(double *a, int n, int by) {
  for (int k = 0; k < n; k += by) {
#pragma twofold parallel for
    for (int i = k + 1; i < n; ++i) {
      double f = a[i * n + k] / a[k * n + k];
      a[i * n + k] = f;
      for (int j = k + 1; j < n; ++j)
        a[i * n + j] -= f * a[k * n + j];
    }
  }
}

static void cholesky(double *a, int n) {
  for (int k = 0; k < n; ++k) {
    double p = a[k * n + k];
#pragma twofold parallel for
    for (int j = k + 1; j < n; ++j)
      for (int i = j; i < n; ++i)
        a[i * n + j] -= a[i * n + k] * a[j * n + k] / p;
  }
}

static void wavefront(int *m, int n) {
  for (int d = 2; d < 2 * n - 1; ++d) {
    int low = d < n ? 1 : d - n + 1, high = d < n ? d : n;
#pragma twofold parallel for
    for (int i = low; i < high; ++i) {
      int j = d - i;
      m[i * n + j] = (m[(i - 1) * n + j] * 3 + m[i * n + j - 1] * 5 +
                      m[(i - 1) * n + j - 1] * 7 + 1) %
                     1009;
    }
  }
}

/// The iterations of the first calls are apart, those of later ones are not.
static void approach(int *a, int n, int from) {
  for (int apart = from; apart >= 0; --apart) {
    int *b = a + apart;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = b[i] * 2 + a[i] % 3;
    a[apart % n] += apart;
  }
}

static void spread(int *a, int n, int from, int step, int calls) {
  for (int call = 0; call < calls; ++call) {
    int apart = from + call * step;
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[2 * i + apart] = a[2 * i] + call;
  }
}

int main(void) {
  static double a[N * N], c[N * N];
  static int m[N * N], v[4 * N + 200];
  for (int run = 0; run < 3; ++run) {
    int n = run == 1 ? N - 9 : N;
    for (int i = 0; i < N * N; ++i) {
      a[i] = (i * 7919 % 1000) / 1000.0;
      c[i] = a[i];
      m[i] = i * 31 % 17;
    }
    for (int i = 0; i < n; ++i)
      a[i * n + i] += n, c[i * n + i] += n;
    factorise(a, n, 1 + run % 2);
    cholesky(c, n);
    wavefront(m, n);
    SHOW_FLOATS("a", a, N * N);
    SHOW_FLOATS("c", c, N * N);
    SHOW_INTEGERS("m", m, N * N);
    for (int i = 0; i < 4 * N + 200; ++i)
      v[i] = i * 13 % 29;
    approach(v, n, n + 20 + run);
    SHOW_INTEGERS("approach", v, 4 * N + 200);
    for (int i = 0; i < 4 * N + 200; ++i)
      v[i] = i * 13 % 29;
    spread(v, n, 1, 2, 40);
    spread(v, n, 91, -3, 30);
    SHOW_INTEGERS("spread", v, 4 * N + 200);
  }
}
