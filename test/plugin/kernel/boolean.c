// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bool is a byte in memory and takes two values only.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror=pass-failed -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

#include <stdbool.h>
void boolean(int n, bool *b, const float *x, bool all) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    bool positive = x[i] > 0, any = n, taken = false;
    bool *p = &taken;
    *p = x[i];
    b[i] = positive || any;
    b[i] |= n;
    b[i] &= all;
    positive += 3;
    if (!positive && taken)
      b[i] = all + any;
  }
}

// CHECK-LABEL: __kernel void boolean_0(
// CHECK: int n,
// CHECK: uchar all_,
// CHECK: int i = (int)i_index;
// CHECK: bool positive = x[i] > 0.0f;
// CHECK: bool any_ = (bool)n;
// CHECK: uchar taken = (bool)0;
// CHECK: uchar *p = &taken;
// CHECK: *p = (bool)x[i];
// CHECK: b[i] = positive || any_;
// CHECK: b[i] = (bool)((int)b[i] | n);
// CHECK: b[i] = (bool)((int)b[i] & all_);
// CHECK: positive = (bool)((int)positive + 3);
// CHECK: if (!positive && taken) {
// CHECK: b[i] = (bool)(all_ + any_);
