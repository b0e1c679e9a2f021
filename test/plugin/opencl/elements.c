// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which updates become atomic, and how.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -fsyntax-only %s
// RUN: cat %t/*apart*.cl | %FileCheck --check-prefix=APART %s
// RUN: cat %t/*shared*.cl | %FileCheck %s

// APART-NOT: atom
// APART-NOT: cmpxchg
void apart(float *y, float *c, float (*rows)[8], const float *x, int n, int m) {
#pragma twofold parallel for extent(c, n *m)
  for (int i = 0; i < n; ++i) {
    float *row = c + i * m;
    y[i] += x[i];
    y[i] -= 1;
    for (int j = 0; j < m; ++j) {
      c[i * m + j] += x[j];
      row[j] += 1;
    }
  }
#pragma twofold parallel for collapse(2) extent(c, n *m)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] *= x[i];
    }
#pragma twofold parallel for collapse(2) extent(rows, n)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) {
      rows[i][j] += 2;
      rows[i][j]++;
    }
#pragma twofold parallel for extent(y, 2 * n)
  for (int i = 0; i < n; ++i) {
    y[2 * i] += x[i];
    y[2 * i + 1] += x[i];
  }
}

// CHECK: add_float(&h[b[i]], x[i]);
// CHECK: atomic_sub(&k[i / 2], (int)1);
// CHECK: atomic_min(&k2[b[i]], i);
void shared(float *h, int *k, int *k2, const int *b, const float *x, int n) {
#pragma twofold parallel for extent(h, 8) extent(k, n) extent(k2, 8)
  for (int i = 0; i < n; ++i) {
    h[b[i]] += x[i];
    k[i / 2]--;
    if (i < k2[b[i]])
      k2[b[i]] = i;
  }
}
