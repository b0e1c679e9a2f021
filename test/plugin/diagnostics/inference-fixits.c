// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the notes offer to insert, and that the result compiles.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 | %FileCheck %s
double frexp(double, int *);

void f(double *x, double *y, int n) {
  double t = 1.5, *p = y;
  int e, k;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0)
      t = x[i];
    y[i] = t;
  }
// CHECK: warning: 't' is read before
// CHECK: note: declare 't' inside the loop
// CHECK: fix-it:"{{.*}}":{[[#@LINE-7]]:32-[[#@LINE-7]]:32}:" double t = 1.5;"
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (k = k + 1; k < 3; ++k)
      y[i] += k;
// CHECK: warning: {{.*}}'k' is {{used outside|read before}}
#pragma twofold parallel for num_threads(2)
  for (int i = 0; i < n; ++i)
    if (x[i] > *p)
      p = &x[i];
// CHECK: warning: 'p' is read before
// CHECK: fix-it:"{{.*}}":{[[#@LINE-3]]:5-[[#@LINE-3]]:5}:"{ double *p = 0; "
// CHECK: fix-it:"{{.*}}":{[[#@LINE-3]]:17-[[#@LINE-3]]:17}:" }"
#pragma twofold parallel for num_threads(3)
  for (int i = 0; i < n; ++i)
    if (x[i] > *p) {
      p = &x[i];
    }
// CHECK: warning: 'p' is read before
// CHECK: fix-it:"{{.*}}":{[[#@LINE-4]]:5-[[#@LINE-4]]:5}:"{ double *p = 0; "
// CHECK: fix-it:"{{.*}}":{[[#@LINE-3]]:6-[[#@LINE-3]]:6}:" }"
#pragma twofold parallel for num_threads(2)
  for (int i = 0; i < n; ++i) {
    e = 0;
    y[i] = frexp(x[i], &e);
  }
// CHECK: warning: 'e' is assigned in every iteration
// CHECK: fix-it:"{{.*}}":{[[#@LINE-5]]:32-[[#@LINE-5]]:32}:" int e;"
// CHECK: note: say that 'e' is private
// CHECK: fix-it:"{{.*}}":{[[#@LINE-8]]:29-[[#@LINE-8]]:29}:" private(e)"
  [[twofold::parallel_for]] for (int i = 0; i < n; ++i) {
    e = 0;
    y[i] = frexp(x[i], &e);
  }
// CHECK: note: say that 'e' is private
// CHECK: fix-it:"{{.*}}":{[[#@LINE-5]]:26-[[#@LINE-5]]:26}:", twofold::private(e)"
}
