// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In annotated loops, too, a plain use of a number that iterations change by
// atomic functions finds what the iterations before have left.
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
static int add(int *x) {
  return __sync_fetch_and_add(x, 1); // expected-warning {{'__sync_fetch_and_add_4' is atomic}}
}
int f(int n, int *a) {
  int x = 0, y = 0, z = 0, w = 0, s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __sync_fetch_and_add(&x, 1);
    if (x % 3 == 0) // expected-warning {{'x' is changed by atomic operations here and read without them elsewhere, where another iteration may meet these, so iterations run in order; use 'omp atomic read' or 'write' there, or another variable}}
      s += i;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (add(&y) < 0)
      a[i] = y; // expected-warning {{'y' is changed by atomic operations here and read without them elsewhere, where another iteration may meet these, so iterations run in order; use 'omp atomic read' or 'write' there, or another variable}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    __atomic_fetch_add(&z, 1, __ATOMIC_RELAXED); // expected-warning {{'__atomic_fetch_add' is atomic}}
    a[i] = __atomic_load_n(&z, __ATOMIC_RELAXED) > 0;
  }
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = add(&w) >= 0;
  // Each iteration has one of its own.
  int last = 0;
#pragma twofold parallel for lastprivate(last)
  for (int i = 0; i < n; ++i) {
    last = i;
    __sync_fetch_and_add(&last, a[i]); // expected-warning {{'__sync_fetch_and_add_4' is atomic}}
  }
  return x + y + z + w + s + last;
}
