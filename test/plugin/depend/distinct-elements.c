// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that no two iterations update are no shared elements: rows as long as
// they are apart, in either order of the loops, and halves of one array.
// RUN: rm -rf %t && %clang %plugin -w -fplugin-arg-twofold-dump=%t -fsyntax-only %s
// RUN: cat %t/*.04-sharing.txt | FileCheck %s --implicit-check-not="shared elements"

void rows(int *a) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      a[i * 8 + j] += j;
}
void columns(int *a, int n, int m) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[j * n + i] += j;
}
void triangle(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] += j;
}
void halves(int *a, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    a[i] += i;
    a[n + i] += 1;
  }
}
void levels(int (*a)[8], int n) {
#pragma twofold parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      a[i][2 * j] += j;
      a[i][2 * j + 1] += j;
    }
}
void together(int *both, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    both[i] += i;
    both[i + 1] += i;
  }
}
void rowsTooLong(int *meet, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= n; ++j)
      meet[i * n + j] += j;
}
// CHECK: shared elements of meet
// CHECK: shared elements of both
