// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The optimiser is told which rows are as long as a loop inside counts, and
// which are as long as others: of a length that it is given it takes rows of
// one element for likely.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -w -fplugin-arg-twofold-dump=%t -fplugin-arg-twofold-no-opencl -fsyntax-only %s
// RUN: %FileCheck --check-prefix=COUNTED --input-file %t/row-lengths.c.counted_0.native.c %s
// RUN: %FileCheck --check-prefix=ALIKE --input-file %t/row-lengths.c.alike_1.native.c %s
// RUN: %FileCheck --check-prefix=CHANGED --input-file %t/row-lengths.c.changed_2.native.c %s
// RUN: %FileCheck --check-prefix=DEEP --input-file %t/row-lengths.c.deep_3.native.c %s

// COUNTED-NOT: long length
// COUNTED: x + (((long)i) * ((long)(unsigned int)n))
void counted(int n, double x[n][n], double a[n][n]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i][j] = a[j][i];
}

// The loop has no n.
// ALIKE: long [[L:length[0-9]+]] = *(long *)args[
// ALIKE-NOT: long length
// ALIKE: x + (((long)i) * [[L]])
// ALIKE-SAME: a + (((long)i) * [[L]])
void alike(int n, int i, double x[n][n], double a[n][n]) {
#pragma twofold parallel for
  for (int j = 0; j < i; ++j)
    x[i][j] = a[i][j];
}

// Rows are as long as n was.
// CHANGED: long {{length[0-9]+}} = *(long *)args[
// CHANGED: long {{length[0-9]+}} = *(long *)args[
// CHANGED: x + (((long)i) * length{{[0-9]+}})
void changed(int n, double x[n][n], double a[n][n]) {
  n -= 2;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      x[i][j] = a[j][i];
}

// DEEP-NOT: long length
// DEEP: x + (((long)i) * ((long)(unsigned int)m)))[j][2] =
// DEEP: y + (((long)i) * ((long)(unsigned int)m * 3L))) + (((long)2) * ((long)(unsigned int)m)))[j] =
void deep(int n, int m, double x[n][m][3], double y[n][3][m]) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      x[i][j][2] = i;
      y[i][2][j] = j;
    }
}
