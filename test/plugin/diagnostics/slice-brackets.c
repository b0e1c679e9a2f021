// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brackets of a statement of slices that do not match are clang's to report.
// RUN: not %clang %plugin -fsyntax-only %s 2>&1 | %FileCheck %s
// CHECK: [[@LINE+6]]:13: error: extraneous ']' before ';'
// CHECK: errors generated
/* clang-format off */
void mismatched(int *a, int n) {
#pragma twofold slice
  { {
    a[n] = 1];
      if (a[0:n] > 5)
        a[0:n] = 1;
  } }
}
