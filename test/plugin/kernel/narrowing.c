// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A floating value becomes a narrow integer by way of an int.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

void narrowed(int n, const double *x, unsigned char *c, short *s, int *k,
              _Bool *b) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    c[i] = x[i];
    s[i] = (short)(x[i] * 2);
    c[i] += 1.5f;
    s[i] -= x[i];
    k[i] = x[i];
    k[i] += 1.5;
    b[i] = x[i];
  }
}

// CHECK: c[i] = (uchar)(int)x[i];
// CHECK: s[i] = (short)(int)(x[i] * 2.0);
// CHECK: c[i] = (uchar)(int)((float)c[i] + 1.5f);
// CHECK: s[i] = (short)(int)((double)s[i] - x[i]);
// CHECK: k[i] = (int)x[i];
// CHECK: k[i] += 1.5;
// CHECK: b[i] = (bool)x[i];
