// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant arrays: their initialisers are constant expressions everywhere.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*.cl | %FileCheck %s

#include <math.h>
static const double limits[] = {INFINITY, -HUGE_VAL, NAN, -NAN, 1.5};
static const float small[2][2] = {{HUGE_VALF, 0.25f}, {-INFINITY, NAN}};
static const struct {
  int key;
  double most;
} rows[] = {{1, INFINITY}, {2, -0.0}};

void clamped(int n, const int *k, double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    x[i] = x[i] < limits[k[i]] ? x[i] : small[k[i]][1];
    x[i] += rows[k[i]].most - INFINITY;
  }
}

// CHECK-DAG: __constant double limits[5] = {(1.0 / 0.0), -(1.0 / 0.0), (0.0 / 0.0), -(0.0 / 0.0), 1.5};
// CHECK-DAG: __constant float small[2][2] = {{[{][{]}}(1.0f / 0.0f), 0.25f}, {-(1.0f / 0.0f), (0.0f / 0.0f){{[}][}]}};
// CHECK-DAG: {{[{][{]}}1, (1.0 / 0.0)}, {2, -0.0{{[}][}]}};
// CHECK: - (double)INFINITY;
