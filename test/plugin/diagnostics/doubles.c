// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over floats that compute in double through a literal or a function.
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -Rpass-analysis=twofold -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 | %FileCheck %s
#include <math.h>

static float scaled(float x) { return x * 0.1; } // expected-remark {{the loop computes in double only where '0.1' and its like ask for it}} expected-note {{write '0.1f' to stay in float}}
// CHECK-DAG: fix-it:{{.*}}:{[[#@LINE-1]]:46-[[#@LINE-1]]:46}:"f"

static float part(float x, double unused) { return x; }

void accidental(int n, float *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = x[i] * 2.0 + 1.0; // expected-remark {{the loop computes in double only where '2.0' and its like ask for it}} expected-note {{write '2.0f' to stay in float}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = sqrt(x[i]); // expected-remark {{the loop computes in double only where 'sqrt' and its like ask for it}} expected-note {{write 'sqrtf' to stay in float}}
// CHECK-DAG: fix-it:{{.*}}:{[[#@LINE-1]]:16-[[#@LINE-1]]:16}:"f"
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = scaled(x[i]);
}

void wanted(int n, float *x, double *d, double by) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    d[i] = x[i] * 2.0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = x[i] * by + 1.0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) { // expected-remark {{iterations are independent}}
    double sum = 0.5;
    x[i] = sum + x[i];
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = (double)x[i] / 3;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = part(x[i], 2.0);
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) // expected-remark {{iterations are independent}}
    x[i] = x[i] * 2.0f + sqrtf(x[i]);
}

// What kernels look like is told elsewhere.
// expected-remark@* 0+ {{in the kernel}}
