// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tools that look at programs take clang's pragmas inside of slices.
// RUN: %clang -cc1 -load %plugin_file -fsyntax-only %s
#define UNROLLED _Pragma("clang loop unroll(full)")
void fill(int *a, int n) {
#pragma twofold slice
  {
    a[0:n] = 1;
    UNROLLED for (int i = 0; i < 4; ++i) a[i] += 1;
  }
}
