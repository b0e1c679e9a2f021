// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which statements on slices may share a loop.
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -Wall -Wno-pass-failed -Rpass=twofold -Rpass-analysis=twofold -fsyntax-only -Xclang -verify %s
int table;
double pure(double) __attribute__((const));
double user(double);

void fused(double *o, double *p, const double *a, int n, double k) {
#pragma twofold slice
  {
    o[0:n] = a[0:n] * k; // expected-remark {{2 statements on slices share one loop where their elements lie apart when they run}}
    p[0:n] += pure(o[0:n]) + 1;
    k = twofold_sum(o[0:n]);
    if (o[0:n] > k) // expected-remark {{3 statements on slices share one loop where their elements lie apart when they run}}
      p[0:n] = 1;
    else
      p[0:n] = 2;
    o[0:n]++;
  }
}

// Each has a loop of its own.
void apart(double *o, double *p, const double *a, int n, int m, double k) {
  double **address = &p;
  (void)address;
  static double fixed;
#pragma twofold slice
  {
    o[0:n] = a[0:n];
    o[1:n] = a[0:n] + 1; // at another place
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n];
    o[0:m] = 2; // of another length
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n];
    o[0:n] += o[3]; // a value that the first may change
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n];
    o[0:n] += twofold_sum(a[0:n]);
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n];
    k += 1;
    o[0:n] = k;
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n]; // expected-remark {{statements on slices have a loop each: 'p' could be changed by one of them, or look at what it changes; use local variables whose address is not taken}}
    p[0:n] = 1;
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n]; // expected-remark {{have a loop each: 'table' could be changed}}
    o[0:n] += table;
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n]; // expected-remark {{have a loop each: 'fixed' could be changed}}
    o[0:n] += fixed;
  }
#pragma twofold slice
  {
    o[0:n] = a[0:n]; // expected-remark {{have a loop each: 'user' could be changed by one of them, or look at what it changes}}
    o[0:n] += user(a[0:n]);
  }
}
