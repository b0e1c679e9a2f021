// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where nothing is generated, loops stay as they are written, and nothing that a
// slice became is edited.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx %plugin -fsyntax-only -Xclang -ast-print %s | %FileCheck %s
// RUN: %clangxx %plugin --analyze -Xclang -analyzer-checker=debug.DumpCFG %s 2>&1 | %FileCheck --check-prefix=CFG %s
// RUN: cp %s fixed.cpp
// RUN: %clangxx %plugin -fsyntax-only -Xclang -fixit -Wzero-as-null-pointer-constant fixed.cpp 2>&1 | %FileCheck --check-prefix=FIXIT %s
// RUN: cmp %s fixed.cpp
// The loops of a compilation are calls, on the other hand.
// RUN: %clangxx %plugin -S -emit-llvm %s -o - | %FileCheck --check-prefix=CALLS %s
// CHECK: void scale
// CHECK-NOT: twofold_run
// CHECK: for (int i = 0; i < n; ++i)
// CHECK-NEXT: x[i] *= 2;
// CFG-NOT: twofold_run
// FIXIT: zero as null pointer constant
// CALLS-COUNT-2: call {{.*}}twofold_call_
void scale(float *x, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= 2;
}
void clear(float **x, int n) {
#pragma twofold slice
  x[0 : n] = 0;
}
